import type { Worker } from 'node:worker_threads';
import type { LoadedConfig } from './config.ts';
import { Engine } from './engine.ts';

export { type Call, type Caller, owner, type Progress } from './call.ts';
export {
  type Budget,
  type ConfigFlags,
  dialectNames,
  type LoadedConfig,
  loadConfig,
  type Setting,
  settings,
  variables,
} from './config.ts';
export { type Check, checkNotebooks } from './doctor/check-notebooks.ts';
export type { Engine } from './engine.ts';
export {
  defaultHint,
  type ErrorCode,
  errorCodes,
  exitCodeOf,
  SlipboxError,
  toSlipboxError,
} from './errors.ts';
export type { IndexStatus } from './indexer/notebook-index.ts';
export { initNotebook, registerNotebook } from './notebooks/register.ts';
export type { NoteSummary } from './query/list-notes.ts';
export {
  type IndexedNotebook,
  indexNotebook,
  listNotebooks,
  listNotes,
  type NotebookInfo,
  type NoteList,
  type NoteRead,
  readNote,
} from './use-cases.ts';
export type { Warning, Warnings } from './warnings.ts';

/**
 * The only door: an engine over the notebooks of a configuration. Cheap, opens nothing before it is needed. `thread`
 * may run the writer's code already, started while the rest of the process was still loading.
 */
export function openEngine(config: LoadedConfig, options: { thread?: Worker | undefined } = {}): Engine {
  return new Engine(config, options.thread);
}
