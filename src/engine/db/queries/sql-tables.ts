import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { ownNumber } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

/** What SQL for users is fed from: rows of the index in the order of their keys, page by page, only the columns asked for. */
export type SourceName = 'notes' | 'properties' | 'tags' | 'links' | 'structure' | 'files';
export type SourceValue = string | number | null;

interface Source {
  from: string;
  /** Joined only for the columns that need it. */
  joins: readonly { alias: string; join: string }[];
  key: readonly string[];
  note: string;
  zone: string;
  columns: Readonly<Record<string, string>>;
}

const notes = { alias: 'n', join: 'CROSS JOIN notes n ON n.id = c.note' };
const childColumns = { note: 'c.note', path: 'n.path' };
/** Of ms, whole seconds: what every other tool shows. */
const seconds = (column: string) =>
  `CAST(${column} / 1000 - (${column} < 0 AND ${column} % 1000 <> 0) AS INTEGER)`;

function sourceOf(name: SourceName, scope: Scope): Source {
  switch (name) {
    case 'notes':
      return {
        from: 'notes n',
        joins: [{ alias: 'f', join: 'CROSS JOIN files f ON f.id = n.id' }],
        key: ['n.id'],
        note: 'n.id',
        zone: 'n.zone',
        columns: {
          id: 'n.id',
          path: 'n.path',
          slash: 'f.slash',
          title: 'n.title',
          tags: 'n.tags',
          created: seconds('n.created'),
          modified: seconds('n.modified'),
          words: 'n.words',
          size: 'f.size',
          data: 'n.data',
          aliases: 'n.aliases',
        },
      };
    case 'properties':
      return child('properties', { ...childColumns, key: 'c.key', value: 'c.value' });
    case 'tags':
      return child('tags', { ...childColumns, tag: 'c.tag', source: 'c.source', line: 'c.line' });
    case 'links': {
      // A target that the caller must not see is, for this caller, not there.
      const own = ownNumber(scope);
      const dst = own === undefined ? 'e.dst' : 'coalesce(o.dst, e.dst)';
      const state = own === undefined ? 'e.state' : 'coalesce(o.state, e.state)';
      const ownEdge = `LEFT JOIN temp.own_edges o ON o.scope = ${own} AND o.note = c.note AND o.ord = c.ord`;
      const target = `LEFT JOIN files t ON t.id = ${dst} AND ${inScope(scope, 't.zone')}`;
      return child(
        'links',
        {
          ...childColumns,
          line: 'c.line',
          kind: 'c.kind',
          raw: 'c.raw',
          target: 'c.target',
          target_path: 't.path',
          heading: 'c.heading',
          block: 'c.block',
          alias: 'c.alias',
          external: 'c.external',
          broken: `CASE WHEN c.external THEN 0 WHEN ${state} IS NULL THEN NULL ELSE ${state} <> 0 OR (t.id IS NULL${scope === 'all' ? ` AND ${dst} IS NOT NULL` : ''}) END`,
        },
        [
          { alias: 'e', join: 'LEFT JOIN edges e ON e.note = c.note AND e.ord = c.ord' },
          ...(own === undefined ? [] : [{ alias: 'o', join: ownEdge }]),
          { alias: 't', join: target },
        ],
      );
    }
    case 'structure':
      return {
        from: 'structure c',
        joins: [notes],
        key: ['c.note'],
        note: 'c.note',
        zone: 'n.zone',
        columns: { ...childColumns, headings: 'c.headings', tasks: 'c.tasks' },
      };
    case 'files':
      return {
        from: 'files f',
        joins: [],
        key: ['f.id'],
        note: 'f.id',
        zone: 'f.zone',
        columns: { path: 'f.path', size: 'f.size', modified: seconds('CAST(floor(f.mtime) AS INTEGER)') },
      };
  }
}

function child(table: string, columns: Record<string, string>, joins: Source['joins'] = []): Source {
  return {
    from: `${table} c`,
    joins: [notes, ...joins],
    key: ['c.note', 'c.ord'],
    note: 'c.note',
    zone: 'n.zone',
    columns,
  };
}

function statementOf(source: Source, columns: readonly string[], scope: Scope, picked: boolean): string {
  const chosen = columns.map((column) => source.columns[column]!);
  const condition = inScope(scope, source.zone);
  const used = [...chosen, condition].join(' ');
  const uses = (alias: string) => new RegExp(`\\b${alias}\\.`).test(used);
  // the table of targets hangs on the table of edges
  const joins = source.joins.filter(({ alias }) => uses(alias) || (/^[eo]$/.test(alias) && uses('t')));
  const keys = source.key.join(', ');
  const places = source.key.map(() => '?').join(', ');
  return [
    `SELECT ${[...chosen, ...source.key].join(', ')} FROM ${source.from}`,
    ...joins.map(({ join }) => join),
    `WHERE (${keys}) > (${places}) AND ${condition}`,
    picked ? `AND ${source.note} IN (SELECT value FROM json_each(?))` : '',
    `ORDER BY ${keys} LIMIT ?`,
  ].join(' ');
}

/**
 * Reads on from the key of the last row, which follows the columns in each; `notes` limits it to these. A page shorter
 * than asked for is the last.
 */
export function openSource(
  db: Database,
  name: SourceName,
  columns: readonly string[],
  scope: Scope,
  notes?: readonly number[],
): (limit: number) => SourceValue[][] {
  const source = sourceOf(name, scope);
  const statement = statementOf(source, columns, scope, notes !== undefined);
  const picked = notes === undefined ? [] : [JSON.stringify(notes)];
  const width = source.key.length;
  let last: number[] = source.key.map(() => -1);
  return (limit) => {
    const rows = db.tuples<SourceValue[]>(statement, ...last, ...picked, limit);
    const end = rows.at(-1);
    if (end) last = end.slice(-width) as number[];
    return rows;
  };
}

/** Where a note's text is, or undefined when the caller has no such note. */
export function findDisk(db: Database, id: number, scope: Scope): string | undefined {
  return db.get<{ disk: string }>(
    `SELECT coalesce(disk, path) AS disk FROM files WHERE id = ? AND kind = ${noteKind} AND ${inScope(scope)}`,
    id,
  )?.disk;
}

/** Whether there are links whose target has not been looked for yet. */
export function hasPendingLinks(db: Database): boolean {
  return db.get('SELECT 1 FROM state WHERE links_pending <> 0') !== undefined;
}
