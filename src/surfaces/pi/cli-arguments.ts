import { SlipboxError } from '../../engine/index.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { Result } from './backend.ts';

/** The longest argument Linux passes on; longer ones fail with a message that helps nobody. */
const longestArgument = 128 * 1024 - 1;

export interface CommandLine {
  readonly words: readonly string[];
  /** What goes to its stdin. */
  readonly input: string;
}

/** The words that name a tool on the command line: `opennotes list`. */
export function commandWords({ name, dialect, cli }: Tool): [string, string] {
  return [dialect.name, cli.command ?? toKebab(name.slice(dialect.prefix?.length ?? 0))];
}

/** A valid call as a command line. Every value stands behind `=` or after `--`, so that none is taken for an option. */
export function commandLine(tool: Tool, args: Result): CommandLine {
  const { positional = [], pairs = [], stdin = [], spread = [], flags = {} } = tool.cli;
  const given = Object.entries(args)
    .flatMap(([name, value]) =>
      spread.includes(name) ? Object.entries(value ?? {}) : [[name, value] as const],
    )
    .filter(([, value]) => value !== undefined && value !== null);
  const piped = given.find(([name, value]) => stdin.includes(name) && typeof value === 'string');
  const options = given
    .filter(([name]) => !positional.includes(name))
    .flatMap(([name, value]) => {
      const flag = `--${flags[name] ?? toKebab(name)}`;
      if (name === piped?.[0]) return [`${flag}=-`];
      return pairs.includes(name) ? pairsFor(flag, value, name) : optionsFor(flag, value);
    });
  const values = positional
    .map((name) => args[name])
    .filter((value) => value !== undefined && value !== null);
  const words = [...commandWords(tool), '--json', ...options, '--', ...values.map(String)];
  const long = words.find((word) => Buffer.byteLength(word) > longestArgument);
  if (long !== undefined) {
    const parameter = /^--([\w-]+)=/.exec(long)?.[1] ?? positional[0] ?? '';
    throw refuse(
      parameter,
      'Too long for a command line',
      'Give at most 128 KB, or remove the setting cliPath',
    );
  }
  return { words, input: String(piped?.[1] ?? '') };
}

function optionsFor(flag: string, value: unknown): string[] {
  if (typeof value === 'boolean') return [value ? flag : flag.replace('--', '--no-')];
  if (Array.isArray(value)) return value.map((item) => `${flag}=${String(item)}`);
  return [`${flag}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`];
}

/** `--data=key:=JSON` keeps the type of every value. */
function pairsFor(flag: string, fields: unknown, parameter: string): string[] {
  return Object.entries(fields as Result).map(([key, value]) => {
    if (key.includes('=') || key.endsWith(':') || key.trim() !== key || key === '') {
      throw refuse(parameter, 'Invalid key', 'Choose keys without "=", or remove the setting cliPath');
    }
    return `${flag}=${key}:=${JSON.stringify(value)}`;
  });
}

function refuse(parameter: string, what: string, hint: string): SlipboxError {
  const shown = parameter.slice(0, 120);
  return new SlipboxError('INVALID_PARAMS', `${what}: ${shown}`, { hint, details: { parameter: shown } });
}

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
