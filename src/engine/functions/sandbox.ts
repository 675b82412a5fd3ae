import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type {
  CompiledInterpreter,
  FailureReason,
  FunctionFailure,
  FunctionJob,
} from './function-messages.ts';
import { startInterpreter } from './interpreter.ts';
import { sandboxScript } from './sandbox-script.ts';

/** What the sandbox may ask of us. Texts in, texts out. */
export interface SandboxHost {
  ask(method: string, args: string): string;
  log(text: string): void;
  begun(compiled: CompiledInterpreter | undefined): void;
}

type Result = { value: string } | { failure: FunctionFailure };

const jobsAtOnce = 1_000;

class Failed extends Error {
  readonly failure: FunctionFailure;
  constructor(failure: FunctionFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Runs a function in an interpreter of its own, once; nothing is freed, as the thread ends with it. */
export async function runInSandbox(job: FunctionJob, host: SandboxHost): Promise<Result> {
  const { timeMs, memoryBytes, stackBytes } = job.limits;
  const { quickjs, compiled, usedBytes } = await startInterpreter(memoryBytes, job.compiled);
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  const toFailure = describeFailures(job.file, () => usedBytes() >= memoryBytes);
  const kit = openKit(context, host, toFailure);
  const deadline = performance.now() + timeMs;
  const isLate = () => performance.now() > deadline;
  runtime.setInterruptHandler(isLate);
  const settle = () => {
    for (;;) {
      if (isLate()) throw new Failed(timedOut(timeMs));
      const jobs = runtime.executePendingJobs(jobsAtOnce);
      if (jobs.error) throw kit.toFailed(jobs.error);
      if (jobs.value === 0) return;
    }
  };
  host.begun(compiled);
  try {
    const main = findMain(context, kit, job, settle);
    kit.run(main, job);
    settle();
    return readOutcome(kit.outcome(), job.limits.resultLength, toFailure);
  } catch (error) {
    if (isLate()) return { failure: timedOut(timeMs) };
    if (error instanceof Failed) return { failure: error.failure };
    return { failure: brokenDown(error) };
  }
}

/** The functions that the script hands out. */
interface Kit {
  run(main: QuickJSHandle, job: FunctionJob): void;
  outcome(): string;
  toFailed(thrown: QuickJSHandle): Failed;
}

function openKit(context: QuickJSContext, host: SandboxHost, toFailure: DescribeFailure): Kit {
  const ask = context.newFunction('ask', (method, args) =>
    context.newString(host.ask(context.getString(method), context.getString(args))),
  );
  const log = context.newFunction('log', (text) => host.log(context.getString(text)));
  const setUp = context.unwrapResult(context.evalCode(sandboxScript, 'slipbox'));
  const kit = context.unwrapResult(context.callFunction(setUp, context.undefined, ask, log));
  const [run, outcome, describe] = ['run', 'outcome', 'describe'].map((name) => context.getProp(kit, name));
  const call = (f: QuickJSHandle, ...args: QuickJSHandle[]) =>
    context.callFunction(f, context.undefined, ...args);
  const toFailed = (thrown: QuickJSHandle) => {
    const described = call(describe!, thrown);
    if (described.error) return new Failed({ reason: 'memory', message: words.memory! });
    return new Failed(toFailure(context.getString(described.value)));
  };
  return {
    run(main, { args }) {
      const result = call(run!, main, context.newString(args));
      if (result.error) throw toFailed(result.error);
    },
    outcome() {
      const result = call(outcome!);
      return result.error ? '' : context.getString(result.value);
    },
    toFailed,
  };
}

/** Read back at the end of the file: a module keeps its own functions to itself. */
const mainName = '__slipbox_main__';

function findMain(context: QuickJSContext, kit: Kit, job: FunctionJob, settle: () => void): QuickJSHandle {
  const { source, file } = job;
  const whole = `${source}\n;export const ${mainName} = typeof main === 'function' ? main : undefined;`;
  const result = context.evalCode(whole, file, { type: 'module' });
  if (result.error) throw kit.toFailed(result.error);
  settle();
  const state = context.getPromiseState(result.value);
  if (state.type === 'rejected') throw kit.toFailed(state.error);
  if (state.type === 'pending') throw new Failed(neverSettles);
  for (const name of ['default', mainName]) {
    const found = context.getProp(state.value, name);
    if (context.typeof(found) === 'function') return found;
  }
  throw new Failed({
    reason: 'entry',
    message: 'it has no function to run: write function main(args, notes), or export one as default',
  });
}

const neverSettles: FunctionFailure = {
  reason: 'promise',
  message: 'its promise never settles: nothing is left that could settle it',
};

const deepest = 100;

function readOutcome(text: string, resultLength: number, toFailure: DescribeFailure): Result {
  const rest = text.slice(1);
  const unfit = (message: string): Result => ({ failure: { reason: 'result', message } });
  switch (text[0]) {
    case 'V':
      if (rest.length > resultLength)
        return unfit(`its result is too large: ${rest.length} characters as JSON, at most ${resultLength}`);
      // everything that handles it further on calls itself for each level
      if (depthOf(rest) > deepest) return unfit(`its result is nested more than ${deepest} deep`);
      return { value: rest };
    case 'E':
      return { failure: toFailure(rest) };
    case 'R': {
      const { reason, message } = toFailure(rest);
      return reason === 'error'
        ? unfit(`its result is not JSON: ${message}`)
        : { failure: { reason, message } };
    }
    default:
      return { failure: neverSettles };
  }
}

function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isText && character === '\\') at++;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '[' || character === '{') most = Math.max(most, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return most;
}

function timedOut(timeMs: number): FunctionFailure {
  return { reason: 'time', message: `it ran longer than ${timeMs / 1000} s` };
}

const words: Partial<Record<FailureReason, string>> = {
  memory: 'it needs more memory than allowed',
  recursion: 'it calls itself too deeply',
};

/** Takes name, message and stack as JSON, all of it from the function itself. */
type DescribeFailure = (described: string) => FunctionFailure;

function describeFailures(file: string, isFull: () => boolean): DescribeFailure {
  return (described) => {
    const [name = '', message = '', stack = ''] = (JSON.parse(described) as unknown[]).map(String);
    // without room for an error the interpreter throws null
    const isMemory = message === 'out of memory' || (message === 'it threw null' && isFull());
    const reason: FailureReason = isMemory ? 'memory' : message === 'stack overflow' ? 'recursion' : 'error';
    const line = findLine(stack, file);
    const said = message === '' ? name || 'an error without a message' : message;
    const shown = ['', 'Error', said].includes(name) ? said : `${name}: ${said}`;
    return {
      reason,
      message: words[reason] ?? shown.slice(0, 2_000),
      ...(line === undefined ? {} : { line }),
    };
  };
}

function findLine(stack: string, file: string): number | undefined {
  const at = stack.indexOf(`${file}:`);
  const line = at === -1 ? Number.NaN : Number.parseInt(stack.slice(at + file.length + 1), 10);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

/** The interpreter itself gave up: its own stack is used up, or its memory. */
function brokenDown(error: unknown): FunctionFailure {
  const reason = error instanceof RangeError ? 'recursion' : 'memory';
  return { reason, message: words[reason]! };
}
