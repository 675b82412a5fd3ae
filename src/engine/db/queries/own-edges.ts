import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import type { LinkSource } from './edges.ts';
import { inScope, type Scope } from './zones.ts';

/**
 * `edges` and `kin` have what links mean in the whole notebook. A caller that does not see all of it must find links as they
 * would be without the rest: one that means a hidden note may mean another, and one that is in doubt because of a hidden
 * title is not. The few links for which that is so are kept in the connection, under the number of the caller's scope.
 *
 * The number stands in the scope itself, negative, where no zone is: whatever is asked or kept for a scope is so for these too.
 */
const tables = `
CREATE TEMP TABLE IF NOT EXISTS own_edges(
  scope INTEGER NOT NULL, note INTEGER NOT NULL, ord INTEGER NOT NULL, dst INTEGER NOT NULL, state INTEGER NOT NULL, part INTEGER NOT NULL,
  PRIMARY KEY(scope, note, ord)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS temp.own_edges_dst ON own_edges(scope, dst);
CREATE TEMP TABLE IF NOT EXISTS own_kin(
  scope INTEGER NOT NULL, note INTEGER NOT NULL, ord INTEGER NOT NULL, dst INTEGER NOT NULL, PRIMARY KEY(scope, note, ord)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS temp.own_kin_dst ON own_kin(scope, dst);
`;

export function ownNumber(scope: Scope): number | undefined {
  return scope === 'all' ? undefined : scope.find((zone) => zone < 0);
}

/** What stands for the table `edges` in a query over what a caller sees. */
export function edgesIn(scope: Scope): string {
  const own = ownNumber(scope);
  if (own === undefined) return 'edges';
  return `(SELECT m.note, m.ord, m.dst, m.state, m.part FROM main.edges m
     WHERE NOT EXISTS (SELECT 1 FROM temp.own_edges o WHERE o.scope = ${own} AND o.note = m.note AND o.ord = m.ord)
     UNION ALL SELECT o.note, o.ord, o.dst, o.state, o.part FROM temp.own_edges o WHERE o.scope = ${own})`;
}

/** The same for `kin`. */
export function kinIn(scope: Scope): string {
  const own = ownNumber(scope);
  if (own === undefined) return 'kin';
  return `(SELECT m.note, m.ord, m.up, m.dst FROM main.kin m
     WHERE NOT EXISTS (SELECT 1 FROM temp.own_kin o WHERE o.scope = ${own} AND o.note = m.note AND o.ord = m.ord)
     UNION ALL SELECT o.note, o.ord, m.up, o.dst FROM temp.own_kin o CROSS JOIN main.kin m ON m.note = o.note AND m.ord = o.ord
     WHERE o.scope = ${own})`;
}

export interface OwnLink {
  note: number;
  ord: number;
  dst: number;
  state: number;
  part: boolean;
}

/** Replaces what is kept for a scope. */
export function storeOwn(
  db: Database,
  own: number,
  edges: readonly OwnLink[],
  kin: readonly Pick<OwnLink, 'note' | 'ord' | 'dst'>[],
): void {
  db.exec(tables);
  db.run('DELETE FROM temp.own_edges WHERE scope = ?', own);
  db.run('DELETE FROM temp.own_kin WHERE scope = ?', own);
  for (const { note, ord, dst, state, part } of edges)
    db.run(
      'INSERT INTO temp.own_edges (scope, note, ord, dst, state, part) VALUES (?, ?, ?, ?, ?, ?)',
      own,
      note,
      ord,
      dst,
      state,
      part ? 1 : 0,
    );
  for (const { note, ord, dst } of kin)
    db.run('INSERT INTO temp.own_kin (scope, note, ord, dst) VALUES (?, ?, ?, ?)', own, note, ord, dst);
}

const columns = 'l.note, l.ord, s.path, l.kind, l.target';

/** Links of visible notes that may mean something else without what is hidden: those to it, and those in doubt about a title of it. */
export function linksOfDoubt(db: Database, scope: Scope): { edges: LinkSource[]; kin: LinkSource[] } {
  const seen = (file: string) => inScope(scope, `${file}.zone`);
  const { hidden, visible } = db.get<{ hidden: number; visible: number }>(
    `SELECT sum(NOT ${inScope(scope)}) AS hidden, sum(${inScope(scope)}) AS visible FROM files`,
  )!;
  if (!hidden || !visible) return { edges: [], kin: [] };
  const pairs =
    hidden < visible
      ? 'files d CROSS JOIN edges e ON e.dst = d.id CROSS JOIN files s ON s.id = e.note'
      : 'files s CROSS JOIN edges e ON e.note = s.id CROSS JOIN files d ON d.id = e.dst';
  const link = 'CROSS JOIN links l ON l.note = e.note AND l.ord = e.ord';
  const hiddenTitle = (key: string) =>
    `EXISTS (SELECT 1 FROM notes n WHERE n.title_key = ${key} AND NOT ${seen('n')})`;
  const edges = db.all<LinkSource>(
    `SELECT ${columns}, l.heading, l.block FROM ${pairs} ${link} WHERE NOT ${seen('d')} AND ${seen('s')}
     UNION ALL SELECT ${columns}, l.heading, l.block FROM edges e INDEXED BY edges_broken ${link} CROSS JOIN files s ON s.id = e.note
       WHERE e.state <> 0 AND e.dst IS NULL AND ${seen('s')} AND ${hiddenTitle('l.target_key')}`,
  );
  const kin = db.all<LinkSource>(
    `SELECT ${columns}, NULL AS heading, NULL AS block FROM kin l CROSS JOIN files s ON s.id = l.note LEFT JOIN files d ON d.id = l.dst
     WHERE ${seen('s')} AND s.kind = ${noteKind} AND (CASE WHEN d.id IS NULL THEN ${hiddenTitle('l.target_key')} ELSE NOT ${seen('d')} END)`,
  );
  return { edges, kin };
}
