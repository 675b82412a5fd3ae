import type { Call } from '../../call.ts';
import { noteKind } from '../../db/note-record.ts';
import { findByPath } from '../../db/queries/files.ts';
import type { Scope } from '../../db/queries/zones.ts';
import type { IndexStatus, NotebookIndex } from '../../indexer/notebook-index.ts';
import { sameStat, statKey } from '../../vault/stat-key.ts';
import { statInside } from '../../vault/walk.ts';
import type { Warning } from '../../warnings.ts';
import { LinksUnfinished } from './sql-error.ts';
import { SqlProcess } from './sql-process.ts';

export interface SqlQuery {
  sql: string;
  limit: number;
  offset: number;
  timeoutMs: number;
}

export interface SqlAnswer {
  rows: Record<string, unknown>[];
  columns: { name: string; type: string }[];
  total: number;
  executed: string;
  index?: IndexStatus;
  warnings?: Warning[];
}

const mostRows = 1000;
const processes = new WeakMap<NotebookIndex, SqlProcess>();

/** The notebook's process for SQL; it lives no longer than the notebook is open. */
function processOf(index: NotebookIndex): SqlProcess {
  let sql = processes.get(index);
  if (!sql) {
    const opened = new SqlProcess({ root: index.root, location: index.location });
    processes.set(index, opened);
    index.onClose(() => opened.close());
    sql = opened;
  }
  return sql;
}

/** One page of a SELECT over the notebook, as fresh as any other answer. */
export async function runSql(index: NotebookIndex, query: SqlQuery, call: Call): Promise<SqlAnswer> {
  const { sql, offset, timeoutMs } = query;
  const limit = Math.max(1, Math.min(query.limit, mostRows));
  const ask = async (scope: Scope, finish: () => Promise<void>) => {
    const order = { sql, limit, offset, scope };
    const run = (unfinished: boolean) =>
      processOf(index).query({ ...order, unfinished }, timeoutMs, call.signal);
    try {
      return await run(false);
    } catch (error) {
      if (!(error instanceof LinksUnfinished)) throw error;
      await finish();
      return run(true);
    }
  };
  let answer = await index.askProcess(call, ask);
  const outdated = await findOutdated(index, answer.value.rows, call);
  if (outdated.length > 0) {
    await index.reconcile(outdated);
    answer = await index.askProcess(call, ask);
  }
  const { rows, columns, total, executed } = answer.value;
  return {
    ...withPath(rows, columns),
    total,
    executed,
    ...(answer.index ? { index: answer.index } : {}),
    ...(answer.warnings.length > 0 ? { warnings: answer.warnings } : {}),
  };
}

/** Files of notes about to be shown that differ from the index, as the disk spells them. */
async function findOutdated(
  index: NotebookIndex,
  rows: readonly Record<string, unknown>[],
  call: Call,
): Promise<string[]> {
  const paths = new Set(
    rows.flatMap((row) => [row.path, row.file_path, row.source].filter((one) => one !== undefined)),
  );
  if (paths.size === 0) return [];
  const { value } = await index.ask(call, ({ db }) =>
    [...paths].flatMap((path) => (typeof path === 'string' ? (findByPath(db, noteKind, path) ?? []) : [])),
  );
  return value
    .filter((known) => {
      const stats = statInside(index.root, known.disk);
      return !stats?.isFile() || !sameStat(known, statKey(stats));
    })
    .map(({ disk }) => disk);
}

/** A row that stands for a note has its path under the name that every tool uses. */
function withPath(
  rows: Record<string, unknown>[],
  columns: { name: string; type: string }[],
): Pick<SqlAnswer, 'rows' | 'columns'> {
  const names = columns.map(({ name }) => name);
  if (!names.includes('file_path') || names.includes('path')) return { rows, columns };
  return {
    rows: rows.map((row) => ({ ...row, path: row.file_path })),
    columns: [...columns, { name: 'path', type: 'VARCHAR' }],
  };
}
