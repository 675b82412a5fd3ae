import { columnOfLetter, termInstances } from '../../db/queries/relevance.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNote, everyNoteSet } from '../every-note.ts';
import { loadLengths } from '../relevance/note-lengths.ts';
import { inverseFrequency, wordScore } from '../relevance/signals.ts';

/** As the index weighs them for those who see everything. */
const weights: Partial<Record<string, number>> = { title: 4, body: 1 };

/**
 * The relevance of terms as if there were no notes but those the caller sees. What the index says of a term counts every
 * note that has it: an order made of that would tell what stands in the others.
 */
export function scoreVisible(view: ThreadView, terms: readonly string[]): Map<number, number> {
  const scores = new Map<number, number>();
  const visible = everyNoteSet(view);
  const lengths = loadLengths(view);
  const mean = meanLength(view, lengths);
  for (const term of terms) {
    view.throwIfCancelled();
    const frequencies = new Map<number, number>();
    for (const instance of termInstances(view.db, term).split(',')) {
      const id = Number(instance.slice(0, -1));
      const weight = weights[columnOfLetter[instance.slice(-1) as keyof typeof columnOfLetter]];
      if (weight === undefined || !visible.has(id)) continue;
      frequencies.set(id, (frequencies.get(id) ?? 0) + weight);
    }
    const idf = inverseFrequency(frequencies.size, visible.size);
    for (const [id, frequency] of frequencies)
      scores.set(id, (scores.get(id) ?? 0) + wordScore(idf, frequency, lengths[id]!, mean));
  }
  return scores;
}

function meanLength(view: ThreadView, lengths: Uint32Array): number {
  const notes = everyNote(view);
  const sum = notes.reduce((words, id) => words + lengths[id]!, 0);
  return Math.max(1, sum / Math.max(1, notes.length));
}
