import type { Call } from '../call.ts';
import { SlipboxError } from '../errors.ts';
import type { NotebookIndex } from '../indexer/notebook-index.ts';
import { runSql } from '../query/sql/run-sql.ts';
import type { Clock } from '../views/calendar.ts';
import { renderToken, tokenNames } from '../views/date-tokens.ts';
import type { ViewValue } from '../views/parameters.ts';
import { renderSql, sqlPlaceholders } from '../views/sql-text.ts';
import { summariseWarnings } from '../warnings.ts';
import type { Arguments } from './bind-arguments.ts';
import { type ArgumentValue, type CustomFunction, invalidFunction } from './function-definition.ts';
import type { FunctionRun } from './run-function.ts';

interface SqlPage {
  readonly limit: number;
  readonly offset: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

export async function runSqlFunction(
  index: NotebookIndex,
  found: CustomFunction,
  args: Arguments,
  { clock, ...page }: SqlPage,
  call: Call,
): Promise<FunctionRun> {
  const sql = bindSql(found, args, clock);
  const answer = await runSql(index, { sql, ...page }, call).catch((error: unknown) => {
    throw error instanceof SlipboxError && error.code === 'INVALID_SQL' ? failed(found, error) : error;
  });
  const warnings = summariseWarnings(answer.warnings ?? []);
  return {
    rows: answer.rows,
    total: answer.total,
    ...(answer.index ? { index: answer.index } : {}),
    ...(warnings ? { warnings } : {}),
  };
}

/** The statement with its arguments as literals, put in where the text of the statement says what can stand. */
function bindSql(found: CustomFunction, args: Arguments, clock: Clock): string {
  for (const { name, literal } of sqlPlaceholders(found.source)) {
    if (!args.has(name) && renderToken(name, clock) === undefined)
      throw invalidFunction(found, `unknown {{${name.slice(0, 80)}}}`, {
        hint: `Declare it: -- param ${name.slice(0, 80)} string. Date tokens: ${tokenNames.join(', ')}`,
      });
    if (!literal)
      throw invalidFunction(found, `{{${name}}} stands in a quoted name or a dollar-quoted text`, {
        hint: 'A parameter can stand where a literal can, or between single quotes',
      });
  }
  return renderSql(found.source, (name) => {
    const value = args.get(name);
    return value === undefined ? { type: 'date', text: renderToken(name, clock)! } : toSqlValue(name, value);
  });
}

function toSqlValue(name: string, value: ArgumentValue): ViewValue {
  if (typeof value === 'number') return { type: 'number', text: String(value) };
  if (typeof value === 'boolean') return { type: 'bool', text: String(value) };
  if (typeof value === 'string') return { type: 'string', text: value };
  if (value.length > 0) return { type: 'list', items: value };
  throw new SlipboxError('INVALID_PARAMS', `Invalid ${name}: an empty list`, {
    hint: 'Give at least one item',
    details: { parameter: `args.${name}` },
  });
}

/** The statement is not the caller's: what is wrong is the function. */
function failed({ name, path }: CustomFunction, { message, hint, details }: SlipboxError): SlipboxError {
  return new SlipboxError('FUNCTION_FAILED', `Function ${name} failed: ${message}`, {
    hint,
    details: { ...details, function: name, path, reason: 'sql' },
  });
}
