/** `count` different numbers below `total`, the same ones for the same seed. */
export function pickRandom(total: number, count: number, seed: string): number[] {
  const next = makeRandom(seed);
  const moved = new Map<number, number>();
  const picked: number[] = [];
  // A shuffle that stops after the first few and remembers only what it moved.
  for (let at = 0; at < Math.min(count, total); at++) {
    const other = at + Math.floor(next() * (total - at));
    picked.push(moved.get(other) ?? other);
    moved.set(other, moved.get(at) ?? at);
  }
  return picked;
}

/** Marsaglia's xorshift, started from an FNV hash of the seed. */
function makeRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  state = state | 0 || 1;
  const step = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 8; i++) step();
  return step;
}
