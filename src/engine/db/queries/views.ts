import type { Database, Value } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { inScope, type Scope } from './zones.ts';

export interface Period {
  from?: number;
  to?: number;
  /** Notes created in that time count as well. */
  created: boolean;
}

interface Span {
  sql: string;
  values: Value[];
}

function during({ from, to }: Period, column: 'created' | 'modified'): Span {
  return {
    sql: `(n.${column} >= ? AND n.${column} < ?)`,
    values: [from ?? -8.64e15, to ?? 8.64e15 + 1],
  };
}

/** Each time is counted in its own index, and what is in both in the index that has less to look at. */
export function countDuring(db: Database, period: Period, scope: Scope): number {
  const count = (column: 'created' | 'modified', { sql, values }: Span) =>
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM notes n INDEXED BY notes_${column} WHERE ${sql} AND ${inScope(scope, 'n.zone')}`,
      ...values,
    )!.n;
  const modified = during(period, 'modified');
  const changed = count('modified', modified);
  if (!period.created) return changed;
  const created = during(period, 'created');
  const made = count('created', created);
  const both = {
    sql: `${modified.sql} AND ${created.sql}`,
    values: [...modified.values, ...created.values],
  };
  return changed + made - count(changed < made ? 'modified' : 'created', both);
}

/** A page by last change. `dense`: much of the notebook is in it, so the order is walked rather than the matches sorted. */
export function pageDuring(
  db: Database,
  period: Period,
  scope: Scope,
  page: { descending: boolean; limit: number; offset: number; dense: boolean },
): number[] {
  const modified = during(period, 'modified');
  const created = during(period, 'created');
  const sql = period.created ? `(${modified.sql} OR ${created.sql})` : modified.sql;
  const values = period.created ? [...modified.values, ...created.values] : modified.values;
  const hint = page.dense ? 'INDEXED BY notes_modified' : '';
  return db
    .tuples<[number]>(
      `SELECT n.id FROM notes n ${hint} WHERE ${sql} AND ${inScope(scope, 'n.zone')}
       ORDER BY n.modified ${page.descending ? 'DESC' : 'ASC'}, n.path LIMIT ? OFFSET ?`,
      ...values,
      page.limit,
      page.offset,
    )
    .map(([id]) => id);
}

export function countVisible(db: Database, scope: Scope): number {
  return db.get<{ n: number }>(
    `SELECT count(*) AS n FROM files f WHERE f.kind = ${noteKind} AND ${inScope(scope, 'f.zone')}`,
  )!.n;
}

const indexed = { modified: 'modified', created: 'created', title: 'title_key' } as const;
export type IndexedField = keyof typeof indexed | 'path';

/** Ids of a query with one column, as one JSON text: a tenth of the time that as many rows take. */
function readIds(db: Database, sql: string, ...values: Value[]): Int32Array {
  const row = db.get<{ ids: string }>(`SELECT json_group_array(id) AS ids FROM (${sql})`, ...values);
  return Int32Array.from(JSON.parse(row!.ids) as number[]);
}

/** Every visible note in an order an index has. */
export function idsInOrder(db: Database, field: IndexedField, descending: boolean, scope: Scope): Int32Array {
  const direction = descending ? 'DESC' : 'ASC';
  if (field === 'path')
    return readIds(
      db,
      `SELECT f.id FROM files f WHERE f.kind = ${noteKind} AND ${inScope(scope, 'f.zone')} ORDER BY f.path ${direction}`,
    );
  return readIds(
    db,
    `SELECT n.id FROM notes n INDEXED BY notes_${field} WHERE ${inScope(scope, 'n.zone')} ORDER BY n.${indexed[field]} ${direction}, n.path`,
  );
}

export interface SortRow {
  id: number;
  path: string;
  title: string;
  titleKey: string;
  created: number;
  modified: number;
  words: number;
}

type SortTuple = [number, string, string, string, number, number, number];

/** What notes can be sorted and grouped by, besides properties. */
export function sortRows(db: Database, ids: Int32Array): SortRow[] {
  const rows = db.tuples<SortTuple>(
    `SELECT n.id, n.path, n.title, n.title_key AS titleKey, n.created, n.modified, n.words
     FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value`,
    `[${ids.join()}]`,
  );
  return rows.map(([id, path, title, titleKey, created, modified, words]) => ({
    id,
    path,
    title,
    titleKey,
    created,
    modified,
    words,
  }));
}

export function tagsOf(db: Database, ids: Int32Array): [id: number, tags: string][] {
  return db.tuples<[number, string]>(
    'SELECT n.id, n.tags FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value',
    `[${ids.join()}]`,
  );
}

export function untaggedIds(db: Database, scope: Scope): Int32Array {
  return readIds(db, `SELECT n.id FROM notes n WHERE n.tags = '[]' AND ${inScope(scope, 'n.zone')}`);
}

/** The values a property has, as JSON. */
export function valuesOfProperty(db: Database, key: string): string[] {
  return db
    .tuples<[string]>('SELECT DISTINCT value FROM properties WHERE key = ?', key)
    .map(([value]) => value);
}

/** Who has one of these values in a property. */
export function propertyRows(
  db: Database,
  key: string,
  values: readonly string[],
): [value: string, note: number][] {
  return db.tuples<[string, number]>(
    'SELECT p.value, p.note FROM json_each(?) j CROSS JOIN properties p ON p.key = ? AND p.value = j.value',
    JSON.stringify(values),
    key,
  );
}

/** Properties of a few notes, whatever the case of their keys. */
export function propertiesOf(
  db: Database,
  ids: readonly number[],
  keys: readonly string[],
): { note: number; key: string; value: string }[] {
  return db.all<{ note: number; key: string; value: string }>(
    `SELECT p.note, p.key, p.value FROM json_each(?) j CROSS JOIN properties p ON p.note = j.value
     WHERE lower(p.key) IN (SELECT lower(value) FROM json_each(?))`,
    JSON.stringify(ids),
    JSON.stringify(keys),
  );
}

export interface TagRow {
  key: string;
  count: number;
}

/** Every tag, ignoring case, with the number of notes that carry it: most used first. */
export function tagCounts(db: Database, scope: Scope): TagRow[] {
  const visible = scope === 'all' ? '' : 'JOIN files f ON f.id = t.note';
  return db.all<TagRow>(
    `SELECT tag_key AS key, count(*) AS count FROM
       (SELECT DISTINCT t.tag_key, t.note FROM tags t ${visible} WHERE ${inScope(scope, 'f.zone')})
     GROUP BY tag_key ORDER BY count DESC, tag_key`,
  );
}

/** How a tag is written where it is written first. */
export function tagSpelling(db: Database, key: string, scope: Scope): string {
  const row = db.get<{ tag: string }>(
    `SELECT t.tag FROM tags t JOIN files f ON f.id = t.note WHERE t.tag_key = ? AND ${inScope(scope, 'f.zone')}
     ORDER BY t.note, t.ord LIMIT 1`,
    key,
  );
  return row?.tag ?? key;
}

/** In DuckDB's words: how many rows a statement has for each value of a column. */
export function countByColumn(
  sql: string,
  column: string,
  offset: number,
  limit: number | undefined,
): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  const cut = `${limit === undefined ? '' : ` LIMIT ${limit}`}${offset > 0 ? ` OFFSET ${offset}` : ''}`;
  const inner = sql.trim().replace(/;+$/, '');
  return `SELECT ${name} AS key, count(*) AS count FROM (SELECT * FROM (\n${inner}\n) AS stated${cut}) AS shown GROUP BY 1 ORDER BY 1 NULLS LAST`;
}
