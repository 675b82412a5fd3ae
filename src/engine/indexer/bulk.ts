import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { makeLateIndex, prepareBulk, prepareSingle } from '../db/queries/maintenance.ts';
import { saveSnapshot } from '../db/queries/snapshot.ts';
import { readState, recordChanges, setProgress } from '../db/queries/state.ts';
import { restartTerms } from '../db/queries/write-note.ts';
import type { Applier } from './apply.ts';
import { entryUrl } from './entry-url.ts';
import type { IndexWriter } from './index-writer.ts';
import type { ParseReply, ParserData } from './parser-worker.ts';
import type { Plan } from './plan.ts';

const batchSize = 50;
const batchesAhead = 4;
const contentionCheck = 25;
const firstCommit = 1000;
const commitEvery = 4000;

export interface BulkProgress {
  indexed: number;
  found: number;
}

/** Indexes many notes: one thread reads and parses, this one writes and commits in portions that readers see. */
export async function indexInBulk(
  writer: IndexWriter,
  plan: Plan,
  onProgress: (progress: BulkProgress) => void,
): Promise<number> {
  const { db } = writer;
  const fresh = !readState(db).complete;
  writer.write(() => {
    if (fresh) {
      setProgress(db, { complete: false, found: plan.found });
      restartTerms(db);
    }
    prepareBulk(db);
  });
  const worker = new Worker(entryUrl('parser-worker'), {
    workerData: { root: writer.context.root, timeZone: writer.context.timeZone } satisfies ParserData,
  });
  let changed = 0;
  try {
    changed = await writePortions(writer, plan, worker, fresh, onProgress);
  } finally {
    await worker.terminate();
  }
  for (let i = 0; writer.write(() => makeLateIndex(db, i)); i++);
  writer.write(() => {
    prepareSingle(db);
    saveSnapshot(db);
    if (fresh) restartTerms(db);
    setProgress(db, { complete: true, found: plan.found });
    recordChanges(db, [{ noteId: 0, path: '', kind: 'bulk' }]);
  });
  return changed;
}

async function writePortions(
  writer: IndexWriter,
  plan: Plan,
  worker: Worker,
  fresh: boolean,
  onProgress: (progress: BulkProgress) => void,
): Promise<number> {
  const { db } = writer;
  const { applier: newApplier } = await writer.appliers();
  let next = 0;
  let inFlight = 0;
  const send = () => {
    for (; inFlight < batchesAhead && next < plan.notes.length; next += batchSize, inFlight++)
      worker.postMessage(plan.notes.slice(next, next + batchSize));
  };
  let changed = 0;
  let done = 0;
  let sinceCommit = 0;
  let applier = beginPortion();
  applier.structure(plan, (disk, kind) => writer.isThere(disk, kind));
  for (const disk of plan.attachments) applier.attachment(disk);

  function beginPortion(): Applier {
    writer.begin();
    return newApplier();
  }
  function commitPortion(): void {
    // A first index leaves its terms to be collected afterwards, which is cheaper; into a complete one they go with
    // their notes.
    if (!fresh) applier.terms();
    changed += applier.changes.length;
    recordChanges(db, applier.changes);
    db.exec('COMMIT');
    onProgress({ indexed: plan.found - plan.notes.length + done, found: plan.found });
    sinceCommit = 0;
  }

  try {
    const replies = on(worker, 'message') as AsyncIterableIterator<[ParseReply]>;
    send();
    while (inFlight > 0) {
      const [reply] = (await replies.next()).value as [ParseReply];
      inFlight--;
      send();
      for (const [disk, record] of reply) {
        applier.newNote(disk, record);
        done++;
        sinceCommit++;
        const full = sinceCommit >= (done <= commitEvery ? firstCommit : commitEvery);
        if (!full && !(sinceCommit % contentionCheck === 0 && writer.isContended())) continue;
        commitPortion();
        applier = beginPortion();
      }
      if (fresh) applier.forgetAdded();
    }
    commitPortion();
    return changed;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
