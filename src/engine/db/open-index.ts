import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { Database, isBusy, isDamaged } from './database.ts';
import type { IndexLocation } from './index-location.ts';
import { schema } from './schema.ts';

/** A connection that reads; the file must exist. */
export function openReader(location: IndexLocation): Database {
  return new Database(location.index, { readOnly: true, busyTimeout: 5000, cacheKiB: 8192 });
}

export interface WriterOpening {
  cacheKiB: number;
  /** Whether to wait for other writers, or to fail at once. */
  waits?: boolean;
}

/** A connection that writes; makes the file when there is none, and sets a damaged one aside. */
export function openWriter(location: IndexLocation, options: WriterOpening): Database {
  makeIndexFolder(location);
  try {
    return openOrCreate(location, options);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    setAside(location);
    return openOrCreate(location, options);
  }
}

/** It will hold what notes say, which others on this machine need not be allowed to read. */
export function makeIndexFolder({ folder }: IndexLocation): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Makes an empty index, so that there is something to ask while the writer, who may be reading a whole notebook just then, fills
 * it. False when that is better left to it: another process is at it, or it cannot be made.
 */
export function tryCreateIndex(location: IndexLocation): boolean {
  try {
    openWriter(location, { cacheKiB: 64, waits: false }).close();
    return true;
  } catch {
    return false; // the writer meets the same and tells of it
  }
}

function openOrCreate(location: IndexLocation, { cacheKiB, waits = true }: WriterOpening): Database {
  const db = new Database(location.index, { busyTimeout: waits ? 30_000 : 0, cacheKiB });
  const tries = waits ? 300 : 0;
  try {
    retryBusy(() => db.exec('PRAGMA journal_mode=WAL'), tries);
    db.exec('PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=65536; PRAGMA journal_size_limit=67108864');
    if (!hasSchema(db)) {
      retryBusy(() => db.exec('BEGIN IMMEDIATE'), tries);
      db.exec(schema);
      db.exec('COMMIT');
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function hasSchema(db: Database): boolean {
  return db.get("SELECT 1 FROM sqlite_schema WHERE name = 'terms'") !== undefined;
}

/** Switching to WAL ignores the busy timeout, and two processes may create the same file at once. */
function retryBusy(attempt: () => void, most: number): void {
  for (let tries = 0; ; tries++) {
    try {
      attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || tries >= most) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Renames a damaged index out of the way. It is only a cache: the next opener builds it anew. */
export function setAside(location: IndexLocation): void {
  setFileAside(location.index);
}

/** The same for a lock file: nobody can hold a lock on what is no database. */
export function setFileAside(file: string): void {
  const aside = `${file}.damaged`;
  rmSync(aside, { force: true });
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(file + suffix, `${aside}${suffix}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Which file stands at the index's place; another process may have replaced it. */
export function indexInode(location: IndexLocation): number | undefined {
  return statSync(location.index, { throwIfNoEntry: false })?.ino;
}

/** The length of the write-ahead log. */
export function logSize(location: IndexLocation): number {
  return statSync(`${location.index}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

export function indexBytes(location: IndexLocation): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(location.index + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
