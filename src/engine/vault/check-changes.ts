import { Buffer } from 'node:buffer';
import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import path from 'node:path';
import { SlipboxError } from '../errors.ts';
import { isOtherSpelling, placeOf } from './apply-journal.ts';
import { explainWriteError } from './new-file.ts';
import { findInside, type InsidePath, type NotePath } from './path-guard.ts';
import { readFileBytes } from './read-file.ts';
import { sameStat, statKey } from './stat-key.ts';

/** Whatever would stand in the way later is met here, while nothing has been written. */

export interface CheckedRewrite {
  file: InsidePath;
  stats: Stats;
}

/** Folders that were found to lie inside: many files of a change share them. */
export type CheckedFolders = Map<string, InsidePath>;

/** `seen`: the stat with which `before` was read; a file that still has it need not be read for this. */
export function checkRewrite(
  root: string,
  disk: string,
  before: Buffer,
  seen: Stats | undefined,
  folders: CheckedFolders,
): CheckedRewrite {
  const untouched = seen && findUntouched(root, disk, seen, folders);
  if (untouched) return untouched;
  const file = getInside(root, disk);
  try {
    const { bytes, stats } = readFileBytes(file, before.length + 1);
    if (!bytes.equals(before))
      throw new SlipboxError('NOTE_CHANGED', `Changed meanwhile: ${disk.normalize('NFC')}`, {
        details: { path: disk.normalize('NFC') },
      });
    if ((stats.mode & 0o222) === 0) throw denied(disk);
    return { file, stats };
  } catch (error) {
    throw explainWriteError(error, disk.normalize('NFC'));
  }
}

function findUntouched(
  root: string,
  disk: string,
  seen: Stats,
  folders: CheckedFolders,
): CheckedRewrite | undefined {
  const above = path.posix.dirname(disk);
  const folder = folders.get(above) ?? (above === '.' ? (root as InsidePath) : getInside(root, above));
  folders.set(above, folder);
  const file = path.join(folder, path.posix.basename(disk)) as InsidePath;
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || !sameStat(statKey(stats), statKey(seen))) return undefined;
  return (stats.mode & 0o222) === 0 ? undefined : { file, stats };
}

export interface CheckedMove {
  stats: Stats;
  /** Folders to be made, the innermost first. */
  missing: string[];
}

/** `isFreed`: something else of the change takes away what lies there. */
export function checkMove(
  root: string,
  from: string,
  to: string,
  isFreed: (to: string) => boolean,
): CheckedMove {
  const source = getInside(root, from);
  try {
    const stats = lstatSync(source);
    const target = placeOf(root, to);
    const there = lstatSync(target, { throwIfNoEntry: false });
    const isRespelt = there && there.ino === stats.ino && isOtherSpelling(from, to);
    if (there && !isRespelt && !isFreed(to))
      throw new SlipboxError('NOTE_EXISTS', `Note already exists: ${to.normalize('NFC')}`, {
        details: { path: to.normalize('NFC') },
      });
    if (Buffer.byteLength(path.basename(to)) > 255)
      throw Object.assign(new Error('name too long'), { code: 'ENAMETOOLONG' });
    const missing: string[] = [];
    let folder = path.dirname(target);
    for (; ; folder = path.dirname(folder)) {
      const found = lstatSync(folder, { throwIfNoEntry: false });
      if (found?.isDirectory()) break;
      if (found) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
      missing.push(folder);
    }
    accessSync(folder, constants.W_OK);
    accessSync(path.dirname(source), constants.W_OK);
    return { stats, missing };
  } catch (error) {
    throw explainWriteError(error, to.normalize('NFC'));
  }
}

function getInside(root: string, disk: string): InsidePath {
  const file = findInside(root, disk as NotePath);
  if (!file)
    throw new SlipboxError('NOTE_CHANGED', `Removed meanwhile: ${disk.normalize('NFC')}`, {
      details: { path: disk.normalize('NFC') },
    });
  return file;
}

function denied(disk: string): Error {
  return Object.assign(new Error(`The file is marked read-only: ${disk}`), { code: 'EACCES' });
}
