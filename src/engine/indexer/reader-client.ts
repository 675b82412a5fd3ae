import type { Worker } from 'node:worker_threads';
import type { IndexLocation } from '../db/index-location.ts';
import type { Scope } from '../db/queries/zones.ts';
import { type ErrorCode, SlipboxError } from '../errors.ts';
import { endThread } from './end-thread.ts';
import { startThread } from './entry-url.ts';
import type { ReaderMessage, ReaderReply } from './thread-view.ts';

interface Waiting {
  resolve(reply: ReaderReply): void;
  reject(error: Error): void;
  /** Set to 1 when nobody waits any more. */
  cancelled: Int32Array;
}

export interface ReaderData {
  root: string;
  location: IndexLocation;
}

/** The reader thread as seen from the main thread; begun with the first question. */
export class ReaderClient {
  readonly #data: ReaderData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #last = 0;

  constructor(data: ReaderData) {
    this.#data = data;
  }

  async ask(name: string, input: unknown, scope: Scope, signal: AbortSignal): Promise<ReaderReply> {
    const worker = this.#start();
    const id = ++this.#last;
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const { promise, resolve, reject } = Promise.withResolvers<ReaderReply>();
    const abort = () => {
      Atomics.store(cancelled, 0, 1);
      reject(new SlipboxError('CANCELLED', 'The call was cancelled'));
    };
    signal.addEventListener('abort', abort, { once: true });
    if (this.#waiting.size === 0) worker.ref();
    this.#waiting.set(id, { resolve, reject, cancelled });
    worker.postMessage({ id, name, input, scope, cancelled } satisfies ReaderMessage);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startThread('reader-worker', {
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    worker.unref();
    worker.on('message', (reply: ReaderReply) => this.#settle(worker, reply));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () =>
      this.#fail(worker, new SlipboxError('CANCELLED', 'The reader thread has stopped')),
    );
    this.#worker = worker;
    return worker;
  }

  #settle(worker: Worker, reply: ReaderReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) worker.unref();
    if (reply.error) waiting?.reject(toError(reply.error));
    else waiting?.resolve(reply);
  }

  /** The next question begins a new thread. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { reject, cancelled } of this.#waiting.values()) {
      Atomics.store(cancelled, 0, 1);
      reject(new SlipboxError('CANCELLED', 'The notebook is being closed'));
    }
    this.#waiting.clear();
    if (worker) await endThread(worker, () => worker.postMessage('close' satisfies ReaderMessage));
  }
}

function toError({ message, stack, errcode, slipbox }: NonNullable<ReaderReply['error']>): Error {
  if (!slipbox) return Object.assign(new Error(message), { stack, ...(errcode ? { errcode } : {}) });
  const { code, hint, details } = slipbox;
  return new SlipboxError(code as ErrorCode, message, { hint, ...(details ? { details } : {}) });
}
