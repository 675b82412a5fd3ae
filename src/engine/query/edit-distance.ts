/**
 * Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
 * Above `limit` the answer is only known to be above it: the rest of the work is not done.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
      if (best < least) least = best;
    }
    // Two rows, because a swap reaches back over one.
    if (least > limit && leastBefore > limit) return Number.POSITIVE_INFINITY;
    leastBefore = least;
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}
