import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { inScope, type Scope } from './zones.ts';

/** Above every text that begins with this one. */
const after = (text: string) => `${text}\u{10FFFF}`;
const anywhere = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Paths that begin with the text, or whose file name or title does: found by their indexes, whatever the size of the notebook. */
export function pathsBeginning(db: Database, text: string, scope: Scope, limit: number): string[] {
  const key = text.toLowerCase();
  const visible = inScope(scope);
  const from = (sql: string, value: string) =>
    db.tuples<[string]>(`${sql} LIMIT ?`, value, after(value), limit).map(([path]) => path);
  return [
    ...from(
      `SELECT path FROM files WHERE kind = ${noteKind} AND path >= ? AND path < ? AND ${visible} ORDER BY path`,
      text,
    ),
    ...from(
      `SELECT path FROM notes WHERE name_key >= ? AND name_key < ? AND ${visible} ORDER BY name_key`,
      key,
    ),
    ...from(
      `SELECT path FROM notes WHERE title_key >= ? AND title_key < ? AND ${visible} ORDER BY title_key, path`,
      key,
    ),
  ];
}

/** Paths that have the text anywhere, or whose title does, in the same order of preference: looks at every note. */
export function pathsContaining(db: Database, text: string, scope: Scope, limit: number): string[] {
  const rows = db.tuples<[string]>(
    `SELECT path FROM notes
     WHERE ${inScope(scope)} AND (path LIKE ?1 ESCAPE '\\' OR instr(name_key, ?2) OR instr(title_key, ?2))
     ORDER BY CASE WHEN path LIKE substr(?1, 2) ESCAPE '\\' THEN 0 WHEN instr(name_key, ?2) = 1 THEN 1
       WHEN instr(title_key, ?2) = 1 THEN 2 ELSE 3 END, path LIMIT ?3`,
    anywhere(text),
    text.toLowerCase(),
    limit,
  );
  return rows.map(([path]) => path);
}

/** Tags that contain the text, in one of the ways they are written: those that begin with it first. */
export function tagsContaining(db: Database, text: string, scope: Scope, limit: number): string[] {
  // From key to next key by the index: there are a hundred times more tagged places than tags.
  const rows = db.tuples<[string]>(
    `WITH RECURSIVE keys(key) AS (
       SELECT min(tag_key) FROM tags
       UNION ALL SELECT (SELECT min(tag_key) FROM tags WHERE tag_key > key) FROM keys WHERE key IS NOT NULL)
     SELECT tag FROM (
       SELECT key, (SELECT t.tag FROM tags t JOIN files f ON f.id = t.note
         WHERE t.tag_key = key AND ${inScope(scope, 'f.zone')} LIMIT 1) AS tag
       FROM keys WHERE instr(key, ?1))
     WHERE tag IS NOT NULL ORDER BY instr(key, ?1) <> 1, key LIMIT ?2`,
    text.toLowerCase(),
    limit,
  );
  return rows.map(([tag]) => tag);
}
