import { type IndexedField, type SortRow, sortRows } from '../db/queries/views.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { compareText } from '../query/filter/fold.ts';
import { NoteSet } from '../query/note-set.ts';
import { readProperty } from './property-rows.ts';
import { compareValues, parsePriority, type SortValue, sortValueOf } from './property-value.ts';
import type { ViewOrder } from './view-definition.ts';
import { allInOrder, countAll } from './visible-notes.ts';

const byDefault: readonly ViewOrder[] = [{ field: 'modified', descending: true }];
const indexed: readonly IndexedField[] = ['modified', 'created', 'title', 'path'];

/** The ids in order; the path decides last. `ids` undefined: every note. */
export function orderNotes(
  view: ThreadView,
  ids: Int32Array | undefined,
  given: readonly ViewOrder[],
): Int32Array {
  // Where no words are searched for, nothing is more relevant than anything else.
  const asked = given.filter(({ field }) => field !== 'relevance');
  const order = asked.length === 0 ? byDefault : asked;
  const before = order.slice(0, -1);
  const last = order.at(-1)!;
  const field = indexed.find((one) => one === last.field);
  const isMuch = ids === undefined || ids.length * 8 >= countAll(view);
  if (field === undefined || !isMuch || !before.every((one) => one.field.startsWith('data.')))
    return sortByValues(view, ids ?? allInOrder(view, 'path', false), order);
  // Walking an order that is often there already costs less than fetching and sorting many notes.
  const walked = walk(allInOrder(view, field, last.descending), ids);
  return before.length === 0 ? walked : sortByProperties(view, walked, before);
}

function walk(all: Int32Array, ids: Int32Array | undefined): Int32Array {
  if (ids === undefined) return all;
  const wanted = NoteSet.of(ids);
  return all.filter((id) => wanted.has(id));
}

interface Sortable {
  readonly id: number;
  readonly values: readonly SortValue[];
}

/** What is equal stays as it is. */
function sortByProperties(view: ThreadView, ids: Int32Array, order: readonly ViewOrder[]): Int32Array {
  const readers = order.map(({ field }) => propertyReader(view, field));
  const rows = Array.from(ids, (id): Sortable => ({ id, values: readers.map((read) => read(id)) }));
  rows.sort((a, b) => compareAll(a, b, order));
  return Int32Array.from(rows, ({ id }) => id);
}

function sortByValues(view: ThreadView, ids: Int32Array, order: readonly ViewOrder[]): Int32Array {
  const readers = order.map(({ field }) => valueReader(view, field));
  const rows = sortRows(view.db, ids).map((row) => ({
    id: row.id,
    path: row.path,
    values: readers.map((read) => read(row)),
  }));
  rows.sort((a, b) => compareAll(a, b, order) || compareText(a.path, b.path));
  return Int32Array.from(rows, ({ id }) => id);
}

function compareAll(a: Sortable, b: Sortable, order: readonly ViewOrder[]): number {
  for (let i = 0; i < order.length; i++) {
    const difference = compareValues(a.values[i], b.values[i], order[i]!.descending);
    if (difference !== 0) return difference;
  }
  return 0;
}

function valueReader(view: ThreadView, field: ViewOrder['field']): (row: SortRow) => SortValue {
  switch (field) {
    case 'title':
      return (row) => row.titleKey;
    case 'folder':
      return ({ path }) => path.slice(0, path.lastIndexOf('/') + 1);
    case 'path':
    case 'created':
    case 'modified':
    case 'words':
      return (row) => row[field];
    case 'relevance':
    case 'tag':
      return () => undefined;
    default: {
      const read = propertyReader(view, field);
      return (row) => read(row.id);
    }
  }
}

function propertyReader(view: ThreadView, field: string): (id: number) => SortValue {
  const key = field.slice('data.'.length);
  const values = readProperty(view, key, key.toLowerCase() === 'priority' ? parsePriority : sortValueOf);
  return (id) => values.get(id);
}
