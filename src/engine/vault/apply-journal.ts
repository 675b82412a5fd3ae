import type { Buffer } from 'node:buffer';
import { lstatSync, renameSync, type Stats, unlinkSync } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import type { Warning } from '../warnings.ts';
import { type ChangeOptions, changeFile, type Edit, settle } from './change-file.ts';
import type { Journal, Move, Rewrite } from './journal.ts';
import { follow } from './late-writes.ts';
import { makeFolders } from './new-file.ts';
import { closeOld, isInPlace, openOld, putOver } from './old-file.ts';
import { findInside, type InsidePath, type NotePath, resolveNew } from './path-guard.ts';
import { contentHash } from './read-file.ts';
import { applySplices, redoSplices, type Splice } from './splices.ts';
import { removeIfEmpty, unlinkQuietly } from './temp-files.ts';
import { resolveTrash, trashFolder } from './trash.ts';
import { moveFile } from './write-file.ts';

export interface Place {
  root: string;
  stateDir: string;
}

const journalled = ({ stateDir }: Place): ChangeOptions => ({ stateDir, isJournalled: true });

/** A text that somebody else changed so that the rewrite has no place in it any more. */
class NoPlace extends SlipboxError {}

/** A new text that lies ready beside the file whose place it takes. */
export interface ReadyText {
  file: InsidePath;
  temp: string;
}

/** For the first time, with the texts of its rewrites ready: only names change, so hardly anything can stand in the way. */
export function applyJournal(place: Place, journal: Journal, texts: readonly ReadyText[]): Warning[] {
  for (const folder of journal.folders) makeFolders(folder, []);
  const warnings = journal.rewrites.flatMap((rewrite, i) =>
    reporting(rewrite.disk, isNotOurs, () => putRewrite(place, rewrite, texts[i]!)),
  );
  for (const move of journal.moves) makeMove(place, move);
  return warnings;
}

/** After a crash: what is done is left, what is not is done, and what nobody foresaw stays as it is and is reported. */
export function redoJournal(place: Place, journal: Journal): Warning[] {
  for (const folder of journal.folders) makeFolders(folder, []);
  const mayBeTorn = isBeforeBoot(journal);
  const isTorn = (bytes: Buffer) => mayBeTorn && bytes.every((byte) => byte === 0);
  return [
    ...journal.rewrites.flatMap((rewrite) =>
      reporting(rewrite.disk, isBearable, () => {
        const file = findNow(place.root, journal, rewrite.disk);
        if (file) changeFile(file, forwards(rewrite, isTorn), journalled(place));
      }),
    ),
    ...journal.moves.flatMap((move) =>
      reporting(move.from, isBearable, () => finishMove(place, journal, move)),
    ),
  ];
}

/** Takes back what was done of it. */
export function undoJournal(place: Place, journal: Journal): void {
  for (const move of journal.moves.toReversed())
    if (find(place.root, move.to) && !find(place.root, move.from))
      makeMove(place, { ...move, from: move.to, to: move.from });
  for (const rewrite of journal.rewrites)
    reporting(rewrite.disk, isBearable, () => {
      const file = find(place.root, rewrite.disk);
      if (file) changeFile(file, backwards(rewrite), journalled(place));
    });
  for (const folder of journal.folders) removeIfEmpty(folder);
}

/** A text that is gone, or that somebody else changed at the place in question, is theirs: the rest goes on without it. */
const isNotOurs = (error: unknown) =>
  error instanceof NoPlace || (error as NodeJS.ErrnoException).code === 'ENOENT';

/** After a crash nothing else may be given up for one file, unless there is no room: then nothing can be done at all. */
const isBearable = (error: unknown) =>
  !/^(?:ENOSPC|EDQUOT|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '');

function reporting(disk: string, isTheirs: (error: unknown) => boolean, work: () => void): Warning[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!isTheirs(error)) throw error;
    const shown = disk.normalize('NFC');
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return [{ path: shown, code: 'NOTE_CHANGED', message: `Removed meanwhile: ${shown}` }];
    const { code, message } = toSlipboxError(error);
    return [{ path: shown, code, message }];
  }
}

function putRewrite(place: Place, rewrite: Rewrite, { file, temp }: ReadyText): void {
  const edit = forwards(rewrite, () => false);
  const old = openOld(file);
  if (!old.bytes.equals(rewrite.before!) || !isInPlace(old, file)) {
    closeOld(old);
    unlinkQuietly(temp); // a folder that moves would take it along
    changeFile(file, edit, journalled(place));
    return;
  }
  putOver(temp, file, old);
  settle(file, old, applySplices(old.bytes, rewrite.splices), edit, journalled(place));
}

function forwards({ disk, pre, post, before, splices }: Rewrite, isTorn: (bytes: Buffer) => boolean): Edit {
  return (bytes) => {
    const hash = contentHash(bytes);
    if (hash === post) return bytes;
    if (hash === pre) return applySplices(bytes, splices);
    if (before && isTorn(bytes)) return applySplices(before, splices);
    return (before && redo(before, splices, bytes)) ?? refuse(disk);
  };
}

function backwards({ disk, pre, post, before, splices }: Rewrite): Edit {
  return (bytes) => {
    const hash = contentHash(bytes);
    if (hash === pre) return bytes;
    const reversed = reverse(splices);
    if (hash === post) return applySplices(bytes, reversed);
    return (before && redo(applySplices(before, splices), reversed, bytes)) ?? refuse(disk);
  };
}

/** In a text that somebody else changed, unless the splices are in it already. */
function redo(before: Buffer, splices: Splice[], present: Buffer): Buffer | undefined {
  const redone = redoSplices(before, splices, present);
  if (redone) return redone;
  const isDone = redoSplices(applySplices(before, splices), reverse(splices), present) !== undefined;
  return isDone ? present : undefined;
}

function refuse(disk: string): never {
  throw new NoPlace('NOTE_CHANGED', `Changed by somebody else while links were being rewritten: ${disk}`);
}

/** The splices that lead from the text after back to the one before. */
function reverse(splices: readonly Splice[]): Splice[] {
  let shift = 0;
  return splices.map(({ at, old, new: put }) => {
    const back = { at: at + shift, old: put, new: old };
    shift += put.length - old.length;
    return back;
  });
}

function makeMove({ root }: Place, { kind, from, to }: Move): void {
  const source = find(root, from);
  if (!source) throw Object.assign(new Error(`Gone meanwhile: ${from}`), { code: 'ENOENT' });
  const target = placeOf(root, to);
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (stats && isSame(stats, lstatSync(source))) renameSync(source, target);
  else if (stats) throw taken(to);
  else if (kind === 'folder') renameSync(source, target);
  else if (!moveFile(source, target)) throw taken(to);
  follow(source, target);
}

function finishMove(place: Place, journal: Journal, move: Move): void {
  const from = find(place.root, move.from);
  if (!from) return; // moved, or removed by somebody since
  const target = placeOf(place.root, move.to);
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats) {
    makeMove(place, move);
    return;
  }
  const source = lstatSync(from);
  if (isSame(stats, source)) {
    if (isOtherSpelling(from, target)) renameSync(from, target);
    else if (move.kind === 'file') unlinkSync(from); // it had got both names
    return;
  }
  if (stats.ino === move.ino) return; // moved; the old name is somebody's new file
  const isClaim = stats.isFile() && stats.size === 0 && stats.mtimeMs >= journal.at;
  if (!isClaim || move.kind === 'folder') throw taken(move.to);
  renameSync(from, target);
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** On a disk that does not tell them apart. */
export function isOtherSpelling(a: string, b: string): boolean {
  const fold = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC');
  return fold(a) === fold(b);
}

function taken(to: string): SlipboxError {
  return new SlipboxError('NOTE_EXISTS', `Note already exists: ${to}`, { details: { path: to } });
}

function find(root: string, disk: string): InsidePath | undefined {
  if (!disk.startsWith(`${trashFolder}/`)) return findInside(root, disk as NotePath);
  const place = resolveTrash(root, disk);
  return lstatSync(place, { throwIfNoEntry: false }) ? place : undefined;
}

/** Where a path that need not be taken yet lies on disk. */
export function placeOf(root: string, disk: string): InsidePath {
  if (disk.startsWith(`${trashFolder}/`)) return resolveTrash(root, disk);
  const parent = path.posix.dirname(disk);
  // the last segment as it is: another spelling of a name that is there is a place of its own
  const folder = parent === '.' ? findInside(root, '' as NotePath)! : resolveNew(root, parent as NotePath);
  return path.join(folder, path.posix.basename(disk)) as InsidePath;
}

/** Where a note is that the journal may have moved already. */
function findNow(root: string, { moves }: Journal, disk: string): InsidePath | undefined {
  const here = find(root, disk);
  if (here) return here;
  const move = moves.find(({ from }) => disk === from || disk.startsWith(`${from}/`));
  return move && find(root, move.to + disk.slice(move.from.length));
}

/** Whether the machine has started since: then texts that were in place may not have reached the disk. */
export function isBeforeBoot(journal: Journal): boolean {
  return journal.at < Date.now() - uptime() * 1000;
}
