const SEPARATOR = 0;
const WORD = 1;
const IDEOGRAPH = 2;

/**
 * Counts the different words of many texts: runs of letters and digits without regard to case, and each pair of
 * neighbouring CJK characters. Words are told apart by a 52-bit hash, because a set of strings over a notebook
 * of 200 MB costs more than generating it.
 */
export class DistinctTerms {
  readonly #kinds = new Uint8Array(65536);
  readonly #folded = new Uint16Array(65536);
  #table = new Float64Array(1 << 16);
  #size = 0;

  constructor() {
    const word = /[\p{L}\p{N}\p{M}]/u;
    const ideograph = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
    for (let unit = 0; unit < 65536; unit++) {
      const character = String.fromCharCode(unit);
      if (!word.test(character)) continue;
      this.#kinds[unit] = ideograph.test(character) ? IDEOGRAPH : WORD;
      this.#folded[unit] = character.toLowerCase().charCodeAt(0);
    }
  }

  get size(): number {
    return this.#size;
  }

  add(text: string): void {
    let high = 0;
    let low = 0;
    let length = 0;
    let previous = 0;
    for (let index = 0; index <= text.length; index++) {
      const unit = index < text.length ? text.charCodeAt(index) : 32;
      const kind = this.#kinds[unit]!;
      if (kind === WORD) {
        const folded = this.#folded[unit]!;
        high = Math.imul(high ^ folded, 0x01000193);
        low = Math.imul(low + folded, 0x5bd1e995) ^ (low >>> 15);
        length++;
        continue;
      }
      if (length > 0) this.#put(high, low ^ length);
      high = 0;
      low = 0;
      length = 0;
      if (kind === IDEOGRAPH && previous !== SEPARATOR) this.#put(Math.imul(previous, 0x2545f491), unit);
      previous = kind === IDEOGRAPH ? unit : SEPARATOR;
    }
  }

  #put(high: number, low: number): void {
    const key = ((high >>> 0) & 0xfffff) * 4294967296 + (low >>> 0) + 1;
    if (!this.#insert(key)) return;
    this.#size++;
    if (this.#size * 2 < this.#table.length) return;
    const old = this.#table;
    this.#table = new Float64Array(old.length * 2);
    for (const kept of old) if (kept !== 0) this.#insert(kept);
  }

  #insert(key: number): boolean {
    const mask = this.#table.length - 1;
    let slot = (Math.imul(key | 0, 0x9e3779b1) >>> 7) & mask;
    for (; this.#table[slot] !== 0; slot = (slot + 1) & mask) if (this.#table[slot] === key) return false;
    this.#table[slot] = key;
    return true;
  }
}
