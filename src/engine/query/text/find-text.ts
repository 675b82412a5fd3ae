import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNoteSet } from '../every-note.ts';
import type { NoteSet } from '../note-set.ts';
import { type FoundPart, findByLooking, findPart } from './find-part.ts';
import type { ParsedQuery, QueryPart } from './parse-query.ts';
import { rankText } from './rank-text.ts';
import { startRun, type TextRun } from './text-run.ts';

/** After so many parts, what comes has little weight: so few notes are then looked into instead of asking the index. */
const weighedParts = 4;
const few = 50;

export interface FoundText {
  /** In order, the best first. */
  ids: Int32Array;
  /** What was done, in words. */
  executed: string;
  /** Words that are not in the query, by which notes were found too. */
  near?: readonly string[];
}

/** The notes that hold every part of the query, among those of `within` when it is given. */
export function findText(
  view: ThreadView,
  query: ParsedQuery,
  within: NoteSet | undefined,
  limit?: number,
): FoundText {
  const run = startRun(view, limit);
  const found: FoundPart[] = [];
  let notes = view.scope === 'all' ? within : (within?.intersect(everyNoteSet(view)) ?? everyNoteSet(view));
  for (const part of [...query.parts].sort((a, b) => effort(a) - effort(b))) {
    view.throwIfCancelled();
    if (notes?.size === 0) break;
    const isFew = notes && found.length >= weighedParts && notes.size <= few;
    const next = isFew ? findByLooking(run, part, notes) : findPart(run, part, notes);
    const either = next.loose.size > 0 ? next.exact.union(next.loose) : next.exact;
    notes = notes ? notes.intersect(either) : either;
    found.push(next);
  }
  const ids = notes && notes.size > 0 ? rankText(view, notes, found, query.words) : new Int32Array(0);
  return { ids, executed: describeRun(query, run) };
}

/** What narrows most at the least cost comes first; what only the texts can tell, last. */
function effort({ decided, phrase, terms, text }: QueryPart): number {
  return (
    (decided ? 0 : 1000) + (phrase ? -100 : 0) + (terms.length === 0 ? 100 : 0) - Math.min(text.length, 50)
  );
}

function describeRun({ parts }: ParsedQuery, run: TextRun): string {
  const wanted = parts.map(({ phrase, text }) => (phrase ? `phrase "${text}"` : `"${text}"`)).join(' and ');
  // how it was found depends on what else there is
  const isTold = run.view.scope === 'all' && run.looked > 0 && !run.scanned;
  const looked = isTold ? `; ${run.looked} notes looked into` : '';
  const scanned = run.scanned ? '; the index could not narrow this down, so every note was looked into' : '';
  const cut =
    run.left > 0
      ? `; stopped after ${Math.round((performance.now() - run.started) / 1000)} s with ${run.left} notes not looked into: there may be more results`
      : '';
  return `title or body contains ${wanted}${looked}${scanned}${cut}`;
}
