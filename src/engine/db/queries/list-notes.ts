import type { Database, Value } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { countNotes } from './files.ts';
import { inScope, type Scope } from './zones.ts';

/** Which paths are wanted: those below `prefix`, `direct`ly in it, with a `name` (SQLite GLOB), or by `test` among `superset`. */
export interface PathFilter {
  prefix: string;
  direct?: boolean;
  name?: string;
  test?: (path: string) => boolean;
  superset?: string;
}

export type SortKey = 'modified' | 'created' | 'title' | 'path';

export interface NoteOrder {
  by: SortKey;
  descending: boolean;
}

interface Condition {
  sql: string;
  values: Value[];
}

/** Conditions on `files`, whose index on (kind, path, zone, slash) covers them all. */
function onFiles(filter: PathFilter, scope: Scope): Condition {
  const parts = [`f.kind = ${noteKind}`, inScope(scope, 'f.zone')];
  const values: Value[] = [];
  if (filter.prefix !== '') {
    parts.push('f.path >= ? AND f.path < ?');
    values.push(filter.prefix, `${filter.prefix.slice(0, -1)}0`);
  }
  if (filter.direct) {
    parts.push('f.slash = ?');
    values.push([...filter.prefix].length);
  }
  if (filter.name !== undefined) {
    parts.push('substr(f.path, f.slash + 1) GLOB ?');
    values.push(filter.name);
  }
  if (filter.superset !== undefined && filter.superset !== '*') {
    parts.push('f.path GLOB ?');
    values.push(filter.superset);
  }
  return { sql: parts.join(' AND '), values };
}

/** Whether no path is left out. */
function isEverything({ prefix, direct, name, test }: PathFilter): boolean {
  return prefix === '' && !direct && name === undefined && test === undefined;
}

export function countMatching(db: Database, filter: PathFilter, scope: Scope): number {
  if (scope === 'all' && isEverything(filter)) return countNotes(db);
  const { sql, values } = onFiles(filter, scope);
  if (!filter.test)
    return db.get<{ n: number }>(`SELECT count(*) AS n FROM files f WHERE ${sql}`, ...values)!.n;
  return matchingIds(db, filter, scope).length;
}

/** Ids of all that match, by path: one pass over the index of paths. */
export function matchingIds(db: Database, filter: PathFilter, scope: Scope): Int32Array {
  const { sql, values } = onFiles(filter, scope);
  const { test } = filter;
  if (!test) {
    const rows = db.tuples<[number]>(`SELECT f.id FROM files f WHERE ${sql} ORDER BY f.path`, ...values);
    return Int32Array.from(rows, ([id]) => id);
  }
  const rows = db.tuples<[number, string]>(
    `SELECT f.id, f.path FROM files f WHERE ${sql} ORDER BY f.path`,
    ...values,
  );
  return Int32Array.from(
    rows.filter(([, path]) => test(path)),
    ([id]) => id,
  );
}

const stored: Record<SortKey, string> = {
  modified: 'modified DESC, path',
  created: 'created DESC, path',
  title: 'title_key, path',
  path: 'path',
};
const reversed: Record<SortKey, string> = {
  modified: 'modified, path DESC',
  created: 'created, path DESC',
  title: 'title_key DESC, path DESC',
  path: 'path DESC',
};

/** One total order per key, and its exact reverse; the stored direction is descending for dates. */
function orderSql({ by, descending }: NoteOrder): string {
  const storedDescending = by === 'modified' || by === 'created';
  return (descending === storedDescending ? stored : reversed)[by];
}

/** The page of ids by walking the sort order and leaving out what does not match: fast when much of it matches. */
export function pageInOrder(
  db: Database,
  filter: PathFilter,
  scope: Scope,
  order: NoteOrder,
  offset: number,
  limit: number,
): number[] {
  if (
    order.by === 'path' ||
    filter.prefix !== '' ||
    filter.direct ||
    filter.name !== undefined ||
    filter.test
  ) {
    const { sql, values } = onFiles(filter, scope);
    const source =
      order.by === 'path'
        ? 'SELECT f.id, f.path FROM files f'
        : `SELECT n.id, n.path FROM notes n INDEXED BY notes_${order.by} CROSS JOIN files f ON f.id = n.id`;
    const sort = orderSql(order).replace(
      /\b(modified|created|title_key|path)\b/g,
      order.by === 'path' ? 'f.$1' : 'n.$1',
    );
    if (!filter.test)
      return db
        .tuples<[number]>(
          `${source} WHERE ${sql} ORDER BY ${sort} LIMIT ? OFFSET ?`,
          ...values,
          limit,
          offset,
        )
        .map(([id]) => id);
    return pageByTest(db, `${source} WHERE ${sql} ORDER BY ${sort}`, values, filter.test, offset, limit);
  }
  return db
    .tuples<[number]>(
      `SELECT id FROM notes INDEXED BY notes_${order.by} WHERE ${inScope(scope)} ORDER BY ${orderSql(order)} LIMIT ? OFFSET ?`,
      limit,
      offset,
    )
    .map(([id]) => id);
}

function pageByTest(
  db: Database,
  sql: string,
  values: Value[],
  test: (path: string) => boolean,
  offset: number,
  limit: number,
): number[] {
  const page: number[] = [];
  let skipped = 0;
  const statement = db.statement(sql);
  statement.setReturnArrays(true);
  for (const row of statement.iterate(...values)) {
    const [id, path] = row as unknown as [number, string];
    if (!test(path)) continue;
    if (skipped++ < offset) continue;
    page.push(id);
    if (page.length === limit) break;
  }
  return page;
}

/** Ids in order: fast when they are few. */
export function sortIds(db: Database, ids: Int32Array, order: NoteOrder): Int32Array {
  if (order.by === 'path') return order.descending ? ids.toReversed() : ids;
  const sort = orderSql(order).replace(/\b(modified|created|title_key|path)\b/g, 'n.$1');
  const rows = db.tuples<[number]>(
    `SELECT n.id FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value ORDER BY ${sort}`,
    `[${ids.join()}]`,
  );
  return Int32Array.from(rows, ([id]) => id);
}
