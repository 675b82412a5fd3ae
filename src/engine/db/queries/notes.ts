import type { StatKey } from '../../vault/stat-key.ts';
import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { inScope, type Scope } from './zones.ts';

export interface NoteRow extends StatKey {
  id: number;
  path: string;
  disk: string;
  title: string;
  noteId: string | null;
  created: number;
  modified: number;
  words: number;
  lines: number;
  hash: string;
  encoding: string;
  tags: string;
  aliases: string;
  data: string;
  racy: number;
  warningCode: string | null;
  warning: string | null;
}

const columns = `n.id, n.path, coalesce(f.disk, n.path) AS disk, n.title, n.note_id AS noteId, n.created, n.modified, n.words, n.lines,
  n.hash, n.encoding, n.tags, n.aliases, n.data, n.warning_code AS warningCode, n.warning, f.size, f.mtime, f.ctime, f.ino, f.racy`;
const from = 'notes n JOIN files f ON f.id = n.id';

export function notesByIds(db: Database, ids: readonly number[]): NoteRow[] {
  const rows = db.all<NoteRow>(
    `SELECT ${columns} FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value JOIN files f ON f.id = n.id ORDER BY j.key`,
    JSON.stringify(ids),
  );
  return rows;
}

/** What a list shows of a note, without the columns that can be large. */
export type SummaryRow = Pick<
  NoteRow,
  | 'id'
  | 'path'
  | 'disk'
  | 'title'
  | 'created'
  | 'modified'
  | 'tags'
  | 'warningCode'
  | 'warning'
  | 'size'
  | 'mtime'
  | 'ctime'
  | 'ino'
>;

export function summariesByIds(db: Database, ids: readonly number[]): SummaryRow[] {
  return db.all<SummaryRow>(
    `SELECT n.id, n.path, coalesce(f.disk, n.path) AS disk, n.title, n.created, n.modified, n.tags,
       n.warning_code AS warningCode, n.warning, f.size, f.mtime, f.ctime, f.ino
     FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value JOIN files f ON f.id = n.id ORDER BY j.key`,
    JSON.stringify(ids),
  );
}

export function findNoteByPath(db: Database, path: string, scope: Scope): NoteRow | undefined {
  return db.get<NoteRow>(
    `SELECT ${columns} FROM files f JOIN notes n ON n.id = f.id WHERE f.kind = ${noteKind} AND f.path = ? AND ${inScope(scope, 'f.zone')}`,
    path,
  );
}

const keyed = {
  id: 'n.note_id = ?',
  title: 'n.title_key = ?',
  alias: 'n.id IN (SELECT note FROM aliases WHERE alias_key = ?)',
  name: 'n.name_key = ?',
} as const;

/** Notes that a key names, by path; more than one candidate is already ambiguous, so a few are enough. */
export function notesByKey(
  db: Database,
  level: keyof typeof keyed,
  key: string,
  scope: Scope,
  limit = 50,
): NoteRow[] {
  return db.all<NoteRow>(
    `SELECT ${columns} FROM ${from} WHERE ${keyed[level]} AND ${inScope(scope, 'n.zone')} ORDER BY n.path LIMIT ?`,
    key,
    limit,
  );
}

/** Notes whose file name starts like this one or whose title shares a word: where a misspelt name is looked for. */
export function similarNotes(
  db: Database,
  nameStart: string,
  match: string,
  scope: Scope,
): { path: string; title: string }[] {
  const byName = db.all<{ path: string; title: string }>(
    `SELECT path, title FROM notes n WHERE name_key >= ? AND name_key < ? AND ${inScope(scope)} LIMIT 2000`,
    nameStart,
    `${nameStart}\u{10FFFF}`,
  );
  const byTitle =
    match === ''
      ? []
      : db.all<{ path: string; title: string }>(
          `SELECT n.path, n.title FROM fts JOIN notes n ON n.id = fts.rowid WHERE fts MATCH ? AND ${inScope(scope, 'n.zone')} LIMIT 300`,
          match,
        );
  return [...byName, ...byTitle];
}

export function findHash(db: Database, id: number): string | undefined {
  return db.get<{ hash: string }>('SELECT hash FROM notes WHERE id = ?', id)?.hash;
}

/** True when the times were others before. */
export function updateTimes(db: Database, id: number, created: number, modified: number): boolean {
  const result = db.run(
    'UPDATE notes SET created = ?, modified = ? WHERE id = ? AND (created <> ? OR modified <> ?)',
    created,
    modified,
    id,
    created,
    modified,
  );
  return Number(result.changes) > 0;
}

export function headingsOf(db: Database, id: number): { line: number; level: number; text: string }[] {
  const row = db.get<{ headings: string }>('SELECT headings FROM structure WHERE note = ?', id);
  const headings = JSON.parse(row?.headings ?? '[]') as [number, number, string][];
  return headings.map(([line, level, text]) => ({ line, level, text }));
}
