/** A number in [0, 1). */
export type Random = () => number;

/** The same seed and stream give the same numbers on every machine: 32-bit integer arithmetic only. */
export function createRandom(seed: number, stream: number): Random {
  let a = seed | 0;
  let b = stream | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  // Neighbouring streams stay alike for the first few numbers otherwise.
  for (let round = 0; round < 12; round++) next();
  return next;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[(random() * items.length) | 0]!;
}

/** Earlier items come up more often: the share of item i falls about as 1 / (i + 1)^(2/3). */
export function pickSkewed<T>(random: Random, items: readonly T[]): T {
  return items[skewedIndex(random, items.length)]!;
}

export function skewedIndex(random: Random, size: number): number {
  const u = random();
  return (u * u * u * size) | 0;
}

export function between(random: Random, low: number, high: number): number {
  return low + ((random() * (high - low + 1)) | 0);
}

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
