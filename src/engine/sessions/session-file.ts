import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { readFileBytes } from '../vault/read-file.ts';
import { startOf } from './session-id.ts';
import { longestLine, parseLine, renderLine, type SessionLine, type TraceLine } from './session-record.ts';
import { findSessionOf } from './whose-session.ts';

// Each part of a session has one file, and a second one with older traces when it has grown: `<stem>.jsonl` and
// `<stem>.old.jsonl`. Several processes append to them at once, each line with a single write; any of them may die in the middle.

const { O_APPEND, O_CREAT, O_EXCL, O_RDWR } = constants;
// a symlink is not followed, and a pipe in that place does not hang
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Above this the file becomes the older one. */
export const turnsOldAt = 512 * 1024;
/** No file of ours is larger: one that cannot be turned gets nothing added beyond twice that. */
const largest = 2 * (turnsOldAt + longestLine);
const headBytes = 8 * 1024;
const lockLasts = 10_000;

const newer = (folder: string, stem: string) => path.join(folder, `${stem}.jsonl`);
const older = (folder: string, stem: string) => path.join(folder, `${stem}.old.jsonl`);

/** Writes a new session; false when its id is taken. */
export function createSessionFile(
  folder: string,
  stem: string,
  session: SessionLine,
  traces: readonly TraceLine[],
): boolean {
  let fd: number;
  try {
    fd = openSync(newer(folder, stem), O_RDWR | O_APPEND | O_CREAT | O_EXCL | careful, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(fd, [session, ...traces].map(renderLine).join(''));
  } finally {
    closeSync(fd);
  }
  return true;
}

/** Adds a trace. `opening` is the session when this is its first one. Tells whether the session is new. */
export function appendTrace(
  folder: string,
  stem: string,
  opening: SessionLine,
  trace: TraceLine,
): { opened: boolean } {
  const fd = openSync(newer(folder, stem), O_RDWR | O_APPEND | O_CREAT | careful, 0o600);
  let size: number;
  let opened = false;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`Not an ordinary file: ${stem}`);
    size = stats.size;
    if (size > 2 * turnsOldAt) return { opened };
    let before = '';
    if (size === 0) {
      const known = readHeader(older(folder, stem));
      opened = known === undefined;
      before = renderLine(known ?? opening);
    } else if (!endsInNewline(fd, size)) before = '\n';
    size += writeSync(fd, before + renderLine(trace));
  } finally {
    closeSync(fd);
  }
  if (size > turnsOldAt) turnOld(folder, stem);
  return { opened };
}

function endsInNewline(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 0x0a;
}

/** The file becomes the older one, and the older one goes. A process that still writes to it adds to the older one. */
function turnOld(folder: string, stem: string): void {
  const lock = path.join(folder, `${stem}.lock`);
  if (!takeLock(lock)) return;
  try {
    const file = newer(folder, stem);
    // another process has done it meanwhile
    if (lstatSync(file).size <= turnsOldAt) return;
    const session = readHeader(file);
    const dropped = (session?.dropped ?? 0) + countTraces(older(folder, stem));
    renameSync(file, older(folder, stem));
    if (session === undefined) return;
    const fd = openSync(file, O_RDWR | O_APPEND | O_CREAT | careful, 0o600);
    try {
      writeSync(fd, renderLine({ ...session, dropped }));
    } finally {
      closeSync(fd);
    }
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const stats = lstatSync(lock, { throwIfNoEntry: false });
    // left by a process that died; the next call finds it free
    if (stats !== undefined && Date.now() - stats.mtimeMs > lockLasts) rmSync(lock, { force: true });
    return false;
  }
}

/** What the file of a session says of it; undefined when there is no such file. */
export function findSession(folder: string, stem: string): SessionLine | undefined {
  const sessionId = findSessionOf(stem);
  if (sessionId === undefined) return undefined;
  const found = readHeader(newer(folder, stem)) ?? readHeader(older(folder, stem));
  if (found !== undefined) return { ...found, sessionId };
  return lstatSync(newer(folder, stem), { throwIfNoEntry: false })?.isFile() ? unnamed(sessionId) : undefined;
}

/** A session whose first line is lost. */
function unnamed(sessionId: string): SessionLine {
  const createdAt = startOf(sessionId);
  return { type: 'session', sessionId, name: `Session ${sessionId}`, workspaceId: 'default', createdAt };
}

/** When something was last added to it, in ms since 1970. */
export function lastUse(folder: string, stem: string): number | undefined {
  const stats = lstatSync(newer(folder, stem), { throwIfNoEntry: false });
  return stats === undefined ? undefined : Math.round(stats.mtimeMs);
}

export function removeSession(folder: string, stem: string): void {
  for (const file of [older(folder, stem), newer(folder, stem)]) rmSync(file, { force: true });
}

/** The traces of a session, oldest first, and how many there were before them. */
export function readTraces(folder: string, stem: string): { traces: TraceLine[]; dropped: number } {
  const records = [older(folder, stem), newer(folder, stem)].flatMap((file) => readRecords(file));
  const dropped = records.map((record) => (record.type === 'session' ? (record.dropped ?? 0) : 0));
  return {
    traces: records.filter((record) => record.type === 'trace'),
    dropped: Math.max(0, ...dropped),
  };
}

function readHeader(file: string): SessionLine | undefined {
  for (const line of readLines(file, headBytes)) {
    const record = parseLine(line);
    if (record?.type === 'session') return record;
  }
  return undefined;
}

function countTraces(file: string): number {
  return readRecords(file).filter((record) => record.type === 'trace').length;
}

function readRecords(file: string): (SessionLine | TraceLine)[] {
  return readLines(file, largest)
    .map(parseLine)
    .filter((record) => record !== undefined);
}

function readLines(file: string, limit: number): string[] {
  try {
    return readFileBytes(file, limit).bytes.toString('utf8').split('\n');
  } catch {
    return []; // not there, or no ordinary file
  }
}
