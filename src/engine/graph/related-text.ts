import { Buffer } from 'node:buffer';
import { changedSince } from '../db/queries/changes.ts';
import { countWithAny } from '../db/queries/related.ts';
import { columnOfLetter, termInstances } from '../db/queries/relevance.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { splitWords } from '../markdown/words.ts';
import { everyNote } from '../query/every-note.ts';
import { loadLengths } from '../query/relevance/note-lengths.ts';
import { stemOf } from '../query/relevance/parse-question.ts';
import { columnWeights, inverseFrequency, wordScore } from '../query/relevance/signals.ts';
import { isStopWord } from '../query/relevance/stop-words.ts';
import { findWordForms } from '../query/relevance/word-forms.ts';
import { bodyStart, readNoteText } from '../query/text/note-texts.ts';
import { loadRanks } from './path-ranks.ts';

/** A word that says much about a note: in all its forms, and as the note has it. */
interface TellingWord {
  forms: readonly string[];
  shown: string;
  weight: number;
}

export interface SimilarNote {
  id: number;
  /** From 0 to 1. */
  similarity: number;
  words: string[];
}

const readCharacters = 60_000;
const mostLookedUp = 32;
const mostWords = 12;
/** A word of more notes than this says too little to be worth the time it takes. */
const mostHolders = 1000;
const mostFound = 200;
const leastSimilarity = 0.08;
const leastShared = 2;
const titleWeight = 3;
const wordy = /\p{L}/u;
const english = /^[a-z]+$/;

/** The notes whose text is most like that of one, with the words they share. */
export function findSimilar(
  view: ThreadView,
  note: { disk: string; title: string; id: number },
): SimilarNote[] {
  const words = findTelling(view, note);
  if (words.length === 0) return [];
  const { length } = everyNote(view);
  const ranks = loadRanks(view);
  const lengths = loadLengths(view);
  const mean = meanLength(view, lengths);
  const found = new Map<number, { score: number; words: string[] }>();
  let whole = 0;
  for (const { forms, shown, weight } of words) {
    view.throwIfCancelled();
    const frequencies = readFrequencies(view, forms, ranks);
    const idf = inverseFrequency(frequencies.size, length);
    whole += weight * wordScore(idf, frequencies.get(note.id) ?? 1, mean, mean);
    for (const [id, frequency] of frequencies) {
      if (id === note.id) continue;
      const score = weight * wordScore(idf, frequency, lengths[id]!, mean);
      const one = found.get(id);
      if (!one) found.set(id, { score, words: [shown] });
      else {
        one.score += score;
        one.words.push(shown);
      }
    }
  }
  return Array.from(found, ([id, { score, words: shared }]): SimilarNote => {
    return { id, similarity: Math.min(1, score / whole), words: shared };
  })
    .filter(({ similarity, words: shared }) => similarity >= leastSimilarity && shared.length >= leastShared)
    .sort((a, b) => b.similarity - a.similarity || ranks[a.id]! - ranks[b.id]!)
    .slice(0, mostFound);
}

function meanLength(view: ThreadView, lengths: Uint32Array): number {
  const { cache, generation, scope } = view;
  return cache.get(`mean length ${JSON.stringify(scope)}`, generation, () => {
    const notes = everyNote(view);
    let sum = 0;
    for (let at = 0; at < notes.length; at++) sum += lengths[notes[at]!]!;
    return Math.max(1, sum / notes.length);
  });
}

/** Words that the note has often and few other notes have. */
function findTelling(view: ThreadView, note: { disk: string; title: string }): TellingWord[] {
  const text = readNoteText(view.root, note.disk);
  const start = bodyStart(text);
  const counts = new Map<string, { shown: string; count: number }>();
  const count = (words: readonly string[], weight: number) => {
    for (const word of words) {
      if (word.length < 2 || Buffer.byteLength(word) < 3 || !wordy.test(word) || isStopWord(word)) continue;
      const term = english.test(word) ? stemOf(word) : word;
      const known = counts.get(term);
      if (known) known.count += weight;
      else counts.set(term, { shown: word, count: weight });
    }
  };
  count(splitWords(note.title), titleWeight);
  count(splitWords(text.slice(start, start + readCharacters)), 1);
  const total = everyNote(view).length;
  const common = loadCommon(view);
  return [...counts]
    .sort(([a, x], [b, y]) => y.count - x.count || b.length - a.length || (a < b ? -1 : 1))
    .slice(0, mostLookedUp)
    .flatMap(([term, { shown, count: often }]) => {
      if (common.has(term)) return [];
      const forms = [term, ...findWordForms(view, term)];
      const holders = countWithAny(view.db, forms, view.scope, 2 * mostHolders);
      if (holders > 2 * mostHolders) common.add(term);
      if (holders < 2 || holders > mostHolders || 2 * holders > total) return [];
      const weight = 1 + Math.log(often);
      return [{ forms, shown, weight, rank: weight * inverseFrequency(holders, total) }];
    })
    .sort((a, b) => b.rank - a.rank || (a.forms[0]! < b.forms[0]! ? -1 : 1))
    .slice(0, mostWords);
}

interface CommonTerms {
  terms: Set<string>;
  generation: number;
}

/**
 * Terms of more than twice as many notes as matter, which take the longest to count. They are remembered until so many
 * notes have changed that one of them may matter after all.
 */
function loadCommon({ db, scope, memory, generation }: ThreadView): Set<string> {
  const key = `widespread terms ${JSON.stringify(scope)}`;
  const known = memory.get(key) as CommonTerms | undefined;
  if (known) {
    const changed = known.generation === generation ? [] : changedSince(db, known.generation);
    if (changed !== undefined && changed.length <= mostHolders) return known.terms;
  }
  const terms = new Set<string>();
  memory.set(key, { terms, generation } satisfies CommonTerms);
  return terms;
}

function readFrequencies(view: ThreadView, forms: readonly string[], ranks: Int32Array): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const instance of forms.flatMap((form) => termInstances(view.db, form).split(','))) {
    const id = Number(instance.slice(0, -1));
    if (!(id > 0) || (ranks[id] ?? -1) < 0) continue;
    const column = columnOfLetter[instance.slice(-1) as keyof typeof columnOfLetter];
    frequencies.set(id, (frequencies.get(id) ?? 0) + columnWeights[column]);
  }
  return frequencies;
}
