import { Buffer } from 'node:buffer';
import { dropAccents } from './accents.ts';
import type { PartTerm, QueryPart } from './parse-query.ts';

/** What is part of a word, and the break between title and text, which no phrase goes across. */
const inWord = [
  '[\\p{L}\\p{N}\\p{Co}\\p{So}\\p{Cn}\\p{Emoji_Modifier}\\u{0}]',
  // marks in scripts without spaces belong to the run they stand in
  '[\\p{M}&&[\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Hiragana}\\p{scx=Katakana}]]',
].join('');

/** Whether a folded text holds the part, as written or, `loose`, without counting accents. */
export interface PartTest {
  exact(text: Buffer): boolean;
  /** `accented`: whether the text may have accents at all. */
  loose(text: Buffer, accented?: boolean): boolean;
}

export function partTest(part: QueryPart): PartTest {
  const holds = part.phrase ? phraseTest(part) : (text: string) => text.includes(part.text);
  const wanted = Buffer.from(part.phrase ? part.terms[0]!.text : part.text);
  return {
    exact: (text) => text.includes(wanted) && (!part.phrase || holds(text.toString('utf8'))),
    loose(text, accented = true) {
      if (!part.plain || !accented) return false;
      const written = text.toString('utf8');
      const plain = dropAccents(written);
      return plain !== written && holds(plain);
    },
  };
}

function phraseTest({ terms, before, after }: QueryPart): (text: string) => boolean {
  const words = terms.map((term, at) => (at === 0 ? '' : gap(terms[at - 1]!, term)) + quote(term.text));
  const pattern = new RegExp(quote(before) + words.join('') + quote(after), 'v');
  return (text) => pattern.test(text);
}

/** Between two words stands something that is no word; where scripts change, also nothing. */
function gap(left: PartTerm, right: PartTerm): string {
  if (left.unspaced) return `[^${inWord}]${right.unspaced ? '+' : '*'}`;
  // an accent right after a letter belongs to it
  const some = `[^${inWord}\\u{300}-\\u{331}][^${inWord}]*`;
  return right.unspaced ? `(?:${some})?` : some;
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
