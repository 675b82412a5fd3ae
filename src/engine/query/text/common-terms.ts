import type { ThreadView } from '../../indexer/thread-view.ts';
import { splitWords } from '../../markdown/words.ts';
import { everyNote } from '../every-note.ts';
import { visitTexts } from './note-texts.ts';

const sampleSize = 128;

interface Sample {
  /** Each between line breaks and with the number of notes it is in, the most common first. */
  terms: [line: string, count: number][];
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
  const terms = [...counts]
    .filter(([, count]) => count > 1)
    .sort((a, b) => b[1] - a[1])
    .map(([term, count]): [string, number] => [`\n${term}\n`, count]);
  const taken = { terms, notes: sample.length };
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

/** Common terms in which something stands, a line break at its ends meaning that the term does not go on there. */
export function findCommonTerms(view: ThreadView, needle: string): CommonTerms {
  const { terms, notes } = sampleTerms(view);
  const common = terms.filter(([line]) => line.includes(needle));
  const share = (common[0]?.[1] ?? 0) / notes;
  const suffice = share > mostNotes && everyNote(view).length >= manyNotes;
  return { terms: common.map(([line]) => line.slice(1, -1)), suffice };
}
