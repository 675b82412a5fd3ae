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

// One byte per code point, filled on first sight: a Unicode regular expression per character is 30 times slower.
const classes = new Uint8Array(0x110000);
// The most common ones are there from the start: to make the expressions takes longer than to read a few notes.
const letter = isWord | isTagChar | isToken;
const common: readonly [from: number, to: number, bits: number][] = [
  [0x00, 0x7f, 0],
  [0x09, 0x0d, isSpace],
  [0x20, 0x20, isSpace],
  [0x2d, 0x2d, isTagChar], // -
  [0x2f, 0x2f, isTagChar], // /
  [0x30, 0x39, letter], // digits
  [0x41, 0x5a, letter], // A to Z
  [0x5e, 0x60, isTagChar], // ^ _ `
  [0x61, 0x7a, letter], // a to z
  [0xc0, 0xd6, letter], // accented letters
  [0xd8, 0xf6, letter],
  [0xf8, 0x24f, letter],
  [0x2010, 0x2027, 0], // dashes, quotation marks, dots
];
for (const [from, to, bits] of common) classes.fill(bits | known, from, to + 1);

/** What Unicode says; `classOf` remembers it. The expressions stand where they are used: most starts need none of them. */
export function computeClass(code: number): number {
  const char = String.fromCodePoint(code);
  let bits = known;
  const isLetter = /[\p{L}\p{N}]/u.test(char);
  if (isLetter) bits |= isWord;
  if (/\p{M}/u.test(char)) bits |= isMark;
  if (/[\p{L}\p{N}\p{M}\p{So}\p{Sk}\p{Co}_/-]|\u200d|\ufe0f/u.test(char)) bits |= isTagChar;
  if (/\s/u.test(char)) bits |= isSpace;
  // SQLite's tables take what they do not know, and skin tones, for letters.
  if (/[\p{L}\p{N}\p{Co}\p{So}\p{Cn}]|\p{Emoji_Modifier}/u.test(char)) bits |= isToken;
  const isCjkScript = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/u.test(
    char,
  );
  if (isLetter && isCjkScript) bits |= isCjk;
  const isSoutheastAsian = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(char);
  if ((bits & (isWord | isMark)) !== 0 && (isCjkScript || isSoutheastAsian)) bits |= isUnspaced;
  return bits;
}

export function classOf(code: number): number {
  return classes[code] || remember(code);
}

function remember(code: number): number {
  const bits = computeClass(code);
  classes[code] = bits;
  return bits;
}

/** The code point at `at`; a lone surrogate stands for itself. */
export function codePointAt(text: string, at: number, unit: number): number {
  if ((unit & 0xfc00) !== 0xd800) return unit;
  const low = text.charCodeAt(at + 1);
  return (low & 0xfc00) === 0xdc00 ? ((unit - 0xd800) << 10) + (low - 0xdc00) + 0x10000 : unit;
}
