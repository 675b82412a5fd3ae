import type { IndexLocation } from '../db/index-location.ts';
import { statInside } from '../vault/walk.ts';
import type { Compared } from './compare.ts';
import type { IndexWriter } from './index-writer.ts';
import { countChanges, type Plan } from './plan.ts';
import type { Reconciled } from './reconciled.ts';

export interface HereOptions {
  root: string;
  timeZone: string;
  location: IndexLocation;
}

const mostChanges = 200;
const mostBytes = 512 * 1024;
/** In a larger notebook a single change may touch links without number. */
const mostNotes = 20_000;
const cacheKiB = 2048;

/** Whether a plan, or as much of one as there is, is more than this thread should take in by itself. */
export function isTooMuch(plan: Plan): boolean {
  return countChanges(plan) > mostChanges || plan.found > mostNotes;
}

/**
 * Takes a few changes into the index in the thread that found them: to boot another takes longer than that. Never waits for
 * another writer. Whatever goes wrong is left to the writer thread, which meets the same and tells of it.
 */
export class SweepHere {
  readonly #options: HereOptions;
  #closed = false;
  #ready: { compared: Compared; writer: Promise<IndexWriter | undefined> } | undefined;

  constructor({ root, timeZone, location }: HereOptions) {
    this.#options = { root, timeZone, location };
  }

  /** Reads what changed, and writes nothing. False when it is too much for this thread. */
  readAhead(compared: Compared): boolean {
    if (this.#closed || !this.#suits(compared)) return false;
    this.#ready = { compared, writer: this.#read(compared).catch(() => undefined) };
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
    const ready = this.#ready;
    this.#ready = undefined;
    (await ready?.writer)?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.release();
  }

  #suits({ plan }: Compared): boolean {
    if (isTooMuch(plan)) return false;
    const sizes = plan.notes.map((disk) => statInside(this.#options.root, disk)?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0) <= mostBytes;
  }

  async #read(compared: Compared): Promise<IndexWriter> {
    const { IndexWriter: Writer } = await import('./index-writer.ts');
    const writer = new Writer({ ...this.#options, cacheKiB, waits: false });
    try {
      await writer.planAhead(compared);
      return writer;
    } catch (error) {
      writer.close();
      throw error;
    }
  }
}
