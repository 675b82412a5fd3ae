import { Worker } from 'node:worker_threads';
import { SlipboxError } from '../errors.ts';
import type {
  CompiledInterpreter,
  FromFunction,
  FunctionFailure,
  FunctionJob,
  FunctionOutcome,
} from './function-messages.ts';

/** Answers what a function asks about notes, as JSON; never throws. */
export type NotesAnswerer = (method: string, args: string, signal: AbortSignal) => Promise<string>;

const mostAtOnce = 2;
const startMs = 20_000;
/** What a function that is told to stop may still take; inside one call of the language itself it cannot be told. */
const graceMs = 500;
const heapMegabytes = 192;

/** From the first thread of this process. */
let compiled: CompiledInterpreter | undefined;

/** The threads in which the functions of a notebook run, one for each call; further calls wait for their turn. */
export class FunctionThreads {
  readonly #stop = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async run(
    job: Omit<FunctionJob, 'answers' | 'compiled'>,
    answer: NotesAnswerer,
    signal: AbortSignal,
  ): Promise<FunctionOutcome> {
    const both = AbortSignal.any([signal, this.#stop.signal]);
    await this.#takeTurn(both);
    try {
      return await runThread(job, answer, both);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  /** Whoever ends hands its turn over, so that nobody slips in between. */
  async #takeTurn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (this.#running < mostAtOnce) {
      this.#running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      const at = this.#waiting.indexOf(resolve);
      if (at === -1) return;
      this.#waiting.splice(at, 1);
      reject(cancelled());
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', abort, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', abort));
  }

  close(): void {
    this.#stop.abort();
  }
}

function cancelled(): SlipboxError {
  return new SlipboxError('CANCELLED', 'The call was cancelled');
}

async function runThread(
  job: Omit<FunctionJob, 'answers' | 'compiled'>,
  answer: NotesAnswerer,
  signal: AbortSignal,
): Promise<FunctionOutcome> {
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const { promise, resolve, reject } = Promise.withResolvers<FunctionOutcome>();
  const fail = (failure: FunctionFailure) => resolve({ failure, logs: [] });
  const { timeMs } = job.limits;
  const worker = new Worker(entryUrl(), {
    workerData: { ...job, answers, ...(compiled ? { compiled } : {}) } satisfies FunctionJob,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    // Nothing of it may get between the messages of a protocol on our own output.
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: heapMegabytes },
  });
  const ended = new AbortController();
  const tooLong = { reason: 'time', message: `it ran longer than ${timeMs / 1000} s` } as const;
  let timer = setTimeout(() => reject(new Error('The thread of a function does not start')), startMs);
  worker.on('message', (message: FromFunction) => {
    if (message.type === 'done') return resolve(message.outcome);
    if (message.type === 'begun') {
      compiled ??= message.compiled;
      clearTimeout(timer);
      timer = setTimeout(() => fail(tooLong), timeMs + graceMs);
      return;
    }
    void answer(message.method, message.args, ended.signal).then((text) => {
      worker.postMessage(text);
      Atomics.add(answers, 0, 1);
      Atomics.notify(answers, 0);
    }, reject);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      fail({ reason: 'memory', message: 'it needs more memory than allowed' });
    else reject(error);
  });
  worker.on('exit', () => reject(new Error('The thread of a function ended without a result')));
  const abort = () => reject(cancelled());
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    ended.abort();
    await worker.terminate();
  }
}

function entryUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './function-worker.ts' : './function-worker.mjs', import.meta.url);
}
