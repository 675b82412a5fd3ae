import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { idList, type LinkCount, type LinkPage, type Page, pickNotes } from './links.ts';
import { edgesIn, ownNumber } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

export interface BrokenLink {
  note: number;
  path: string;
  ord: number;
  line: number;
  kind: string;
  raw: string;
  target: string;
  heading: string | null;
  block: string | null;
  /** 1: no such file, 2: no such heading or block in the file that is `found`. */
  state: number;
  found: string | null;
}

export function countBroken(db: Database, scope: Scope): number {
  const count = (from: string) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)!.n;
  if (scope === 'all') return count('edges INDEXED BY edges_broken WHERE state <> 0');
  const visible = `CROSS JOIN files s ON s.id = e.note WHERE ${inScope(scope, 's.zone')}`;
  return (
    count(`${brokenEdges(scope)} ${visible} AND e.state <> 0`) +
    // what is left out may lie where this caller does not see
    count(`${edgesIn(scope)} e ${visible} AND e.state = 0 AND e.dst IS NULL`) +
    count(
      `files d CROSS JOIN ${edgesIn(scope)} e ON e.dst = d.id ${visible} AND e.state = 0 AND NOT ${inScope(scope, 'd.zone')}`,
    )
  );
}

/** An index cannot be named of what is no table. */
const brokenEdges = (scope: Scope) =>
  ownNumber(scope) === undefined ? 'edges e INDEXED BY edges_broken' : `${edgesIn(scope)} e`;

const brokenColumns = (visible: string) =>
  `l.note, b.path, l.ord, l.line, l.kind, l.raw, l.target, l.heading, l.block,
   CASE WHEN d.id IS NOT NULL AND ${visible} THEN e.state ELSE 1 END AS state, CASE WHEN ${visible} THEN d.path END AS found`;

const brokenJoins = (
  scope: Scope,
) => `CROSS JOIN ${edgesIn(scope)} e ON e.note = b.note AND e.ord = b.ord CROSS JOIN links l ON l.note = b.note AND l.ord = b.ord
  LEFT JOIN files d ON d.id = e.dst ORDER BY b.path, l.ord`;

/** Broken edges of the notes `s`, as a caller sees them. */
function brokenOf(scope: Scope): { edges: string; isBroken: string } {
  return scope === 'all'
    ? { edges: 'edges e INDEXED BY edges_broken ON e.note = s.id', isBroken: 'e.state <> 0' }
    : {
        edges: `${edgesIn(scope)} e ON e.note = s.id LEFT JOIN files d ON d.id = e.dst`,
        isBroken: `(e.state <> 0 OR e.dst IS NULL OR NOT ${inScope(scope, 'd.zone')})`,
      };
}

/** One row per link, by path and order in the note, which is by line. */
export function brokenLinks(db: Database, scope: Scope, page: Page): LinkPage<BrokenLink> {
  const { edges, isBroken } = brokenOf(scope);
  // All of the index of paths is named in the order, so that a page is walked to and nothing sorted.
  const rows = db.all<BrokenLink>(
    `SELECT ${brokenColumns(inScope(scope, 'd.zone'))} FROM (
       SELECT e.note, e.ord, s.path FROM files s CROSS JOIN ${edges}
       WHERE s.kind = ${noteKind} AND ${inScope(scope, 's.zone')} AND ${isBroken}
       ORDER BY s.path, s.zone, s.slash, s.id, e.ord LIMIT ? OFFSET ?
     ) b ${brokenJoins(scope)}`,
    page.limit,
    page.offset,
  );
  return { rows, total: countBroken(db, scope) };
}

/** Notes with broken links, by path, with how many each has: from this any page is found at once. */
export function brokenCounts(db: Database, scope: Scope): LinkCount[] {
  const { edges, isBroken } = brokenOf(scope);
  return db.tuples<LinkCount>(
    `SELECT s.id, count(*), s.path FROM files s CROSS JOIN ${edges}
     WHERE s.kind = ${noteKind} AND ${inScope(scope, 's.zone')} AND ${isBroken}
     GROUP BY s.path, s.zone, s.slash, s.id ORDER BY s.path, s.zone, s.slash, s.id`,
  );
}

/** The same page as `brokenLinks` gives, without walking to it. */
export function brokenLinksAt(
  db: Database,
  scope: Scope,
  page: Page,
  counts: readonly LinkCount[],
): LinkPage<BrokenLink> {
  const { edges, isBroken } = brokenOf(scope);
  const { notes, skip, total } = pickNotes(counts, page);
  const rows = db.all<BrokenLink>(
    `SELECT ${brokenColumns(inScope(scope, 'd.zone'))} FROM (
       SELECT e.note, e.ord, s.path FROM json_each(?) j CROSS JOIN files s ON s.id = j.value CROSS JOIN ${edges}
       WHERE ${isBroken} ORDER BY j.key, e.ord LIMIT ? OFFSET ?
     ) b ${brokenJoins(scope)}`,
    idList(notes),
    page.limit,
    skip,
  );
  return { rows, total };
}
