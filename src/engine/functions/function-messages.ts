/** The interpreter, ready to be started in any thread; only a thread itself looks inside. */
export type CompiledInterpreter = object;

/** What the thread of a function is given. */
export interface FunctionJob {
  readonly source: string;
  /** What stack traces call it. */
  readonly file: string;
  /** As JSON. */
  readonly args: string;
  readonly limits: FunctionLimits;
  readonly compiled?: CompiledInterpreter;
  /** Counts the answers sent to it: the thread sleeps on it. */
  readonly answers: Int32Array<SharedArrayBuffer>;
}

export interface FunctionLimits {
  readonly timeMs: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Of the result as JSON. */
  readonly resultLength: number;
}

export type FailureReason = 'error' | 'time' | 'memory' | 'recursion' | 'promise' | 'result' | 'entry';

export interface FunctionFailure {
  readonly reason: FailureReason;
  readonly message: string;
  /** In the function's own file. */
  readonly line?: number;
}

export interface FunctionOutcome {
  /** The result as JSON. */
  readonly value?: string;
  readonly failure?: FunctionFailure;
  readonly logs: readonly string[];
}

/** `begun`: the function's own code is about to run, its time counts. */
export type FromFunction =
  | { readonly type: 'begun'; readonly compiled: CompiledInterpreter | undefined }
  | { readonly type: 'ask'; readonly method: string; readonly args: string }
  | { readonly type: 'done'; readonly outcome: FunctionOutcome };
