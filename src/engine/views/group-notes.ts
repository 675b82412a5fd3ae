import { sortRows, tagsOf } from '../db/queries/views.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { dayOf, renderDay } from './calendar.ts';
import { readProperty } from './property-rows.ts';
import { compareValues, groupKeysOf, sortValueOf } from './property-value.ts';
import type { NoteField } from './view-definition.ts';
import type { Grouping } from './view-plan.ts';
import { allInOrder } from './visible-notes.ts';

export interface ViewGroup {
  key: string | null;
  count: number;
}

/** Flat, group after group; a note stands once in each of its groups. */
export interface Grouped {
  readonly ids: Int32Array;
  /** For each of `ids`, the index of its group. */
  readonly groupOf: Int32Array;
  readonly groups: readonly ViewGroup[];
}

/** Keeps the order of `ids` inside every group. Keys that differ only in case are one group. */
export function groupNotes(view: ThreadView, ids: Int32Array, grouping: Grouping, timeZone: string): Grouped {
  const keysOf = keyReader(view, ids, grouping, timeZone);
  const groups = new Map<string | null, { spellings: Map<string | null, number>; ids: number[] }>();
  const groupAt = (key: string | null) => {
    const folded = key === null ? null : key.toLowerCase();
    let group = groups.get(folded);
    if (group === undefined) {
      group = { spellings: new Map(), ids: [] };
      groups.set(folded, group);
    }
    return group;
  };
  for (const column of grouping.columns ?? [])
    groupAt(column).spellings.set(column, Number.POSITIVE_INFINITY);
  for (const id of ids) {
    for (const key of keysOf(id)) {
      if (grouping.columns !== undefined && !groups.has(key === null ? null : key.toLowerCase())) continue;
      const group = groupAt(key);
      if (group.ids.at(-1) === id) continue;
      group.ids.push(id);
      group.spellings.set(key, (group.spellings.get(key) ?? 0) + 1);
    }
  }
  const named = [...groups.values()].map((group) => ({ key: pickSpelling(group.spellings), ids: group.ids }));
  if (grouping.columns === undefined) named.sort((a, b) => compareKeys(a.key, b.key));
  return flatten(named);
}

function flatten(named: readonly { key: string | null; ids: readonly number[] }[]): Grouped {
  const total = named.reduce((sum, group) => sum + group.ids.length, 0);
  const ids = new Int32Array(total);
  const groupOf = new Int32Array(total);
  let at = 0;
  for (const [index, group] of named.entries()) {
    ids.set(group.ids, at);
    groupOf.fill(index, at, at + group.ids.length);
    at += group.ids.length;
  }
  return { ids, groupOf, groups: named.map(({ key, ids: members }) => ({ key, count: members.length })) };
}

/** The most frequent one, so that one slip does not name the group. */
function pickSpelling(spellings: ReadonlyMap<string | null, number>): string | null {
  let best: [string | null, number] | undefined;
  for (const [key, count] of spellings) {
    if (best === undefined || count > best[1] || (count === best[1] && `${key}` < `${best[0]}`))
      best = [key, count];
  }
  return best?.[0] ?? null;
}

function compareKeys(a: string | null, b: string | null): number {
  return compareValues(sortValueOf(a), sortValueOf(b), false) || (`${a}` < `${b}` ? -1 : 1);
}

type GroupKeys = readonly (string | null)[];
type KeyReader = (id: number) => GroupKeys;
const none: GroupKeys = [null];

function keyReader(view: ThreadView, ids: Int32Array, grouping: Grouping, timeZone: string): KeyReader {
  const { field } = grouping;
  if (field.startsWith('data.')) {
    const keys = propertyKeys(view, grouping);
    return (id) => keys.get(id) ?? none;
  }
  const keys = new Map<number, GroupKeys>();
  if (field === 'tag') {
    for (const [id, tags] of tagsOf(view.db, ids)) keys.set(id, groupKeysOf(JSON.parse(tags)));
  } else {
    const read = fieldKey(field, timeZone);
    for (const row of sortRows(view.db, ids)) keys.set(row.id, [read(row)]);
  }
  return (id) => keys.get(id) ?? none;
}

function fieldKey(
  field: NoteField,
  timeZone: string,
): (row: ReturnType<typeof sortRows>[number]) => string | null {
  switch (field) {
    case 'created':
    case 'modified':
      return (row) => renderDay(dayOf(row[field], timeZone));
    case 'folder':
      return ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || null;
    case 'words':
      return (row) => String(row.words);
    case 'title':
      return (row) => row.title;
    default:
      return (row) => row.path;
  }
}

/** With columns, only the values that lie in one of them; once for sorting and once for grouping is one too many. */
function propertyKeys(view: ThreadView, { field, columns }: Grouping): Map<number, GroupKeys> {
  const wanted = columns && new Set(columns.map((column) => column.toLowerCase()));
  const key = JSON.stringify(['view keys', field, columns]);
  return view.cache.get(key, view.generation, () =>
    readProperty(view, field.slice('data.'.length), (value): GroupKeys | undefined => {
      const keys = groupKeysOf(value);
      const isWanted =
        wanted === undefined || keys.some((one) => one !== null && wanted.has(one.toLowerCase()));
      return isWanted ? keys : undefined;
    }),
  );
}

/** The notes a column could hold, so that only they are sorted. */
export function notesInColumns(
  view: ThreadView,
  grouping: Grouping,
  among: Int32Array | undefined,
): Int32Array | undefined {
  if (grouping.columns === undefined || !grouping.field.startsWith('data.')) return among;
  const keys = propertyKeys(view, grouping);
  if (among === undefined && view.scope === 'all') return Int32Array.from(keys.keys());
  return (among ?? allInOrder(view, 'path', false)).filter((id) => keys.has(id));
}
