import type { ErrorCode } from './errors.ts';

/** A note or file that could not be handled fully; it never fails a call over many notes. */
export type WarningCode =
  | ErrorCode
  | 'YAML_INVALID'
  | 'NOT_UTF8'
  | 'BINARY'
  | 'UNREADABLE'
  | 'TOO_LARGE'
  | 'SYMLINK_OUT'
  | 'DUPLICATE_NAME'
  | 'STALE';

export interface Warning {
  path: string;
  code: WarningCode;
  message: string;
}

export interface Warnings {
  count: number;
  items: Warning[];
}

/** What is answered may not be the latest. */
export const stale = (message: string): Warning => ({ path: '', code: 'STALE', message });

const shown = 10;

/** The first ten of a list, with the true count; undefined when there is nothing to say. */
export function summariseWarnings(all: readonly Warning[], count = all.length): Warnings | undefined {
  return count > 0 ? { count, items: all.slice(0, shown) } : undefined;
}
