/** How fast each of several clients may ask: a bucket that fills up again at a steady pace. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #most: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(perSecond: number, burst: number, most = 10_000) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#most = most;
  }

  /** Takes `count` from a client's bucket. Undefined when it may go on, else the seconds until it may. */
  take(key: string, count = 1, now = performance.now()): number | undefined {
    const bucket = this.#buckets.get(key) ?? { left: this.#burst, at: now };
    bucket.left = Math.min(this.#burst, bucket.left + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    // at the end of the map are those asked for last, at its start those that may be forgotten
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > this.#most) this.#buckets.delete(this.#buckets.keys().next().value!);
    if (bucket.left < count) return Math.max(1, Math.ceil((count - bucket.left) / this.#perSecond));
    bucket.left -= count;
    return undefined;
  }
}
