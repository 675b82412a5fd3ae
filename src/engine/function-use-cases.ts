import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import type { FunctionList } from './functions/find-functions.ts';
import type { FunctionQuery, FunctionRun } from './functions/run-function.ts';

/** Functions that the people of a notebook saved in it, by name. */
export async function listCustomFunctions(
  engine: Engine,
  { notebook, ...page }: { notebook?: string; limit: number; offset: number },
  call: Call,
): Promise<FunctionList> {
  const { index } = await engine.notebook(notebook, call);
  // loaded on first use: few processes ever need it
  const { listFunctions } = await import('./functions/find-functions.ts');
  return listFunctions(index.root, page);
}

/** `now`, in ms since 1970, is what the function takes for the present; a test sets it. */
export async function runCustomFunction(
  engine: Engine,
  { notebook, now = Date.now(), ...query }: FunctionQuery & { notebook?: string; now?: number },
  call: Call,
): Promise<FunctionRun> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  const { timeZone, sqlTimeout } = engine.config;
  const { runFunction } = await import('./functions/run-function.ts');
  return runFunction(index, query, { clock: { now, timeZone }, sqlTimeout }, bound);
}
