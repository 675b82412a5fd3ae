import { classOf, codePointAt, isCjk, isMark, isToken, isWord } from './char-class.ts';
import { foldText, hasBeyondAscii, isUnspacedAt, renderUnspaced, unspacedEnd } from './unspaced.ts';

/** Runs of letters and digits in a range; each CJK character is one. */
export function countWords(text: string, start: number, end: number): number {
  let words = 0;
  let inWord = false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      const lower = unit | 32;
      if ((lower >= 97 && lower <= 122) || (unit >= 48 && unit <= 57)) {
        if (!inWord) {
          words++;
          inWord = true;
        }
      } else inWord = false;
      continue;
    }
    const code = codePointAt(text, at, unit);
    if (code > 0xffff) at++;
    const bits = classOf(code);
    if ((bits & isCjk) !== 0) {
      words++;
      inWord = false;
    } else if ((bits & isWord) !== 0) {
      if (!inWord) words++;
      inWord = true;
    } else if ((bits & isMark) === 0) inWord = false;
  }
  return words;
}

/** A stretch of a query: one token, or a run of a script without spaces (see `splitBigrams`). */
export interface Term {
  text: string;
  unspaced: boolean;
}

function isTokenAt(text: string, at: number, started: boolean): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0x300 && unit <= 0x331) return started && isDiacritic(unit);
  return (classOf(codePointAt(text, at, unit)) & isToken) !== 0;
}

/** The combining marks SQLite keeps inside a token. */
function isDiacritic(unit: number): boolean {
  const at = unit - 0x300;
  return at < 32 ? ((0x08029fdf >>> at) & 1) === 1 : ((0x000361f8 >>> (at - 32)) & 1) === 1;
}

/** The words of a query in lower case, runs of unspaced script kept whole. */
export function splitTerms(text: string): Term[] {
  const source = hasBeyondAscii(text) ? foldText(text) : text.toLowerCase();
  const terms: Term[] = [];
  for (let at = 0; at < source.length; ) {
    const start = at;
    if (isUnspacedAt(source, at)) {
      at = unspacedEnd(source, at);
      terms.push({ text: source.slice(start, at), unspaced: true });
      continue;
    }
    while (at < source.length && isTokenAt(source, at, at > start) && !isUnspacedAt(source, at)) {
      at += codePointAt(source, at, source.charCodeAt(at)) > 0xffff ? 2 : 1;
    }
    if (at > start) terms.push({ text: source.slice(start, at), unspaced: false });
    else at += codePointAt(source, at, source.charCodeAt(at)) > 0xffff ? 2 : 1;
  }
  return terms;
}

/** The tokens the index holds for a text, in lower case and in order. */
export function splitWords(text: string): string[] {
  const source = hasBeyondAscii(text) ? renderUnspaced(foldText(text)) : text.toLowerCase();
  const words: string[] = [];
  for (let at = 0; at < source.length; ) {
    const start = at;
    while (at < source.length && isTokenAt(source, at, at > start)) {
      at += codePointAt(source, at, source.charCodeAt(at)) > 0xffff ? 2 : 1;
    }
    if (at > start) words.push(source.slice(start, at));
    else at += codePointAt(source, at, source.charCodeAt(at)) > 0xffff ? 2 : 1;
  }
  return words;
}
