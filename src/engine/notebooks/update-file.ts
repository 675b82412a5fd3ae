import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SlipboxError } from '../errors.ts';
import { lockFile } from './file-lock.ts';
import { findSmallFile, isAbsence, withFile } from './json-file.ts';

const maxAttempts = 20;

/**
 * Changes a small file of text on disk, as a whole. `change` is given the bytes it has now (undefined when there is none) and
 * returns what it should say, undefined for the same as now; it may run more than once. Resolves to whether anything was
 * written.
 */
export async function updateFile(
  file: string,
  change: (before: Buffer | undefined) => string | undefined,
): Promise<boolean> {
  const target = followLinks(file);
  // Asked first without the lock, so that a change already made needs no right to write.
  if (planChange(target, change) === undefined) return false;
  try {
    mkdirSync(dirname(target), { recursive: true });
  } catch (error) {
    throw withFile(error, file);
  }
  const lock = await lockFile(target);
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const plan = planChange(target, change);
      if (plan === undefined) return false;
      if (replaceFile(target, plan, lock.isHeld)) return true;
    }
  } catch (error) {
    throw withFile(error, file);
  } finally {
    lock.release();
  }
  throw new SlipboxError('LOCKED', `${file} keeps changing while it is being edited`, { details: { file } });
}

/** Writes a file that must not exist yet, complete or not at all; false when something is already there. */
export function createFile(file: string, text: string): boolean {
  const temporary = writeTemporary(file, text, undefined);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    // Some file systems (FAT, network shares) have no hard links; there an exclusive plain write is the safest left.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return writeExclusive(file, text);
    throw withFile(error, file);
  } finally {
    rmSync(temporary, { force: true });
    syncFolder(dirname(file));
  }
}

interface Plan {
  readonly before: Buffer | undefined;
  readonly text: string;
}

function planChange(
  file: string,
  change: (before: Buffer | undefined) => string | undefined,
): Plan | undefined {
  const before = findSmallFile(file);
  const text = change(before);
  return text === undefined || before?.equals(Buffer.from(text)) ? undefined : { before, text };
}

/** False when the file no longer says what the plan was made from: someone without our lock (an editor, OpenNotes) wrote it. */
function replaceFile(file: string, plan: Plan, isHeld: () => boolean): boolean {
  const temporary = writeTemporary(file, plan.text, statSync(file, { throwIfNoEntry: false })?.mode);
  try {
    if (!isHeld() || !hasBytes(file, plan.before)) return false;
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(file));
  return true;
}

function hasBytes(file: string, bytes: Buffer | undefined): boolean {
  try {
    const now = readFileSync(file);
    return bytes !== undefined && now.equals(bytes);
  } catch (error) {
    if (isAbsence(error)) return bytes === undefined;
    throw error;
  }
}

function writeTemporary(file: string, text: string, mode: number | undefined): string {
  // the global is loaded when first used; importing node:crypto would cost every start 5 ms
  const temporary = join(dirname(file), `.${basename(file).replace(/^\./, '')}.${crypto.randomUUID()}.tmp`);
  try {
    // what is private is so from its first byte on
    const handle = openSync(temporary, 'wx', mode === undefined ? 0o666 : 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw withFile(error, file);
  }
}

function writeExclusive(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw withFile(error, file);
  }
}

/** A config kept elsewhere and linked into place (dotfile managers do that) stays a link. */
function followLinks(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows cannot open a folder; the rename itself is already done.
  }
}
