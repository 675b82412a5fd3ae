import { styleText } from 'node:util';
import type { Style } from '../../tools/define-tool.ts';
import { printable } from '../../tools/printable.ts';

/** Where a command writes, and what can be shown there. */
export interface Terminal {
  readonly isTty: boolean;
  readonly style: Style;
  out(text: string): void;
  err(text: string): void;
  /** A line that the next one replaces; nothing where stderr is no terminal. */
  progress(text: string): void;
}

export function processTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  const isTty = process.stdout.isTTY === true;
  const coloured = isTty && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (format: 'bold' | 'dim') => (text: string) =>
    coloured && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    isTty,
    style: { bold: paint('bold'), dim: paint('dim') },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text}`);
    },
  };
}

/** The same for text that was painted already: bold and dim stay, all a note could do with them is to look so. */
export function printablePainted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is how bold and dim are written
  const painted = /(\u001B\[(?:1|2|22)m)/;
  return text
    .split(painted)
    .map((piece, place) => (place % 2 === 1 ? piece : printable(piece)))
    .join('');
}
