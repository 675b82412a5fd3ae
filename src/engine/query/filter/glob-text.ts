import { compilePlainGlob } from '../../vault/glob.ts';
import { fold } from './fold.ts';

// In a filter `*`, `?` and `**` are the only wildcards. Brackets and backslashes, special in other globs, mean themselves.

const special = /[[\\]/g;

/** Over paths and what is nested like them: `*` stays inside a segment. Both sides are folded. */
export function compileSegmentsGlob(glob: string): (folded: string) => boolean {
  return compilePlainGlob(fold(glob).replace(special, '\\$&'));
}

/** Over any text: `*` goes over slashes. */
export function compileTextGlob(glob: string): (folded: string) => boolean {
  const [start = '', ...rest] = fold(glob).split(/\*+/);
  const end = rest.pop();
  if (glob.includes('?') || end === undefined) return compileFlatGlob(glob);
  return (folded) => {
    if (!folded.startsWith(start)) return false;
    let at = start.length;
    for (const piece of rest) {
      const found = folded.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return folded.length - end.length >= at && folded.endsWith(end);
  };
}

/** Slashes become a character without meaning for it. */
function compileFlatGlob(glob: string): (folded: string) => boolean {
  const flat = (text: string) => text.replaceAll('/', '\u0001');
  const test = compileSegmentsGlob(flat(glob));
  return (folded) => test(flat(folded));
}

/** For SQLite's GLOB. */
export function toSqliteGlob(glob: string): string {
  return fold(glob).replaceAll('[', '[[]').replace(/\*+/g, '*');
}

export function escapeLike(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&');
}

/** SQLite's LIKE ignores the case of these only. */
export function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

/**
 * A LIKE pattern that every text matches which contains `text` when folded, and others too. Left open are characters
 * that LIKE compares by case, that JSON writes as escapes, and the few of ASCII that others become when folded.
 */
export function containsLike(text: string, wildcards: boolean): string {
  let like = '';
  let isOpen = false;
  for (const char of fold(text)) {
    const isWild = wildcards && (char === '*' || char === '?');
    if (isWild || char < ' ' || char > '~' || char === '"' || char === '\\') isOpen = true;
    else {
      like += (isOpen ? '%' : '') + (/[ik;`]/.test(char) ? '_' : escapeLike(char));
      isOpen = false;
    }
  }
  return `%${like}%`;
}
