import { Buffer } from 'node:buffer';

/** Bytes that gave way to others. */
export interface Splice {
  /** In the text before. */
  at: number;
  old: Buffer;
  new: Buffer;
}

const surroundings = 48;

/** One splice from the first byte that differs to the last. */
export function findSplice(before: Buffer, after: Buffer): Splice {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return {
    at: start,
    old: before.subarray(start, before.length - end),
    new: after.subarray(start, after.length - end),
  };
}

export function applySplices(before: Buffer, splices: readonly Splice[]): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { at, old, new: put } of splices) {
    pieces.push(before.subarray(done, at), put);
    done = at + old.length;
  }
  return Buffer.concat([...pieces, before.subarray(done)]);
}

/**
 * The same splices in a text that is no longer the one they were made for: each where the bytes around it say, and only if
 * they say so of one place. Undefined when one of them has no such place.
 */
export function redoSplices(before: Buffer, splices: readonly Splice[], present: Buffer): Buffer | undefined {
  const moved: Splice[] = [];
  let from = 0;
  for (const splice of splices) {
    const at = findPlace(before, splice, present, from);
    if (at === undefined) return undefined;
    moved.push({ ...splice, at });
    from = at + splice.old.length;
  }
  return applySplices(present, moved);
}

function findPlace(before: Buffer, { at, old }: Splice, present: Buffer, from: number): number | undefined {
  const start = Math.max(0, at - surroundings);
  const end = Math.min(before.length, at + old.length + surroundings);
  const sides = [
    [start, end],
    [start, at + old.length],
    [at, end],
  ] as const;
  for (const [left, right] of sides) {
    const wanted = before.subarray(left, right);
    if (wanted.length === 0) continue;
    const found = present.indexOf(wanted, Math.max(0, from - (at - left)));
    if (found === -1 || found + (at - left) < from) continue;
    if (present.indexOf(wanted, found + 1) === -1) return found + (at - left);
  }
  return undefined;
}

/** The lines that splices are in now, whole: what was put in may have become part of a word. */
export function linesAround(after: Buffer, splices: readonly Splice[]): string {
  const lines: string[] = [];
  let shift = 0;
  let end = 0;
  for (const { at, old, new: put } of splices) {
    const from = at + shift;
    shift += put.length - old.length;
    if (from + put.length <= end && lines.length > 0) continue;
    const start = Math.max(end, from === 0 ? 0 : after.lastIndexOf(10, from - 1) + 1);
    const next = after.indexOf(10, from + put.length);
    end = next === -1 ? after.length : next;
    lines.push(after.toString('utf8', start, end));
  }
  return lines.join('\n');
}
