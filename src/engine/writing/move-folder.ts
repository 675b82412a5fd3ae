import { canSee } from '../access.ts';
import { noteKind } from '../db/note-record.ts';
import { findByPath, type KnownFile, knownFilesBelow } from '../db/queries/files.ts';
import { SlipboxError } from '../errors.ts';
import type { FileMove } from '../links/rewrite/choose-target.ts';
import { findFolder, lookAtPlace } from '../vault/move-place.ts';
import { checkPath, type NotePath } from '../vault/path-guard.ts';
import { commitChanges } from './commit-changes.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import type { Moved, MoveFolderJob } from './job-shapes.ts';
import { LinkReport } from './link-report.ts';
import { findTopmostNew } from './moving-note.ts';
import { knownEdits, planLinks, type Relocation, relocate } from './plan-links.ts';
import { openLinkMemory } from './recall-links.ts';
import { checkNotIgnored, checkPlainPath, checkWritable } from './target.ts';

/** Moves or renames a folder with all that lies in it, and rewrites every link that would lose something of it. */
export function moveFolder(desk: WriteDesk, input: MoveFolderJob['input']): JobResult<MoveFolderJob> {
  const folder = checkPath(input.path);
  const target = checkPlainPath(input.newPath);
  const from = getFolder(desk, folder);
  const files = knownFilesBelow(desk.db, from);
  checkWritable(desk, folder);
  checkWritable(desk, target);
  // what the caller does not see is not named: the folder as a whole is out of its reach then
  const sees = canSee(desk.caller);
  for (const { path } of files) if (sees(path)) checkWritable(desk, path);
  if (!files.every(({ path }) => sees(path)))
    throw new SlipboxError('FORBIDDEN', `This caller may not move all of that folder: ${folder}`, {
      hint: 'Move its notes one by one',
      details: { path: folder },
    });
  if (target === folder && input.newPath === input.path) return stays(folder, input.dryRun);
  const place = lookAtPlace(desk.root, target, 'newPath');
  const to = place.disk;
  if (to === from) return stays(folder, input.dryRun);
  if (to.startsWith(`${from}/`)) throw invalid('A folder cannot move into itself', input.newPath);
  checkNotIgnored(desk, to);
  const taken = place.taken.find((one) => one !== from);
  if (taken !== undefined) throw exists(taken.normalize('NFC'));
  desk.finishLinks();
  const relocation = relocateFiles(desk, from, to, files);
  for (const { to: at } of relocation.moves.values()) checkWritable(desk, at);
  const report = new LinkReport(desk.caller);
  const rewrites = planLinks(desk, relocation, openLinkMemory(desk.stateDir, from, to), report);
  const value: Moved = {
    path: folder,
    newPath: to.normalize('NFC'),
    files: files.length,
    rewritten: report.rewritten,
    changes: report.changes,
    doubtful: report.doubtful,
    ...(input.dryRun ? { dryRun: true } : {}),
  };
  if (input.dryRun) return { value, touched: [] };
  const top = findTopmostNew(desk.root, to);
  desk.throwIfCancelled();
  report.addWarnings(commitChanges(desk, [...rewrites, { kind: 'folder', from, to }]));
  const others = rewrites
    .map(({ disk }) => relocate(relocation, disk))
    .filter((disk) => !disk.startsWith(`${to}/`));
  return { value, touched: [...new Set([from, top, ...others])], edits: knownEdits(rewrites) };
}

/** The folder as the disk spells it. */
function getFolder(desk: WriteDesk, folder: NotePath): string {
  if (folder === '') throw invalid('The notebook itself cannot be moved', '', 'path');
  const sees = canSee(desk.caller);
  const disk = sees(folder) || sees(`${folder}/-`) ? findFolder(desk.root, folder) : undefined;
  if (disk !== undefined && !desk.isIgnored(disk)) return disk;
  if (sees(folder) && findByPath(desk.db, noteKind, folder)) throw invalid('Not a folder', folder, 'path');
  throw new SlipboxError('FOLDER_NOT_FOUND', `Folder not found: ${folder}`, { details: { path: folder } });
}

function invalid(why: string, given: string, parameter = 'newPath'): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', given === '' ? why : `${why}: ${given}`, {
    details: { parameter },
  });
}

function exists(at: string): SlipboxError {
  return new SlipboxError('NOTE_EXISTS', `Already there: ${at}`, {
    hint: 'Choose a path that is free; folders are not merged',
    details: { path: at },
  });
}

function stays(folder: NotePath, dryRun: boolean | undefined): JobResult<MoveFolderJob> {
  const none = { rewritten: { links: 0, notes: 0 }, changes: [], doubtful: { total: 0, items: [] } };
  const value: Moved = {
    path: folder,
    newPath: folder,
    files: 0,
    ...none,
    ...(dryRun ? { dryRun: true } : {}),
  };
  return { value, touched: [] };
}

/** Of files whose names are equal in NFC one goes by that, the others by their own spelling: as the index will have it. */
function relocateFiles(desk: WriteDesk, from: string, to: string, files: readonly KnownFile[]): Relocation {
  const moves = new Map<number, FileMove>();
  const holders = new Map<string, string>();
  const diskOf = (file: KnownFile) => relocate({ from, to }, file.disk);
  for (const file of files) {
    const disk = diskOf(file);
    const nfc = disk.normalize('NFC');
    const key = `${file.kind} ${nfc}`;
    const holder = holders.get(key) ?? findByPath(desk.db, file.kind, nfc)?.disk;
    const isFirst = holder === undefined || disk === nfc || (holder !== nfc && disk < holder);
    holders.set(key, isFirst ? disk : holder);
  }
  for (const file of files) {
    const disk = diskOf(file);
    const nfc = disk.normalize('NFC');
    const isHolder = holders.get(`${file.kind} ${nfc}`) === disk;
    const { id, path: old, kind } = file;
    moves.set(id, { id, from: old, to: isHolder ? nfc : disk, isNote: kind === noteKind });
  }
  return { from, to, moves, removed: new Set(), retitled: new Map() };
}
