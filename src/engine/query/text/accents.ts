import { hasBeyondAscii } from '../../markdown/unspaced.ts';

const accents = /[\u0300-\u036f]/g;

/** Folded text without accents. Marks of other scripts make other letters, and stay. */
export function dropAccents(text: string): string {
  return hasBeyondAscii(text) ? text.normalize('NFD').replace(accents, '').normalize('NFC') : text;
}

export function hasAccents(text: string): boolean {
  return dropAccents(text) !== text;
}
