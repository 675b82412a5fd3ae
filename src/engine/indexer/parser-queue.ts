import type { Worker } from 'node:worker_threads';
import { startThread } from './entry-url.ts';
import { type ParsedNote, unpackNotes } from './packed-notes.ts';
import type { ParserData } from './parser-worker.ts';

/** A message costs as much as a fraction of a note; larger batches would only wait longer to be stored. */
const batchSize = 16;
const batchesAhead = 12;

/** Notes on their way through the parser thread, a few batches ahead of who writes them. */
export class ParserQueue {
  readonly #data: ParserData;
  #worker: Worker | undefined;
  #paths: readonly string[] = [];
  /** Unpacked when their turn comes: until then nothing of them is in this thread's heap. */
  readonly #replies: Uint8Array[] = [];
  #next = 0;
  #end = 0;
  #inFlight = 0;
  #waiting: PromiseWithResolvers<void> | undefined;
  #failure: Error | undefined;

  constructor({ root, timeZone }: ParserData) {
    this.#data = { root, timeZone };
  }

  /** Boots the thread, which takes longer than finding out what there is to parse; called again it changes nothing. */
  boot(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startThread('parser-worker', {
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    worker.on('message', (reply: Uint8Array) => {
      this.#inFlight--;
      this.#replies.push(reply);
      this.#waiting?.resolve();
    });
    worker.on('error', (error) => {
      this.#failure = error as Error;
      this.#waiting?.reject(this.#failure);
    });
    this.#worker = worker;
    return worker;
  }

  begin(paths: readonly string[]): void {
    this.#paths = paths;
    this.#end = paths.length;
    this.#send();
  }

  #send(): void {
    while (this.#inFlight + this.#replies.length < batchesAhead && this.#next < this.#end) {
      const batch = this.#paths.slice(this.#next, Math.min(this.#next + batchSize, this.#end));
      this.#next += batch.length;
      this.#inFlight++;
      this.boot().postMessage(batch);
    }
  }

  take(): Iterable<ParsedNote> | undefined {
    if (this.#failure) throw this.#failure;
    const reply = this.#replies.shift();
    this.#send();
    return reply && unpackNotes(reply);
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

  /** Ends the thread, whatever it is at. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
