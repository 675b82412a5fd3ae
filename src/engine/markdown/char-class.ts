/** What a code point may be part of; a code point can carry several bits. */
export const isWord = 1;
export const isMark = 2;
/** Counts as a word by itself. */
export const isCjk = 4;
export const isTagChar = 8;
export const isSpace = 16;
/** Written without spaces between words: indexed as bigrams. */
export const isUnspaced = 32;
/** Part of a token for the full-text index. */
export const isToken = 64;
const known = 128;

const word = /[\p{L}\p{N}]/u;
const mark = /\p{M}/u;
const cjk = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/u;
const tagChar = /[\p{L}\p{N}\p{M}\p{So}\p{Sk}\p{Co}_/-]|\u200d|\ufe0f/u;
const space = /\s/u;
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
// SQLite's tables take what they do not know, and skin tones, for letters.
const token = /[\p{L}\p{N}\p{Co}\p{So}\p{Cn}]|\p{Emoji_Modifier}/u;

// One byte per code point, filled on first sight: a Unicode regular expression per character is 30 times slower.
const classes = new Uint8Array(0x110000);

function computeClass(code: number): number {
  const char = String.fromCodePoint(code);
  let bits = known;
  const isLetter = word.test(char);
  if (isLetter) bits |= isWord;
  if (mark.test(char)) bits |= isMark;
  if (isLetter && cjk.test(char)) bits |= isCjk;
  if (tagChar.test(char)) bits |= isTagChar;
  if (space.test(char)) bits |= isSpace;
  if (token.test(char)) bits |= isToken;
  if ((isLetter || (bits & isMark) !== 0) && unspaced.test(char)) bits |= isUnspaced;
  classes[code] = bits;
  return bits;
}

export function classOf(code: number): number {
  return classes[code] || computeClass(code);
}

/** The code point at `at`; a lone surrogate stands for itself. */
export function codePointAt(text: string, at: number, unit: number): number {
  if ((unit & 0xfc00) !== 0xd800) return unit;
  const low = text.charCodeAt(at + 1);
  return (low & 0xfc00) === 0xdc00 ? ((unit - 0xd800) << 10) + (low - 0xdc00) + 0x10000 : unit;
}
