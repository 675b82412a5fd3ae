import { pathsOf } from '../db/queries/hierarchy.ts';
import type { Page } from '../db/queries/links.ts';
import type { NoteRow } from '../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { getReferenced } from '../query/note-reference.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import { findRelated } from './find-related.ts';
import { type NoteEntry, noteEntries } from './note-row.ts';
import type { ReasonKind, RelatedReason } from './related-score.ts';

export interface Reason {
  kind: ReasonKind;
  weight: number;
  /** Links, or things that are shared. */
  count?: number;
  /** Paths of what is shared, the most telling first; not all of them. */
  notes?: string[];
  tags?: string[];
  words?: string[];
}

export interface RelatedEntry extends NoteEntry {
  /** The sum of the weights. */
  score: number;
  reasons: Reason[];
}

export interface RelatedQuestion extends ThreadQuestion {
  name: 'related';
  input: Page & { note: string };
  output: { rows: RelatedEntry[]; total: number } & LookedAt;
}

export function answerRelated(
  view: ThreadView,
  { note, ...page }: RelatedQuestion['input'],
): RelatedQuestion['output'] {
  const subject = getReferenced(view, note);
  const { entries, rows, total } = pageOfRelated(view, subject, page);
  return { rows: entries, total, ...lookAt(view.root, [...rows, subject]) };
}

/** One page of what is related to a note, with the rows of the notes shown. */
export function pageOfRelated(view: ThreadView, subject: NoteRow, { limit, offset }: Page) {
  const related = findRelated(view, subject);
  const ids = Array.from(related.ids.subarray(offset, offset + limit));
  const { rows, entries } = noteEntries(view.db, ids);
  const reasons = new Map(ids.map((id) => [id, related.reasonsOf(id)]));
  const files = [...reasons.values()]
    .flat()
    .flatMap(({ via }) => via.filter((one) => typeof one === 'number'));
  const paths = pathsOf(view.db, [...new Set(files)]);
  const toEntry = (id: number): RelatedEntry => ({
    ...entries.get(id)!,
    score: related.scoreOf(id) / 1000,
    reasons: reasons.get(id)!.map((reason) => toReason(reason, paths)),
  });
  return { entries: ids.map(toEntry), rows, total: related.ids.length };
}

const isCounted: ReadonlySet<ReasonKind> = new Set([
  'outgoing_link',
  'incoming_link',
  'shared_links',
  'co_citation',
]);

function toReason(
  { kind, thousandths, count, via }: RelatedReason,
  paths: ReadonlyMap<number, string>,
): Reason {
  const named = via.map((one) => (typeof one === 'number' ? paths.get(one)! : one));
  const list = kind === 'shared_tags' ? 'tags' : kind === 'similar_text' ? 'words' : 'notes';
  return {
    kind,
    weight: thousandths / 1000,
    ...(isCounted.has(kind) ? { count } : {}),
    ...(named.length > 0 ? { [list]: named } : {}),
  };
}
