import type { Database, Value } from '../database.ts';
import { inScope, type Scope } from './zones.ts';

export type VaultSort = 'title' | 'path' | 'modified';

export interface VaultFilter {
  /** File changed at this time or later, ms since 1970. */
  modifiedSince?: number | undefined;
  /** Lower-case tags of the frontmatter; one of them, or one nested in it, is enough. */
  tags?: readonly string[] | undefined;
}

/**
 * A title in the frontmatter that counts: text, number or boolean, and not blank. The plus keeps SQLite from going through the
 * titles of all notes for each.
 */
const hasTitle = `EXISTS (SELECT 1 FROM properties p WHERE p.note = n.id AND +p.key = 'title'
  AND json_type(p.value) IN ('text', 'integer', 'real', 'true', 'false') AND trim(p.value ->> '$', char(9, 10, 13, 32)) <> '')`;

function conditionsOf(filter: VaultFilter, scope: Scope): { sql: string; values: Value[] } {
  const parts = [inScope(scope, 'n.zone')];
  const values: Value[] = [];
  if (filter.modifiedSince !== undefined) {
    parts.push('(SELECT f.mtime FROM files f WHERE f.id = n.id) >= ?');
    values.push(filter.modifiedSince);
  }
  if (filter.tags !== undefined) {
    const one = "(t.tag_key = ? OR substr(t.tag_key, 1, length(?) + 1) = ? || '/')";
    const any = filter.tags.map(() => one).join(' OR ');
    parts.push(
      `n.id IN (SELECT t.note FROM tags t WHERE t.source = 'frontmatter' AND (${any === '' ? '0' : any}))`,
    );
    values.push(...filter.tags.flatMap((tag) => [tag, tag, tag]));
  }
  return { sql: parts.join(' AND '), values };
}

export function countVaultNotes(db: Database, filter: VaultFilter, scope: Scope): number {
  const { sql, values } = conditionsOf(filter, scope);
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM notes n WHERE ${sql}`, ...values)!.n;
}

/**
 * Ids of one page. By title, notes with a title of their own are walked in the order of titles and the others in that of
 * file names, each by its index, and merged: what comes after the page is never looked at.
 */
export function vaultPage(
  db: Database,
  filter: VaultFilter,
  scope: Scope,
  sort: VaultSort,
  page: { offset: number; limit: number },
): number[] {
  const { sql, values } = conditionsOf(filter, scope);
  const rows =
    sort === 'title'
      ? db.tuples<[number]>(
          `SELECT id FROM (
             SELECT n.id AS id, n.title_key AS key, n.path AS path FROM notes n INDEXED BY notes_title WHERE ${sql} AND ${hasTitle}
             UNION ALL
             SELECT n.id AS id, n.name_key AS key, n.path AS path FROM notes n INDEXED BY notes_name WHERE ${sql} AND NOT ${hasTitle}
             ORDER BY key, path LIMIT ? OFFSET ?)`,
          ...values,
          ...values,
          page.limit,
          page.offset,
        )
      : db.tuples<[number]>(
          sort === 'path'
            ? `SELECT n.id FROM notes n WHERE ${sql} ORDER BY n.path LIMIT ? OFFSET ?`
            : `SELECT n.id FROM notes n JOIN files g ON g.id = n.id WHERE ${sql} ORDER BY g.mtime DESC, n.path LIMIT ? OFFSET ?`,
          ...values,
          page.limit,
          page.offset,
        );
  return rows.map(([id]) => id);
}

export interface VaultRow {
  id: number;
  path: string;
  disk: string;
  /** Of the frontmatter; null when it has none. */
  title: string | null;
  words: number;
  warningCode: string | null;
  warning: string | null;
  size: number;
  mtime: number;
  ctime: number;
  ino: number;
}

export function vaultRows(db: Database, ids: readonly number[]): VaultRow[] {
  return db.all<VaultRow>(
    `SELECT n.id, n.path, coalesce(f.disk, n.path) AS disk, iif(${hasTitle}, n.title, NULL) AS title, n.words,
       n.warning_code AS warningCode, n.warning, f.size, f.mtime, f.ctime, f.ino
     FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value JOIN files f ON f.id = n.id ORDER BY j.key`,
    JSON.stringify(ids),
  );
}

/** Tags of the frontmatter by note, each once, ignoring case, in its first spelling. */
export function frontmatterTags(db: Database, ids: readonly number[]): Map<number, string[]> {
  const rows = db.tuples<[number, string, string]>(
    `SELECT t.note, t.tag, t.tag_key FROM json_each(?) j CROSS JOIN tags t ON t.note = j.value
     WHERE t.source = 'frontmatter' ORDER BY t.note, t.ord`,
    JSON.stringify(ids),
  );
  const found = new Map<number, Map<string, string>>();
  for (const [note, tag, key] of rows) {
    const tags = found.get(note) ?? new Map<string, string>();
    if (!tags.has(key)) tags.set(key, tag);
    found.set(note, tags);
  }
  return new Map([...found].map(([note, tags]) => [note, [...tags.values()]]));
}
