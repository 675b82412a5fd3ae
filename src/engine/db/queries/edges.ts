import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { edgeIndexes } from '../schema.ts';
import { makeMissingIndex } from './maintenance.ts';
import { inScope, type Scope } from './zones.ts';

/** A link as far as its target is concerned. */
export interface LinkSource {
  note: number;
  ord: number;
  path: string;
  kind: string;
  target: string;
  heading: string | null;
  block: string | null;
}

type LinkTuple = [number, number, string, string, string, string | null, string | null];

const linkColumns = 'l.note, l.ord, f.path, l.kind, l.target, l.heading, l.block';

function toLink([note, ord, path, kind, target, heading, block]: LinkTuple): LinkSource {
  return { note, ord, path, kind, target, heading, block };
}

export function linksOfNote(db: Database, note: number): LinkSource[] {
  return db
    .tuples<LinkTuple>(
      `SELECT ${linkColumns} FROM links l JOIN files f ON f.id = l.note WHERE l.note = ? AND l.external = 0`,
      note,
    )
    .map(toLink);
}

export function linksByKey(db: Database, key: string): LinkSource[] {
  return db
    .tuples<LinkTuple>(
      `SELECT ${linkColumns} FROM links l JOIN files f ON f.id = l.note WHERE l.target_key = ? AND l.external = 0`,
      key,
    )
    .map(toLink);
}

/** Links that lead to no file of the index. */
export function linksNowhere(db: Database): LinkSource[] {
  return db
    .tuples<LinkTuple>(
      `SELECT ${linkColumns} FROM edges e NOT INDEXED JOIN links l ON l.note = e.note AND l.ord = e.ord JOIN files f ON f.id = l.note
       WHERE e.dst IS NULL`,
    )
    .map(toLink);
}

type KinTuple = [number, number, string, string, string];

const kinColumns = 'k.note, k.ord, f.path, k.kind, k.target';

function toKin([note, ord, path, kind, target]: KinTuple): LinkSource {
  return { note, ord, path, kind, target, heading: null, block: null };
}

/** What properties of a note name as its parents and children, as if they were links. */
export function kinOfNote(db: Database, note: number): LinkSource[] {
  return db
    .tuples<KinTuple>(`SELECT ${kinColumns} FROM kin k JOIN files f ON f.id = k.note WHERE k.note = ?`, note)
    .map(toKin);
}

export function kinByKey(db: Database, key: string): LinkSource[] {
  return db
    .tuples<KinTuple>(
      `SELECT ${kinColumns} FROM kin k JOIN files f ON f.id = k.note WHERE k.target_key = ?`,
      key,
    )
    .map(toKin);
}

/** Stores which file is meant. Writes nothing where nothing changed. */
export function kinWriter(db: Database): (note: number, ord: number, dst: number | null) => void {
  const statement = db.statement('UPDATE kin SET dst = ?1 WHERE note = ?2 AND ord = ?3 AND dst IS NOT ?1');
  return (note, ord, dst) => void statement.run(dst, note, ord);
}

/** Links that name a heading or block of a note. */
export function linksToParts(db: Database, target: number): LinkSource[] {
  return db
    .tuples<LinkTuple>(
      `SELECT ${linkColumns} FROM edges e JOIN links l ON l.note = e.note AND l.ord = e.ord JOIN files f ON f.id = l.note
       WHERE e.dst = ? AND e.part = 1`,
      target,
    )
    .map(toLink);
}

type StoreEdge = (note: number, ord: number, dst: number | null, state: number, part: boolean) => void;

const storeEdges = (count: number) =>
  `INSERT INTO edges (note, ord, dst, state, part) VALUES ${Array(count).fill('(?, ?, ?, ?, ?)').join(', ')}
   ON CONFLICT(note, ord) DO UPDATE SET dst = excluded.dst, state = excluded.state, part = excluded.part
   WHERE dst IS NOT excluded.dst OR state <> excluded.state OR part <> excluded.part`;

/** Stores what a link means. Writes nothing where nothing changed. */
export function edgeWriter(db: Database): StoreEdge {
  const statement = db.statement(storeEdges(1));
  return (note, ord, dst, state, part) => void statement.run(note, ord, dst, state, part ? 1 : 0);
}

const edgesPerStatement = 25;

/** The same for many, in half the time; the last ones are stored by `flush`. */
export function edgeBatch(db: Database): { store: StoreEdge; flush: () => void } {
  const statement = db.statement(storeEdges(edgesPerStatement));
  let values: (number | null)[] = [];
  return {
    store(note, ord, dst, state, part) {
      values.push(note, ord, dst, state, part ? 1 : 0);
      if (values.length < edgesPerStatement * 5) return;
      statement.run(...values);
      values = [];
    },
    flush() {
      if (values.length > 0) db.run(storeEdges(values.length / 5), ...values);
      values = [];
    },
  };
}

export interface NoteNames {
  path: string;
  title: string;
  id: string | null;
  aliases: string[];
  headings: string;
  blocks: string;
}

/** What links may find a note by, folded, and its parts. */
export function namesOfNote(db: Database, note: number): NoteNames | undefined {
  const row = db.get<Omit<NoteNames, 'aliases'>>(
    `SELECT n.path, n.title_key AS title, n.note_id AS id, coalesce(s.headings, '[]') AS headings, coalesce(s.blocks, '[]') AS blocks
     FROM notes n LEFT JOIN structure s ON s.note = n.id WHERE n.id = ?`,
    note,
  );
  if (!row) return undefined;
  const aliases = db.tuples<[string]>('SELECT alias_key FROM aliases WHERE note = ?', note);
  return { ...row, aliases: aliases.map(([alias]) => alias) };
}

export function partsOfNote(db: Database, note: number): { headings: string; blocks: string } | undefined {
  return db.get<{ headings: string; blocks: string }>(
    'SELECT headings, blocks FROM structure WHERE note = ?',
    note,
  );
}

type FileTuple = [id: number, path: string];

export function notesNamed(db: Database, name: string, scope: Scope): FileTuple[] {
  return db.tuples<FileTuple>(`SELECT id, path FROM notes WHERE name_key = ? AND ${inScope(scope)}`, name);
}

/** Notes that have a folded text for an alias, an id or a title; of titles at most two. One note may come more than once. */
export function notesCalled(
  db: Database,
  text: string,
  scope: Scope,
): [by: 'alias' | 'id' | 'title', id: number, path: string][] {
  return db.tuples<['alias' | 'id' | 'title', number, string]>(
    `SELECT 'alias', n.id, n.path FROM aliases a JOIN notes n ON n.id = a.note WHERE a.alias_key = ?1 AND ${inScope(scope, 'n.zone')}
     UNION ALL SELECT 'id', id, path FROM notes WHERE note_id = ?1 AND ${inScope(scope)}
     UNION ALL SELECT * FROM (SELECT 'title', id, path FROM notes WHERE title_key = ?1 AND ${inScope(scope)} LIMIT 2)`,
    text,
  );
}

export function attachmentsNamed(db: Database, name: string, scope: Scope): FileTuple[] {
  return db.tuples<FileTuple>(
    `SELECT id, path FROM files WHERE attachment_key = ? AND ${inScope(scope)}`,
    name,
  );
}

export function findNoteAt(db: Database, path: string, scope: Scope): number | undefined {
  return db.get<{ id: number }>(
    `SELECT id FROM files WHERE kind = ${noteKind} AND path = ? AND ${inScope(scope)}`,
    path,
  )?.id;
}

/** Every file, in pieces: as one list they would be most of the memory. */
export function* allFilePaths(db: Database): Generator<[id: number, path: string, kind: number]> {
  for (let after = 0; ; ) {
    const rows = db.tuples<[number, string, number]>(
      'SELECT id, path, kind FROM files WHERE id > ? ORDER BY id LIMIT 2000',
      after,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last[0];
  }
}

/** Where the making of all edges stands: `after` is the last note that is done, undefined when all are. */
export function edgeProgress(db: Database): { generation: number; after: number | undefined } {
  const row = db.get<{ generation: number; complete: number; pending: number }>(
    'SELECT generation, complete, links_pending AS pending FROM state',
  )!;
  const after = row.complete === 1 && row.pending > 0 ? row.pending - 1 : undefined;
  return { generation: row.generation, after };
}

export function setEdgesMade(db: Database, after: number | undefined): void {
  db.run('UPDATE state SET links_pending = ?', after === undefined ? 0 : after + 1);
}

/** Edges are kept up with single changes only when all are made, or are being made. */
export function areEdgesKept(db: Database): boolean {
  return db.get('SELECT 1 FROM state WHERE complete = 1 AND links_pending <> 1') !== undefined;
}

/** A negative `ord` is that of a row of `kin`, as `kinOrd` tells it. */
export type PortionRow = [
  note: number,
  ord: number,
  kind: string,
  target: string,
  key: string | null,
  heading: string | null,
  block: string | null,
];

export function kinOrd(ord: number): number {
  return -1 - ord;
}

const linksOf = (note: string) =>
  `SELECT note, ord, kind, target, target_key, heading, block FROM links WHERE ${note} AND external = 0
   UNION ALL SELECT note, -1 - ord, kind, target, target_key, NULL, NULL FROM kin WHERE ${note}`;

/** Links and kin of the notes after one: whole notes, about `count` rows. None when there are no more. */
export function linkPortion(db: Database, after: number, count: number): PortionRow[] {
  // Ordered by no more than the note, both tables are walked side by side and nothing is sorted.
  const rows = db.tuples<PortionRow>(`${linksOf('note > ?1')} ORDER BY note LIMIT ?2`, after, count);
  if (rows.length < count) return rows;
  const cut = rows.at(-1)![0];
  let end = rows.length;
  while (end > 0 && rows[end - 1]![0] === cut) end--;
  return end > 0 ? rows.slice(0, end) : db.tuples<PortionRow>(linksOf('note = ?1'), cut);
}

/** Makes one of the indexes on edges that are made last; false when all are there. */
export function makeEdgeIndex(db: Database): boolean {
  return makeMissingIndex(db, edgeIndexes);
}

/** Edges go in faster without them. */
export function dropEdges(db: Database): void {
  db.run('DELETE FROM edges');
  for (const name of Object.keys(edgeIndexes)) db.exec(`DROP INDEX IF EXISTS ${name}`);
}
