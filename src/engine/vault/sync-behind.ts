import { syncPath } from './sync.ts';

/** What may reach the disk after the answer, and what follows once it has. */
interface Pending {
  paths: string[];
  then: () => void;
}

/** Not while one change follows another: the disk would be busy with the last one when the next has to wait for it. */
const quiet = 500;
const pause = 5;
const slice = 10;
const lastMoment = 250;

const queue: Pending[] = [];
let timer: NodeJS.Timeout | undefined;

export function syncBehind(paths: string[], then: () => void): void {
  queue.push({ paths, then });
  plan(quiet);
}

/** Somebody is about to change something. */
export function postponeSyncs(): void {
  if (queue.length > 0) plan(quiet);
}

/** At the end of the process: what takes longer is left to the next start. */
export function finishSyncs(): void {
  const until = performance.now() + lastMoment;
  while (queue.length > 0 && performance.now() < until) work(until);
}

function plan(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    work(performance.now() + slice);
    if (queue.length > 0) plan(pause);
  }, wait);
  timer.unref();
}

function work(until: number): void {
  const first = queue[0];
  if (!first) return;
  while (first.paths.length > 0 && performance.now() < until) syncPath(first.paths.pop()!);
  if (first.paths.length > 0) return;
  queue.shift();
  try {
    first.then();
  } catch {
    // the state folder is full or gone: the next start finds the journal and sees to it
  }
}
