import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { SlipboxError } from '../errors.ts';
import { watchFor } from './late-writes.ts';
import {
  closeOld,
  closeOldBehind,
  isInPlace,
  type OldFile,
  openOld,
  putOver,
  readAgain,
  startsWith,
} from './old-file.ts';
import type { InsidePath } from './path-guard.ts';
import { findSplice, redoSplices } from './splices.ts';
import { syncFolder } from './sync.ts';
import { newId, tempBeside, withRecord, writeTemp } from './temp-files.ts';

/** New bytes for a file from those it has; throws when they leave no place for the change. */
export type Edit = (bytes: Buffer) => Buffer;

export interface ChangeOptions {
  readonly stateDir: string;
  /** What an editor writes meanwhile is not brought together with the change: NOTE_CHANGED, and the editor's text stays. */
  readonly exact?: boolean;
  /** A journal vouches for the change until it is on disk: it need not be waited for. */
  readonly isJournalled?: boolean;
}

export interface ChangedFile {
  before: Buffer;
  /** What the file holds now. */
  after: Buffer;
  changed: boolean;
}

const attempts = 6;
/** An editor that saves in place empties the file first; what is empty for longer than this was meant to be. */
const savingTakes = 100;
const patience = 4;

/**
 * Puts edited bytes in the place of a file: readers see the old ones or the new ones, never a mixture. The old file stays
 * open over the exchange, so that what an editor writes into it meanwhile is seen and goes into the new one.
 */
export function changeFile(file: InsidePath, edit: Edit, options: ChangeOptions): ChangedFile {
  for (let attempt = 1; ; attempt++) {
    const old = openOld(file);
    let exchanged = false;
    try {
      if (attempt <= 2 && isBeingSaved(old)) {
        sleep(patience);
        continue;
      }
      const after = edit(old.bytes);
      if (after.equals(old.bytes)) return { before: old.bytes, after, changed: false };
      exchanged = exchange(file, old, after, options, attempt > attempts / 2);
      if (exchanged)
        return { before: old.bytes, after: settle(file, old, after, edit, options), changed: true };
    } finally {
      if (!exchanged) closeOld(old);
    }
    if (attempt >= attempts) throw changedMeanwhile(file);
  }
}

function isBeingSaved({ bytes, stats }: OldFile): boolean {
  return bytes.length === 0 && Math.abs(Date.now() - stats.mtimeMs) < savingTakes;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** False when the file is not as it was read any more. Text added at its end is let through at last: it is seen to afterwards. */
function exchange(
  file: InsidePath,
  old: OldFile,
  after: Buffer,
  { stateDir, exact = false, isJournalled = false }: ChangeOptions,
  mayHaveGrown: boolean,
): boolean {
  const id = newId();
  const temp = tempBeside(file, id);
  const done = withRecord(stateDir, id, { files: [temp] }, () => {
    writeTemp(temp, after, old.stats, !isJournalled);
    const now = readAgain(old);
    const isSame = now.equals(old.bytes) || (mayHaveGrown && !exact && startsWith(now, old.bytes));
    if (!isSame || !isInPlace(old, file)) return false;
    putOver(temp, file, old);
    return true;
  });
  if (done && !isJournalled) syncFolder(path.dirname(file));
  return done;
}

/** Looks once more at the old file, and keeps it in sight for a while. Gives what the new one holds. */
export function settle(
  file: InsidePath,
  old: OldFile,
  after: Buffer,
  edit: Edit,
  options: ChangeOptions,
): Buffer {
  const seen = { file: file as string, base: old.bytes, after, mtime: old.stats.mtimeMs };
  const look = (isFirst = false) => {
    if (old.fd === undefined) return;
    const { size, mtimeMs } = fstatSync(old.fd);
    // the clock of a file system may stand still over a read and a write
    if (!isFirst && size === seen.base.length && mtimeMs === seen.mtime) return;
    const newer = readAgain(old);
    seen.mtime = mtimeMs;
    if (newer.equals(seen.base)) return;
    const { base } = seen;
    seen.base = newer;
    seen.after = bringTogether(seen.file as InsidePath, base, newer, seen.after, edit, options.stateDir);
  };
  try {
    if (options.exact && !readAgain(old).equals(old.bytes))
      throw giveBack(file, readAgain(old), after, options.stateDir);
    look(true);
  } catch (error) {
    closeOld(old);
    throw error;
  }
  if (old.fd !== undefined)
    watchFor(
      Object.assign(seen, {
        weight: old.bytes.length + after.length,
        look,
        close: (now: boolean) => (now ? closeOld(old) : closeOldBehind(old)),
      }),
    );
  return seen.after;
}

/** An editor wrote into the old file: `base` became `newer`, while `after` lay in its place. */
function bringTogether(
  file: InsidePath,
  base: Buffer,
  newer: Buffer,
  after: Buffer,
  edit: Edit,
  stateDir: string,
): Buffer {
  const tail = startsWith(newer, base) ? newer.subarray(base.length) : undefined;
  // whole lines at the end of whole lines
  if (tail && base.at(-1) === 10) return addTail(file, tail, base);
  const theirs = findSplice(base, newer);
  const merge: Edit = (present) => {
    if (!present.equals(after)) return redoSplices(base, [theirs], present) ?? present;
    try {
      return edit(newer);
    } catch {
      return newer; // the change has no place there any more: the editor wrote last
    }
  };
  try {
    return changeFile(file, merge, { stateDir }).after;
  } catch (error) {
    if (!tail || !(error instanceof SlipboxError)) throw error;
    return addTail(file, tail, base);
  }
}

/** By one write at the end, as the editor did it: nothing is replaced, so nothing more can be lost. */
function addTail(file: InsidePath, tail: Buffer, base: Buffer): Buffer {
  const fd = openSync(file, constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    if (size > 0) readSync(fd, last, 0, 1, size - 1);
    const isNewLine = base.length === 0 || base.at(-1) === 10;
    const glued = size > 0 && isNewLine && last[0] !== 10;
    const bytes = glued ? Buffer.concat([Buffer.from('\n'), tail]) : tail;
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    return readAgain({ fd } as OldFile);
  } finally {
    closeSync(fd);
  }
}

/** The editor's text in its place again, with what was written into ours meanwhile. */
function giveBack(file: InsidePath, newer: Buffer, after: Buffer, stateDir: string): SlipboxError {
  const restore: Edit = (present) => {
    if (present.equals(after)) return newer;
    return startsWith(present, after) ? Buffer.concat([newer, present.subarray(after.length)]) : present;
  };
  changeFile(file, restore, { stateDir });
  return changedMeanwhile(file);
}

function changedMeanwhile(file: string): SlipboxError {
  return new SlipboxError('NOTE_CHANGED', `Somebody else is changing the note: ${path.basename(file)}`);
}
