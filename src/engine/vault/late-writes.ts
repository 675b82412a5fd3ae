import path from 'node:path';

/** A file whose place was taken and that an editor may still have open. */
export interface Watched {
  /** Where its text is now. */
  file: string;
  /** Bytes held in memory for it. */
  readonly weight: number;
  look(): void;
  /** `now`: it must be closed when this returns. Freeing a file that has no name any more takes its time. */
  close(now: boolean): void;
}

/** An editor writes within microseconds of opening; the last look is for one that the system kept waiting. */
const looks = [20, 100, 400];
const mostFiles = 600;
const mostWeight = 64 * 1024 * 1024;

const watched: (Watched & { due: number[] })[] = [];
let weight = 0;
let timer: NodeJS.Timeout | undefined;

export function watchFor(one: Watched): void {
  const now = performance.now();
  watched.push(Object.assign(one, { due: looks.map((after) => now + after) }));
  weight += one.weight;
  while (watched.length > mostFiles || (weight > mostWeight && watched.length > 1))
    letGo(watched.shift()!, false);
  plan();
}

/** Before the next change, and when there is time. */
export function lookAtAll(): void {
  for (const one of watched) lookQuietly(one);
}

/** A text that moves takes what is still written into its old file along. */
export function follow(from: string, to: string): void {
  for (const one of watched)
    if (one.file === from) one.file = to;
    else if (one.file.startsWith(from + path.sep)) one.file = to + one.file.slice(from.length);
}

export function letGoOfAll(): void {
  for (const one of watched.splice(0)) letGo(one, true);
}

function plan(): void {
  if (timer !== undefined || watched.length === 0) return;
  timer = setTimeout(() => {
    timer = undefined;
    const now = performance.now();
    for (const one of watched.splice(0)) {
      if (one.due[0]! <= now) lookQuietly(one);
      while (one.due.length > 0 && one.due[0]! <= now) one.due.shift();
      if (one.due.length > 0) watched.push(one);
      else close(one, false);
    }
    plan();
  }, looks[0]);
  timer.unref();
}

function letGo(one: Watched, now: boolean): void {
  lookQuietly(one);
  close(one, now);
}

function close(one: Watched, now: boolean): void {
  weight -= one.weight;
  one.close(now);
}

/** The change itself was answered long ago: nobody is left to tell. */
function lookQuietly(one: Watched): void {
  try {
    one.look();
  } catch {
    // the note is gone, or its folder is not writable any more
  }
}
