import { printable } from '../../tools/printable.ts';

/** What is used of pi's theme. */
export interface Palette {
  fg?(name: never, text: string): string;
  bold?(text: string): string;
}

type Colour = 'toolTitle' | 'toolOutput' | 'accent' | 'dim' | 'error' | 'warning' | 'muted';

/** The theme's colours, or none where there is no theme or it lacks one. */
export function paint(theme: Palette | undefined) {
  const attempt = (draw: (() => string) | undefined, text: string): string => {
    try {
      return draw?.() ?? text;
    } catch {
      return text;
    }
  };
  return {
    bold: (text: string) => attempt(() => theme?.bold?.(text) ?? text, text),
    // line by line: what draws the text wraps and pads each line, and an open colour would run into the padding
    colour: (name: Colour, text: string) =>
      text
        .split('\n')
        .map((line) => (line === '' ? line : attempt(() => theme?.fg?.(name as never, line) ?? line, line)))
        .join('\n'),
  };
}

export function oneLine(text: string, longest: number): string {
  const line = printable(text).replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  return `${line
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}
