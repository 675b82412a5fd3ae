import type { LoadedConfig } from './config.ts';
import { Engine } from './engine.ts';

export { type AccessRule, callerOf, canSee, canWrite, mayWrite, narrowCaller } from './access.ts';
export { type Call, type Caller, owner, type Progress } from './call.ts';
export {
  type AccessToken,
  type Budget,
  type ConfigFlags,
  dialectNames,
  type LoadedConfig,
  loadConfig,
  readTokens,
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
export { listCustomFunctions, runCustomFunction } from './function-use-cases.ts';
export {
  type LinkCategory,
  type LinkDirection,
  linkCategories,
  linkDirections,
  relationCategories,
} from './graph/link-words.ts';
export type { NeighbourEdge, Neighbourhood, NeighbourNode } from './graph/neighbourhood.ts';
export {
  findNeighbourhood,
  listBacklinks,
  listBrokenLinks,
  listDescendants,
  listEntries,
  listNoteLinks,
  listParents,
  listRelated,
  listRelationships,
  searchByLinks,
} from './graph-use-cases.ts';
export {
  type DueRange,
  dueRanges,
  type FoundItem,
  type GtdItem,
  type GtdPage,
  type GtdSettings,
  type GtdTag,
  hasGtdDatabase,
  type ItemDetails,
  listGtdChildren,
  listGtdDue,
  listGtdRootItems,
  listGtdTags,
  readGtdItem,
  searchGtdItems,
} from './gtd-use-cases.ts';
export type { Helper } from './indexer/ask-ahead.ts';
export type { NoteChanges } from './indexer/change-feed.ts';
export type { IndexStatus } from './indexer/notebook-index.ts';
export { countCodePoints } from './markdown/code-points.ts';
export { type JsonObject, renderJsonChange } from './notebooks/json-edit.ts';
export {
  decodeText,
  findJsonFile,
  findSmallFile,
  parseJsonFile,
  withMark,
} from './notebooks/json-file.ts';
export { addContext, initNotebook, registerNotebook } from './notebooks/register.ts';
export { updateFile } from './notebooks/update-file.ts';
export { updateJsonFile } from './notebooks/update-json-file.ts';
export type { NoteSummary } from './query/list-notes.ts';
export { describeSql } from './query/sql/sql-schema.ts';
export {
  type Catalogue,
  complete,
  listCatalogue,
  type WatchedNotebook,
  watchNotes,
} from './resource-use-cases.ts';
export {
  type CallTrace,
  createSession,
  findSessionWorkspace,
  type LoadedSession,
  listSessions,
  loadSession,
  type MemorySearch,
  recordTrace,
  type SessionPage,
  searchMemory,
} from './session-use-cases.ts';
export { listTrash, restoreTrash, type TrashPage } from './trash-use-cases.ts';
export {
  createNote,
  type IndexedNotebook,
  indexNotebook,
  listDirectory,
  listNotebooks,
  listNotes,
  listVaultNotes,
  listViews,
  type NotebookInfo,
  type NoteCreated,
  type NoteList,
  type NoteRead,
  type RelevanceSearch,
  readNote,
  runSql,
  runView,
  type SearchedNotes,
  type SqlResult,
  searchContent,
  searchNotes,
  searchRelevant,
  type ViewList,
  type ViewRun,
} from './use-cases.ts';
export { checkPath } from './vault/path-guard.ts';
export { deleteView, saveView } from './view-use-cases.ts';
export type { Warning, Warnings } from './warnings.ts';
export {
  type ChangedLines,
  createFile,
  createFolder,
  deleteNote,
  type EditedNote,
  editNote,
  type LinkPlace,
  type Moved,
  moveFolder,
  moveNote,
  type NoteEdit,
} from './write-use-cases.ts';

/** The only door: an engine over the notebooks of a configuration. Cheap, opens nothing before it is needed. */
export function openEngine(config: LoadedConfig): Engine {
  return new Engine(config);
}
