import type { Buffer } from 'node:buffer';
import { foldText } from '../../markdown/unspaced.ts';

const lower = Uint8Array.from({ length: 128 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Below this, characters take one or two bytes. */
const twoByteEnd = 0x800;
let twoByteFolds: Uint16Array | undefined;

/** What each character of two bytes folds to; 0 where that depends on its neighbours or takes another length. */
function tabulate(): Uint16Array {
  const folds = new Uint16Array(twoByteEnd);
  for (let code = 0x80; code < twoByteEnd; code++) {
    const char = String.fromCharCode(code);
    const folded = foldText(char);
    const target = folded.charCodeAt(0);
    if (folded.length === 1 && target >= 0x80 && target < twoByteEnd && !/\p{M}/u.test(char))
      folds[code] = target;
  }
  return folds;
}

/**
 * Folds UTF-8 text in place, as `foldText` does with strings, at a tenth of the time. True when done; false for a text with
 * characters that need more than this: the bytes are then of no use any more.
 */
export function foldBytes(bytes: Buffer): boolean {
  twoByteFolds ??= tabulate();
  const folds = twoByteFolds;
  const { length } = bytes;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    if (byte < 128) {
      bytes[at] = lower[byte]!;
    } else if (byte < 0xe0) {
      const folded = folds[((byte & 31) << 6) | (bytes[at + 1]! & 63)]!;
      if (folded === 0) return false;
      bytes[at] = 0xc0 | (folded >> 6);
      bytes[++at] = 0x80 | (folded & 63);
    } else if (byte < 0xf0) {
      if (!staysInThree(byte, bytes[at + 1]!, bytes[at + 2]!)) return false;
      at += 2;
    } else {
      if (!staysInFour(byte, bytes[at + 1]!)) return false;
      at += 3;
    }
  }
  return true;
}

/** Whether a character of three bytes has no case, is written in one way only and never joins the one before it. */
function staysInThree(first: number, second: number, third: number): boolean {
  switch (first) {
    case 0xe2:
      return isPlainSymbol(second, third);
    case 0xe3: // kana and Chinese, without the two voicing marks
      return second !== 0x82 || (third !== 0x99 && third !== 0x9a);
    case 0xe4:
    case 0xe5:
    case 0xe6:
    case 0xe7:
    case 0xe8:
    case 0xe9:
    case 0xeb:
    case 0xec:
      return true;
    case 0xea: // Korean syllables begin
      return second >= 0xb0;
    case 0xed: // and end
      return second < 0x9e;
    case 0xef: // the sign that makes an emoji of a symbol; full-width forms, without capital letters
      if (second === 0xb8) return third === 0x8f;
      return second === 0xbc ? third < 0xa1 || third > 0xba : second >= 0xbd;
    default:
      return false;
  }
}

/** Punctuation, currencies, arrows, mathematics, drawing. */
function isPlainSymbol(second: number, third: number): boolean {
  if (second === 0x80) return third > 0x81;
  if (second < 0x83) return true;
  if (second === 0x86) return third >= 0x90;
  if (second > 0x86 && second <= 0x8f) return second !== 0x8c || (third !== 0xa9 && third !== 0xaa);
  return second >= 0x94 && second <= 0xaa;
}

/** Emoji and rare Chinese. */
function staysInFour(first: number, second: number): boolean {
  return first === 0xf0 && (second === 0x9f || (second >= 0xa0 && second <= 0xae));
}
