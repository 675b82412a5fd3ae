import { SlipboxError } from '../errors.ts';
import { WriterClient } from './writer-client.ts';
import type { ThreadOptions } from './writer-messages.ts';

const writerCacheKiB = 4096;

/** The writer thread: begun when it is needed, and anew when it has died. */
export class LastingWriter {
  readonly #options: ThreadOptions;
  #client: WriterClient | undefined;
  #closed = false;

  constructor({ root, timeZone, location, stateDir, readOnly }: Omit<ThreadOptions, 'cacheKiB'>) {
    this.#options = { root, timeZone, location, stateDir, readOnly, cacheKiB: writerCacheKiB };
  }

  get client(): WriterClient {
    if (this.#client && (this.#closed || !this.#client.isDead)) return this.#client;
    if (this.#closed) throw new SlipboxError('CANCELLED', 'The index writer has stopped');
    this.#client = new WriterClient(this.#options);
    return this.#client;
  }

  /** Lets the thread boot for what will be asked of it. */
  boot(): void {
    if (!this.#closed) void this.client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.close();
  }
}
