import { leastStemmed, stemWord } from '../../markdown/stem.ts';
import { splitBigrams } from '../../markdown/unspaced.ts';
import { splitTerms, type Term } from '../../markdown/words.ts';
import { dropAccents } from '../text/accents.ts';
import { isStopWord } from './stop-words.ts';

/** One word of a question, as it is looked for. */
export interface QuestionWord {
  /** As asked, in lower case; of a script without spaces, two neighbouring characters or a lone one. */
  text: string;
  /** What all forms of the word have in common; the word without accents when it is not English. */
  stem: string;
  kind: 'word' | 'pair' | 'single';
  /** Where it stands among the words that are looked for. */
  place: number;
}

export interface Question {
  /** What is looked for, each once: never empty when there is any word at all. */
  words: QuestionWord[];
  /** Everything asked, in order: a title that says the same is the note that was meant. */
  sequence: string[];
}

/** More is not looked for: whoever pastes a page is answered by how it begins. */
const mostWords = 64;
const mostChars = 10_000;
const english = /^[a-z]+$/;
const shouted = /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu;

/** What is left of a word when neither its ending nor its accents count. */
export function stemOf(word: string): string {
  const plain = dropAccents(word);
  return plain.length >= leastStemmed && english.test(plain) ? stemWord(plain) : plain;
}

/** Words as they are compared in order: stems, stop words as they are, scripts without spaces in pairs. */
export function splitSequence(text: string): string[] {
  return splitTerms(text).flatMap((term) => {
    if (term.unspaced) return splitRun(term.text);
    return [isStopWord(term.text) ? term.text : stemOf(term.text)];
  });
}

/** Reads a question of any length; nothing in it is syntax. Without a word in it, nothing is looked for. */
export function parseQuestion(asked: string): Question {
  const query = asked.slice(0, mostChars);
  const names = findShouted(query);
  const isHeld = ({ text, unspaced }: Term) => !unspaced && isStopWord(text) && !names.has(text);
  const terms = splitTerms(query);
  const meant = terms.filter((term) => !isHeld(term));
  const words = new Map<string, QuestionWord>();
  for (const word of (meant.length > 0 ? meant : terms).flatMap(readTerm)) {
    if (words.size === mostWords) break;
    // of two forms of one word the first is looked for: it finds the other too
    if (!words.has(word.stem)) words.set(word.stem, { ...word, place: words.size });
  }
  return { words: [...words.values()], sequence: splitSequence(query) };
}

function readTerm({ text, unspaced }: Term): Omit<QuestionWord, 'place'>[] {
  if (!unspaced) return [{ text, stem: stemOf(text), kind: 'word' }];
  const kind = splitBigrams(text).length > 0 ? 'pair' : 'single';
  return splitRun(text).map((part) => ({ text: part, stem: part, kind }));
}

function splitRun(run: string): string[] {
  const pairs = splitBigrams(run);
  return pairs.length > 0 ? pairs : [run];
}

/** Written in capitals out of habit: other searches take them for operators. */
const operators: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** In `who leads IT?` the capitals say that no stop word is meant. */
function findShouted(query: string): ReadonlySet<string> {
  if (query === query.toUpperCase()) return new Set();
  const words = [...query.matchAll(shouted)].map(([word]) => word.toLowerCase());
  return new Set(words.filter((word) => !operators.has(word)));
}
