import type { Buffer } from 'node:buffer';
import { splitWords } from '../../markdown/words.ts';
import type { FoundWord } from './find-words.ts';
import { isStopWord } from './stop-words.ts';
import type { Hit } from './word-hits.ts';

/** What stands together in a text, in the worth of the question's words. */
export interface Passages {
  /** The most that stands within a few lines, the title taken along. */
  best: number;
  /** Pairs of words that follow each other as in the question, by the worth of the lesser one. */
  inOrder: number;
  /** The heading that has the most of the question, and how much of it that is. */
  heading: { mass: number; share: number };
}

/** About as long as a paragraph, in bytes. */
const passageBytes = 400;
/** Small words and punctuation may stand between two that follow each other. */
const gapBytes = 12;

export function readPassages(
  text: Buffer,
  hits: readonly Hit[],
  words: readonly FoundWord[],
  inTitle: ReadonlySet<number>,
): Passages {
  return {
    best: bestPassage(hits, words, inTitle),
    inOrder: wordsInOrder(hits, words),
    heading: bestHeading(text, hits, words),
  };
}

function bestPassage(
  hits: readonly Hit[],
  words: readonly FoundWord[],
  inTitle: ReadonlySet<number>,
): number {
  const counts = new Uint32Array(words.length);
  let mass = 0;
  for (const word of inTitle) {
    counts[word] = 1;
    mass += words[word]!.idf;
  }
  let best = mass;
  let first = 0;
  for (const hit of hits) {
    if (counts[hit.word]!++ === 0) mass += words[hit.word]!.idf;
    for (; hit.end - hits[first]!.start > passageBytes && hits[first] !== hit; first++)
      if (--counts[hits[first]!.word]! === 0) mass -= words[hits[first]!.word]!.idf;
    if (mass > best) best = mass;
  }
  return best;
}

function wordsInOrder(hits: readonly Hit[], words: readonly FoundWord[]): number {
  const seen = new Set<number>();
  let mass = 0;
  for (let at = 1; at < hits.length; at++) {
    const [before, hit] = [hits[at - 1]!, hits[at]!];
    const [a, b] = [words[before.word]!, words[hit.word]!];
    if (b.place !== a.place + 1 || hit.start - before.end > gapBytes || seen.has(a.place)) continue;
    seen.add(a.place);
    mass += Math.min(a.idf, b.idf);
  }
  return mass;
}

const lineBreak = 10;
const hash = 35;

function bestHeading(text: Buffer, hits: readonly Hit[], words: readonly FoundWord[]): Passages['heading'] {
  let best = { mass: 0, share: 0 };
  for (let at = 0; at < hits.length; ) {
    const start = text.lastIndexOf(lineBreak, hits[at]!.start) + 1;
    const next = text.indexOf(lineBreak, hits[at]!.start);
    const end = next === -1 ? text.length : next;
    const found = new Set<number>();
    let places = 0;
    for (; at < hits.length && hits[at]!.start < end; at++) {
      found.add(hits[at]!.word);
      places++;
    }
    if (text[start] !== hash) continue;
    const mass = [...found].reduce((sum, word) => sum + words[word]!.idf, 0);
    const said = splitWords(text.toString('utf8', start, end)).filter((word) => !isStopWord(word)).length;
    const share = Math.min(1, places / Math.max(1, said));
    if (mass * share > best.mass * best.share) best = { mass, share };
  }
  return best;
}
