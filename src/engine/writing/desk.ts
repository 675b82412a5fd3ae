import type { Caller } from '../call.ts';
import type { Database } from '../db/database.ts';
import type { KnownEdit } from '../indexer/apply.ts';
import type { WriteJob } from '../indexer/writer-messages.ts';

/** What a change of the notebook works with, in the writer thread, while no other process changes it. */
export interface WriteDesk {
  readonly root: string;
  /** This notebook's folder for what must survive a crash: journals, records of files in the making. */
  readonly stateDir: string;
  /** The index, to be read; it takes in what changed after the job. */
  readonly db: Database;
  readonly caller: Caller;
  /** Whether the notebook's own rules leave out what lies there. */
  isIgnored(disk: string): boolean;
  /** Brings the targets of all links up to date; a job that asks for links calls it first. */
  finishLinks(): void;
  /** Throws CANCELLED when nobody waits any more. Not to be called once something has been written. */
  throwIfCancelled(): void;
}

export interface JobResult<Job extends WriteJob> {
  value: Job['output'];
  /** Everything that may be different now, as the disk spells it: files and folders, old and new. */
  touched: string[];
  /** Of files among them that were notes before and whose change is known: the hash before and the text that came into them. */
  edits?: ReadonlyMap<string, KnownEdit>;
}

/** Synchronous: it lives in a thread of its own. */
export type Work<Job extends WriteJob> = (desk: WriteDesk, input: Job['input']) => JobResult<Job>;
