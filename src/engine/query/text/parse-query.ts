import { foldText, splitBigrams } from '../../markdown/unspaced.ts';
import { splitTerms, type Term } from '../../markdown/words.ts';
import { hasAccents } from './accents.ts';

/** One term of a part of a query, and whether a word of the text must begin or end where it does. */
export interface PartTerm extends Term {
  bound: 'none' | 'start' | 'end' | 'both';
}

/**
 * What a note must hold: a stretch of text, or words that follow each other (`phrase`). `terms` are what the index can be
 * asked about it; `decided` says that its answer needs no look into the files.
 */
export interface QueryPart {
  text: string;
  phrase: boolean;
  terms: PartTerm[];
  decided: boolean;
  /** Written without accents: finds words with accents too. */
  plain: boolean;
  /** Of a phrase: what must stand right before its first and right after its last word. */
  before: string;
  after: string;
}

const quoted = /^"([^"]+)"$/;
const mark = /\p{M}/u;
const withMarks = /[\p{M}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const leadingMarks = /^\p{M}*/u;
const pieces = /"[^"]+"(?=\s|$)|\S+/gu;

export interface ParsedQuery {
  /** Each once. */
  parts: QueryPart[];
  /** All the words in the order they were given in. */
  words: Term[];
}

/** A quotation mark that opens nothing is a character like any other. */
export function parseQuery(query: string): ParsedQuery {
  const parts = new Map<string, QueryPart>();
  const clean = foldText(query.replaceAll('\0', ' '));
  for (const [piece] of clean.matchAll(pieces)) {
    const inside = quoted.exec(piece)?.[1]?.trim();
    if (inside === '') continue;
    const part = inside === undefined ? parseWord(piece) : parsePhrase(inside);
    parts.set(`${part.phrase} ${part.text}`, part);
  }
  return { parts: [...parts.values()], words: splitTerms(clean) };
}

function parseWord(text: string): QueryPart {
  const terms = locateTerms(text);
  const [only] = terms;
  const decided = terms.length === 1 && only!.text.length === text.length && isWhole(only!);
  const plain = isPlain(text);
  return { text, phrase: false, terms, decided, plain, before: '', after: '' };
}

function parsePhrase(text: string): QueryPart {
  const found = splitTerms(text);
  if (found.length < 2) return parseWord(text);
  const before = text.slice(0, text.indexOf(found[0]!.text));
  const last = found.at(-1)!.text;
  const after = text.slice(text.lastIndexOf(last) + last.length);
  const terms = found.map(
    (term, at): PartTerm => ({
      ...term,
      bound: boundOf(at > 0 || before !== '', at < found.length - 1 || after !== ''),
    }),
  );
  const decided = before === '' && after === '' && terms.every(isClosed);
  return { text, phrase: true, terms, decided, plain: isPlain(text), before, after };
}

/** Without letters there is nothing that could have accents. */
function isPlain(text: string): boolean {
  return /\p{L}/u.test(text) && !hasAccents(text);
}

/** The index leaves out the marks of scripts without spaces, such as the vowels of Thai. */
function isWhole({ text, unspaced }: Term): boolean {
  return !unspaced || !mark.test(text);
}

/** And so cannot tell whether one follows. */
function isClosed({ text, unspaced }: Term): boolean {
  return !unspaced || !withMarks.test(text);
}

function boundOf(start: boolean, end: boolean): PartTerm['bound'] {
  return start && end ? 'both' : start ? 'start' : end ? 'end' : 'none';
}

function locateTerms(text: string): PartTerm[] {
  // A mark at the beginning belongs to the letter before it, which is not there to see.
  const marks = leadingMarks.exec(text)![0].length;
  let from = 0;
  return splitTerms(text).map((term) => {
    const start = text.indexOf(term.text, from);
    from = start + term.text.length;
    return { ...term, bound: boundOf(start > marks, from < text.length) };
  });
}

/** A term inside a phrase as the index holds it: a run of a script without spaces is its pairs, then its last character. */
export function indexedTerm({ text, unspaced }: Term): string {
  return unspaced ? [...splitBigrams(text), [...text].at(-1)!].join(' ') : text;
}

/** The same at the end of a phrase, where the text may go on. */
export function indexedLastTerm({ text, unspaced }: Term): string {
  const bigrams = unspaced ? splitBigrams(text) : [];
  return bigrams.length > 0 ? bigrams.join(' ') : text;
}
