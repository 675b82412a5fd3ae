import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Every wait for the disk of what changes a notebook goes through here: they are what a write costs, so a test counts them. */
let syncs = 0;

export function countSyncs(): number {
  return syncs;
}

export function syncFile(fd: number): void {
  syncs++;
  fsyncSync(fd);
}

/** A rename is on disk for good only when its folder is; where folders cannot be opened, the system sees to it. */
export function syncFolder(folder: string): void {
  syncPath(folder);
}

/** By its name, after the fact: what is gone by now needs no more care. */
export function syncPath(file: string): void {
  try {
    const fd = openSync(file, 'r');
    try {
      syncFile(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // what was written is in place and whole: failing the call now would say otherwise
  }
}
