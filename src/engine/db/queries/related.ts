import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { edgesIn } from './own-edges.ts';
import { matchAnywhere } from './relevance.ts';
import { inScope, type Scope } from './zones.ts';

const visible = (scope: Scope, id: string) =>
  scope === 'all' ? '1' : `EXISTS (SELECT 1 FROM files v WHERE v.id = ${id} AND ${inScope(scope, 'v.zone')})`;

/** Files that a note links to and how often, in the order of the links. */
export function filesLinkedFrom(
  db: Database,
  note: number,
  scope: Scope,
  most: number,
): [file: number, links: number, isNote: 0 | 1][] {
  return db.tuples(
    `SELECT e.dst, count(*), d.kind = ${noteKind} FROM ${edgesIn(scope)} e CROSS JOIN files d ON d.id = e.dst
     WHERE e.note = ? AND e.dst <> e.note AND ${inScope(scope, 'd.zone')} GROUP BY e.dst ORDER BY min(e.ord) LIMIT ?`,
    note,
    most,
  );
}

/** Notes that link to a note and how often. */
export function notesLinkingTo(
  db: Database,
  note: number,
  scope: Scope,
  most: number,
): [note: number, links: number][] {
  return db.tuples(
    `SELECT e.note, count(*) FROM ${edgesIn(scope)} e WHERE e.dst = ? AND e.note <> e.dst AND ${visible(scope, 'e.note')} GROUP BY e.note LIMIT ?`,
    note,
    most,
  );
}

/** The first of these notes by path. */
export function firstByPath(db: Database, notes: readonly number[], count: number): number[] {
  return db
    .tuples<[number]>(
      'SELECT f.id FROM json_each(?) j CROSS JOIN files f ON f.id = j.value ORDER BY f.path LIMIT ?',
      JSON.stringify(notes),
      count,
    )
    .map(([id]) => id);
}

/** What notes have in common, and with how many others: the fewer, the more it says. */
export interface Shared<Key> {
  key: Key;
  holders: number;
}

/** How many `holders`, a query with `j.value` for the key, there are of each key, counted up to one more than `most`. */
function countHolders<Key extends string | number>(
  db: Database,
  holders: string,
  keys: readonly Key[],
  most: number,
): Shared<Key>[] {
  const counts = db.tuples<[key: Key, holders: number]>(
    `SELECT j.value, (SELECT count(*) FROM (${holders} LIMIT ?2)) FROM json_each(?1) j`,
    JSON.stringify(keys),
    most + 1,
  );
  return counts.map(([key, count]) => ({ key, holders: count }));
}

/** How many notes link to each of these files, counted up to one more than `most`. */
export function countLinking(
  db: Database,
  files: readonly number[],
  scope: Scope,
  most: number,
): Shared<number>[] {
  const holders = `SELECT DISTINCT e.note FROM ${edgesIn(scope)} e WHERE e.dst = j.value AND e.note <> e.dst AND ${visible(scope, 'e.note')}`;
  return countHolders(db, holders, files, most);
}

/** How many files each of these notes links to, counted up to one more than `most`. */
export function countLinked(
  db: Database,
  notes: readonly number[],
  scope: Scope,
  most: number,
): Shared<number>[] {
  const holders = `SELECT DISTINCT e.dst FROM ${edgesIn(scope)} e WHERE e.note = j.value AND e.dst <> e.note AND ${visible(scope, 'e.dst')}`;
  return countHolders(db, holders, notes, most);
}

/** Who links to each of these files. */
export function linkingPairs(
  db: Database,
  files: readonly number[],
  scope: Scope,
): [file: number, note: number][] {
  return db.tuples(
    `SELECT DISTINCT e.dst, e.note FROM json_each(?) j CROSS JOIN ${edgesIn(scope)} e ON e.dst = j.value WHERE e.note <> e.dst`,
    JSON.stringify(files),
  );
}

/** What each of these notes links to. */
export function linkedPairs(
  db: Database,
  notes: readonly number[],
  scope: Scope,
): [note: number, file: number][] {
  return db.tuples(
    `SELECT DISTINCT e.note, e.dst FROM json_each(?) j CROSS JOIN ${edgesIn(scope)} e ON e.note = j.value WHERE e.dst <> e.note`,
    JSON.stringify(notes),
  );
}

/** How many notes have each tag, counted up to one more than `most`. */
export function countTagged(
  db: Database,
  tagKeys: readonly string[],
  scope: Scope,
  most: number,
): Shared<string>[] {
  const holders = `SELECT DISTINCT t.note FROM tags t WHERE t.tag_key = j.value AND ${visible(scope, 't.note')}`;
  return countHolders(db, holders, tagKeys, most);
}

export function taggedPairs(db: Database, tagKeys: readonly string[]): [tagKey: string, note: number][] {
  return db.tuples(
    'SELECT DISTINCT t.tag_key, t.note FROM json_each(?) j CROSS JOIN tags t ON t.tag_key = j.value',
    JSON.stringify(tagKeys),
  );
}

/** How many notes hold one of the terms, counted up to one more than `most`. */
export function countWithAny(db: Database, terms: readonly string[], scope: Scope, most: number): number {
  return db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM fts WHERE fts MATCH ? AND ${visible(scope, 'fts.rowid')} LIMIT ?)`,
    matchAnywhere(terms),
    most + 1,
  )!.n;
}
