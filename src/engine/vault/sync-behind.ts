import { syncPath } from './sync.ts';

/** What may reach the disk after the answer, and what follows once it has. */
interface Pending {
  paths: string[];
  then: () => void;
}

const pause = 20;
const slice = 10;
const lastMoment = 250;

const queue: Pending[] = [];
let timer: NodeJS.Timeout | undefined;

export function syncBehind(paths: string[], then: () => void): void {
  queue.push({ paths, then });
  plan(pause);
}

/** At the end of the process: what takes longer is left to the next start. */
export function finishSyncs(): void {
  const until = performance.now() + lastMoment;
  while (queue.length > 0 && performance.now() < until) work(until);
}

function plan(wait: number): void {
  if (timer !== undefined || queue.length === 0) return;
  timer = setTimeout(() => {
    timer = undefined;
    work(performance.now() + slice);
    plan(0); // calls that came meanwhile have their turn first
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
