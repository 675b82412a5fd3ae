import type { Splice } from './apply-splices.ts';
import { lineStart, nextLine } from './line-ends.ts';

/** Lines that an edit changed: `removed` old ones gave way to `lines`, the first of which is now line `line` (from 1). */
export interface ChangedLines {
  line: number;
  removed: number;
  lines: string[];
  /** There is more than is shown. */
  truncated?: true;
}

const mostHunks = 20;
const mostLines = 40;
const longestLine = 500;

interface Hunk {
  /** Offsets in the text before, at starts of lines. */
  start: number;
  end: number;
  /** How far the text after is ahead of the text before at both places. */
  startShift: number;
  endShift: number;
}

/** What changed, line by line: one hunk for each place; without splices, one from the first difference to the last. */
export function findChangedLines(
  before: string,
  after: string,
  splices: readonly Splice[] = findDifference(before, after),
): ChangedLines[] {
  if (before === after) return [];
  const hunks = findHunks(before, splices);
  const shown: ChangedLines[] = [];
  let line = 1;
  let counted = 0;
  for (const hunk of hunks.slice(0, mostHunks)) {
    const start = hunk.start + hunk.startShift;
    line += countBreaks(after, counted, start);
    counted = start;
    const change = compareLines(before, after, hunk, line);
    if (change !== undefined) shown.push(change);
  }
  if (hunks.length > mostHunks && shown.length > 0) shown.at(-1)!.truncated = true;
  return shown;
}

function findDifference(before: string, after: string): Splice[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return [{ start, end: before.length - tail, text: after.slice(start, after.length - tail) }];
}

/** Whole lines around each splice; splices on one line, or on two that touch, share a hunk. A line is looked through once, however many there are on it. */
function findHunks(before: string, splices: readonly Splice[]): Hunk[] {
  const hunks: Hunk[] = [];
  let shift = 0;
  for (const { start, end, text } of splices) {
    const startShift = shift;
    shift += text.length - (end - start);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) {
      if (end >= last.end) last.end = nextLine(before, end);
      last.endShift = shift;
    } else {
      hunks.push({
        start: lineStart(before, start),
        end: nextLine(before, end),
        startShift,
        endShift: shift,
      });
    }
  }
  return hunks;
}

function compareLines(before: string, after: string, hunk: Hunk, line: number): ChangedLines | undefined {
  const old = splitLines(before.slice(hunk.start, hunk.end));
  const now = splitLines(after.slice(hunk.start + hunk.startShift, hunk.end + hunk.endShift));
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  // Only what ends a line differs: the line is shown all the same.
  if (head === old.length && head === now.length) {
    if (head === 0) return undefined;
    head--;
  }
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  if (head + tail === old.length && head + tail === now.length) tail = 0;
  return showLines(line + head, old.length - head - tail, now, head, now.length - tail);
}

function showLines(line: number, removed: number, now: string[], from: number, to: number): ChangedLines {
  let truncated = to - from > mostLines;
  const lines = now.slice(from, Math.min(to, from + mostLines)).map((text) => {
    if (text.length <= longestLine) return text;
    truncated = true;
    const cut = (text.charCodeAt(longestLine - 1) & 0xfc00) === 0xd800 ? longestLine - 1 : longestLine;
    return `${text.slice(0, cut)}…`;
  });
  return truncated ? { line, removed, lines, truncated: true } : { line, removed, lines };
}

function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (text.endsWith('\n')) lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function countBreaks(text: string, start: number, end: number): number {
  let breaks = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}
