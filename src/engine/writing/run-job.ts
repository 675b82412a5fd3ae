import type { WriteLock } from '../db/write-lock.ts';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import type { IndexWriter } from '../indexer/index-writer.ts';
import type { JobDone, JobRequest, TakenIn, WriteJob } from '../indexer/writer-messages.ts';
import { letGoOfAll, lookAtAll } from '../vault/late-writes.ts';
import { finishSyncs, postponeSyncs } from '../vault/sync-behind.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import { recover } from './recover.ts';

/** So many files take the index longer than they take the disk: the answer does not wait for it. */
const many = 50;

/** Does a job while no other process changes the notebook. The index knows of it before the next one may begin. */
export async function runJob(
  work: (desk: WriteDesk, input: never) => JobResult<WriteJob>,
  writer: IndexWriter,
  lock: WriteLock,
  stateDir: string,
  { input, caller, cancelled }: JobRequest,
  answerEarly: (value: unknown) => void,
): Promise<JobDone | TakenIn> {
  lock.take();
  try {
    lookAtAll();
    postponeSyncs();
    const left = recover(writer.context.root, stateDir).touched;
    if (left.length > 0) await writer.reconcile(left);
    const desk: WriteDesk = {
      root: writer.context.root,
      stateDir,
      db: writer.db,
      caller,
      isIgnored: (disk) => writer.isIgnored(disk),
      finishLinks: () => writer.finish(),
      throwIfCancelled: () => {
        if (Atomics.load(cancelled, 0) !== 0) throw new SlipboxError('CANCELLED', 'The call was cancelled');
      },
    };
    desk.throwIfCancelled();
    const done = work(desk, input as never);
    if (done.touched.length > many) {
      answerEarly(done.value);
      return (await takeIn(writer, done)).taken;
    }
    const { taken, warnings } = await takeIn(writer, done);
    return { value: warnings ? { ...(done.value as object), warnings } : done.value, ...taken };
  } finally {
    lock.release();
  }
}

/** What a crash left, seen to before anything is asked. What stands in the way is a warning: reading must go on. */
export async function recoverNow(writer: IndexWriter, lock: WriteLock, stateDir: string): Promise<Warning[]> {
  try {
    lock.take();
    try {
      const { touched, warnings } = recover(writer.context.root, stateDir);
      await writer.reconcile(touched);
      return warnings;
    } finally {
      lock.release();
    }
  } catch (error) {
    const { code, message } = toSlipboxError(error);
    return [{ path: '', code, message: `A change that was interrupted is not finished yet: ${message}` }];
  }
}

/** The change is made: an index that cannot take it in now must not make it look undone, or be made twice. */
async function takeIn(
  writer: IndexWriter,
  { touched, edits }: JobResult<WriteJob>,
): Promise<{ taken: TakenIn; warnings?: Warnings }> {
  try {
    const reconciled = await writer.reconcile(touched, edits);
    return { taken: { reconciled, stored: writer.stored } };
  } catch (error) {
    const message = `Not indexed yet: ${(error as Error).message}`;
    const path = touched[0]!.normalize('NFC');
    return {
      taken: { missed: touched },
      warnings: summariseWarnings([{ path, code: 'STALE', message }])!,
    };
  }
}

/** At the end of the thread: what is still to be looked at or to reach the disk. */
export function endJobs(): void {
  letGoOfAll();
  finishSyncs();
}
