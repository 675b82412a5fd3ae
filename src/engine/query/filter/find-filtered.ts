import { idsByTime, idsByTitle, idsByWords } from '../../db/queries/filter.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { type Comparison, type Condition, isGlob } from './condition.ts';
import { findBodyContains } from './find-body.ts';
import { findByLink } from './find-links.ts';
import { findByPath } from './find-paths.ts';
import { findByProperty } from './find-properties.ts';
import { findByTag } from './find-tags.ts';
import { fold } from './fold.ts';
import { toSqliteGlob } from './glob-text.ts';
import type { ParsedFilters } from './parse-filters.ts';

/** The notes that fulfil all of `and`, one of `or` and none of `not`. */
export function findFiltered(view: ThreadView, filters: ParsedFilters): NoteSet {
  const must = [
    ...filters.and.map((condition) => ({ condition, wanted: !isNegative(condition) })),
    ...filters.not.map((condition) => ({ condition, wanted: isNegative(condition) })),
  ].sort((a, b) => cost(a) - cost(b));
  let notes: NoteSet | undefined;
  const find = (condition: Condition) => findFulfilling(view, condition, filters.timeZone, notes);
  for (const { condition, wanted } of must) {
    if (notes?.size === 0) return notes;
    const set = find(condition);
    notes = wanted ? (notes?.intersect(set) ?? set) : (notes ?? everyNoteSet(view)).without(set);
  }
  if (filters.or.length === 0) return notes ?? everyNoteSet(view);
  const any = filters.or
    .map((condition) =>
      isNegative(condition) ? everyNoteSet(view).without(find(condition)) : find(condition),
    )
    .reduce((all, set) => all.union(set));
  return notes?.intersect(any) ?? any;
}

/** What takes away needs something to take from; what reads files is asked last, when little may be left. */
function cost({ condition, wanted }: { condition: Condition; wanted: boolean }): number {
  return (condition.field.name === 'body' ? 2 : 0) + (wanted ? 0 : 1);
}

/** Conditions that are answered by what does not fulfil their opposite: notes lacking the field are among those. */
function isNegative(condition: Condition): boolean {
  return condition.kind === 'presence' ? !condition.present : condition.operator === '!=';
}

/**
 * The notes with a value that is equal, greater, …; of `!=` and `missing:` the opposite is answered. Only those of
 * `within` matter; others may be among them where that costs nothing.
 */
function findFulfilling(
  view: ThreadView,
  condition: Condition,
  timeZone: string,
  within: NoteSet | undefined,
): NoteSet {
  view.throwIfCancelled();
  const { field } = condition;
  if (field.name === 'data') return findByProperty(view, field.keys, condition, timeZone);
  if (field.name === 'tag') return findByTag(view, condition);
  if (field.name === 'links-to' || field.name === 'linked-by') return findByLink(view, field.name, condition);
  if (condition.kind === 'presence')
    return field.name === 'body' ? findByWords(view, { operator: '>', number: 0 }) : everyNoteSet(view);
  switch (field.name) {
    case 'path':
      return findByPath(view, condition);
    case 'title':
      return findByTitle(view, condition);
    case 'created':
    case 'modified':
      return findByTime(view, field.name, condition);
    case 'words':
      return findByWords(view, condition);
    case 'body':
      return findBodyContains(view, condition.text, within);
  }
}

function findByTitle({ db, scope }: ThreadView, condition: Comparison): NoteSet {
  const { operator, text } = condition;
  // the end of a text for GLOB, and in no title
  if (text.includes('\0')) return new NoteSet();
  if (isGlob(condition)) return NoteSet.of(idsByTitle(db, scope, 'glob', toSqliteGlob(text)));
  const how = operator === '~' ? 'contains' : operator === '!=' ? '=' : operator;
  return NoteSet.of(idsByTitle(db, scope, how, fold(text)));
}

const ever = 8.64e15;

function findByTime(
  { db, scope }: ThreadView,
  column: 'created' | 'modified',
  { operator, period }: Comparison,
): NoteSet {
  const { from, to } = period!;
  const spans: Record<string, [number, number]> = {
    '>': [to, ever],
    '>=': [from, ever],
    '<': [-ever, from],
    '<=': [-ever, to],
  };
  const [start, end] = spans[operator] ?? [from, to];
  return NoteSet.of(idsByTime(db, scope, column, start, end));
}

function findByWords(
  { db, scope }: ThreadView,
  { operator, number }: Pick<Comparison, 'operator' | 'number'>,
): NoteSet {
  const order = operator === '!=' || operator === '~' ? '=' : operator;
  return NoteSet.of(idsByWords(db, scope, order, number!));
}
