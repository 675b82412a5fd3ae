import type { ThreadView } from '../../indexer/thread-view.ts';
import { splitWords } from '../../markdown/words.ts';
import { visitTexts } from './note-texts.ts';
import { everyNote } from './text-run.ts';

const sampleSize = 128;

interface Sample {
  counts: Map<string, number>;
  notes: number;
}

/**
 * In how many of some notes each of their terms stands: which terms are common, without reading the index for it. Taken
 * once per connection and scope, as it only decides what is asked for first.
 */
function sampleTerms(view: ThreadView): Sample {
  const key = `common terms ${JSON.stringify(view.scope)}`;
  const known = view.memory.get(key) as Sample | undefined;
  if (known) return known;
  const notes = everyNote(view);
  const step = Math.max(1, Math.floor(notes.length / sampleSize));
  const sample = notes.filter((_, at) => at % step === 0);
  const counts = new Map<string, number>();
  visitTexts(view, sample, Number.POSITIVE_INFINITY, (_id, { bytes }) => {
    for (const term of new Set(splitWords(bytes.toString('utf8'))))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  for (const [term, count] of counts) if (count === 1) counts.delete(term);
  const taken = { counts, notes: sample.length };
  view.memory.set(key, taken);
  return taken;
}

/** Below this many notes, or in less than this share of them, no term is so common that the others hardly matter. */
const manyNotes = 1000;
const mostNotes = 0.75;

export interface CommonTerms {
  /** The most common first. */
  terms: string[];
  /** The first of them is in so many notes that the rest of the notes are looked into sooner than terms are listed. */
  suffice: boolean;
}

/** Common terms that fit. */
export function findCommonTerms(view: ThreadView, fits: (term: string) => boolean): CommonTerms {
  const { counts, notes } = sampleTerms(view);
  const common = [...counts].filter(([term]) => fits(term)).sort((a, b) => b[1] - a[1]);
  const share = (common[0]?.[1] ?? 0) / notes;
  const suffice = share > mostNotes && everyNote(view).length >= manyNotes;
  return { terms: common.map(([term]) => term), suffice };
}
