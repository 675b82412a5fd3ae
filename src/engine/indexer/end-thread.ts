import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

const patience = 500;

/** A thread that is told to end does so by itself, when it is done with what it has begun; force is only for one that does not. */
export async function endThread(worker: Worker, tell: () => unknown): Promise<void> {
  const ended = once(worker, 'exit');
  await tell();
  const waiting = new AbortController();
  await Promise.race([ended, sleep(patience, undefined, { signal: waiting.signal }).catch(() => undefined)]);
  waiting.abort();
  await worker.terminate();
}
