import type {
  DuckDBConnection,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
  StatementType,
} from '@duckdb/node-api';
import { uniqueNames } from './json-value.ts';
import { invalidSql } from './sql-error.ts';
import type { SqlOrder, SqlRows } from './sql-messages.ts';
import type { Statement } from './statement.ts';

/** No answer could carry more. */
const mostBytes = 4 * 1024 * 1024;
const paged = 'SELECT * FROM (';

export interface PageOptions {
  convert: (value: DuckDBValue, type: DuckDBType) => unknown;
  statementTypes: typeof StatementType;
  throwIfStopped: () => void;
}

/** One page of a statement and how many rows there are in all, in one transaction that cannot write. */
export async function readPage(
  connection: DuckDBConnection,
  statement: Statement,
  { limit, offset }: SqlOrder,
  options: PageOptions,
): Promise<Omit<SqlRows, 'executed'>> {
  await connection.run('BEGIN TRANSACTION READ ONLY');
  try {
    await checkPrepared(connection, statement, options);
    options.throwIfStopped();
    if (!statement.nests) {
      const all = await collect(await connection.stream(statement.sql), Number.POSITIVE_INFINITY, options);
      return { ...all, rows: all.rows.slice(offset, offset + limit), total: all.rows.length };
    }
    // The line break: a statement may end in a comment. One row more than asked for tells whether there are others.
    const sql = `${paged}${statement.sql}\n) LIMIT ${limit + 1} OFFSET ${offset}`;
    const page = await shifted(async () => collect(await connection.stream(sql), limit + 1, options));
    options.throwIfStopped();
    const seen = page.rows.length;
    const isKnown = !page.cut && seen <= limit && (seen > 0 || offset === 0);
    const least = seen > 0 ? offset + seen : 0;
    const total = isKnown ? least : Math.max(least, await count(connection, statement.sql));
    return { columns: page.columns, rows: page.rows.slice(0, limit), total };
  } finally {
    await connection.run('ROLLBACK').catch(() => undefined);
  }
}

async function checkPrepared(
  connection: DuckDBConnection,
  { sql, nests }: Statement,
  { statementTypes }: PageOptions,
): Promise<void> {
  const prepared = await connection.prepare(sql);
  try {
    if (prepared.parameterCount > 0)
      throw invalidSql('parameters have no value here; write the value itself');
    const expected = nests ? statementTypes.SELECT : statementTypes.EXPLAIN;
    if (prepared.statementType !== expected) throw invalidSql('only a SELECT can be run');
  } finally {
    prepared.destroySync();
  }
}

async function count(connection: DuckDBConnection, sql: string): Promise<number> {
  return shifted(async () => {
    const result = await connection.run(`SELECT count(*) FROM (${sql}\n)`);
    return Number((await result.getRows())[0]?.[0]);
  });
}

/** Positions in errors count from the start of what was run, which is not what was written. */
async function shifted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw Object.assign(error as Error, { shift: paged.length });
  }
}

interface Collected {
  rows: Record<string, unknown>[];
  columns: { name: string; type: string }[];
  /** Not all of the rows were taken. */
  cut: boolean;
}

async function collect(result: DuckDBResult, most: number, options: PageOptions): Promise<Collected> {
  const names = uniqueNames(result.columnNames());
  const types = result.columnTypes();
  const columns = names.map((name, index) => ({ name, type: typeName(types[index]!) }));
  const rows: Record<string, unknown>[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return { rows, columns, cut: false };
    for (let row = 0; row < chunk.rowCount; row++) {
      const values = chunk.getRowValues(row).map((value, index) => options.convert(value, types[index]!));
      rows.push(Object.fromEntries(values.map((value, index) => [names[index]!, value])));
      if (rows.length >= most) return { rows, columns, cut: false };
      bytes += sizeOf(values);
      if (bytes > mostBytes) return { rows, columns, cut: true };
    }
    options.throwIfStopped();
  }
}

function typeName(type: DuckDBType): string {
  return type.alias ?? type.toString();
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [key, item] of Object.entries(value)) size += key.length + 3 + sizeOf(item);
  return size;
}
