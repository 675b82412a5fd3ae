/** How many typos a word may have: in a short one a single letter makes another word. */
export function editLimit(word: string): number {
  const { length } = [...word];
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** The letters of a word as bits, for telling words apart that have too few in common. */
export function letterMask(codes: ArrayLike<number>, start: number, end: number): number {
  let mask = 0;
  for (let at = start; at < end; at++) mask |= 1 << (codes[at]! & 31);
  return mask;
}

/** Each edit changes at most two letters: one goes, one comes. */
export function mayBeNear(a: number, b: number, limit: number): boolean {
  return bitCount(a ^ b) <= limit * 2;
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const longest = 64;
const rows = [new Uint8Array(longest + 4), new Uint8Array(longest + 4), new Uint8Array(longest + 4)];

/**
 * Insertions, deletions, substitutions and swaps of neighbours between a word and codes[start..end), at most `limit` + 1.
 * The same as `editDistance`, but on plain memory and only near the diagonal: this sees thousands of words per question.
 */
export function boundedEdits(
  word: ArrayLike<number>,
  codes: ArrayLike<number>,
  start: number,
  end: number,
  limit: number,
): number {
  const height = word.length;
  const width = end - start;
  const above = limit + 1;
  if (Math.abs(height - width) > limit || height > longest || width > longest) return above;
  let [before, previous, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= width; j++) previous[j] = Math.min(j, above);
  for (let i = 1; i <= height; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(width, i + limit);
    row[from - 1] = from === 1 ? Math.min(i, above) : above;
    let least = row[from - 1]!;
    const letter = word[i - 1]!;
    for (let j = from; j <= to; j++) {
      const other = codes[start + j - 1]!;
      let best = previous[j - 1]! + (letter === other ? 0 : 1);
      if (row[j - 1]! + 1 < best) best = row[j - 1]! + 1;
      if (j < i + limit && previous[j]! + 1 < best) best = previous[j]! + 1;
      if (
        i > 1 &&
        j > 1 &&
        letter === codes[start + j - 2]! &&
        word[i - 2] === other &&
        before[j - 2]! + 1 < best
      )
        best = before[j - 2]! + 1;
      row[j] = Math.min(best, above);
      if (row[j]! < least) least = row[j]!;
    }
    if (least > limit) return above;
    [before, previous, row] = [previous, row, before];
  }
  return previous[width]!;
}

/** The least share of its letters that a contraction keeps: `mgmt` keeps four of ten. */
const leastKept = 0.4;

export function longestContracted(length: number): number {
  return Math.floor(length / leastKept);
}

/** Whether the word is codes[start..end) with letters left out of the middle, as people shorten: `mtng`, `bldg`. */
export function isContraction(
  word: ArrayLike<number>,
  codes: ArrayLike<number>,
  start: number,
  end: number,
): boolean {
  const { length } = word;
  if (word[0] !== codes[start] || word[length - 1] !== codes[end - 1]) return false;
  let at = 0;
  for (let from = start; from < end && at < length; from++) if (codes[from] === word[at]) at++;
  return at === length;
}
