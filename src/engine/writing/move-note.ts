import path from 'node:path';
import { canSee } from '../access.ts';
import { noteKind } from '../db/note-record.ts';
import { findKnownFile } from '../db/queries/files.ts';
import { SlipboxError } from '../errors.ts';
import { lookAtPlace, type MovePlace } from '../vault/move-place.ts';
import type { NotePath } from '../vault/path-guard.ts';
import { contentHash } from '../vault/read-file.ts';
import { findTrashPlace } from '../vault/trash.ts';
import { isNoteName, statInside } from '../vault/walk.ts';
import { commitChanges, type FileChange } from './commit-changes.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import type { Moved, MoveNoteJob } from './job-shapes.ts';
import { LinkReport } from './link-report.ts';
import { findNewTitle, findTopmostNew, getMovingNote, type MovingNote } from './moving-note.ts';
import { knownEdits, planLinks, type Relocation } from './plan-links.ts';
import { openLinkMemory } from './recall-links.ts';
import { checkNotIgnored, checkPlainPath, checkWritable } from './target.ts';

/** Moves a note and rewrites every link that would lose it; all of that or nothing. */
export function moveNote(desk: WriteDesk, input: MoveNoteJob['input']): JobResult<MoveNoteJob> {
  const note = getMovingNote(desk, input.path, input.ifMatch);
  const target = getTarget(desk, note, input.newPath);
  checkWritable(desk, target);
  if (target === note.path && input.newPath === input.path) return stays(note, input.dryRun);
  const place = lookAtPlace(desk.root, target, 'newPath');
  checkWritable(desk, place.disk);
  if (place.disk === note.known.disk) return stays(note, input.dryRun);
  checkNotIgnored(desk, place.disk);
  const trashed = findTrashed(desk, note, place, target, input.overwrite);
  desk.finishLinks();
  const report = new LinkReport(desk.caller);
  const relocation = relocateNote(desk, note, place.disk, trashed?.disk);
  const memory = openLinkMemory(desk.stateDir, relocation.from, relocation.to);
  const rewrites = planLinks(desk, relocation, memory, report);
  const own = rewrites.find(({ disk }) => disk === relocation.from);
  const value: Moved = {
    path: note.path,
    newPath: place.disk.normalize('NFC'),
    files: 1,
    rewritten: report.rewritten,
    changes: report.changes,
    doubtful: report.doubtful,
    ...(trashed ? { trashPath: trashed.to.normalize('NFC') } : {}),
    etag: own ? contentHash(own.after) : note.etag,
    ...(input.dryRun ? { dryRun: true } : {}),
  };
  if (input.dryRun) return { value, touched: [] };
  const { from, to } = relocation;
  const changes: FileChange[] = [...rewrites, ...(trashed ? [trashed] : []), { kind: 'move', from, to }];
  const top = findTopmostNew(desk.root, to);
  desk.throwIfCancelled();
  report.addWarnings(commitChanges(desk, changes));
  const others = rewrites.map(({ disk }) => disk).filter((disk) => disk !== from);
  const touched = [...new Set([from, to, top, ...others, ...(trashed ? [trashed.disk] : [])])];
  return { value, touched, edits: knownEdits(rewrites) };
}

function getTarget({ root, caller }: WriteDesk, note: MovingNote, given: string): NotePath {
  const written = given === '/' ? ('' as NotePath) : checkPlainPath(given);
  const isFolder =
    given.endsWith('/') ||
    (canSee(caller)(`${written}/-`) && statInside(root, written)?.isDirectory() === true);
  const target = isFolder
    ? checkPlainPath(path.posix.join(written, path.posix.basename(note.path)))
    : written;
  if (isNoteName(target)) return target;
  throw new SlipboxError('INVALID_PARAMS', `Invalid path: ${given}`, {
    hint: 'Name a note: a path that ends in .md, or an existing folder',
    details: { parameter: 'newPath' },
  });
}

function stays({ path: at, etag }: MovingNote, dryRun: boolean | undefined): JobResult<MoveNoteJob> {
  return {
    value: {
      path: at,
      newPath: at,
      files: 0,
      rewritten: { links: 0, notes: 0 },
      changes: [],
      doubtful: { total: 0, items: [] },
      etag,
      ...(dryRun ? { dryRun: true } : {}),
    },
    touched: [],
  };
}

/** What lies in the way and may go to the trash; the note's own name in another spelling does not. */
function findTrashed(
  desk: WriteDesk,
  { known }: MovingNote,
  { taken }: MovePlace,
  target: NotePath,
  overwrite: boolean,
): Extract<FileChange, { kind: 'trash' }> | undefined {
  const disk = taken.find((one) => one !== known.disk);
  if (disk === undefined) return undefined;
  const shown = disk.normalize('NFC');
  checkWritable(desk, disk);
  if (!overwrite || !statInside(desk.root, disk)?.isFile())
    throw new SlipboxError('NOTE_EXISTS', `Note already exists: ${shown}`, { details: { path: target } });
  return { kind: 'trash', disk, to: findTrashPlace(desk.root, disk) };
}

function relocateNote(
  { db }: WriteDesk,
  { known, text }: MovingNote,
  to: string,
  trashed: string | undefined,
): Relocation {
  const { id, disk: from, path: at } = known;
  const newPath = to.normalize('NFC');
  const gone = trashed === undefined ? undefined : findKnownFile(db, noteKind, trashed);
  const title = findNewTitle(text, at, newPath);
  return {
    from,
    to,
    moves: new Map([[id, { id, from: at, to: newPath, isNote: true }]]),
    removed: new Set(gone ? [gone.id] : []),
    retitled: new Map(title === undefined ? [] : [[id, title]]),
  };
}
