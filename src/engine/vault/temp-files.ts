import type { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { atStep } from './steps.ts';
import { syncFile } from './sync.ts';

/** What is in the making in the notebook, written down in the state folder first: a process that dies leaves no litter. */
export interface Making {
  /** Unlinked; names that no note can have. */
  files: string[];
  /** Removed when they are empty. */
  folders?: string[];
}

/** Which process wrote a state file. */
export interface Writer {
  pid: number;
  /** When the process began, ms: in a container the next one often has the same id. */
  since: number;
}

interface MakingRecord extends Making {
  by: Writer;
}

const recordEnd = '.making';
const isTempName = /^\.slipbox-[\w-]+\.tmp$/;
/** Nothing is in the making for longer: whoever has this process id now is somebody else. */
const longestMaking = 60_000;
const sameStart = 1000;

export function newId(): string {
  return `${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** A name beside a file for what will take its place. Its dot hides it from every walk. */
export function tempBeside(file: string, id: string): string {
  return path.join(path.dirname(file), `.slipbox-${id}.tmp`);
}

/** Does what makes files or folders that must not stay if it is not finished. */
export function withRecord<T>(stateDir: string, id: string, making: Making, work: () => T): T {
  const record = path.join(stateDir, id + recordEnd);
  writeState(record, JSON.stringify({ by: thisWriter(), ...making } satisfies MakingRecord));
  atStep('recorded');
  try {
    return work();
  } finally {
    for (const file of making.files) unlinkQuietly(file);
    atStep('tidied');
    unlinkQuietly(record);
    atStep('record removed');
  }
}

/** Not waited for on disk: what the system loses together with the record is no litter either. */
function writeState(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    unlinkQuietly(file); // a part of it says nothing
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }
}

/** Bytes in a new file, with the owner and mode of the one whose place it will take. */
export function writeTemp(
  temp: string,
  bytes: Buffer | string,
  like: Stats | undefined,
  sync: boolean,
): void {
  const fd = openSync(temp, 'wx', like ? 0o600 : 0o666);
  try {
    atStep('temp made');
    writeFileSync(fd, bytes);
    if (like) keepOwnerAndMode(fd, like);
    atStep('temp written');
    if (sync) syncFile(fd);
  } finally {
    closeSync(fd);
  }
  atStep('temp whole');
}

/** Removes what processes left in the making that are no more. Gives whether there was anything. */
export function removeLeftTemps(stateDir: string): boolean {
  const records = listState(stateDir).filter((name) => name.endsWith(recordEnd));
  for (const name of records) {
    const file = path.join(stateDir, name);
    const record = readRecord(file);
    if (record && isAtWork(record.by, file)) continue;
    for (const temp of record?.files ?? []) if (isTempName.test(path.basename(temp))) unlinkQuietly(temp);
    for (const folder of record?.folders ?? []) removeIfEmpty(folder);
    unlinkQuietly(file);
  }
  return records.length > 0;
}

export function listState(stateDir: string): string[] {
  try {
    return readdirSync(stateDir);
  } catch {
    return []; // nothing was ever written in this notebook
  }
}

export function thisWriter(): Writer {
  return { pid: process.pid, since: Math.round(Date.now() - process.uptime() * 1000) };
}

/** Whether the process that wrote a state file may still be busy with it. */
export function isAtWork(by: Writer, stateFile: string): boolean {
  const mine = thisWriter();
  if (by.pid === mine.pid && Math.abs(by.since - mine.since) > sameStart) return false;
  try {
    process.kill(by.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const age = Date.now() - (statSync(stateFile, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return age < longestMaking;
}

export function inodeOf(file: string): number {
  return statSync(file).ino;
}

export function sizeAndTime(file: string): { size: number; time: number } {
  const stats = statSync(file, { throwIfNoEntry: false });
  return { size: stats?.size ?? 0, time: stats?.mtimeMs ?? 0 };
}

export function unlinkQuietly(file: string): void {
  try {
    // an error takes longer than to ask, and most are in their place by now
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) unlinkSync(file);
  } catch {
    // already in its place, or gone
  }
}

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // in use by now: it stays
  }
}

function readRecord(file: string): MakingRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as MakingRecord;
  } catch {
    return undefined; // cut off while it was written: nothing had been made yet
  }
}

function keepOwnerAndMode(fd: number, like: Stats): void {
  try {
    if (process.platform !== 'win32') fchownSync(fd, like.uid, like.gid);
  } catch {
    // only root may give a file away; then the new one belongs to whoever wrote it
  }
  fchmodSync(fd, like.mode & 0o7777); // after the owner: changing that clears the set-id bits
}
