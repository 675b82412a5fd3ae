import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Database } from '../db/database.ts';
import type { IndexLocation } from '../db/index-location.ts';
import { logSize } from '../db/open-index.ts';
import { checkpoint } from '../db/queries/maintenance.ts';
import { Lease } from '../db/turnstile.ts';
import { type BulkProgress, indexInBulk } from './bulk.ts';
import { IndexWriter } from './index-writer.ts';
import { ParserQueue } from './parser-queue.ts';

export interface BulkOrder {
  root: string;
  location: IndexLocation;
  timeZone: string;
}

export type BulkReport =
  | { type: 'progress'; indexed: number; found: number }
  | { type: 'done'; changed: number; found: number }
  | { type: 'failed'; message: string };

const bulkCacheKiB = 16 * 1024;
const emptyAttempts = 20;
const emptyEvery = 10;

/** Waits for its turn (one bulk index per notebook at a time), then does what is still to be done. */
async function run(order: BulkOrder): Promise<void> {
  const parser = new ParserQueue(order);
  let lease = Lease.tryTake(order.location.lease);
  // Who has to wait may find that everything is done.
  if (lease) parser.boot().once('online', setFlags);
  while (!lease) {
    await sleep(100);
    lease = Lease.tryTake(order.location.lease);
  }
  let writer: IndexWriter | undefined;
  try {
    writer = new IndexWriter({ ...order, cacheKiB: bulkCacheKiB });
    const plan = writer.plan();
    const onProgress = (progress: BulkProgress) => report({ type: 'progress', ...progress });
    const changed = await indexInBulk(writer, plan, onProgress, parser);
    report({ type: 'done', changed, found: plan.found });
    await emptyLog(writer.db, order.location);
  } finally {
    await parser.close();
    writer?.close();
    lease.release();
  }
}

/** Not before the other thread is there: what Node brings along is compiled for the flags it started with, and would be compiled anew. */
function setFlags(): void {
  // The best of compiled code costs more than it earns in so short a life, where there is a second best, which is made early: V8 13 has one.
  if (Number.parseInt(process.versions.v8, 10) >= 13 && ['x64', 'arm64'].includes(process.arch)) {
    setFlagsFromString('--no-turbofan');
    setFlagsFromString('--invocation-count-for-maglev=50');
  }
  // A small nursery is collected before other threads are awake. What a note leaves behind is garbage at once: it need not grow.
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Whoever started this process compares meanwhile, and the log cannot be emptied just while someone reads from it. */
async function emptyLog(db: Database, location: IndexLocation): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    checkpoint(db);
    if (attempt >= emptyAttempts || logSize(location) === 0) return;
    await sleep(emptyEvery);
  }
}

function report(message: BulkReport): void {
  // The parent may be gone; then the disconnect ends this process.
  process.send?.(message, undefined, undefined, () => undefined);
}

process.once('message', (order: BulkOrder) => {
  run(order)
    .catch((error: unknown) =>
      report({
        type: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    .finally(() => process.disconnect?.());
});
// The parent is gone: what is committed stays, the next start goes on from there.
process.once('disconnect', () => process.exit(0));
