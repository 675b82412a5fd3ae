/** A set of notes by id, one byte each: ids are small and dense, so it is quicker than any other set. */
export class NoteSet {
  #bytes: Uint8Array;
  #size = 0;

  constructor(highestId = 1023) {
    this.#bytes = new Uint8Array(highestId + 1);
  }

  static of(ids: ArrayLike<number>): NoteSet {
    const set = new NoteSet();
    for (let at = 0; at < ids.length; at++) set.add(ids[at]!);
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
    const bytes = this.#bytes;
    // few are leapt to, many are met at every step
    if (this.#size < bytes.length / 32) {
      let at = 0;
      for (let id = bytes.indexOf(1); id !== -1; id = bytes.indexOf(1, id + 1)) ids[at++] = id;
    } else for (let id = 0, at = 0; at < ids.length; id++) if (bytes[id] === 1) ids[at++] = id;
    return ids;
  }

  intersect(other: NoteSet): NoteSet {
    const [small, large] = this.#size < other.#size ? [this, other] : [other, this];
    return small.#keep((id) => large.has(id));
  }

  union(other: NoteSet): NoteSet {
    const result = new NoteSet(Math.max(this.#bytes.length, other.#bytes.length) - 1);
    result.#bytes.set(this.#bytes);
    result.#size = this.#size;
    for (const id of other.ids()) result.add(id);
    return result;
  }

  without(other: NoteSet): NoteSet {
    return this.#keep((id) => !other.has(id));
  }

  #keep(isKept: (id: number) => boolean): NoteSet {
    const result = new NoteSet(this.#bytes.length - 1);
    for (const id of this.ids())
      if (isKept(id)) {
        result.#bytes[id] = 1;
        result.#size++;
      }
    return result;
  }
}
