/** Totals and ordered ids of the last queries; an entry lives only as long as the index generation it was made in. */
export class QueryCache {
  readonly #entries = new Map<string, { generation: number; value: unknown }>();
  readonly #size: number;

  constructor(size = 32) {
    this.#size = size;
  }

  get<T>(key: string, generation: number, make: () => T): T {
    const found = this.#entries.get(key);
    this.#entries.delete(key);
    const entry = found?.generation === generation ? found : { generation, value: make() };
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#size) this.#entries.delete(this.#entries.keys().next().value!);
    return entry.value as T;
  }

  clear(): void {
    this.#entries.clear();
  }
}
