import type { Stats } from 'node:fs';

/**
 * What says that a file is still the one that was indexed. Times are milliseconds as doubles: near
 * the present that keeps steps of 0.25 µs, finer than any clock tick a file system stores, and one
 * stat costs a third less than with bigints. `ctime` catches an edit that puts `mtime` back.
 */
export interface StatKey {
  size: number;
  mtime: number;
  ctime: number;
  ino: number;
}

export function statKey(stats: Stats): StatKey {
  return { size: stats.size, mtime: stats.mtimeMs, ctime: stats.ctimeMs, ino: stats.ino };
}

export function sameStat(a: StatKey, b: StatKey): boolean {
  return a.mtime === b.mtime && a.size === b.size && a.ctime === b.ctime && a.ino === b.ino;
}

/** The same against four numbers of an array, without making anything: every start does it for every file. */
export function equalsStored(stored: Float64Array, at: number, now: Stats): boolean {
  return (
    stored[at] === now.size &&
    stored[at + 1] === now.mtimeMs &&
    stored[at + 2] === now.ctimeMs &&
    stored[at + 3] === now.ino
  );
}

const racyWindow = 2000;

/** A file read this soon after its last change may change again within the same clock tick, unseen by stat. */
export function isRacy(key: StatKey, readAt: number): boolean {
  return readAt - Math.max(key.mtime, key.ctime) < racyWindow;
}
