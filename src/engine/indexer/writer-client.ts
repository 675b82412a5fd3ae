import type { Worker } from 'node:worker_threads';
import type { Call } from '../call.ts';
import { SlipboxError } from '../errors.ts';
import type { Compared } from './compare.ts';
import { endThread } from './end-thread.ts';
import { startThread } from './entry-url.ts';
import { toIndexError } from './index-error.ts';
import type { Reconciled } from './reconciled.ts';
import type {
  JobDone,
  TakenIn,
  ThreadOptions,
  WriterMessage,
  WriterReply,
  WriterRequest,
} from './writer-messages.ts';

interface JobAnswer {
  value: unknown;
  taken: TakenIn | Promise<TakenIn>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The writer thread as seen from the main thread. */
export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #options: ThreadOptions;
  #last = 0;
  #failure: Error | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = startThread('writer-worker', {
      // What a note leaves behind is garbage at once: a large nursery would only be memory that is never given back.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: WriterReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new SlipboxError('CANCELLED', 'The index writer has stopped')));
  }

  /** Lets the next sweep find its comparison done; what goes wrong shows there. */
  planAhead(compared: Compared | undefined): void {
    this.#ask({ type: 'plan', compared }).catch(() => undefined);
  }

  sweep(): Promise<Reconciled> {
    return this.#ask({ type: 'sweep' }) as Promise<Reconciled>;
  }

  reconcile(paths: string[]): Promise<Reconciled> {
    return this.#ask({ type: 'reconcile', paths }) as Promise<Reconciled>;
  }

  async register(globs: string[]): Promise<void> {
    await this.#ask({ type: 'register', globs });
  }

  /** Lets it tidy up in idle moments, folders whose snapshot is behind among the rest. */
  tidy(outdated: string[]): void {
    this.#ask({ type: 'tidy', outdated }).catch(() => undefined); // can wait for the next time
  }

  /** Does now what a first index left for idle moments. */
  async finish(): Promise<void> {
    await this.#ask({ type: 'finish' });
  }

  async empty(): Promise<void> {
    await this.#ask({ type: 'empty' });
  }

  /** Many changes are answered for when they are made: what the index took in of them is told later. */
  async job(
    name: string,
    input: unknown,
    { caller, signal }: Pick<Call, 'caller' | 'signal'>,
  ): Promise<JobAnswer> {
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const abort = () => void Atomics.store(cancelled, 0, 1);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return (await this.#ask({ type: 'job', name, input, caller, cancelled })) as JobAnswer;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** The index file was replaced, or must be because it is damaged. */
  async reopen(options: { setAside: boolean }): Promise<void> {
    await this.#ask({ type: 'reopen', setAside: options.setAside });
  }

  /** Whether the thread has died; nothing will come of asking it. */
  get isDead(): boolean {
    return this.#failure !== undefined;
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    // already gone: closed all the same
    await endThread(this.#worker, () => this.#ask({ type: 'close' }).catch(() => undefined));
  }

  #ask(request: WriterRequest): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#last;
    const first = id === 1 ? { options: this.#options } : {};
    this.#worker.postMessage({ id, request, ...first } satisfies WriterMessage);
    return this.#wait(id);
  }

  #wait(id: number): Promise<unknown> {
    if (this.#waiting.size === 0) this.#worker.ref();
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle({ id, result, error }: WriterReply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error) waiting?.reject(toIndexError(error, this.#options.location.index));
    else waiting?.resolve(isJobDone(result) ? this.#toAnswer(id, result) : result);
  }

  #toAnswer(id: number, done: JobDone): JobAnswer {
    const { value } = done;
    return { value, taken: 'later' in done ? (this.#wait(id) as Promise<TakenIn>) : done };
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

function isJobDone(result: WriterReply['result']): result is JobDone {
  return result !== undefined && 'value' in result;
}
