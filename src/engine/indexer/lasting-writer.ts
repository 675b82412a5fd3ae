import { SlipboxError } from '../errors.ts';
import { WriterClient } from './writer-client.ts';
import type { ThreadOptions } from './writer-messages.ts';

const writerCacheKiB = 4096;
const tidyAfter = 3000;

/** The writer thread: begun when it is needed, and anew when it has died. */
export class LastingWriter {
  readonly #options: ThreadOptions;
  readonly #beforeTidying: () => Promise<void>;
  #client: WriterClient | undefined;
  #closed = false;

  constructor(
    { root, timeZone, location, stateDir, readOnly }: Omit<ThreadOptions, 'cacheKiB'>,
    beforeTidying: () => Promise<void>,
  ) {
    this.#beforeTidying = beforeTidying;
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

  /** Lets it tidy up when the first calls are answered. */
  tidyLater(outdated: string[]): void {
    setTimeout(async () => {
      await this.#beforeTidying();
      if (!this.#closed) this.client.tidy(outdated);
    }, tidyAfter).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.close();
  }
}
