import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A database while it is open, with what its schema has: the seed's nine columns, or all that the app keeps today. */
export interface GtdView {
  readonly db: DatabaseSync;
  /** Column names of a table, lower case; empty when there is no such table. */
  columns(table: 'items' | 'tags' | 'item_tags' | 'app_settings'): ReadonlySet<string>;
  /** The same value as long as the files have not changed. */
  remember<T>(key: string, make: () => T): T;
}

export function openView(db: DatabaseSync, remember?: GtdView['remember']): GtdView {
  const known = new Map<string, ReadonlySet<string>>();
  return {
    db,
    remember: remember ?? ((_, make) => make()),
    columns(table) {
      let found = known.get(table);
      if (found === undefined) {
        found = new Set(
          readTuples<[string]>(db, 'SELECT lower(name) FROM pragma_table_info(?)', table).map(
            ([name]) => name,
          ),
        );
        known.set(table, found);
      }
      return found;
    },
  };
}

export function readTuples<T extends unknown[]>(
  db: DatabaseSync,
  sql: string,
  ...values: SQLInputValue[]
): T[] {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all(...values) as unknown as T[];
}

/** A condition that leaves out what is marked as deleted, where the table has such a mark. */
export function isLive(view: GtdView, table: 'items' | 'tags' | 'item_tags', alias: string): string {
  return view.columns(table).has('deleted_at') ? `${alias}.deleted_at IS NULL` : '1';
}

/** Whether the file knows tags at all. */
export function hasTags(view: GtdView): boolean {
  return view.columns('tags').has('name') && view.columns('item_tags').has('tag_id');
}
