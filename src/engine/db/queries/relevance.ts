import type { Database } from '../database.ts';
import { edgesIn } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

/**
 * Every place a term stands in, read term by term: a fifth of what FTS5's own bm25() takes, which looks up the size of
 * each note. It lives in the connection, as readers write nothing.
 */
const instances =
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.fts_instances USING fts5vocab(main, fts, 'instance')";

/** The second letter tells the columns of `fts` apart. */
const columnLetter = 'substr(col, 2, 1)';

export const columnOfLetter = { i: 'title', e: 'headings', a: 'tags', o: 'body' } as const;
export type IndexColumn = (typeof columnOfLetter)[keyof typeof columnOfLetter];

/** `12o,12o,15i`: the note and column of each instance; empty when there are none. */
export function termInstances(db: Database, term: string): string {
  db.exec(instances);
  return (
    db.get<{ text: string | null }>(
      `SELECT group_concat(doc || ${columnLetter}) AS text FROM temp.fts_instances WHERE term = ?`,
      term,
    )?.text ?? ''
  );
}

/** How many notes hold any of the terms. */
export function countHolding(db: Database, match: string, scope: Scope): number {
  const seen = scope === 'all' ? '' : 'CROSS JOIN files f ON f.id = fts.rowid';
  return db.get<{ count: number }>(
    `SELECT count(*) AS count FROM fts ${seen} WHERE fts MATCH ? AND ${inScope(scope, 'f.zone')}`,
    match,
  )!.count;
}

/** Anywhere in a note. Terms hold nothing but letters, digits and symbols: quoted, none is syntax. */
export function matchAnywhere(terms: readonly string[]): string {
  return terms.map((term) => `"${term}"`).join(' OR ');
}

export function matchBeginning(term: string): string {
  return `"${term}" *`;
}

export interface CandidateRow {
  id: number;
  title: string;
  modified: number;
  size: number;
  /** Notes that link to it, up to a few: more say no more. */
  incoming: number;
}

const mostIncoming = 32;

export function candidateRows(db: Database, ids: readonly number[], scope: Scope): CandidateRow[] {
  const seen =
    scope === 'all' ? '' : `AND (SELECT ${inScope(scope, 'f.zone')} FROM files f WHERE f.id = e.note)`;
  return db
    .tuples<[number, string, number, number, number]>(
      `SELECT n.id, n.title, n.modified, f.size,
         (SELECT count(*) FROM (SELECT DISTINCT e.note FROM ${edgesIn(scope)} e WHERE e.dst = n.id AND e.note <> n.id ${seen} LIMIT ${mostIncoming}))
       FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value JOIN files f ON f.id = n.id ORDER BY j.key`,
      JSON.stringify(ids),
    )
    .map(([id, title, modified, size, incoming]) => ({ id, title, modified, size, incoming }));
}

/** Notes whose title is this text, whatever its case. */
export function titledNotes(db: Database, title: string, scope: Scope): number[] {
  const key = title.trim().normalize('NFC').toLowerCase();
  return db
    .tuples<[number]>(`SELECT id FROM notes WHERE title_key = ? AND ${inScope(scope)} LIMIT 100`, key)
    .map(([id]) => id);
}

/** Ids with their number of words: of all notes, or of some. */
export function noteLengths(db: Database, ids?: readonly number[]): [id: number, words: number][] {
  return ids === undefined
    ? db.tuples('SELECT id, words FROM notes')
    : db.tuples(
        'SELECT n.id, n.words FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value',
        JSON.stringify(ids),
      );
}

/** The frontmatter ids of those notes that have one, as they are written. */
export function ownIds(db: Database, ids: readonly number[]): Map<number, string> {
  const rows = db.tuples<[number, string | number]>(
    `SELECT n.id, json_extract(n.data, '$.id') FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value
     WHERE n.note_id IS NOT NULL`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(([id, own]) => [id, String(own)]));
}
