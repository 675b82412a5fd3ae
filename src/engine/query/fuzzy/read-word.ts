import type { ThreadView } from '../../indexer/thread-view.ts';
import { splitBigrams } from '../../markdown/unspaced.ts';
import type { Term } from '../../markdown/words.ts';
import { hasAccents } from '../text/accents.ts';
import { findLooseTerms, findTerms } from '../text/vocabulary.ts';
import { editLimit } from './edit-limit.ts';
import { findNearTerms } from './near-terms.ts';

export interface WordReading {
  word: string;
  /** Terms the word may stand for: itself, what holds it, one typo, two, what it is short for. */
  groups: { terms: readonly string[]; titleOnly: boolean }[];
  /** More terms hold the word than are listed. */
  more: boolean;
  /** The nearest of the misspelt ones, to be shown. */
  shown: string[];
}

const mostShown = 5;

/** What a word of a fuzzy query is looked for as. Short words, and scripts without spaces, only as they are written. */
export function readWord(view: ThreadView, { text: word, unspaced }: Term): WordReading {
  if (unspaced) return readRun(view, word);
  const plain = !hasAccents(word);
  if (editLimit(word) === 0) {
    const accented = plain ? findLooseTerms(view, { text: word, unspaced, bound: 'both' }) : [];
    return toReading(word, [[word], accented], false);
  }
  const { exact, loose, more } = findTerms(view, { text: word, unspaced, bound: 'none' }, plain);
  const holding = new Set([...exact, ...loose]);
  const { edits, contracted } = findNearTerms(view, word);
  const groups = [...edits, contracted].map((terms) => terms.filter((term) => !holding.has(term)));
  holding.delete(word);
  return toReading(word, [[word], [...holding], ...groups], more);
}

function readRun(view: ThreadView, word: string): WordReading {
  const bigrams = splitBigrams(word);
  if (bigrams.length > 0) return toReading(word, [[bigrams.join(' ')]], false);
  const { exact, more } = findTerms(view, { text: word, unspaced: true, bound: 'none' }, false);
  return toReading(word, [[], exact], more);
}

function toReading(word: string, groups: readonly (readonly string[])[], more: boolean): WordReading {
  const misspelt = groups.slice(2).flat();
  return {
    word,
    groups: groups.map((terms, group) => ({ terms, titleOnly: group === 4 })),
    more,
    shown: misspelt.slice(0, mostShown),
  };
}
