import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SlipboxError } from '../errors.ts';
import { isAbsence, withFile } from './json-file.ts';

export interface FileLock {
  /** False when another process judged this one dead and took over: then nothing may be written any more. */
  isHeld(): boolean;
  release(): void;
}

const staleAfterMs = 10_000;
const waitMs = 15_000;

/** One writer at a time for a small file that several processes edit; the lock is a dot-file beside it, held for milliseconds. */
export async function lockFile(file: string): Promise<FileLock> {
  const lock = join(dirname(file), `.${basename(file).replace(/^\./, '')}.lock`);
  const token = `${process.pid} ${hostname()} ${crypto.randomUUID()}`;
  const deadline = Date.now() + waitMs;
  while (!take(lock, token, file)) {
    const holder = findToken(lock);
    if (holder !== undefined && isStale(lock, holder)) takeAway(lock, holder);
    else if (Date.now() > deadline)
      throw new SlipboxError('LOCKED', `Another process is changing ${file}`, {
        hint: `Try again in a moment; if no other process is running, delete ${lock}`,
        details: { file, lock },
      });
    else await sleep(2 + Math.random() * 18);
  }
  const isHeld = () => findToken(lock) === token;
  return {
    isHeld,
    release: () => {
      if (isHeld()) ignoreAbsence(() => unlinkSync(lock));
    },
  };
}

function take(lock: string, token: string, file: string): boolean {
  try {
    const handle = openSync(lock, 'wx');
    try {
      writeSync(handle, token);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw withFile(error, file);
  }
}

function findToken(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(lock: string, holder: string): boolean {
  const [pid, host] = holder.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > staleAfterMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Two waiters may judge the same lock stale; the slower one must not remove the lock the faster one has just taken. */
function takeAway(lock: string, judged: string): void {
  const aside = `${lock}.${crypto.randomUUID()}`;
  ignoreAbsence(() => renameSync(lock, aside));
  if (findToken(aside) !== judged) ignoreAbsence(() => linkSync(aside, lock));
  ignoreAbsence(() => unlinkSync(aside));
}

function ignoreAbsence(action: () => void): void {
  try {
    action();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (!isAbsence(error) && code !== 'EEXIST') throw error;
  }
}
