import { type BigIntStats, closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { cannotOpen, databaseNotFound } from './gtd-error.ts';

/** What the files of a database say without being opened by SQLite. */
export interface FileState {
  /** The real file; a link may lead to it. */
  readonly path: string;
  /** Differs after every commit, provided the state is `settled`. */
  readonly version: string;
  /** The last write is so long ago that a further one would show in the times. */
  readonly settled: boolean;
  /** A program that has the database open in WAL mode keeps this file. */
  readonly hasSharedMemory: boolean;
  /** Commits that are in the log and not yet in the main file. */
  readonly hasLog: boolean;
  /** Somebody is in the middle of a commit, or stopped there. */
  readonly hasJournal: boolean;
  readonly isWal: boolean;
}

/** Throws when there is no file or none that can be read. */
export function lookAtFile(named: string, shown: string): FileState {
  let path: string;
  let main: BigIntStats;
  try {
    path = realpathSync(named);
    main = statSync(path, { bigint: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' || code === 'ENOTDIR' ? databaseNotFound(shown) : cannotOpen(shown, error);
  }
  if (!main.isFile()) throw cannotOpen(shown);
  const now = Date.now();
  const log = findStats(`${path}-wal`);
  return {
    path,
    // without the log's ctime: run by root, SQLite sets the owner of the log whenever it opens it
    version: `${describeStats(main)}:${main.ctimeNs} ${log === undefined || log.size === 0n ? '' : describeStats(log)}`,
    settled: isSettled(main, now) && (log === undefined || isSettled(log, now)),
    hasSharedMemory: findStats(`${path}-shm`) !== undefined,
    hasLog: (log?.size ?? 0n) > 0n,
    hasJournal: (findStats(`${path}-journal`)?.size ?? 0n) > 0n,
    isWal: readsAsWal(path),
  };
}

function findStats(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function describeStats({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}`;
}

const tick = 50;
const coarseTick = 2100;

/** File systems stamp in steps of some milliseconds, old ones of one or two seconds. */
function isSettled({ mtimeNs }: BigIntStats, now: number): boolean {
  const age = now - Number(mtimeNs / 1_000_000n);
  return age > (mtimeNs % 1_000_000_000n === 0n ? coarseTick : tick);
}

const versionByte = 18;
const walVersion = 2;

/** From the file's header. No connection of this process is open now: closing the file would drop its locks. */
function readsAsWal(path: string): boolean {
  const byte = new Uint8Array(1);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return false; // opening it as a database says what is wrong
  }
  try {
    return readSync(file, byte, 0, 1, versionByte) === 1 && byte[0] === walVersion;
  } finally {
    closeSync(file);
  }
}
