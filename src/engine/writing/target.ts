import path from 'node:path';
import { canSee, canWrite } from '../access.ts';
import { SlipboxError } from '../errors.ts';
import { placeNewFile } from '../vault/new-file.ts';
import { checkPath, findInside, type InsidePath, type NotePath } from '../vault/path-guard.ts';
import { isNoteName, statInside } from '../vault/walk.ts';
import type { WriteDesk } from './desk.ts';

/** Something in the notebook that a caller may change. */
export interface Target {
  file: InsidePath;
  /** As the disk spells it. */
  disk: string;
  /** NFC, as answers show it. */
  path: string;
}

/** A note that is there, seen by this caller and in its reach. What it does not see is not found. */
export function getNoteTarget(desk: WriteDesk, given: string): Target {
  const asked = checkPath(given);
  const target = canSee(desk.caller)(asked) ? findTarget(desk, asked) : undefined;
  if (!target) throw noteNotFound(asked);
  if (statInside(desk.root, target.disk)?.isDirectory())
    throw invalidPath(`That is a folder, not a note: ${asked}`);
  if (!isNoteName(target.disk)) throw invalidPath(`Not a note: ${asked}`, 'Name a file that ends in .md');
  if (!canWrite(desk.caller)(target.path)) throw mayNotWrite(asked);
  return target;
}

/** A file or folder that is there and seen by this caller. */
export function findTarget(desk: WriteDesk, asked: NotePath): Target | undefined {
  const file = findInside(desk.root, asked);
  if (!file) return undefined;
  const disk = path.relative(desk.root, file).split(path.sep).join('/');
  // a symlink is no note: what it leads to has a path of its own
  if (disk.normalize('NFC').toLowerCase() !== asked.toLowerCase()) return undefined;
  const target = { file, disk, path: disk.normalize('NFC') };
  return !canSee(desk.caller)(target.path) || desk.isIgnored(disk) ? undefined : target;
}

const mostFolders = 100;

/** Where something new would lie, as the disk spells it, when this caller may write there and would see it afterwards. */
export function getNewPlace(desk: Pick<WriteDesk, 'root' | 'caller' | 'isIgnored'>, given: string): string {
  const asked = checkPlainPath(given);
  // before the disk is asked: its answer would tell what lies where this caller may not look
  checkWritable(desk, asked);
  const disk = placeNewFile(desk.root, asked);
  checkWritable(desk, disk);
  checkNotIgnored(desk, disk);
  return disk;
}

/** A path that somebody could mean for something new. */
export function checkPlainPath(given: string): NotePath {
  const asked = checkPath(given);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name should hold one
  if (asked === '' || /[\\\x00-\x1f\x7f]/.test(asked))
    throw invalidPath(`Invalid path: ${JSON.stringify(given)}`, 'Put / between folders');
  if (asked.split('/').length > mostFolders)
    throw invalidPath(`Invalid path: more than ${mostFolders} folders`, 'Use a path with fewer folders');
  return asked;
}

export function checkWritable(desk: Pick<WriteDesk, 'caller'>, disk: string): void {
  if (!canWrite(desk.caller)(disk.normalize('NFC'))) throw mayNotWrite(disk.normalize('NFC'));
}

export function checkNotIgnored(desk: Pick<WriteDesk, 'isIgnored'>, disk: string): void {
  if (!desk.isIgnored(disk)) return;
  const shown = disk.normalize('NFC');
  throw new SlipboxError('FORBIDDEN', `The notebook ignores that path: ${shown}`, {
    hint: 'Choose another folder, or change .slipboxignore',
    details: { path: shown },
  });
}

export function noteNotFound(asked: string): SlipboxError {
  const shown = asked.length > 200 ? `${asked.slice(0, 200)}…` : asked;
  return new SlipboxError('NOTE_NOT_FOUND', `Note not found: ${shown}`, { details: { path: shown } });
}

export function invalidPath(message: string, hint?: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', message, {
    ...(hint === undefined ? {} : { hint }),
    details: { parameter: 'path' },
  });
}

function mayNotWrite(shown: string): SlipboxError {
  return new SlipboxError('FORBIDDEN', `This caller may not write there: ${shown}`, {
    details: { path: shown },
  });
}
