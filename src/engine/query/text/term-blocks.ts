import type { Buffer } from 'node:buffer';

/** How long a piece of the list is that is searched or passed over as a whole. */
const blockBits = 10;
const blockSize = 1 << blockBits;
/** As much of a needle is looked for in the table; it may reach so far into the next block. */
const reach = 48;
const hashBits = 12;

/** Which three bytes in a row stand in which block of a list: a bit for each block, a row of them for each hash of three bytes. */
export interface TermBlocks {
  readonly rows: Uint32Array;
  /** Numbers that make up a row. */
  readonly width: number;
}

function hashAt(bytes: Buffer, at: number): number {
  const three = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return Math.imul(three, 0x9e3779b1) >>> (32 - hashBits);
}

export function buildBlocks(bytes: Buffer): TermBlocks {
  const width = ((bytes.length >> blockBits) + 32) >> 5;
  const rows = new Uint32Array(width << hashBits);
  for (let at = 0; at + 2 < bytes.length; at++) {
    const row = hashAt(bytes, at) * width;
    const block = at >> blockBits;
    rows[row + (block >> 5)]! |= 1 << (block & 31);
    const before = block - 1;
    if (before >= 0 && (at & (blockSize - 1)) < reach) rows[row + (before >> 5)]! |= 1 << (before & 31);
  }
  return { rows, width };
}

/** Pieces in which the needle may begin, in pairs of start and end; those that touch are one. */
export function findRuns({ rows, width }: TermBlocks, needle: Buffer, length: number): number[] {
  const runs: number[] = [];
  const wanted = rows.slice(hashAt(needle, 0) * width, (hashAt(needle, 0) + 1) * width);
  for (let at = 1; at + 2 < Math.min(needle.length, reach); at++) {
    const row = hashAt(needle, at) * width;
    for (let word = 0; word < width; word++) wanted[word]! &= rows[row + word]!;
  }
  for (let word = 0; word < width; word++) {
    for (let bits = wanted[word]!; bits !== 0; bits &= bits - 1) {
      const start = ((word << 5) + (31 - Math.clz32(bits & -bits))) << blockBits;
      if (runs.at(-1) === start) runs[runs.length - 1] = start + blockSize;
      else runs.push(start, start + blockSize);
    }
  }
  if (runs.length > 0) runs[runs.length - 1] = Math.min(runs.at(-1)!, length);
  return runs;
}
