import type { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { InsidePath } from './path-guard.ts';

/** Puts new bytes in the place of a file that exists: readers see the old ones or the new ones, never a mixture. */
export function replaceFile(file: InsidePath, bytes: Buffer | string): void {
  const before = lstatSync(file);
  if (!before.isFile()) throw Object.assign(new Error(`Not an ordinary file: ${file}`), { code: 'EINVAL' });
  const temp = writeBeside(file, bytes, before);
  try {
    renameSync(temp, file);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
  syncFolder(file);
}

/** Makes a new file, whole or not at all; false when something of that name is already there, which stays as it is. */
export function createFile(file: InsidePath, bytes: Buffer | string): boolean {
  const temp = writeBeside(file, bytes, undefined);
  try {
    if (!putInPlace(temp, file)) return false;
  } finally {
    rmSync(temp, { force: true });
  }
  syncFolder(file);
  return true;
}

/** Folders that a new file needs. */
export function makeParents(file: InsidePath): void {
  mkdirSync(path.dirname(file), { recursive: true });
}

/** link() fails when the name is taken, in one step with making it; rename() would overwrite. */
function putInPlace(temp: string, file: InsidePath): boolean {
  try {
    linkSync(temp, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!isUnsupported(code)) throw error;
    return claimAndRename(temp, file);
  }
}

/** Without hard links (exFAT, some network folders) the name is claimed by an empty file, which the whole one then replaces. */
export function claimAndRename(temp: string, file: InsidePath): boolean {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    renameSync(temp, file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return true;
}

function isUnsupported(code: string | undefined): boolean {
  return (
    code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS' || code === 'EMLINK'
  );
}

/** The bytes in a file of their own in the same folder, on disk before anything points to them. Its dot hides it from every walk. */
function writeBeside(file: InsidePath, bytes: Buffer | string, like: Stats | undefined): string {
  const temp = path.join(path.dirname(file), `.slipbox-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  const fd = openSync(temp, 'wx', like ? 0o600 : 0o666);
  try {
    writeFileSync(fd, bytes);
    if (like) keepOwnerAndMode(fd, like);
    fsyncSync(fd);
  } catch (error) {
    closeSync(fd);
    rmSync(temp, { force: true });
    throw error;
  }
  closeSync(fd);
  return temp;
}

function keepOwnerAndMode(fd: number, like: Stats): void {
  try {
    if (process.platform !== 'win32') fchownSync(fd, like.uid, like.gid);
  } catch {
    // only root may give a file away; then the new one belongs to whoever wrote it
  }
  fchmodSync(fd, like.mode & 0o7777); // after the owner: changing that clears the set-id bits
}

/** A rename is on disk for good only when its folder is; where folders cannot be opened, the system sees to it. */
function syncFolder(file: InsidePath): void {
  try {
    const fd = openSync(path.dirname(file), 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // the file is in place and whole: failing the call now would say otherwise
  }
}
