import type { Budget } from '../engine/index.ts';
import { jsonBytes, type Shortened, shortenRecord } from './shorten.ts';

// How much one answer may hold, measured on its text: compact JSON in UTF-8. `contentShare` is the part of it for
// notes and rows; the rest is for metadata and guidance.
export type { Budget };

/** Below this an answer could not even say how to go on. */
export const leastBytes = 1_000;
export const mostBytes = 1_000_000;

/** What metadata needs at least, however small the budget. */
const leastMetadata = 750;

export function contentBytes(budget: Budget): number {
  return Math.floor(Math.min(budget.bytes * budget.contentShare, budget.bytes - leastMetadata));
}

export function contentLines(budget: Budget): number {
  return Math.max(1, Math.floor(budget.lines * budget.contentShare));
}

/** The first rows that fit. One row larger than the room comes shortened: a page is never empty. */
export function fitRows<Row extends object>(rows: readonly Row[], maxBytes: number): (Row & Shortened)[] {
  const fitting: Row[] = [];
  let used = 2;
  for (const row of rows) {
    used += jsonBytes(row) + 1;
    if (used > maxBytes) break;
    fitting.push(row);
  }
  const first = rows[0];
  return fitting.length === 0 && first !== undefined ? [shortenRecord(first, maxBytes - 3)] : fitting;
}
