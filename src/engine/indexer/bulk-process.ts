import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SlipboxError } from '../errors.ts';
import type { BulkOrder, BulkReport } from './bulk-child.ts';
import { entryUrl } from './entry-url.ts';

export interface BulkRun {
  /** Every note is in the index. */
  finished: Promise<{ changed: number; found: number }>;
  /** The process has left everything tidy and is gone. */
  ended: Promise<void>;
  stop(): void;
}

/** Starts the process that indexes many notes; its memory goes back to the system when it ends. */
export function startBulk(order: BulkOrder, onProgress: (indexed: number, found: number) => void): BulkRun {
  const child = fork(fileURLToPath(entryUrl('bulk-child')), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Two threads of ours have work for every moment: more of V8's beside them only slow them down.
    execArgv: ['--disable-warning=ExperimentalWarning', '--v8-pool-size=1'],
    // Each thread would get several heaps from the C library, and keep them.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });
  const finished = new Promise<{ changed: number; found: number }>((resolve, reject) => {
    child.on('message', (report: BulkReport) => {
      if (report.type === 'progress') onProgress(report.indexed, report.found);
      else if (report.type === 'done') resolve(report);
      else reject(new Error(report.message));
    });
    child.once('error', reject);
    child.once('exit', () =>
      reject(new SlipboxError('IO_ERROR', 'The indexing process ended before it was done')),
    );
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.send(order);
  return { finished, ended, stop: () => child.disconnect() };
}
