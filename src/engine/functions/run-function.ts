import type { Call } from '../call.ts';
import type { IndexStatus, NotebookIndex } from '../indexer/notebook-index.ts';
import type { Clock } from '../views/calendar.ts';
import type { Warnings } from '../warnings.ts';
import { bindArguments } from './bind-arguments.ts';
import { getFunction } from './find-functions.ts';
import type { FunctionLimits } from './function-messages.ts';
import type { NotesLimits } from './notes-api.ts';

export interface FunctionQuery {
  name: string;
  args: Readonly<Record<string, unknown>>;
  limit: number;
  offset: number;
}

export interface FunctionSettings {
  readonly clock: Clock;
  readonly sqlTimeout: number;
  /** Of a JS function, where they are not the usual ones. */
  readonly limits?: Partial<FunctionLimits & NotesLimits>;
}

/** Rows and how many there are in all, or a value that is no list. */
export type FunctionResult = { rows: Record<string, unknown>[]; total: number } | { value: unknown };

export type FunctionRun = FunctionResult & {
  logs?: readonly string[];
  index?: IndexStatus;
  warnings?: Warnings;
};

/** Runs a function of the notebook, read anew from its file. It sees what the caller may see, and changes nothing. */
export async function runFunction(
  index: NotebookIndex,
  query: FunctionQuery,
  { clock, sqlTimeout, limits }: FunctionSettings,
  call: Call,
): Promise<FunctionRun> {
  const found = getFunction(index.root, query.name);
  const args = bindArguments(found, query.args, clock);
  const { limit, offset } = query;
  if (found.language === 'sql') {
    const { runSqlFunction } = await import('./run-sql-function.ts');
    return runSqlFunction(index, found, args, { limit, offset, clock, timeoutMs: sqlTimeout }, call);
  }
  const { runJsFunction } = await import('./run-js-function.ts');
  return runJsFunction(index, found, args, { limit, offset, ...(limits ? { limits } : {}) }, call);
}
