import type { Static, TObject } from 'typebox';
import type { Call, Engine, GtdSettings, LoadedConfig, SlipboxError } from '../engine/index.ts';
import type { Budget } from './budget.ts';

/** A family of tools with its own names and its own way to say that something failed. */
export interface Dialect {
  readonly name: string;
  /** What the names of its tools begin with; the setting `toolPrefix` replaces it. */
  readonly prefix: string | undefined;
  /** The setting `toolPrefix` leaves its names alone. */
  readonly keepsPrefix?: boolean;
  /** How a server introduces itself that serves nothing but this dialect. */
  readonly alone?: {
    readonly name: string;
    readonly version: string;
    readonly instructions: string;
    /** Written to stderr when the server is ready. */
    readonly startLine: string;
  };
  /** `rename` fills in the tool prefix where the hint names a tool. */
  renderError(error: SlipboxError, rename: (text: string) => string): Record<string, unknown>;
  /** The text of an error, where it is not that envelope as JSON. */
  errorText?(error: SlipboxError): string;
  /** Runs a call of one of its tools: where it has its own words for what fails, or leaves a trace of every call. */
  around?(attempt: Attempt): Promise<Record<string, unknown>>;
}

/** A call before it has been looked at: `run` validates the arguments and does it. */
export interface Attempt {
  readonly tool: Tool;
  readonly engine: Engine;
  readonly args: unknown;
  readonly call: ToolCall;
  run(): Promise<Record<string, unknown>>;
}

type Effect = 'read' | 'write' | 'destructive';

/** What a tool is given besides its input: the engine's call, and how large the answer may be. */
export interface ToolCall extends Call {
  readonly budget: Budget;
}

/** How a terminal sets off words; plain text when it shows no colours. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

interface CliShape {
  /** What the command is called when not like the tool: `view` for `opennotes_views`. */
  readonly command?: string;
  /** Flags that are not called like their parameter: `{ params: 'param' }`. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Parameters given without a flag, in order. */
  readonly positional?: readonly string[];
  /** One-letter flags: `{ n: 'limit' }`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The rendered text is a note's own bytes: nothing is added to it when it goes to a file or a pipe. */
  readonly verbatim?: boolean;
  /** Objects given field by field, `--data key=value`, as often as there are fields. */
  readonly pairs?: readonly string[];
  /** Texts that come from stdin when `-` stands for them. */
  readonly stdin?: readonly string[];
  /** Texts that stand for a value of any kind: a number, a boolean, JSON. */
  readonly typed?: readonly string[];
  /** Objects whose fields are flags of their own: `--and`, `--or`, `--not` for `filters`. */
  readonly spread?: readonly string[];
}

/**
 * One capability: the words an agent reads, the schemas, the effect, what it does and how a person sees it.
 * MCP listing, validation, CLI command, help and docs all come from here. In texts `{prefix}` stands for the
 * tool prefix and `{defaultPageSize}` for the setting of that name.
 */
export interface ToolDefinition<Input extends TObject, Output extends TObject> {
  readonly dialect: Dialect;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  readonly input: Input;
  readonly output: Output;
  readonly cli: CliShape;
  /** False: served only when its dialect or its name is chosen. */
  readonly byDefault?: boolean;
  /** A second name calls may use; listed only with the setting `advertiseSeedNames`. */
  readonly seedName?: string;
  /** More names calls may use; never listed. */
  readonly aliases?: readonly string[];
  /** Whether there is anything to serve here; when not, the tool is left out. */
  isAvailable?(settings: GtdSettings): boolean;
  run(engine: Engine, input: Static<Input>, call: ToolCall): Promise<Static<Output>>;
  /** The text of an answer, where it is not the result as JSON; a person sees it too, instead of `render`. */
  text?(result: Static<Output>, input: Static<Input>, config: LoadedConfig): string;
  render(result: Static<Output>, style: Style): string;
  /** What a person should know besides: where the next page is. Empty when there is nothing to say. */
  notice(result: Static<Output>): string;
}

export type Tool = ToolDefinition<TObject, TObject>;

export function defineTool<Input extends TObject, Output extends TObject>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return tool;
}
