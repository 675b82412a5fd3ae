import { changesSince } from '../db/queries/changes.ts';
import type { IndexReader } from './index-reader.ts';

export interface NoteChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** What changed; `everything` when it was too much to say what. */
export interface NoteChanges {
  readonly everything: boolean;
  readonly notes: readonly NoteChange[];
}

export type ChangeListener = (changes: NoteChanges) => void;

const everything: NoteChanges = { everything: true, notes: [] };

/**
 * Tells listeners what changed in the index, whichever process wrote it. It looks when it is told that the folder was
 * compared with the index, and only while someone listens.
 */
export class ChangeFeed {
  readonly #reader: IndexReader;
  readonly #listeners = new Set<ChangeListener>();
  #seen = 0;

  constructor(reader: IndexReader) {
    this.#reader = reader;
  }

  /** From now on; the function returned ends it. */
  add(listener: ChangeListener): () => void {
    if (this.#listeners.size === 0) this.#seen = this.#reader.state?.generation ?? 0;
    else this.look(); // the new one is not told what came before it
    const own: ChangeListener = (changes) => listener(changes);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  look(): void {
    if (this.#listeners.size === 0) return;
    const changes = this.#take();
    if (changes) for (const listener of this.#listeners) listener(changes);
  }

  #take(): NoteChanges | undefined {
    try {
      const db = this.#reader.find();
      const generation = this.#reader.state?.generation;
      if (db === undefined || generation === undefined || generation === this.#seen) return undefined;
      const before = this.#seen;
      this.#seen = generation;
      // a lower one: the index was made anew
      const rows = generation < before ? undefined : changesSince(db, before);
      if (rows === undefined || rows.some(({ kind }) => kind === 'bulk')) return everything;
      return { everything: false, notes: rows as NoteChange[] };
    } catch {
      return undefined; // damaged or closed: the next call sees to it, and the look after that tells
    }
  }
}
