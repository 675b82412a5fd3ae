import { canSee } from '../access.ts';
import { findPlace, linksFromOthers } from '../db/queries/move.ts';
import { resolveLink } from '../links/resolve.ts';
import { findTrashPlace } from '../vault/trash.ts';
import { commitChanges } from './commit-changes.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import type { DeleteNoteJob } from './job-shapes.ts';
import { LinkReport } from './link-report.ts';
import { getMovingNote } from './moving-note.ts';
import { openLookups } from './plan-links.ts';

/** Moves a note to the trash. Links to it stay as they are; those that lead nowhere now are told. */
export function deleteNote(desk: WriteDesk, input: DeleteNoteJob['input']): JobResult<DeleteNoteJob> {
  const { known, path: at } = getMovingNote(desk, input.path, input.ifMatch);
  desk.finishLinks();
  const report = new LinkReport(desk.caller);
  const removed = new Set([known.id]);
  const { after } = openLookups(desk, { moves: new Map(), removed, retitled: new Map() });
  const sees = canSee(desk.caller);
  for (const link of linksFromOthers(desk.db, known.id)) {
    const { file } = resolveLink(after, { id: link.note, path: link.path }, link);
    // what it leads to from now on may not be for this caller to know
    if (file === null || !sees(findPlace(desk.db, file)!.path)) report.addBroken(link);
  }
  const to = findTrashPlace(desk.root, known.disk);
  const value: DeleteNoteJob['output'] = {
    path: at,
    trashPath: to.normalize('NFC'),
    brokenLinks: report.broken,
    ...(input.dryRun ? { dryRun: true } : {}),
  };
  if (input.dryRun) return { value, touched: [] };
  desk.throwIfCancelled();
  commitChanges(desk, [{ kind: 'trash', disk: known.disk, to }]);
  return { value, touched: [known.disk] };
}
