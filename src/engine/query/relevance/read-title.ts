import type { FoundWord } from './find-words.ts';
import { type Question, splitSequence } from './parse-question.ts';
import { isStopWord } from './stop-words.ts';

export interface TitleMatch {
  /** Places in the list of words of those the title has. */
  words: Set<number>;
  mass: number;
  /** How much of the title the question says. */
  share: number;
  /** The title is what was asked for: 1 but for small words, 2 to the letter. */
  same: 0 | 1 | 2;
}

/** Gives what a title has of the question. */
export function titleReader(question: Question, words: readonly FoundWord[]): (title: string) => TitleMatch {
  const places = new Map<string, number>();
  words.forEach(({ stem, terms }, word) => {
    for (const { term } of terms) places.set(term, word);
    places.set(stem, word);
  });
  const asked = question.sequence.join(' ');
  const askedPlainly = withoutStopWords(question.sequence).join(' ');
  return (title) => {
    const said = splitSequence(title);
    const meant = withoutStopWords(said);
    const found = new Set<number>();
    let count = 0;
    for (const word of meant) {
      const place = places.get(word);
      if (place === undefined) continue;
      found.add(place);
      count++;
    }
    const mass = [...found].reduce((sum, word) => sum + words[word]!.idf, 0);
    const same = said.join(' ') === asked ? 2 : meant.join(' ') === askedPlainly ? 1 : 0;
    return { words: found, mass, share: count / Math.max(1, meant.length), same };
  };
}

/** All of them when there is nothing else. */
function withoutStopWords(words: readonly string[]): readonly string[] {
  const meant = words.filter((word) => !isStopWord(word));
  return meant.length > 0 ? meant : words;
}
