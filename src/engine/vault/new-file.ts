import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import { findInside, type InsidePath, type NotePath, resolveNew, traversal } from './path-guard.ts';
import { atStep } from './steps.ts';
import { syncFolder } from './sync.ts';
import { newId, removeIfEmpty, withRecord } from './temp-files.ts';
import { isNoteName, listQuietly } from './walk.ts';
import { createFile } from './write-file.ts';

const attempts = 5;

/** Where a new file would lie, as the disk spells it; NOTE_EXISTS when its name is taken, however it is spelt. */
export function placeNewFile(root: string, target: NotePath): string {
  const file = resolveNew(root, target);
  const folder = path.dirname(file);
  const taken = findName(folder, path.basename(file), target);
  if (taken !== undefined) throw noteExists(relativeTo(root, path.join(folder, taken)).normalize('NFC'));
  return relativeTo(root, file);
}

/** Makes a file that is not there yet, and the folders it needs; when that fails, nothing of it is left behind. */
export function writeNewFile(root: string, target: NotePath, bytes: Buffer, stateDir: string): void {
  for (let attempt = 1; ; attempt++) {
    const made: string[] = [];
    try {
      const file = resolveNew(root, target);
      const folder = path.dirname(file);
      const prepare = () => {
        makeFolders(folder, made);
        // someone may have put a symlink in the way meanwhile
        if (resolveNew(root, target) !== file) throw traversal(target, 'a folder changed meanwhile');
      };
      if (!createFile(file, bytes, stateDir, findMissing(folder), prepare)) throw noteExists(target);
      return;
    } catch (error) {
      for (const folder of made.reverse()) removeIfEmpty(folder);
      // a folder that was there is gone: the failure of another call took back what that call had made
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && attempt < attempts) continue;
      throw explainWriteError(error, target);
    }
  }
}

/** Makes a folder and those above it; false when it is there already. */
export function makeNewFolder(root: string, target: NotePath, stateDir: string): boolean {
  const made: string[] = [];
  try {
    const folder = resolveNew(root, target);
    const missing = findMissing(folder);
    if (missing.length === 0) {
      if (lstatSync(folder).isDirectory()) return false;
      throw Object.assign(new Error(`Not a folder: ${folder}`), { code: 'ENOTDIR' });
    }
    withRecord(stateDir, newId(), { files: [], folders: missing }, () => makeFolders(folder, made));
    syncFolder(path.dirname(missing.at(-1)!));
    return true;
  } catch (error) {
    for (const folder of made.reverse()) removeIfEmpty(folder);
    throw explainWriteError(error, target);
  }
}

/** Folders that are not there yet, the innermost first. */
function findMissing(folder: string): string[] {
  const missing: string[] = [];
  for (let at = folder; lstatSync(at, { throwIfNoEntry: false }) === undefined; at = path.dirname(at))
    missing.push(at);
  return missing;
}

/** Notes below a folder, as paths from the root; empty when there is no such folder inside. */
export function listNotesBelow(root: string, folder: NotePath, most: number): string[] {
  const found: string[] = [];
  const start = tryInside(root, folder);
  const waiting = start === undefined ? [] : [start];
  for (let at = waiting.pop(); at !== undefined && found.length < most; at = waiting.pop()) {
    for (const entry of listQuietly(at)) {
      if (entry.name.startsWith('.')) continue;
      const inner = path.join(at, entry.name);
      if (entry.isDirectory()) waiting.push(inner as InsidePath);
      else if (entry.isFile() && isNoteName(entry.name) && found.length < most)
        found.push(relativeTo(root, inner));
    }
  }
  return found.sort();
}

function tryInside(root: string, folder: NotePath): InsidePath | undefined {
  try {
    return findInside(root, folder);
  } catch {
    return undefined; // a symlink that leads out has nothing for us
  }
}

const fold = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC');

/** A name in the folder that another file system, or a person, would take for the same. */
function findName(folder: string, wanted: string, target: NotePath): string | undefined {
  const folded = fold(wanted);
  try {
    return readdirSync(folder).find((name) => fold(name) === folded);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENAMETOOLONG') return undefined;
    throw explainWriteError(error, target);
  }
}

export function makeFolders(folder: string, made: string[]): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolders(path.dirname(folder), made);
  try {
    mkdirSync(folder);
    made.push(folder);
    atStep('folder made');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function relativeTo(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

function noteExists(target: string): SlipboxError {
  return new SlipboxError('NOTE_EXISTS', `Note already exists: ${target}`, { details: { path: target } });
}

/** A system error in the words of the caller: the path it gave, not the temporary file that met the error. */
export function explainWriteError(error: unknown, target: string): unknown {
  if (error instanceof SlipboxError) return error;
  const { code: system } = error as NodeJS.ErrnoException;
  const refuse = (message: string) =>
    new SlipboxError('INVALID_PARAMS', message, { details: { parameter: 'path' }, cause: error });
  if (system === undefined) return error;
  if (system === 'ENOTDIR') return refuse(`Part of the path is a file, not a folder: ${target}`);
  if (system === 'ENAMETOOLONG')
    return refuse(`The file system does not take a name of that length: ${target}`);
  if (system === 'EISDIR') return refuse(`That is a folder, not a note: ${target}`);
  if (system === 'EINVAL' || system === 'EILSEQ')
    return refuse(`The file system refuses the name: ${target}`);
  const { code } = toSlipboxError(error);
  const message: Partial<Record<typeof code, string>> = {
    PERMISSION_DENIED: `Permission denied: ${target}`,
    DISK_FULL: `No space left to write ${target}`,
    READ_ONLY: `The file system is read-only: ${target}`,
  };
  return new SlipboxError(
    code === 'INTERNAL' ? 'IO_ERROR' : code,
    message[code] ?? `Cannot write ${target}: ${system}`,
    {
      ...(code === 'READ_ONLY' ? { hint: 'Mount the folder writable, or use another notebook' } : {}),
      details: { path: target },
      cause: error,
    },
  );
}
