import type { Warnings } from '../../engine/index.ts';
import type { Log } from '../log.ts';

const remembered = 10_000;

/** Writes each warning of a result to the log once; a result repeats it as long as the cause lasts. */
export function createWarningLog(log: Log): (result: Record<string, unknown>) => void {
  const seen = new Set<string>();
  return ({ warnings }) => {
    for (const { path, code, message } of (warnings as Warnings | undefined)?.items ?? []) {
      const key = `${code} ${path}`;
      if (seen.has(key) || seen.size >= remembered) continue;
      seen.add(key);
      log.warn(`${code} ${path}: ${message}`);
    }
  };
}
