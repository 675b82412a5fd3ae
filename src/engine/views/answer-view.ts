import { renderInstant } from '../clock.ts';
import { type SummaryRow, summariesByIds } from '../db/queries/notes.ts';
import {
  countDuring,
  pageDuring,
  propertiesOf,
  sortRows,
  tagCounts,
  tagSpelling,
} from '../db/queries/views.ts';
import { findBrokenLinks } from '../graph/broken-links.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { groupNotes, notesInColumns, type ViewGroup } from './group-notes.ts';
import { orderNotes } from './order-notes.ts';
import { pickRandom } from './pick-random.ts';
import { selectNotes } from './select-notes.ts';
import type { ViewColumn } from './view-definition.ts';
import type { ViewPlan } from './view-plan.ts';
import { allInOrder, countAll } from './visible-notes.ts';

export type ViewRow = Record<string, unknown>;

export interface ViewPage {
  rows: ViewRow[];
  /** The notes behind the rows, for comparing them with the disk. */
  notes: SummaryRow[];
  total: number;
  groups?: ViewGroup[];
}

export interface ViewQuestion extends ThreadQuestion {
  name: 'view';
  input: { plan: ViewPlan; limit: number; offset: number };
  output: ViewPage;
}

const mostGroups = 10_000;

export function answerView(view: ThreadView, { plan, limit, offset }: ViewQuestion['input']): ViewPage {
  switch (plan.kind) {
    case 'period':
      return answerPeriod(view, plan, limit, offset);
    case 'notes':
      return answerNotes(view, plan, limit, offset);
    case 'broken-links': {
      const { links, total } = findBrokenLinks(view, { limit, offset });
      const notes = summariesByIds(view.db, [...new Set(links.map(({ note }) => note))]);
      const rows = links.map(({ path, line, raw, closest }) => ({ path, line, raw, closest }));
      return { rows, notes, total };
    }
    case 'tags':
      return answerTags(view, limit, offset);
    case 'random': {
      const all = allInOrder(view, 'path', false);
      const picked = pickRandom(all.length, plan.count, plan.seed).map((at) => all[at]!);
      return { ...noteRows(view, picked.slice(offset, offset + limit)), total: picked.length };
    }
  }
}

type PlanOf<Kind extends ViewPlan['kind']> = Extract<ViewPlan, { kind: Kind }>;

function answerPeriod(view: ThreadView, plan: PlanOf<'period'>, limit: number, offset: number): ViewPage {
  const { db, scope, cache, generation } = view;
  const { kind: _, descending, ...period } = plan;
  const key = JSON.stringify(['view period', period, scope]);
  const total = cache.get(key, generation, () => countDuring(db, period, scope));
  if (offset >= total) return { rows: [], notes: [], total };
  const dense = total * 8 > countAll(view);
  const ids = pageDuring(db, period, scope, { descending, limit, offset, dense });
  return { ...noteRows(view, ids), total };
}

interface OrderedNotes {
  ids: Int32Array;
  groupOf?: Int32Array;
  groups?: readonly ViewGroup[];
}

function answerNotes(view: ThreadView, plan: PlanOf<'notes'>, limit: number, offset: number): ViewPage {
  const key = JSON.stringify(['view notes', plan, view.scope]);
  const { ids, groupOf, groups } = view.cache.get(key, view.generation, () => findNotes(view, plan));
  const page = noteRows(view, [...ids.subarray(offset, offset + limit)], plan);
  if (groupOf === undefined || groups === undefined) return { ...page, total: ids.length };
  const rows = page.rows.map((row, at) => ({ ...row, group: groups[groupOf[offset + at]!]!.key }));
  return { ...page, rows, total: ids.length, groups: groups.slice(0, mostGroups) };
}

function findNotes(view: ThreadView, plan: PlanOf<'notes'>): OrderedNotes {
  const { group, limit, offset = 0, timeZone } = plan;
  const selected = selectNotes(view, plan.selection);
  const fitting = group === undefined ? selected.ids : notesInColumns(view, group, selected.ids);
  const byRelevance = plan.order.length === 0 || plan.order[0]!.field === 'relevance';
  const ordered =
    selected.ranked && fitting !== undefined && byRelevance ? fitting : orderNotes(view, fitting, plan.order);
  const ids = ordered.subarray(offset, limit === undefined ? undefined : offset + limit);
  return group === undefined ? { ids } : groupNotes(view, ids, group, timeZone);
}

function answerTags(view: ThreadView, limit: number, offset: number): ViewPage {
  const { db, scope, cache, generation } = view;
  const all = cache.get(`view tags ${JSON.stringify(scope)}`, generation, () => tagCounts(db, scope));
  const rows = all
    .slice(offset, offset + limit)
    .map(({ key, count }) => ({ tag: tagSpelling(db, key, scope), count }));
  return { rows, notes: [], total: all.length };
}

/** A row for each id, in that order; an id may come twice. */
function noteRows(
  view: ThreadView,
  ids: readonly number[],
  { columns = [], columnsOnly = false }: Pick<PlanOf<'notes'>, 'columns' | 'columnsOnly'> = {},
): { rows: ViewRow[]; notes: SummaryRow[] } {
  const notes = summariesByIds(view.db, [...new Set(ids)]);
  const byId = new Map(notes.map((note) => [note.id, note]));
  const extras = columns.length === 0 ? undefined : readColumns(view, notes, columns);
  const rows = ids.flatMap((id) => {
    const note = byId.get(id);
    return note === undefined
      ? []
      : [{ ...(columnsOnly ? { path: note.path } : toRow(note)), ...extras?.get(id) }];
  });
  return { rows, notes };
}

function toRow({ path, title, tags, created, modified }: SummaryRow): ViewRow {
  return {
    path,
    title,
    tags: JSON.parse(tags) as string[],
    created: renderInstant(created),
    modified: renderInstant(modified),
  };
}

/** What the columns of a view add to each row; a property a note lacks is absent. */
function readColumns(
  { db }: ThreadView,
  notes: readonly SummaryRow[],
  columns: readonly ViewColumn[],
): Map<number, ViewRow> {
  const ids = notes.map(({ id }) => id);
  const rows = new Map<number, ViewRow>();
  const sizes = columns.some(({ field }) => field === 'words') ? sortRows(db, Int32Array.from(ids)) : [];
  const words = new Map(sizes.map((row) => [row.id, row.words]));
  const named = columns.filter(({ name }) => name !== 'path');
  for (const note of notes) {
    const known: ViewRow = { ...toRow(note), words: words.get(note.id), folder: folderOf(note.path) };
    known.tag = known.tags;
    const own = named.filter(({ field }) => field in known).map(({ name, field }) => [name, known[field]]);
    rows.set(note.id, Object.fromEntries(own) as ViewRow);
  }
  for (const { note, key, value } of propertiesOf(db, ids, named.flatMap(propertyOf))) {
    for (const column of named)
      if (propertyOf(column)[0]?.toLowerCase() === key.toLowerCase())
        rows.get(note)![column.name] = JSON.parse(value);
  }
  return rows;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function propertyOf({ field }: ViewColumn): string[] {
  return field.startsWith('data.') ? [field.slice('data.'.length)] : [];
}
