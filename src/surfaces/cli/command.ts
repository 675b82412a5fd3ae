import type { Caller, Engine, Helper, LoadedConfig } from '../../engine/index.ts';
import type { Terminal } from './terminal.ts';

export interface CommandOption {
  readonly name: string;
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for the value in help: `--limit N`. */
  readonly value?: string;
  readonly description: string;
  /** On unless it is said to be off: help shows `--no-name`. */
  readonly negated?: true;
}

interface CommandPositional {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

export interface ParsedCommand {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

export interface CommandContext {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly json: boolean;
  /** The person at the terminal, held to the policies of notebooks or not. */
  readonly caller: Caller;
  readonly config: () => LoadedConfig;
  /** Looks at a large notebook while this process loads. */
  readonly helper: Helper | undefined;
  /** Opens the engine for the time of one piece of work. */
  readonly withEngine: <T>(work: (engine: Engine) => Promise<T>) => Promise<T>;
}

/** Something `slipbox` can be told to do. `run` answers with the exit code. */
export interface Command {
  readonly words: readonly string[];
  readonly summary: string;
  /** Also at the top level of the help; the rest is listed under its dialect. */
  readonly prominent: boolean;
  readonly description?: string;
  readonly positionals: readonly CommandPositional[];
  readonly options: readonly CommandOption[];
  /** Names of options of every command that this one refuses: its help leaves them out. */
  readonly unshared?: readonly string[];
  run(parsed: ParsedCommand, context: CommandContext): Promise<number>;
}

export function optionText(value: string | boolean | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function optionList(value: string | boolean | readonly string[] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? [value] : [];
}
