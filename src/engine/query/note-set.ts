/** A set of notes by id, one byte each: ids are small and dense, so it is quicker than any other set. */
export class NoteSet {
  #bytes: Uint8Array;
  #size = 0;

  constructor(highestId = 1023) {
    this.#bytes = new Uint8Array(highestId + 1);
  }

  static of(ids: Iterable<number> | ArrayLike<number>): NoteSet {
    const set = new NoteSet();
    for (const id of Array.from(ids)) set.add(id);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  has(id: number): boolean {
    return this.#bytes[id] === 1;
  }

  add(id: number): void {
    if (id >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(id + 1, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#size += 1 - this.#bytes[id]!;
    this.#bytes[id] = 1;
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    this.#bytes[id] = 0;
    this.#size--;
  }

  /** Ascending. */
  ids(): Int32Array {
    const ids = new Int32Array(this.#size);
    let at = 0;
    for (let id = this.#bytes.indexOf(1); id !== -1; id = this.#bytes.indexOf(1, id + 1)) ids[at++] = id;
    return ids;
  }

  intersect(other: NoteSet): NoteSet {
    const [small, large] = this.#size < other.#size ? [this, other] : [other, this];
    return NoteSet.of(small.ids().filter((id) => large.has(id)));
  }

  union(other: NoteSet): NoteSet {
    const result = new NoteSet(Math.max(this.#bytes.length, other.#bytes.length) - 1);
    for (const set of [this, other]) for (const id of set.ids()) result.add(id);
    return result;
  }

  without(other: NoteSet): NoteSet {
    return NoteSet.of(this.ids().filter((id) => !other.has(id)));
  }
}
