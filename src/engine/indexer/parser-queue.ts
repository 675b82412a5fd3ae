import type { Worker } from 'node:worker_threads';
import type { ParseReply } from './parser-worker.ts';

const batchSize = 50;
const batchesAhead = 4;

/** Notes on their way through the parser thread, a few batches ahead of who writes them. */
export class ParserQueue {
  readonly #worker: Worker;
  readonly #paths: readonly string[];
  readonly #replies: ParseReply[] = [];
  #next = 0;
  #end: number;
  #inFlight = 0;
  #waiting: PromiseWithResolvers<void> | undefined;
  #failure: Error | undefined;

  constructor(worker: Worker, paths: readonly string[]) {
    this.#worker = worker;
    this.#paths = paths;
    this.#end = paths.length;
    worker.on('message', (reply: ParseReply) => {
      this.#inFlight--;
      this.#replies.push(reply);
      this.#waiting?.resolve();
    });
    worker.on('error', (error) => {
      this.#failure = error as Error;
      this.#waiting?.reject(this.#failure);
    });
    this.#send();
  }

  #send(): void {
    while (this.#inFlight + this.#replies.length < batchesAhead && this.#next < this.#end) {
      const batch = this.#paths.slice(this.#next, Math.min(this.#next + batchSize, this.#end));
      this.#next += batch.length;
      this.#inFlight++;
      this.#worker.postMessage(batch);
    }
  }

  take(): ParseReply | undefined {
    if (this.#failure) throw this.#failure;
    const reply = this.#replies.shift();
    this.#send();
    return reply;
  }

  /** Some paths for the caller to parse by itself, from the far end. */
  takeOwn(count: number): readonly string[] {
    const from = Math.max(this.#next, this.#end - count);
    const own = this.#paths.slice(from, this.#end);
    this.#end = from;
    return own;
  }

  get isDone(): boolean {
    return this.#inFlight === 0 && this.#replies.length === 0 && this.#next >= this.#end;
  }

  /** When the next reply is there. */
  async next(): Promise<void> {
    if (this.#replies.length > 0 || this.isDone) return;
    this.#waiting = Promise.withResolvers();
    if (this.#failure) throw this.#failure;
    await this.#waiting.promise;
    this.#waiting = undefined;
  }
}
