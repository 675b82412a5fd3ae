import { Buffer } from 'node:buffer';
import {
  close,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
} from 'node:fs';
import { letGoOfAll } from './late-writes.ts';
import type { InsidePath } from './path-guard.ts';
import { atStep } from './steps.ts';

/** A file that another is to take the place of, held open: whatever is written into it meanwhile can still be read. */
export interface OldFile {
  readonly stats: Stats;
  readonly bytes: Buffer;
  /** Undefined once closed. */
  fd: number | undefined;
}

export const largestFile = 32 * 1024 * 1024;
const reading = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function openOld(file: InsidePath): OldFile {
  const fd = open(file);
  try {
    const stats = fstatSync(fd);
    const refuse = (code: string, why: string) => Object.assign(new Error(`${why}: ${file}`), { code });
    if (!stats.isFile()) throw refuse('EINVAL', 'Not an ordinary file');
    if ((stats.mode & 0o222) === 0) throw refuse('EACCES', 'The file is marked read-only');
    if (stats.size > largestFile) throw refuse('EFBIG', `Larger than ${largestFile} bytes`);
    return { fd, stats, bytes: readFrom(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The files that are kept in sight are the first to go when there are too many open. */
function open(file: InsidePath): number {
  try {
    return openSync(file, reading);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
    letGoOfAll();
    return openSync(file, reading);
  }
}

export function closeOld(old: OldFile): void {
  if (old.fd !== undefined) closeSync(old.fd);
  old.fd = undefined;
}

/** The same, beside what goes on. */
export function closeOldBehind(old: OldFile): void {
  // what was only read has nothing left to fail
  if (old.fd !== undefined) close(old.fd, () => undefined);
  old.fd = undefined;
}

/** What the file holds by now. */
export function readAgain(old: OldFile): Buffer {
  return old.fd === undefined ? old.bytes : readFrom(old.fd);
}

function readFrom(fd: number): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (let size = fstatSync(fd).size; ; size = at + 4096) {
    // one byte more than there should be: a short read is the end
    const piece = Buffer.allocUnsafe(Math.max(size - at, 0) + 1);
    const n = readSync(fd, piece, 0, piece.length, at);
    if (n > 0) pieces.push(piece.subarray(0, n));
    at += n;
    if (n < piece.length) return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }
}

/** Whether it is this file that lies there. One that is gone is not brought back. */
export function isInPlace(old: OldFile, file: InsidePath): boolean {
  const now = lstatSync(file, { throwIfNoEntry: false });
  if (now === undefined) throw Object.assign(new Error(`Removed meanwhile: ${file}`), { code: 'ENOENT' });
  return now.ino === old.stats.ino && now.dev === old.stats.dev;
}

export function putOver(temp: string, file: InsidePath, old: OldFile): void {
  // Windows does not take the name from a file that is open: what is written into it from here on cannot be seen there
  if (process.platform === 'win32') closeOld(old);
  atStep('before rename');
  renameSync(temp, file);
  atStep('renamed');
}

export function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.length >= beginning.length && bytes.subarray(0, beginning.length).equals(beginning);
}
