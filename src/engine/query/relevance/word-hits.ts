import { Buffer } from 'node:buffer';
import { type FoundWord, wordBits } from './find-words.ts';
import { stemOf } from './parse-question.ts';
import { beginningOf } from './word-forms.ts';

/** How a stretch of folded text may begin that is one of the question's words. */
interface Needle {
  bytes: Buffer;
  word: number;
  /** What the whole word must be for it to count: a form of the stem, the needle itself, or anything. */
  fits: 'stem' | 'itself' | 'anything';
}

export interface Hit {
  start: number;
  end: number;
  /** Place in the list of words. */
  word: number;
}

export interface HitFinder {
  readonly words: readonly FoundWord[];
  /** In order of where they stand. `has` says which of the first words are there, if that is known. */
  find(text: Buffer, has?: number): Hit[];
}

const english = /^[a-z]+$/;
/** More of one word in one note say no more about where it stands. */
const mostHits = 500;

/** Finds the words of a question in folded UTF-8 text. Jumping from one find to the next beats looking at every word. */
export function hitFinder(words: readonly FoundWord[]): HitFinder {
  const needles = words.flatMap(needlesOf);
  const stems = new Map<string, string>();
  const stemAt = (text: Buffer, start: number, end: number): string => {
    const word = text.toString('utf8', start, end);
    let stem = stems.get(word);
    if (stem === undefined) {
      stem = stemOf(word);
      stems.set(word, stem);
    }
    return stem;
  };
  const isHit = (text: Buffer, at: number, end: number, { bytes, word, fits }: Needle): boolean => {
    if (fits === 'anything') return true;
    if (!isWordStart(text, at)) return false;
    return fits === 'itself' ? end === at + bytes.length : stemAt(text, at, end) === words[word]!.stem;
  };
  const find = (text: Buffer, has = -1): Hit[] => {
    const hits: Hit[] = [];
    for (const needle of needles) {
      const { bytes, word, fits } = needle;
      if (word < wordBits && (has & (1 << word)) === 0) continue;
      const most = hits.length + mostHits;
      for (let at = text.indexOf(bytes); at !== -1 && hits.length < most; ) {
        const end = fits === 'anything' ? at + bytes.length : wordEnd(text, at + bytes.length);
        if (isHit(text, at, end, needle)) hits.push({ start: at, end, word });
        // pairs of characters overlap
        at = text.indexOf(bytes, fits === 'anything' ? at + 1 : end);
      }
    }
    return hits.sort((a, b) => a.start - b.start || a.word - b.word);
  };
  return { words, find };
}

function needlesOf({ kind, stem, terms, text }: FoundWord, word: number): Needle[] {
  if (kind !== 'word') return [{ bytes: Buffer.from(text), word, fits: 'anything' }];
  const isEnglish = english.test(stem) && stem.length > 2;
  const start = beginningOf(stem);
  const others = isEnglish ? terms.filter(({ term }) => !term.startsWith(start)) : terms;
  const needles = others.map(({ term }): Needle => ({ bytes: Buffer.from(term), word, fits: 'itself' }));
  return isEnglish ? [{ bytes: Buffer.from(start), word, fits: 'stem' }, ...needles] : needles;
}

function isAsciiWord(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57);
}

/** The length of the letter or digit at a place; 0 for what stands between words, and for scripts without spaces. */
function letterSize(text: Buffer, at: number): number {
  const byte = text[at]!;
  if (byte < 128) return isAsciiWord(byte) ? 1 : 0;
  if (byte >= 0xc3 && byte <= 0xdf) return 2;
  return byte === 0xe1 && text[at + 1]! >= 0xb8 ? 3 : 0;
}

function isWordStart(text: Buffer, at: number): boolean {
  let before = at - 1;
  while (before > 0 && text[before]! >> 6 === 2) before--;
  return before < 0 || letterSize(text, before) === 0;
}

function wordEnd(text: Buffer, from: number): number {
  let at = from;
  while (at < text.length) {
    const size = letterSize(text, at);
    if (size === 0) break;
    at += size;
  }
  return Math.min(at, text.length);
}
