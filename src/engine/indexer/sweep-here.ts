import type { IndexLocation } from '../db/index-location.ts';
import type { ReadNotes } from '../db/note-record.ts';
import type { Compared } from './compare.ts';
import { isLittle } from './few-changes.ts';
import type { IndexWriter } from './index-writer.ts';
import type { Reconciled } from './reconciled.ts';

export interface HereOptions {
  root: string;
  timeZone: string;
  location: IndexLocation;
}

const cacheKiB = 2048;

/**
 * Takes a few changes into the index in the thread that found them: to boot another takes longer than that. Never waits for
 * another writer. Whatever goes wrong is left to the writer thread, which meets the same and tells of it.
 */
export class SweepHere {
  readonly #options: HereOptions;
  #closed = false;
  #writer: Promise<IndexWriter> | undefined;
  #ready: { compared: Compared; writer: Promise<IndexWriter | undefined> } | undefined;

  constructor({ root, timeZone, location }: HereOptions) {
    this.#options = { root, timeZone, location };
  }

  /** Something differs: loads what it takes while it is found out what. */
  getReady(): void {
    if (!this.#closed) this.#open().catch(() => undefined); // met again by who takes it up
  }

  /** Reads what changed, unless that was done, and writes nothing. False when it is too much for this thread. */
  readAhead(compared: Compared, notes?: ReadNotes): boolean {
    if (this.#closed || !(notes ?? isLittle(this.#options.root, compared.plan))) return false;
    const writer = this.#open().then(async (opened) => {
      await opened.planAhead(compared, notes);
      return opened;
    });
    this.#ready = { compared, writer: writer.catch(() => undefined) };
    return true;
  }

  /** Undefined when it must be done by the writer thread after all. */
  async sweep(compared: Compared): Promise<Reconciled | undefined> {
    if (this.#ready?.compared !== compared) {
      await this.release();
      if (!this.readAhead(compared)) return undefined;
    }
    try {
      return await (await this.#ready?.writer)?.sweep();
    } catch {
      return undefined;
    }
  }

  /** Lets go of the index until there is something to take in again. */
  async release(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    this.#ready = undefined;
    (await writer?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.release();
  }

  #open(): Promise<IndexWriter> {
    this.#writer ??= import('./index-writer.ts').then(
      ({ IndexWriter: Writer }) => new Writer({ ...this.#options, cacheKiB, waits: false }),
    );
    return this.#writer;
  }
}
