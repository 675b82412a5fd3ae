import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { edgesIn } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

/**
 * What links mean, as a caller sees it: a note out of its scope is as if it did not exist. A link from one does not count, a
 * link to one is broken. Links of a note to itself are neither backlinks nor do they keep it from being an orphan.
 */
export interface Page {
  limit: number;
  offset: number;
}

export interface LinkPage<Row> {
  rows: Row[];
  total: number;
}

export const idList = (list: ArrayLike<number>) => JSON.stringify(Array.from(list));

const toIds = (rows: readonly [number][]) => Int32Array.from(rows, ([id]) => id);

/** Notes that link to one of these files, by id. */
export function linkingNotes(db: Database, targets: ArrayLike<number>, scope: Scope): Int32Array {
  return toIds(
    db.tuples<[number]>(
      `SELECT DISTINCT e.note FROM json_each(?) t CROSS JOIN ${edgesIn(scope)} e ON e.dst = t.value CROSS JOIN files s ON s.id = e.note
       CROSS JOIN files d ON d.id = e.dst
       WHERE e.note <> e.dst AND ${inScope(scope, 's.zone')} AND ${inScope(scope, 'd.zone')} ORDER BY 1`,
      idList(targets),
    ),
  );
}

/** Notes that one of these notes links to, by id. */
export function linkedNotes(db: Database, sources: ArrayLike<number>, scope: Scope): Int32Array {
  return toIds(
    db.tuples<[number]>(
      `SELECT DISTINCT e.dst FROM json_each(?) t CROSS JOIN ${edgesIn(scope)} e ON e.note = t.value CROSS JOIN files d ON d.id = e.dst
       CROSS JOIN files s ON s.id = e.note
       WHERE e.note <> e.dst AND d.kind = ${noteKind} AND ${inScope(scope, 's.zone')} AND ${inScope(scope, 'd.zone')} ORDER BY 1`,
      idList(sources),
    ),
  );
}

/**
 * `no-incoming`: no other note links to it. `no-links`: nor does it link to a note or to nothing; pictures and other attachments
 * are no such links. `isolated`: nor has it a tag or a category.
 */
export type OrphanDefinition = 'no-incoming' | 'no-links' | 'isolated';

export function orphanIds(db: Database, definition: OrphanDefinition, scope: Scope): Int32Array {
  const conditions = [
    `NOT EXISTS (SELECT 1 FROM ${edgesIn(scope)} e ${scope === 'all' ? '' : 'JOIN files s ON s.id = e.note'}
       WHERE e.dst = f.id AND e.note <> f.id AND ${inScope(scope, 's.zone')})`,
  ];
  if (definition !== 'no-incoming')
    conditions.push(
      `NOT EXISTS (SELECT 1 FROM ${edgesIn(scope)} e LEFT JOIN files d ON d.id = e.dst WHERE e.note = f.id
         AND e.dst IS NOT f.id AND (d.kind IS NULL OR d.kind = ${noteKind} OR NOT ${inScope(scope, 'd.zone')}))`,
    );
  if (definition === 'isolated')
    conditions.push(
      'NOT EXISTS (SELECT 1 FROM tags t WHERE t.note = f.id)',
      `NOT EXISTS (SELECT 1 FROM properties p WHERE p.note = f.id AND p.key = 'category' AND p.value NOT IN ('null', '""', '[]'))`,
    );
  return toIds(
    db.tuples<[number]>(
      `SELECT f.id FROM files f NOT INDEXED WHERE f.kind = ${noteKind} AND ${inScope(scope, 'f.zone')} AND ${conditions.join(' AND ')} ORDER BY 1`,
    ),
  );
}

/** The notes whose rows a page shows, when each has so many, and how many rows of the first one come before the page. */
export function pickNotes(
  counts: readonly LinkCount[],
  { limit, offset }: Page,
): { notes: number[]; skip: number; total: number } {
  const notes: number[] = [];
  let skip = offset;
  let total = 0;
  for (const [note, count] of counts) {
    if (total + count <= offset) skip -= count;
    else if (total < offset + limit) notes.push(note);
    total += count;
  }
  return { notes, skip, total };
}

export interface Backlink {
  note: number;
  path: string;
  title: string;
  ord: number;
  line: number;
  kind: string;
  raw: string;
  heading: string | null;
  block: string | null;
  alias: string | null;
  property: string | null;
  /** 0, or 2 when the heading or block is not there. */
  state: number;
}

export type LinkCount = [note: number, links: number, path: string];

/** Other notes that link to a file, by path, with how often each does. */
export function backlinkCounts(db: Database, target: number, scope: Scope): LinkCount[] {
  const counts = db.tuples<LinkCount>(
    `SELECT b.note, b.n, s.path FROM (SELECT note, count(*) AS n FROM ${edgesIn(scope)} WHERE dst = ? AND note <> dst GROUP BY note) b
     CROSS JOIN files s ON s.id = b.note WHERE ${inScope(scope, 's.zone')}`,
    target,
  );
  return counts.sort(([, , a], [, , b]) => (a < b ? -1 : 1));
}

/** Links from other notes to a file, one row per link, by path, line and order. */
export function backlinksOf(
  db: Database,
  target: number,
  scope: Scope,
  page: Page,
  counts: readonly LinkCount[] = backlinkCounts(db, target, scope),
): LinkPage<Backlink> {
  const { notes, skip, total } = pickNotes(counts, page);
  const rows = db.all<Backlink>(
    `SELECT l.note, n.path, n.title, l.ord, l.line, l.kind, l.raw, l.heading, l.block, l.alias, l.property, e.state
     FROM json_each(?) j CROSS JOIN ${edgesIn(scope)} e ON e.note = j.value CROSS JOIN links l ON l.note = e.note AND l.ord = e.ord
     CROSS JOIN notes n ON n.id = e.note
     WHERE e.dst = ? ORDER BY j.key, l.line, l.ord LIMIT ? OFFSET ?`,
    idList(notes),
    target,
    page.limit,
    skip,
  );
  return { rows, total };
}

/** The same links with no more than where they stand, which takes a third of the time. */
export function backlinkPlaces(
  db: Database,
  target: number,
  scope: Scope,
  page: Page,
  counts: readonly LinkCount[],
): LinkPage<[note: number, line: number, raw: string]> {
  const { notes, skip, total } = pickNotes(counts, page);
  const rows = db.tuples<[number, number, string]>(
    `SELECT l.note, l.line, l.raw
     FROM json_each(?) j CROSS JOIN ${edgesIn(scope)} e ON e.note = j.value CROSS JOIN links l ON l.note = e.note AND l.ord = e.ord
     WHERE e.dst = ? ORDER BY j.key, l.line, l.ord LIMIT ? OFFSET ?`,
    idList(notes),
    target,
    page.limit,
    skip,
  );
  return { rows, total };
}

export interface OutgoingLink {
  ord: number;
  line: number;
  kind: string;
  raw: string;
  target: string;
  heading: string | null;
  block: string | null;
  alias: string | null;
  property: string | null;
  state: number;
  /** The file that is meant: its id, path, and title when it is a note. */
  dst: number | null;
  path: string | null;
  title: string | null;
}

/** Links of a note into the notebook, those to itself and broken ones included, by line and order. The note must be in scope. */
export function outgoingOf(db: Database, note: number, scope: Scope, page: Page): LinkPage<OutgoingLink> {
  const total = db.get<{ n: number }>('SELECT count(*) AS n FROM edges WHERE note = ?', note)!.n;
  const visible = `d.id IS NOT NULL AND ${inScope(scope, 'd.zone')}`;
  const rows = db.all<OutgoingLink>(
    `SELECT l.ord, l.line, l.kind, l.raw, l.target, l.heading, l.block, l.alias, l.property,
       CASE WHEN ${visible}${scope === 'all' ? ' OR e.dst IS NULL' : ''} THEN e.state ELSE 1 END AS state, CASE WHEN ${visible} THEN d.id END AS dst,
       CASE WHEN ${visible} THEN d.path END AS path, CASE WHEN ${visible} THEN n.title END AS title
     FROM ${edgesIn(scope)} e CROSS JOIN links l ON l.note = e.note AND l.ord = e.ord LEFT JOIN files d ON d.id = e.dst
     LEFT JOIN notes n ON n.id = e.dst
     WHERE e.note = ? ORDER BY l.line, l.ord LIMIT ? OFFSET ?`,
    note,
    page.limit,
    page.offset,
  );
  return { rows, total };
}

export interface ExternalLink {
  ord: number;
  line: number;
  kind: string;
  raw: string;
  target: string;
  alias: string | null;
}

/** Links of a note out of the notebook, by line and order. */
export function externalLinksOf(db: Database, note: number, page: Page): LinkPage<ExternalLink> {
  const total = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM links WHERE note = ? AND external = 1',
    note,
  )!.n;
  const rows = db.all<ExternalLink>(
    `SELECT ord, line, kind, raw, target, alias FROM links WHERE note = ? AND external = 1
     ORDER BY line, ord LIMIT ? OFFSET ?`,
    note,
    page.limit,
    page.offset,
  );
  return { rows, total };
}
