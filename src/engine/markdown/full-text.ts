import { classOf, codePointAt, isToken } from './char-class.ts';
import { leastStemmed, stemWord } from './stem.ts';
import { foldText, renderUnspaced } from './unspaced.ts';

/** What goes into the full-text index: the text for its tokenizer, and the stems that differ from their word. */
export interface FullText {
  text: string;
  stems: string;
}

// This loop sees every word of every note, so it works on plain memory: the text as UTF-16 units (read twice as fast
// as a string), stems written as bytes, and a table that remembers stems by two hashes of the word. A slot is simply
// overwritten by the next word that falls on it. All of a slot lies in one line of the processor's cache.
const slots = 1 << 16;
const slotWords = 8;
const stemBytes = 16;
const maxStemmed = 40;
const table = new Int32Array(slots * slotWords);
const tableBytes = new Uint8Array(table.buffer);
const secondHash = 1;
/** The number of the text in which the slot's stem was last written: each form of a word gives its stem once. */
const writtenIn = 2;
/** Length of the stem, or one of these two. */
const stemLength = 3;
const isOwnStem = -1;
const isEmpty = 0;

let units = new Uint16Array(1 << 15);
let unitBytes = Buffer.from(units.buffer);
let stems = Buffer.alloc(1 << 16);
let stemsEnd = 0;
let textNumber = 0;

function load(text: string): void {
  if (text.length > units.length) {
    units = new Uint16Array(text.length);
    unitBytes = Buffer.from(units.buffer);
    stems = Buffer.alloc(text.length * 2);
  }
  unitBytes.write(text, 'utf16le');
  stemsEnd = 0;
  textNumber++;
}

/** The pairs of last letters that some rule of the stemmer applies to, as `26 x last but one + last`. */
const endings = new Uint8Array(26 * 26);
for (const pair of [
  'ed',
  'ng',
  'al',
  'er',
  'ic',
  'nt',
  'ou',
  'sm',
  'ti',
  'on',
  'ul',
  'or',
  'ci',
  'ni',
  'li',
  'gi',
  'll',
])
  endings[(pair.charCodeAt(0) - 97) * 26 + pair.charCodeAt(1) - 97] = 1;
for (let before = 0; before < 26; before++)
  for (const last of 'sye') endings[before * 26 + last.charCodeAt(0) - 97] = 1;

function addStem(text: string, start: number, end: number): void {
  const source = units;
  if (endings[((source[end - 2]! | 32) - 97) * 26 + (source[end - 1]! | 32) - 97] === 0) return;
  let first = end - start;
  let second = 0;
  for (let i = start; i < end; i++) {
    const lower = source[i]! | 32;
    first = Math.imul(first ^ lower, 0x01000193);
    second = (Math.imul(second, 31) + lower) | 0;
  }
  const at = ((first ^ (first >>> 15)) & (slots - 1)) * slotWords;
  if (table[at] !== first || table[at + secondHash] !== second || table[at + stemLength] === isEmpty)
    learnStem(at, text.slice(start, end).toLowerCase(), first, second);
  const length = table[at + stemLength]!;
  if (length === isOwnStem || table[at + writtenIn] === textNumber) return;
  table[at + writtenIn] = textNumber;
  if (stemsEnd > 0) stems[stemsEnd++] = 32;
  const from = (at + 4) * 4;
  for (let i = 0; i < length; i++) stems[stemsEnd++] = tableBytes[from + i]!;
}

/** A stem too long for its slot is left out: what is that long is hardly English. */
function learnStem(at: number, word: string, first: number, second: number): void {
  const stem = stemWord(word);
  table[at] = first;
  table[at + secondHash] = second;
  table[at + writtenIn] = 0;
  table[at + stemLength] = stem === word || stem.length > stemBytes ? isOwnStem : stem.length;
  for (let i = 0; i < stem.length && i < stemBytes; i++) tableBytes[(at + 4) * 4 + i] = stem.charCodeAt(i);
}

/**
 * Collects the stems of words made of ASCII letters only; digits or other letters in a word make it none.
 * False when a character calls for folding; for most texts the tokenizer's own lower case is enough.
 */
function collectStems(text: string, isFolded: boolean): boolean {
  load(text);
  // A local name: what a module lets change is looked up anew at every step of the loop.
  const source = units;
  const length = text.length;
  let start = -1;
  let pure = true;
  for (let at = 0; at < length; at++) {
    const unit = source[at]!;
    const kind = unit < 128 ? asciiKinds[unit]! : otherKind(text, at, unit, isFolded);
    if (kind === letter) {
      if (start < 0) start = at;
    } else if (kind === separator) {
      if (start < 0) continue;
      if (pure && at - start >= leastStemmed && at - start <= maxStemmed) addStem(text, start, at);
      start = -1;
      pure = true;
    } else if (kind === unusual) return false;
    else {
      if (start < 0) start = at;
      pure = false;
    }
  }
  if (start >= 0 && pure && length - start >= leastStemmed && length - start <= maxStemmed)
    addStem(text, start, length);
  return true;
}

const separator = 0;
const letter = 1;
const tokenPart = 2;
const unusual = 3;
const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  return /[a-z]/i.test(char) ? letter : /[0-9]/.test(char) ? tokenPart : separator;
});

function otherKind(text: string, at: number, unit: number, isFolded: boolean): number {
  if (!isFolded && isUnusual(unit)) return unusual;
  return (classOf(codePointAt(text, at, unit)) & isToken) === 0 ? separator : tokenPart;
}

/** Everything but Latin and Russian letters that are one character each, punctuation, symbols and emoji. */
function isUnusual(unit: number): boolean {
  if (unit < 0x300) return unit === 0x130;
  if (unit >= 0x400 && unit <= 0x45f) return false;
  if (unit >= 0x2000 && unit <= 0x2bff)
    return (unit > 0x20cf && unit < 0x2190) || (unit > 0x245f && unit < 0x2500);
  return !((unit >= 0xd83c && unit <= 0xd83e) || (unit >= 0xdc00 && unit <= 0xdfff) || unit === 0xfe0f);
}

export function buildFullText(text: string): FullText {
  let indexed = text;
  if (!collectStems(text, false)) {
    indexed = renderUnspaced(foldText(text));
    collectStems(indexed, true);
  }
  return { text: indexed, stems: stemsEnd === 0 ? '' : stems.toString('latin1', 0, stemsEnd) };
}
