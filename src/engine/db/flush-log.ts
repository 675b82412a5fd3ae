import { close, fsync, open } from 'node:fs';
import type { Database } from './database.ts';

let flushing = false;

/**
 * Lets the disk begin with what the log of a database holds, so that who has to wait for it later waits less. Nothing depends on it.
 * (To close a file ends the locks that its process has on it: SQLite has none on the log.)
 */
export function flushLog({ file }: Database): void {
  if (flushing) return;
  flushing = true;
  const end = () => {
    flushing = false;
  };
  open(`${file}-wal`, 'r+', (error, log) => {
    if (error) end();
    else fsync(log, () => close(log, end));
  });
}
