import type { DuckDBConnection } from '@duckdb/node-api';
import { addArrowParentheses } from './arrow-parentheses.ts';
import { checkSyntax, type Uses } from './gate.ts';
import { invalidSql } from './sql-error.ts';

export interface Statement {
  /** What is run; as written, except for parentheses that had to be added. */
  sql: string;
  /** Whether it can stand in parentheses, as a SELECT can. */
  nests: boolean;
  uses: Uses;
}

const longest = 100_000;
const mostParentheses = 100;
const onlySelect = 'Only SELECT/WITH allowed, see docs';

/** Lets through one statement that only reads. What it is the parser says, never the words in it. */
export async function checkStatement(connection: DuckDBConnection, written: string): Promise<Statement> {
  if (written.length > longest) throw invalidSql(`longer than ${longest} characters`);
  if (written.includes('\0')) throw invalidSql('it contains a NUL character');
  if (!written.isWellFormed()) throw invalidSql('it contains half a character');
  const count = await countStatements(connection, written);
  if (count === 0) throw invalidSql('it is empty', onlySelect);
  if (count !== 1) throw invalidSql(`${count} statements, only one is allowed`, onlySelect);
  const parsed = await parse(connection, written);
  if (parsed === undefined) return checkExplain(connection, written);
  return { ...(await checkSelect(connection, written, parsed)), nests: true };
}

async function checkSelect(
  connection: DuckDBConnection,
  written: string,
  parsed: string,
): Promise<Pick<Statement, 'sql' | 'uses'>> {
  let sql = await withoutEnd(connection, written, parsed);
  let tree: unknown = JSON.parse(parsed);
  for (let tries = 0; tries < mostParentheses; tries++) {
    const clearer = addArrowParentheses(sql, tree);
    const next = clearer === undefined ? undefined : await parse(connection, clearer);
    if (clearer === undefined || next === undefined) break;
    sql = clearer;
    tree = JSON.parse(next);
  }
  return { sql, uses: checkSyntax(tree) };
}

/** EXPLAIN is put together anew around the SELECT in it, which is looked at like any other. */
async function checkExplain(connection: DuckDBConnection, written: string): Promise<Statement> {
  const [, analyze, inner] = /^\s*EXPLAIN\s+(ANALYZE\s+)?([\s\S]*)$/i.exec(written) ?? [];
  const parsed = inner === undefined ? undefined : await parse(connection, inner);
  if (inner === undefined || parsed === undefined) throw notASelect(written);
  const { sql, uses } = await checkSelect(connection, inner, parsed);
  return { sql: `EXPLAIN ${analyze === undefined ? '' : 'ANALYZE '}${sql}`, nests: false, uses };
}

async function countStatements(connection: DuckDBConnection, sql: string): Promise<number> {
  try {
    return (await connection.extractStatements(sql)).count;
  } catch (error) {
    // what DuckDB says when there is nothing to extract
    if ((error as Error).message === 'Error in native callback') return 0;
    throw error;
  }
}

/** The tree of a SELECT as JSON text; undefined when it is none. */
async function parse(connection: DuckDBConnection, sql: string): Promise<string | undefined> {
  const result = await connection.run('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const json = String((await result.getRows())[0]?.[0]);
  return json.startsWith('{"error":false') ? json : undefined;
}

/** Without the semicolon at its end and what follows it, so that it can stand in parentheses. */
async function withoutEnd(connection: DuckDBConnection, sql: string, parsed: string): Promise<string> {
  for (
    let at = sql.lastIndexOf(';'), tries = 0;
    at > 0 && tries < 20;
    at = sql.lastIndexOf(';', at - 1), tries++
  ) {
    const shorter = sql.slice(0, at);
    if ((await parse(connection, shorter)) === parsed) return shorter;
  }
  return sql;
}

function notASelect(sql: string): Error {
  const word = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase();
  const kind = word === undefined ? '' : ` (${word})`;
  return invalidSql(`only a SELECT can be run${kind}`, onlySelect);
}
