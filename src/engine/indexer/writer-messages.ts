import type { Caller } from '../call.ts';
import type { Compared } from './compare.ts';
import type { WriterOptions } from './index-writer.ts';
import type { StoredNote } from './own-changes.ts';
import type { Reconciled } from './reconciled.ts';

/** The shape of a job: its name in the table of jobs, what it is given and what it gives. */
export interface WriteJob {
  name: string;
  input: unknown;
  output: unknown;
}

/** A change to the notebook itself, by its name in the table of jobs. */
export interface JobRequest {
  type: 'job';
  name: string;
  input: unknown;
  caller: Caller;
  /** Set to 1 when the caller has gone. */
  cancelled: Int32Array;
}

export type WriterRequest =
  | { type: 'plan'; compared: Compared | undefined }
  | { type: 'sweep' }
  | { type: 'reconcile'; paths: string[] }
  | { type: 'register'; globs: string[] }
  | { type: 'tidy'; outdated: string[] }
  | { type: 'finish' }
  | { type: 'empty' }
  | { type: 'reopen'; setAside: boolean }
  | { type: 'close' }
  | JobRequest;

export interface ThreadOptions extends WriterOptions {
  /** Where journals and the write lock of this notebook are. */
  stateDir: string;
  /** Nothing in the notebook may change, not even what a crash left. */
  readOnly: boolean;
}

export interface WriterMessage {
  id: number;
  request: WriterRequest;
  /** In the first message only. */
  options?: ThreadOptions;
}

/** What the index took in of a job's changes, or what of them it could not. */
export type TakenIn = { reconciled: Reconciled; stored: readonly StoredNote[] } | { missed: string[] };

/** What a job gave. `later`: the index is still taking it in, and what it took in is told in a second reply. */
export type JobDone = { value: unknown } & (TakenIn | { later: true });

export type WriterResult = Reconciled | JobDone | TakenIn | undefined;

export type WriterReply = {
  id: number;
  result?: WriterResult;
  error?: {
    message: string;
    stack?: string;
    errcode?: number;
    code?: string;
    slipbox?: { code: string; hint: string; details?: Record<string, unknown> };
  };
};
