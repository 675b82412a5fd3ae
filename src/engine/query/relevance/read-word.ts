import type { ThreadView } from '../../indexer/thread-view.ts';
import { findNearTerms } from '../fuzzy/near-terms.ts';
import { dropAccents } from '../text/accents.ts';
import { findLooseTerms, findTerms } from '../text/vocabulary.ts';
import { type QuestionWord, stemOf } from './parse-question.ts';
import { formWeight } from './signals.ts';
import { findWordForms } from './word-forms.ts';

/** A term of the index that stands for a word of the question, and how much it counts for it. */
export interface WordTerm {
  term: string;
  weight: number;
}

const mostForms = 32;
const leastGuessed = 3;
const hasDigit = /\p{N}/u;

/** The terms that are the word: itself, its other English forms, other accents. */
export function findForms(view: ThreadView, { text, stem, kind }: QuestionWord): WordTerm[] {
  if (kind !== 'word') return [{ term: text, weight: 1 }];
  const forms = new Map([[text, 1]]);
  const offer = (term: string) => forms.has(term) || forms.set(term, formWeight);
  offer(stem);
  offer(dropAccents(text));
  findWordForms(view, stem).forEach(offer);
  if (view.complete)
    for (const term of [
      ...findLooseTerms(view, { text: dropAccents(text), unspaced: false, bound: 'both' }),
      ...findLooseTerms(view, { text: stem, unspaced: false, bound: 'start' }),
    ])
      if (stemOf(term) === stem) offer(term);
  return [...forms].slice(0, mostForms).map(([term, weight]) => ({ term, weight }));
}

/**
 * What a word may mean that stands in no note, the likeliest first: the beginning of longer words, as people remember
 * names, a word with one typo, with two. Numbers mean only themselves.
 */
export function* guessTerms(view: ThreadView, { text, kind }: QuestionWord): Generator<WordTerm[]> {
  if (kind !== 'word' || !view.complete || [...text].length < leastGuessed || hasDigit.test(text)) return;
  const { exact, loose } = findTerms(view, { text, unspaced: false, bound: 'start' }, true);
  yield toGuesses([...exact, ...loose].filter((term) => term !== text));
  const { edits } = findNearTerms(view, text);
  yield toGuesses(edits[0]);
  yield toGuesses(edits[1]);
}

/** The shortest: they add the least to what was asked. */
function toGuesses(terms: readonly string[]): WordTerm[] {
  const likely = terms.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return likely.slice(0, mostForms).map((term) => ({ term, weight: 1 }));
}
