import { matchingNotes } from '../../db/queries/full-text.ts';
import {
  columnOfLetter,
  countHolding,
  type IndexColumn,
  matchAnywhere,
  matchBeginning,
  termInstances,
} from '../../db/queries/relevance.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNote, everyNoteSet } from '../every-note.ts';
import { loadLengths } from './note-lengths.ts';
import type { QuestionWord } from './parse-question.ts';
import { findForms, guessTerms, type WordTerm } from './read-word.ts';
import { columnWeights, guessWeight, inverseFrequency, wordScore } from './signals.ts';

/** A word of the question and what the index says of it. */
export interface FoundWord extends QuestionWord {
  terms: readonly WordTerm[];
  /** What finding it is worth. */
  idf: number;
}

export interface FoundWords {
  words: FoundWord[];
  /** Notes with at least one of the words, by path. */
  ids: Int32Array;
  /** Of each note by id: BM25 of its words, and the summed worth of those it has. */
  scores: Float64Array;
  masses: Float64Array;
  /** Which of the first words each note has, one bit for each. */
  has: Uint32Array;
  /** The summed worth of all words that some note has. */
  whole: number;
}

/** How often a word stands in the notes that have it. */
interface Postings {
  ids: number[];
  /** Of each note by id; only those of `ids` are other than zero. */
  frequencies: Float64Array;
}

/** Words that `has` tells of. */
export const wordBits = 32;

/** So many places of words are weighed one by one, the rarest words first; of the others it counts that they are there. */
const mostWeighed = 40_000;

/** The notes that have any of the words, and what the index alone can say about how well they fit. */
export function findWords(view: ThreadView, question: readonly QuestionWord[]): FoundWords {
  const notes = everyNote(view);
  const lengths = loadLengths(view);
  const size = lengths.length;
  const [scores, masses] = [new Float64Array(size), new Float64Array(size)];
  const has = new Uint32Array(size);
  const mean = meanLength(notes, lengths);
  const words: FoundWord[] = [];
  const postings: Postings = { ids: [], frequencies: new Float64Array(size) };
  let room = mostWeighed;
  for (const { word, terms, count } of readWords(view, question)) {
    view.throwIfCancelled();
    room -= count;
    let used = terms;
    collect(view, word, terms, room >= 0, postings);
    const isGuess = postings.ids.length === 0;
    if (isGuess)
      for (used of guessTerms(view, word)) {
        collect(view, word, used, true, postings);
        if (postings.ids.length > 0) break;
      }
    if (postings.ids.length === 0) continue;
    const idf = inverseFrequency(postings.ids.length, notes.length) * (isGuess ? guessWeight : 1);
    const bit = words.length < wordBits ? 1 << words.length : 0;
    for (const id of postings.ids) {
      has[id]! |= bit;
      scores[id]! += wordScore(idf, postings.frequencies[id]!, lengths[id]!, mean);
      masses[id]! += idf;
      postings.frequencies[id] = 0;
    }
    postings.ids.length = 0;
    words.push({ ...word, terms: used, idf });
  }
  const whole = words.reduce((sum, { idf }) => sum + idf, 0);
  return { words, ids: notes.filter((id) => masses[id]! > 0), scores, masses, has, whole };
}

/** The rarest first. */
function readWords(
  view: ThreadView,
  question: readonly QuestionWord[],
): { word: QuestionWord; terms: WordTerm[]; count: number }[] {
  return question
    .map((word) => {
      const terms = findForms(view, word);
      return { word, terms, count: countHolding(view.db, matchWord(word, terms), view.scope) };
    })
    .sort((a, b) => a.count - b.count);
}

function matchWord({ kind, text }: QuestionWord, terms: readonly WordTerm[]): string {
  return kind === 'single' ? matchBeginning(text) : matchAnywhere(terms.map(({ term }) => term));
}

function meanLength(notes: Int32Array, lengths: Uint32Array): number {
  let sum = 0;
  for (const id of notes) sum += lengths[id]!;
  return Math.max(1, sum / Math.max(1, notes.length));
}

/** Fills `postings` with the notes the caller sees; what it held is taken to be cleared. */
function collect(
  view: ThreadView,
  word: QuestionWord,
  terms: readonly WordTerm[],
  isWeighed: boolean,
  postings: Postings,
): void {
  if (terms.length === 0) return;
  const visible = everyNoteSet(view);
  const { ids, frequencies } = postings;
  if (!isWeighed || word.kind === 'single') {
    for (const id of matchingNotes(view.db, matchWord(word, terms))) {
      if (!visible.has(id)) continue;
      frequencies[id] = 1;
      ids.push(id);
    }
    return;
  }
  for (const { term, weight } of terms)
    visitInstances(termInstances(view.db, term), (id, column) => {
      if (!visible.has(id)) return;
      if (frequencies[id] === 0) ids.push(id);
      frequencies[id]! += weight * columnWeights[column];
    });
}

function visitInstances(text: string, visit: (id: number, column: IndexColumn) => void): void {
  let id = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) id = id * 10 + digit;
    else {
      visit(id, columnOfLetter[text[at] as keyof typeof columnOfLetter]);
      id = 0;
      at++;
    }
  }
}
