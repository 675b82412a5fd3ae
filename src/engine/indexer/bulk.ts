import { setImmediate as turn } from 'node:timers/promises';
import { flushLog } from '../db/flush-log.ts';
import type { NoteRecord } from '../db/note-record.ts';
import { knownFolders } from '../db/queries/files.ts';
import { mergeSegments, prepareBulk, prepareSingle } from '../db/queries/maintenance.ts';
import { readState, recordChanges, setProgress } from '../db/queries/state.ts';
import { restartTerms } from '../db/queries/write-note.ts';
import type { Applier } from './apply.ts';
import type { IndexWriter } from './index-writer.ts';
import { ParserQueue } from './parser-queue.ts';
import type { Plan } from './plan.ts';

const ownBatch = 4;
const contentionCheck = 25;
/** Looking whether someone waits takes as long as storing half a note. */
const contentionMs = 15;
const firstCommit = 1000;
const commitEvery = 3000;
/**
 * A portion that is cut short for someone who waits leaves a small segment of the full text, and so does who waited. SQLite would
 * merge 200 of them all at once, which takes a second: after so many portions they are merged in steps.
 */
const shortPortions = 40;
const pagesPerStep = 256;

export interface BulkProgress {
  indexed: number;
  found: number;
}

/**
 * Indexes many notes: one thread reads and parses, this one writes and commits in portions that readers see. Leaves what a
 * sweep would leave, so that a comparison that finds nothing changed is all that must follow.
 */
export async function indexInBulk(
  writer: IndexWriter,
  plan: Plan,
  onProgress: (progress: BulkProgress) => void,
  parser = new ParserQueue(writer.context),
): Promise<number> {
  const { db } = writer;
  const fresh = !readState(db).complete;
  let changed: number;
  let ended: Promise<void> | undefined;
  try {
    parser.begin(plan.notes);
    writer.write(() => {
      if (fresh) {
        setProgress(db, { complete: false, found: plan.found });
        restartTerms(db);
      }
      prepareBulk(db);
    });
    const { loadFullYaml } = await import('./parse-note.ts');
    await loadFullYaml(writer.context); // nothing can be loaded in the middle of a portion
    changed = await writePortions(writer, plan, parser, fresh, onProgress);
  } finally {
    ended = parser.close();
  }
  // done while the thread ends
  writer.saveSnapshots(knownFolders(db));
  writer.lookAtIgnored();
  writer.write(() => {
    prepareSingle(db);
    if (fresh) restartTerms(db);
    setProgress(db, { complete: true, found: plan.found });
    recordChanges(db, [{ noteId: 0, path: '', kind: 'bulk' }]);
  });
  await ended;
  return changed;
}

async function writePortions(
  writer: IndexWriter,
  plan: Plan,
  parser: ParserQueue,
  fresh: boolean,
  onProgress: (progress: BulkProgress) => void,
): Promise<number> {
  const { db } = writer;
  const { applier: newApplier, parse } = await writer.appliers();
  let changed = 0;
  let done = 0;
  let sinceCommit = 0;
  let lookedAt = 0;
  let cutShort = 0;
  let applier = beginPortion();
  applier.structure(plan, (disk, kind) => writer.isThere(disk, kind));
  for (const disk of plan.attachments) applier.attachment(disk);

  function beginPortion(): Applier {
    writer.begin();
    return newApplier();
  }
  function isAwaited(): boolean {
    if (performance.now() - lookedAt < contentionMs) return false;
    lookedAt = performance.now();
    return writer.isContended();
  }
  function commitPortion(): void {
    // A first index leaves its terms to be collected afterwards, which is cheaper; into a complete one they go with
    // their notes.
    if (!fresh) applier.terms();
    applier.edges();
    changed += applier.changes.length;
    recordChanges(db, applier.changes);
    db.exec('COMMIT');
    flushLog(db);
    onProgress({ indexed: plan.found - plan.notes.length + done, found: plan.found });
    sinceCommit = 0;
  }
  function store(disk: string, record: NoteRecord | undefined): void {
    applier.newNote(disk, record);
    done++;
    sinceCommit++;
    const full = sinceCommit >= (done === sinceCommit ? firstCommit : commitEvery);
    if (!full && !(sinceCommit % contentionCheck === 0 && isAwaited())) return;
    commitPortion();
    if (!full) cutShort++;
    if (cutShort >= shortPortions && !writer.write(() => mergeSegments(db, pagesPerStep))) cutShort = 0;
    applier = beginPortion();
  }

  try {
    for (;;) {
      const reply = parser.take();
      if (reply) for (const [disk, record] of reply) store(disk, record);
      else {
        // Nothing to write yet: this thread parses too, most of all while the other one is still starting.
        const own = parser.takeOwn(ownBatch);
        if (own.length === 0 && parser.isDone) break;
        for (const disk of own) store(disk, parse(writer.context, disk, disk.normalize('NFC')));
        await (own.length > 0 ? turn() : parser.next());
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
