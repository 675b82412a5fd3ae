import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { hasAllTerms, readState } from './state.ts';
import { inScope, type Scope } from './zones.ts';

/** The columns of `fts` that hold what is said in a note. */
export type TextColumn = 'title' | 'headings' | 'body';

export const titleAndBody: readonly TextColumn[] = ['title', 'body'];

/** Terms hold nothing but letters, digits and symbols, so a quoted one cannot be anything but a term. */
export function matchAny(columns: readonly TextColumn[], phrases: readonly string[]): string {
  return `{${columns.join(' ')}} : (${phrases.map((phrase) => `"${phrase}"`).join(' OR ')})`;
}

/** The same for phrases whose last word may go on. */
export function matchAnyStart(columns: readonly TextColumn[], phrases: readonly string[]): string {
  return `{${columns.join(' ')}} : (${phrases.map((phrase) => `"${phrase}" *`).join(' OR ')})`;
}

/** One long text is handed over in half the time that as many rows take. */
function parseIds(text: string | null | undefined): Int32Array {
  if (!text) return new Int32Array(0);
  const ids = new Int32Array((text.length >> 1) + 1);
  let count = 0;
  let id = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0) id = id * 10 + digit;
    else {
      ids[count++] = id;
      id = 0;
    }
  }
  ids[count++] = id;
  return ids.subarray(0, count);
}

function ids(db: Database, sql: string, ...values: (string | number)[]): Int32Array {
  return parseIds(db.get<{ ids: string | null }>(sql, ...values)?.ids);
}

export function matchingNotes(db: Database, match: string): Int32Array {
  return ids(db, 'SELECT group_concat(rowid) AS ids FROM fts WHERE fts MATCH ?', match);
}

/** Those of the terms that stand in a note the caller sees, in the order of the alphabet: that of the index tells of the rest. */
export function visibleTerms(db: Database, terms: readonly string[], scope: Scope): string[] {
  const statement = `SELECT 1 FROM fts CROSS JOIN files f ON f.id = fts.rowid WHERE fts MATCH ? AND ${inScope(scope, 'f.zone')} LIMIT 1`;
  return terms.filter((term) => db.get(statement, `"${term}"`) !== undefined).sort();
}

/** Ids with their relevance, higher is better. A word of the title weighs as much as several of the text. */
export function scoreNotes(db: Database, match: string): [id: number, score: number][] {
  return db.tuples<[number, number]>(
    'SELECT rowid, -bm25(fts, 4.0, 1.0, 1.0, 1.0) FROM fts WHERE fts MATCH ?',
    match,
  );
}

/** Every note the caller sees, by path. */
export function visibleNotes(db: Database, scope: Scope): Int32Array {
  return ids(
    db,
    `SELECT group_concat(id) AS ids FROM (SELECT id FROM files WHERE kind = ${noteKind} AND ${inScope(scope)} ORDER BY path)`,
  );
}

/** Those of the notes that are there, by path. */
export function byPathAmong(db: Database, notes: readonly number[]): Int32Array {
  return ids(
    db,
    `SELECT group_concat(id) AS ids FROM (
       SELECT f.id FROM json_each(?) j CROSS JOIN files f ON f.id = j.value WHERE f.kind = ${noteKind} ORDER BY f.path)`,
    JSON.stringify(notes),
  );
}

/** Whether a note comes before another one by path. */
export function isBefore(db: Database, note: number, other: number): boolean {
  return (
    db.get('SELECT 1 FROM files a, files b WHERE a.id = ? AND b.id = ? AND a.path < b.path', note, other) !==
    undefined
  );
}

/** Newest change first. */
export function newestFirst(db: Database, notes: Int32Array): Int32Array {
  return ids(
    db,
    `SELECT group_concat(id) AS ids FROM (
       SELECT n.id FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value ORDER BY n.modified DESC, n.path)`,
    `[${notes.join()}]`,
  );
}

/** All that may be seen, newest change first. */
export function allNewestFirst(db: Database, scope: Scope): Int32Array {
  return ids(
    db,
    `SELECT group_concat(id) AS ids FROM (
       SELECT id FROM notes INDEXED BY notes_modified WHERE ${inScope(scope)} ORDER BY modified DESC, path)`,
  );
}

export interface NamedNote {
  id: number;
  disk: string;
  title: string;
}

export function namedNotes(db: Database, notes: Int32Array): NamedNote[] {
  return db
    .tuples<[number, string, string]>(
      `SELECT n.id, coalesce(f.disk, f.path), n.title
       FROM json_each(?) j CROSS JOIN files f ON f.id = j.value JOIN notes n ON n.id = f.id`,
      `[${notes.join()}]`,
    )
    .map(([id, disk, title]) => ({ id, disk, title }));
}

/** By path. */
export function titlesOf(db: Database, notes: Int32Array): [id: number, title: string][] {
  return db.tuples<[number, string]>(
    'SELECT n.id, n.title FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value ORDER BY n.path',
    `[${notes.join()}]`,
  );
}

/** The titles of all notes as they are compared, a line each; a title of several lines is among `brokenTitles`. */
export function plainTitles(db: Database): { ids: Int32Array; text: string } {
  const row = db.get<{ ids: string | null; text: string | null }>(
    `SELECT group_concat(id) AS ids, group_concat(title_key, char(10)) AS text FROM notes WHERE instr(title_key, char(10)) = 0`,
  );
  return { ids: parseIds(row?.ids), text: row?.text ?? '' };
}

export function brokenTitles(db: Database): [id: number, title: string][] {
  return db.tuples<[number, string]>('SELECT id, title_key FROM notes WHERE instr(title_key, char(10)) > 0');
}

/** The terms that came after one, as bytes with a line break between; undefined when there are none. */
export function termsAfter(db: Database, id: number): { bytes: Uint8Array; last: number } | undefined {
  const row = db.get<{ bytes: Uint8Array | null; last: number | null }>(
    'SELECT CAST(group_concat(term, char(10)) AS BLOB) AS bytes, max(id) AS last FROM terms WHERE id > ?',
    id,
  );
  return row?.bytes && row.last !== null ? { bytes: row.bytes, last: row.last } : undefined;
}

export function findTerm(db: Database, id: number): string | undefined {
  return db.get<{ term: string }>('SELECT term FROM terms WHERE id = ?', id)?.term;
}

/** The other forms of a word, in the order of the alphabet; undefined while the list of terms is being made. */
export function termsOfStem(db: Database, stem: string): string[] | undefined {
  const { complete, unfinished } = readState(db);
  if (!complete || (unfinished && !hasAllTerms(db))) return undefined;
  return db
    .tuples<[string]>('SELECT term FROM terms WHERE stem = ? ORDER BY term', stem)
    .map(([term]) => term);
}

/** The terms of the full text itself that begin with some ASCII letters: slower, as it reads where each of them stands. */
export function termsBeginning(db: Database, start: string): string[] {
  const sql = 'SELECT term FROM fts_terms WHERE term >= ? AND term < ?';
  return db.tuples<[string]>(sql, start, `${start}\x7f`).map(([term]) => term);
}

/** The terms of an index in the making, which has no list of them yet. Reads all of the full text. */
export function termsSoFar(db: Database): Uint8Array | undefined {
  return (
    db.get<{ bytes: Uint8Array | null }>(
      'SELECT CAST(group_concat(term, char(10)) AS BLOB) AS bytes FROM fts_terms',
    )?.bytes ?? undefined
  );
}
