import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Progress } from '../call.ts';
import type { IndexLocation } from '../db/index-location.ts';
import { makeIndexFolder } from '../db/open-index.ts';
import { countNotes } from '../db/queries/files.ts';
import { Lease } from '../db/turnstile.ts';
import type { BulkRun } from './bulk-process.ts';
import { bulkThreshold } from './bulk-threshold.ts';
import { toIndexError } from './index-error.ts';
import type { IndexReader } from './index-reader.ts';
import type { Reconciled } from './reconciled.ts';
import { waitWithin } from './wait-within.ts';

const pollEvery = 150;

export interface BulkOptions {
  root: string;
  timeZone: string;
  location: IndexLocation;
  reader: IndexReader;
  /** Compares what a bulk index left with the folder, and takes in what differs. */
  lookOver: () => Promise<Reconciled>;
}

/** Indexing of many notes in a process of its own: one at a time per notebook, whichever process runs it. */
export class BulkTurns {
  readonly #options: BulkOptions;
  #under: Promise<void> | undefined;
  #run: BulkRun | undefined;
  /** When the last process is gone, which has something to tidy up after it is done. */
  #gone: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #progress: { indexed: number; found: number } | undefined;
  #failure: Error | undefined;

  constructor(options: BulkOptions) {
    this.#options = options;
  }

  get underWay(): Promise<void> | undefined {
    return this.#under;
  }

  get progress(): { indexed: number; found: number } | undefined {
    return this.#progress;
  }

  /** The same for whoever waits. */
  get told(): Progress | undefined {
    if (!this.#progress) return undefined;
    const { indexed, found } = this.#progress;
    return { done: indexed, total: found, message: `Indexing ${indexed} of ${found} notes` };
  }

  /** Why the last one failed, if it did. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Makes the folder that the processes meet in; throws what an index in it would fail with. */
  #makeRoom(): void {
    const { location } = this.#options;
    try {
      makeIndexFolder(location);
      Lease.isHeld(location.lease);
    } catch (error) {
      throw toIndexError(error as Error, location.index);
    }
  }

  /** Begins a first index if so many notes are found that it takes one; as soon as that is known, and once. */
  startIfMany(found: number): boolean {
    if (found <= bulkThreshold) return false;
    if (!this.#under) {
      this.#makeRoom();
      this.start(found);
    } else if (this.#progress && this.#progress.found < found) this.#progress = { ...this.#progress, found };
    return true;
  }

  start(found: number): void {
    if (this.#closed) return;
    // What the running one planned before is not all there is to do by now.
    this.#again = this.#under !== undefined;
    this.#under ??= this.#goOn(found)
      .catch((error: Error) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#under = undefined;
        this.#run = undefined;
        this.#progress = undefined;
      });
  }

  /** Waits, however long it takes, until none is under way. */
  async untilDone(call: Call): Promise<void> {
    while (this.#under) {
      await waitWithin(this.#under, Number.POSITIVE_INFINITY, call, () => this.told);
      if (this.#failure) throw this.#failure;
    }
  }

  async #goOn(found: number): Promise<void> {
    do {
      this.#again = false;
      await this.#once(found);
    } while (this.#again && !this.#closed);
  }

  /** If another process is at it, its progress is ours; what it leaves is looked at when it ends. */
  async #once(found: number): Promise<void> {
    const { location, root, timeZone, reader, lookOver } = this.#options;
    this.#failure = undefined;
    this.#progress = { indexed: 0, found };
    await this.#gone;
    while (Lease.isHeld(location.lease)) {
      await sleep(pollEvery);
      if (this.#closed) return;
      const db = reader.find();
      if (db) this.#progress = { indexed: countNotes(db), found };
      if (!Lease.isHeld(location.lease) && !(await lookOver()).tooMany) return;
    }
    if (this.#closed) return;
    const { startBulk } = await import('./bulk-process.ts');
    this.#again = false;
    this.#run = startBulk({ root, timeZone, location }, (indexed, total) => {
      this.#progress = { indexed, found: total };
    });
    this.#gone = this.#run.ended;
    await this.#run.finished;
    this.#run = undefined;
    // A file that vanished while the bulk was under way may have been stored after its event was dealt with.
    if (!this.#closed) await lookOver();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#run?.stop();
    await this.#under?.catch(() => undefined);
    await this.#gone;
  }
}
