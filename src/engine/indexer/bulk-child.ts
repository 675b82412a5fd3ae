import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexLocation } from '../db/index-location.ts';
import { Lease } from '../db/turnstile.ts';
import { indexInBulk } from './bulk.ts';
import { IndexWriter } from './index-writer.ts';

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

/** Waits for its turn (one bulk index per notebook at a time), then does what is still to be done. */
async function run(order: BulkOrder): Promise<void> {
  let lease = Lease.tryTake(order.location.lease);
  while (!lease) {
    await sleep(100);
    lease = Lease.tryTake(order.location.lease);
  }
  const writer = new IndexWriter({ ...order, cacheKiB: bulkCacheKiB });
  try {
    const plan = writer.plan();
    const changed = await indexInBulk(writer, plan, (progress) => report({ type: 'progress', ...progress }));
    report({ type: 'done', changed, found: plan.found });
    writer.emptyLog();
  } finally {
    writer.close();
    lease.release();
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
