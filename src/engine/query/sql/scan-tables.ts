import type { Database } from '../../db/database.ts';
import { openSource, type SourceName, type SourceValue } from '../../db/queries/sql-tables.ts';
import type { Scope } from '../../db/queries/zones.ts';

/** What a statement reads from: one state of the index, as far as the caller may see it. */
export interface Reading {
  db: Database;
  scope: Scope;
  /** Only these notes: what changed since a table was copied. */
  notes?: readonly number[];
  /** Only the next rows of a table that is copied bit by bit. */
  slice?: Slice;
}

/** Where the copying of a table has got to; several statements go on from here. */
export interface Slice {
  left: number;
  ended: boolean;
  next?: (limit: number) => ScanValue[][];
}

/** The rows of a table, or of a slice of it. */
export function openScan(
  table: ScanTable,
  reading: Reading,
  columns: readonly string[],
): (limit: number) => ScanValue[][] {
  const { slice } = reading;
  if (!slice) return table.open(reading, columns);
  slice.next ??= table.open(reading, columns);
  const { next } = slice;
  return (limit) => {
    const rows = slice.left > 0 ? next(Math.min(limit, slice.left)) : [];
    if (slice.left > 0 && rows.length === 0) slice.ended = true;
    slice.left -= rows.length;
    return rows;
  };
}

export type ScanType = 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN';
export type ScanValue = SourceValue | boolean;

export interface ScanTable {
  columns: Readonly<Record<string, ScanType>>;
  open(reading: Reading, columns: readonly string[]): (limit: number) => ScanValue[][];
}

function fromSource(source: SourceName, columns: Record<string, ScanType>): ScanTable {
  return {
    columns,
    open: ({ db, scope, notes }, wanted) => openSource(db, source, wanted, scope, notes),
  };
}

type Fields = Readonly<Record<string, ScanValue | undefined>>;

/** Headings and tasks are JSON in one row per note: they come out as rows of their own. */
function fromStructure(
  column: 'headings' | 'tasks',
  columns: Record<string, ScanType>,
  toFields: (item: never) => Fields,
): ScanTable {
  return {
    columns,
    open({ db, scope, notes }, wanted) {
      const next = openSource(db, 'structure', ['note', 'path', column], scope, notes);
      let waiting: ScanValue[][] = [];
      let ended = false;
      const perPage = 256;
      return (limit) => {
        while (!ended && waiting.length < limit) {
          const page = next(perPage);
          ended = page.length < perPage;
          for (const [note, path, json] of page)
            for (const item of JSON.parse(json as string) as never[]) {
              const fields: Fields = { note: note!, path: path!, ...toFields(item) };
              waiting.push(wanted.map((name) => fields[name] ?? null));
            }
        }
        const rows = waiting.slice(0, limit);
        waiting = waiting.slice(limit);
        return rows;
      };
    },
  };
}

interface StoredTask extends Record<string, ScanValue | string[] | undefined> {
  tags: string[];
}

export const scanTables = {
  notes: fromSource('notes', {
    id: 'INTEGER',
    path: 'VARCHAR',
    slash: 'INTEGER',
    title: 'VARCHAR',
    tags: 'VARCHAR',
    created: 'DOUBLE',
    modified: 'DOUBLE',
    words: 'INTEGER',
    size: 'DOUBLE',
    data: 'VARCHAR',
    aliases: 'VARCHAR',
  }),
  properties: fromSource('properties', {
    note: 'INTEGER',
    path: 'VARCHAR',
    key: 'VARCHAR',
    value: 'VARCHAR',
  }),
  tags: fromSource('tags', {
    note: 'INTEGER',
    path: 'VARCHAR',
    tag: 'VARCHAR',
    source: 'VARCHAR',
    line: 'INTEGER',
  }),
  links: fromSource('links', {
    note: 'INTEGER',
    path: 'VARCHAR',
    line: 'INTEGER',
    kind: 'VARCHAR',
    raw: 'VARCHAR',
    target: 'VARCHAR',
    target_path: 'VARCHAR',
    heading: 'VARCHAR',
    block: 'VARCHAR',
    alias: 'VARCHAR',
    external: 'BOOLEAN',
    broken: 'BOOLEAN',
  }),
  headings: fromStructure(
    'headings',
    { note: 'INTEGER', path: 'VARCHAR', line: 'INTEGER', level: 'INTEGER', text: 'VARCHAR' },
    ([line, level, text]: [number, number, string]) => ({ line, level, text }),
  ),
  tasks: fromStructure(
    'tasks',
    {
      note: 'INTEGER',
      path: 'VARCHAR',
      line: 'INTEGER',
      text: 'VARCHAR',
      status: 'VARCHAR',
      done: 'BOOLEAN',
      indent: 'INTEGER',
      heading: 'VARCHAR',
      due: 'VARCHAR',
      scheduled: 'VARCHAR',
      start: 'VARCHAR',
      completed: 'VARCHAR',
      priority: 'VARCHAR',
      recurrence: 'VARCHAR',
      tags: 'VARCHAR',
    },
    ({ tags, ...task }: StoredTask) => ({ ...(task as Fields), tags: JSON.stringify(tags) }),
  ),
  files: fromSource('files', { path: 'VARCHAR', size: 'DOUBLE', modified: 'DOUBLE' }),
} satisfies Record<string, ScanTable>;

export type TableName = keyof typeof scanTables;
export const tableNames = Object.keys(scanTables) as TableName[];
