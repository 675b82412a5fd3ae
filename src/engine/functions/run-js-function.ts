import type { Call } from '../call.ts';
import { SlipboxError } from '../errors.ts';
import type { NotebookIndex } from '../indexer/notebook-index.ts';
import type { Arguments } from './bind-arguments.ts';
import type { CustomFunction } from './function-definition.ts';
import type { FunctionLimits, FunctionOutcome } from './function-messages.ts';
import { FunctionThreads } from './function-threads.ts';
import { type NotesLimits, openNotesApi } from './notes-api.ts';
import type { FunctionResult, FunctionRun } from './run-function.ts';

const mebibyte = 1024 * 1024;
const standard: FunctionLimits & NotesLimits = {
  timeMs: 5_000,
  memoryBytes: 64 * mebibyte,
  stackBytes: 256 * 1024,
  resultLength: 4 * mebibyte,
  calls: 1_000,
  bytes: 16 * mebibyte,
};
const logsInDetails = 20;

const threads = new WeakMap<NotebookIndex, FunctionThreads>();

/** They live no longer than the notebook is open. */
function threadsOf(index: NotebookIndex): FunctionThreads {
  let known = threads.get(index);
  if (!known) {
    const opened = new FunctionThreads();
    threads.set(index, opened);
    index.onClose(async () => opened.close());
    known = opened;
  }
  return known;
}

interface JsPage {
  readonly limit: number;
  readonly offset: number;
  readonly limits?: Partial<FunctionLimits & NotesLimits>;
}

export async function runJsFunction(
  index: NotebookIndex,
  found: CustomFunction,
  args: Arguments,
  page: JsPage,
  call: Call,
): Promise<FunctionRun> {
  const limits = { ...standard, ...page.limits };
  const api = openNotesApi(index, call, limits);
  const { source, path: file } = found;
  const job = { source, file, args: JSON.stringify(Object.fromEntries(args)), limits };
  const outcome = await threadsOf(index).run(job, api.answer, call.signal);
  if (outcome.value === undefined) throw failed(found, outcome);
  return {
    ...toResult(JSON.parse(outcome.value), page),
    ...(outcome.logs.length > 0 ? { logs: outcome.logs } : {}),
    ...api.remarks(),
  };
}

function toResult(value: unknown, { limit, offset }: { limit: number; offset: number }): FunctionResult {
  if (!Array.isArray(value)) return { value };
  return { rows: value.slice(offset, offset + limit).map(toRow), total: value.length };
}

/** A row is an object; anything else becomes one. */
function toRow(item: unknown): Record<string, unknown> {
  const isRecord = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isRecord ? (item as Record<string, unknown>) : { value: item };
}

function failed({ name, path }: CustomFunction, { failure, logs }: FunctionOutcome): SlipboxError {
  const { reason, message, line } = failure!;
  const at = line === undefined ? '' : ` (line ${line})`;
  return new SlipboxError('FUNCTION_FAILED', `Function ${name} failed: ${message}${at}`, {
    ...(reason === 'time' ? { hint: 'Look at fewer notes in one call' } : {}),
    details: {
      function: name,
      path,
      reason,
      ...(line === undefined ? {} : { line }),
      ...(logs.length === 0 ? {} : { logs: logs.slice(-logsInDetails).map((log) => log.slice(0, 200)) }),
    },
  });
}
