import { classOf, codePointAt, isToken } from './char-class.ts';
import { stemWord } from './stem.ts';
import { foldText, renderUnspaced } from './unspaced.ts';

/** What goes into the full-text index: the text for its tokenizer, and the stems that differ from their word. */
export interface FullText {
  text: string;
  stems: string;
}

// This loop sees every word of every note, so it works on plain memory: the text as UTF-16 units (read twice as fast
// as a string), stems written as bytes, and a table that remembers stems by two hashes of the word, where a slot is
// simply overwritten by the next word that falls on it.
const slots = 1 << 15;
const slotBytes = 24;
const maxStemmed = slotBytes - 1;
const emptySlot = 255;
const firstHash = new Int32Array(slots);
const secondHash = new Int32Array(slots);
const stemTable = new Uint8Array(slots * slotBytes).fill(emptySlot);

let units = new Uint16Array(1 << 15);
let unitBytes = Buffer.from(units.buffer);
let stems = Buffer.alloc(1 << 16);
let stemsEnd = 0;

function load(text: string): void {
  if (text.length > units.length) {
    units = new Uint16Array(text.length);
    unitBytes = Buffer.from(units.buffer);
    stems = Buffer.alloc(text.length * 2);
  }
  unitBytes.write(text, 'utf16le');
  stemsEnd = 0;
}

function addStem(start: number, end: number, first: number, second: number): void {
  const slot = (first ^ (first >>> 15)) & (slots - 1);
  const at = slot * slotBytes;
  if (firstHash[slot] !== first || secondHash[slot] !== second || stemTable[at] === emptySlot) {
    let word = '';
    for (let i = start; i < end; i++) word += String.fromCharCode(units[i]! | 32);
    const stem = stemWord(word);
    firstHash[slot] = first;
    secondHash[slot] = second;
    stemTable[at] = stem === word ? 0 : stem.length;
    if (stem !== word) for (let i = 0; i < stem.length; i++) stemTable[at + 1 + i] = stem.charCodeAt(i);
  }
  const length = stemTable[at]!;
  if (length === 0) return;
  if (stemsEnd > 0) stems[stemsEnd++] = 32;
  for (let i = 1; i <= length; i++) stems[stemsEnd++] = stemTable[at + i]!;
}

/**
 * Collects the stems of words made of ASCII letters only; digits or other letters in a word make it none.
 * False when a character calls for folding: composed Latin letters, punctuation and most emoji do not, the
 * tokenizer itself makes them lower case.
 */
function collectStems(text: string, isFolded: boolean): boolean {
  load(text);
  // Local names: what a module lets change is looked up anew at every step of the loop.
  const source = units;
  const length = text.length;
  let start = -1;
  let pure = true;
  let first = 0;
  let second = 0;
  for (let at = 0; at <= length; at++) {
    const unit = at < length ? source[at]! : 32;
    const lower = unit | 32;
    if (lower >= 97 && lower <= 122 && unit < 128) {
      if (start < 0) start = at;
      first = Math.imul(first ^ lower, 0x01000193);
      second = (Math.imul(second, 31) + lower) | 0;
      continue;
    }
    if (unit > 127 && !isFolded && isUnusual(unit)) return false;
    if (
      (unit >= 48 && unit <= 57) ||
      (unit > 127 && (classOf(codePointAt(text, at, unit)) & isToken) !== 0)
    ) {
      if (start < 0) start = at;
      pure = false;
      continue;
    }
    if (start < 0) continue;
    if (pure && at - start > 2 && at - start <= maxStemmed) addStem(start, at, first ^ (at - start), second);
    start = -1;
    pure = true;
    first = 0;
    second = 0;
  }
  return true;
}

function isUnusual(unit: number): boolean {
  if (unit < 0x300) return unit === 0x130;
  if (unit >= 0x2000 && unit <= 0x206f) return false;
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
