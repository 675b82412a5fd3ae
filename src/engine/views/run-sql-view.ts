import type { Call } from '../call.ts';
import { countByColumn } from '../db/queries/views.ts';
import { SlipboxError } from '../errors.ts';
import type { NotebookIndex } from '../indexer/notebook-index.ts';
import { invalidView } from './invalid-view.ts';
import { type Binding, findPlaceholder } from './placeholder-value.ts';
import { groupKeysOf } from './property-value.ts';
import type { RunPage } from './run-view.ts';
import { renderSql } from './sql-text.ts';
import type { SqlBody } from './view-definition.ts';

interface SqlPage {
  readonly limit: number;
  readonly offset: number;
  readonly timeoutMs: number;
}

const mostGroups = 1_000;

/** A view's own `limit` and `offset` bound what it shows; the page lies inside them. */
export async function runSqlView(
  index: NotebookIndex,
  body: SqlBody,
  binding: Binding,
  page: SqlPage,
  call: Call,
): Promise<RunPage> {
  const sql = renderSql(body.sql, (name) => {
    const value = findPlaceholder(binding, name);
    if (value !== undefined) return value;
    throw new SlipboxError('INVALID_PARAMS', `Missing parameter of view ${binding.place.view}: ${name}`, {
      details: { parameter: `params.${name}` },
    });
  });
  const { runSql } = await import('../query/sql/run-sql.ts');
  const { timeoutMs } = page;
  const start = body.offset ?? 0;
  const most = body.limit ?? Number.POSITIVE_INFINITY;
  const limit = Math.max(0, Math.min(page.limit, most - page.offset));
  const order = { sql, limit: Math.max(1, limit), offset: start + page.offset, timeoutMs };
  const answer = await runSql(index, order, call);
  const total = Math.max(0, Math.min(most, answer.total - start));
  const rows = limit === 0 ? [] : answer.rows.slice(0, limit);
  const result = { rows, total, index: answer.index, warnings: answer.warnings ?? [] };
  const { group } = body;
  if (group === undefined) return result;
  if (!answer.columns.some(({ name }) => name === group))
    throw invalidView(binding.place, 'group', `the statement gives no column ${group}`);
  const counted = countByColumn(sql, group, start, body.limit);
  const counts = await runSql(index, { sql: counted, limit: mostGroups, offset: 0, timeoutMs }, call);
  return {
    ...result,
    rows: rows.map((row) => ({ ...row, group: groupOf(row[group]) })),
    groups: counts.rows.map(({ key, count }) => ({ key: groupOf(key), count: Number(count) })),
  };
}

/** A list is one group here: the statement itself can take it apart. */
function groupOf(value: unknown): string | null {
  return Array.isArray(value) ? JSON.stringify(value) : groupKeysOf(value)[0]!;
}
