import { renderStoredTime } from './gtd-time.ts';
import { type GtdView, hasTags, isLive, readTuples } from './gtd-view.ts';

export interface GtdItem {
  id: string;
  title: string;
  parentId: string | null;
  sortOrder: number;
  createdAt: string | null;
  modifiedAt: string | null;
  completedAt: string | null;
  dueDate: string | null;
  earliestStartTime: string | null;
  itemType: string | null;
  /** At most as many characters as were asked for. */
  notes: string | null;
  notesLength: number;
  tags: string[];
}

export interface ItemColumns {
  readonly timeZone: string;
  /** How much of the notes: where it begins and how many characters. */
  readonly notes: { readonly offset: number; readonly length: number };
}

/** Longer than any answer can show. */
const longestText = 30_000;

/** Items by row, in this order. */
export function readItems(view: GtdView, rows: readonly number[], columns: ItemColumns): GtdItem[] {
  const has = view.columns('items');
  const notes = has.has('notes') ? 'CAST(i.notes AS TEXT)' : 'NULL';
  const statement = view.db.prepare(
    `SELECT substr(CAST(i.id AS TEXT), 1, ${longestText}) AS id, substr(CAST(i.title AS TEXT), 1, ${longestText}) AS title,
       substr(CAST(i.parent_id AS TEXT), 1, ${longestText}) AS parentId, CAST(i.sort_order AS REAL) AS sortOrder,
       i.created_at AS createdAt, i.modified_at AS modifiedAt, i.completed_at AS completedAt, i.due_date AS dueDate,
       i.earliest_start_time AS earliestStartTime, ${has.has('item_type') ? 'CAST(i.item_type AS TEXT)' : 'NULL'} AS itemType,
       substr(${notes}, ?, ?) AS notes, coalesce(length(${notes}), 0) AS notesLength
     FROM json_each(?) j CROSS JOIN items i ON i.rowid = j.value ORDER BY j.key`,
  );
  // a column may hold any integer, and beyond 2^53 a plain number would be refused
  statement.setReadBigInts(true);
  const { offset, length } = columns.notes;
  const stored = statement.all(offset + 1, length, JSON.stringify(rows));
  const tags = readTags(
    view,
    stored.map(({ id }) => String(id)),
  );
  return stored.map((row) => {
    const time = (value: unknown) => renderStoredTime(value, columns.timeZone);
    return {
      id: textOf(row.id) ?? '',
      title: textOf(row.title) ?? '',
      parentId: textOf(row.parentId),
      sortOrder: Number(row.sortOrder ?? 0),
      createdAt: time(row.createdAt),
      modifiedAt: time(row.modifiedAt),
      completedAt: time(row.completedAt),
      dueDate: time(row.dueDate),
      earliestStartTime: time(row.earliestStartTime),
      itemType: textOf(row.itemType),
      notes: textOf(row.notes),
      notesLength: Number(row.notesLength),
      tags: tags.get(String(row.id)) ?? [],
    };
  });
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** The tags of items, by item id, in the order of their names. */
function readTags(view: GtdView, ids: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (ids.length === 0 || !hasTags(view)) return found;
  const rows = readTuples<[string, string]>(
    view.db,
    `SELECT CAST(l.item_id AS TEXT), CAST(t.name AS TEXT) FROM json_each(?) j
     CROSS JOIN item_tags l ON l.item_id = j.value JOIN tags t ON t.id = l.tag_id
     WHERE ${isLive(view, 'item_tags', 'l')} AND ${isLive(view, 'tags', 't')} ORDER BY t.name COLLATE NOCASE, t.id`,
    JSON.stringify(ids),
  );
  for (const [item, name] of rows) {
    const list = found.get(item);
    if (list === undefined) found.set(item, [name]);
    else list.push(name);
  }
  return found;
}

/** The row of an item that is not deleted. */
export function findItemRow(view: GtdView, id: string): number | undefined {
  const [row] = readTuples<[number]>(
    view.db,
    `SELECT i.rowid FROM items i WHERE i.id = ? AND ${isLive(view, 'items', 'i')}`,
    id,
  );
  return row?.[0];
}

/** Rows of what lies directly in an item, or at the top, in the order of the app; equal places by id. */
export function childRows(view: GtdView, parent: string | null): readonly number[] {
  const isChild = parent === null ? 'i.parent_id IS NULL' : 'i.parent_id = ?';
  return view.remember(`children ${JSON.stringify(parent)}`, () =>
    readTuples<[number]>(
      view.db,
      `SELECT i.rowid FROM items i WHERE ${isChild} AND ${isLive(view, 'items', 'i')} ORDER BY i.sort_order, i.id`,
      ...(parent === null ? [] : [parent]),
    ).map(([row]) => row),
  );
}
