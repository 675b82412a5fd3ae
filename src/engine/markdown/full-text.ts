import { foldText, renderUnspaced } from './unspaced.ts';

/**
 * Characters that call for folding: for most texts the tokenizer's own lower case is enough. That is everything but Latin and
 * Russian letters that are one character each, punctuation, symbols and emoji.
 */
const unusual =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: ranges of UTF-16 units, none of which belong together
  /[\u0300-\u03ff\u0460-\u1fff\u20d0-\u218f\u2460-\u24ff\u2c00-\ud83b\ud83f-\udbff\ue000-\ufe0e\ufe10-\uffff\u0130]/;

/** A text as it goes into the full-text index, for its tokenizer. */
export function buildFullText(text: string): string {
  return unusual.test(text) ? renderUnspaced(foldText(text)) : text;
}
