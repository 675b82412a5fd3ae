import { Buffer } from 'node:buffer';
import { closeSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Splice } from './splices.ts';
import { atStep } from './steps.ts';
import { syncFile, syncFolder } from './sync.ts';
import { isAtWork, listState, thisWriter, unlinkQuietly, type Writer } from './temp-files.ts';

// Paths are relative to the notebook and as the disk spells them.

/** A note whose text changes; `disk` is where it lies before anything moves. */
export interface Rewrite {
  disk: string;
  /** Hashes of the whole text. */
  pre: string;
  post: string;
  splices: Splice[];
  /** The whole text; left out of a finished journal. */
  before?: Buffer;
}

export interface Move {
  kind: 'file' | 'folder';
  from: string;
  to: string;
  /** The file that moves. */
  ino: number;
}

/** What a change of several files does, written down before it begins. */
export interface Journal {
  id: string;
  by: Writer;
  /** ms since 1970. */
  at: number;
  /** Made for it, the innermost first. */
  folders: string[];
  rewrites: Rewrite[];
  /** After all rewrites, in this order. */
  moves: Move[];
}

/** `commit`: decided, perhaps not done. `applied`: done, perhaps not on disk for good. `done`: kept for its contents. */
export type JournalState = 'commit' | 'applied' | 'done';

const states = /^([\w-]+)\.(commit|applied|done)$/;

let lastTime = 0;

/** From the end of this call on the change is made, whatever happens. */
export function commitJournal(stateDir: string, journal: Omit<Journal, 'by' | 'at'>): Journal {
  lastTime = Math.max(Date.now(), lastTime + 1); // two in one millisecond keep their order
  const whole = { ...journal, by: thisWriter(), at: lastTime };
  const plan = path.join(stateDir, `${journal.id}.plan`);
  writeJournal(plan, whole, true);
  atStep('journal written');
  renameSync(plan, fileOf(stateDir, journal.id, 'commit'));
  atStep('committed');
  syncFolder(stateDir);
  return whole;
}

export function setState(stateDir: string, id: string, from: JournalState, to: JournalState): void {
  renameSync(fileOf(stateDir, id, from), fileOf(stateDir, id, to));
}

export function dropJournal(stateDir: string, id: string, state: JournalState): void {
  unlinkQuietly(fileOf(stateDir, id, state));
}

/** Keeps what is worth knowing later, which is not the whole texts. */
export function finishJournal(stateDir: string, journal: Journal): void {
  const rewrites = journal.rewrites.map(({ before: _, ...rest }) => rest);
  const plan = path.join(stateDir, `${journal.id}.plan`);
  writeJournal(plan, { ...journal, rewrites }, false);
  renameSync(plan, fileOf(stateDir, journal.id, 'done'));
  dropJournal(stateDir, journal.id, 'applied');
}

export interface FoundJournal {
  id: string;
  state: JournalState;
  file: string;
}

/** By their names only, the oldest first as far as names tell. */
export function listJournals(stateDir: string): FoundJournal[] {
  return listState(stateDir).flatMap((name) => {
    const [, id, state] = states.exec(name) ?? [];
    return id === undefined ? [] : [{ id, state: state as JournalState, file: path.join(stateDir, name) }];
  });
}

/** Plans that never became a commit, by processes that are no more. */
export function dropLeftPlans(stateDir: string): void {
  for (const name of listState(stateDir)) {
    if (!name.endsWith('.plan')) continue;
    const file = path.join(stateDir, name);
    const pid = Number.parseInt(name, 10);
    if (!isAtWork({ pid, since: thisWriter().since }, file)) unlinkQuietly(file);
  }
}

export function readJournal(file: string): Journal | undefined {
  try {
    return decode(readFileSync(file));
  } catch {
    return undefined;
  }
}

function fileOf(stateDir: string, id: string, state: JournalState): string {
  return path.join(stateDir, `${id}.${state}`);
}

function writeJournal(file: string, journal: Journal, sync: boolean): void {
  const bytes = encode(journal);
  const fd = openSync(file, 'w', 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    if (sync) syncFile(fd);
  } catch (error) {
    unlinkQuietly(file);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Where bytes lie behind the header. */
type Span = [start: number, length: number];

/** A header in JSON, its length in front of it, and behind it the bytes that it names by their places. */
function encode(journal: Journal): Buffer {
  const pieces: Buffer[] = [];
  let end = 0;
  const put = (bytes: Buffer): Span => {
    pieces.push(bytes);
    end += bytes.length;
    return [end - bytes.length, bytes.length];
  };
  const rewrites = journal.rewrites.map(({ before, splices, ...rest }) => {
    const whole = before && put(before);
    return {
      ...rest,
      ...(whole ? { before: whole } : {}),
      splices: splices.map((splice) => [
        splice.at,
        whole ? [whole[0] + splice.at, splice.old.length] : put(splice.old),
        put(splice.new),
      ]),
    };
  });
  const header = Buffer.from(JSON.stringify({ ...journal, rewrites }));
  return Buffer.concat([Buffer.from(`${header.length}\n`), header, ...pieces]);
}

interface StoredJournal extends Omit<Journal, 'rewrites'> {
  rewrites: (Omit<Rewrite, 'before' | 'splices'> & { before?: Span; splices: [number, Span, Span][] })[];
}

function decode(bytes: Buffer): Journal {
  const start = bytes.indexOf(10) + 1;
  const length = Number.parseInt(bytes.toString('latin1', 0, start), 10);
  const header = JSON.parse(bytes.toString('utf8', start, start + length)) as StoredJournal;
  if (!Array.isArray(header.rewrites) || !Array.isArray(header.moves)) throw new Error('Not a journal');
  const get = ([at, size]: Span) => bytes.subarray(start + length + at, start + length + at + size);
  return {
    ...header,
    rewrites: header.rewrites.map(({ before, splices, ...rest }) => ({
      ...rest,
      ...(before ? { before: get(before) } : {}),
      splices: splices.map(([at, old, put]) => ({ at, old: get(old), new: get(put) })),
    })),
  };
}
