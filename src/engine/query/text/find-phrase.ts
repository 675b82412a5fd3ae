import { matchAny, matchAnyStart, matchingNotes, titleAndBody } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { NoteSet } from '../note-set.ts';
import { indexedLastTerm, indexedTerm, type QueryPart } from './parse-query.ts';
import { mostInMatch } from './term-notes.ts';
import { findTerms } from './vocabulary.ts';

/** So many at most together with a beginning. */
const mostHeads = 4;

/**
 * The notes in which these words follow each other, the first and the last perhaps part of longer ones. Undefined when
 * too many words are like the first and the last to ask for each.
 */
export function findPhrase(view: ThreadView, { terms }: QueryPart): NoteSet | undefined {
  const [first, last] = [terms[0]!, terms.at(-1)!];
  const heads = first.unspaced ? asWritten(indexedTerm(first)) : findTerms(view, first, false);
  if (heads.more || heads.exact.length > mostInMatch) return undefined;
  const inner = terms.slice(1, -1).map(indexedTerm);
  const join = (head: string, tail: string) => [head, ...inner, tail].join(' ');
  const find = (match: string) => NoteSet.of(matchingNotes(view.db, match));
  if (heads.exact.length === 0) return new NoteSet();
  const tails = last.unspaced ? undefined : findTerms(view, last, false);
  if (tails?.exact.length === 0) return new NoteSet();
  // Each ending by name when they are few: for a beginning the index reads all the words that have it.
  if (tails && !tails.more && tails.exact.length * heads.exact.length <= mostInMatch)
    return find(
      matchAny(
        titleAndBody,
        heads.exact.flatMap((head) => tails.exact.map((tail) => join(head, tail))),
      ),
    );
  // And it does so for every word that the first may be part of.
  if (heads.exact.length > mostHeads) return undefined;
  const tail = indexedLastTerm(last);
  return find(
    matchAnyStart(
      titleAndBody,
      heads.exact.map((head) => join(head, tail)),
    ),
  );
}

function asWritten(term: string): { exact: string[]; more: boolean } {
  return { exact: [term], more: false };
}
