import type { WriteLock } from '../db/write-lock.ts';
import { SlipboxError } from '../errors.ts';
import type { IndexWriter } from '../indexer/index-writer.ts';
import type { JobDone, JobRequest, WriteJob } from '../indexer/writer-messages.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import { recover } from './recover.ts';

/** Does a job while no other process changes the notebook. The index knows of it before the next one may begin. */
export async function runJob(
  work: (desk: WriteDesk, input: never) => JobResult<WriteJob>,
  writer: IndexWriter,
  lock: WriteLock,
  stateDir: string,
  { input, caller, cancelled }: JobRequest,
): Promise<JobDone> {
  lock.take();
  try {
    const left = recover(writer.context.root, stateDir);
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
    const { value, touched } = work(desk, input as never);
    return { value, reconciled: await writer.reconcile(touched) };
  } finally {
    lock.release();
  }
}
