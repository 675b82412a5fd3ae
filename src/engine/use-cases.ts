import type { Call } from './call.ts';
import { countNotes } from './count-notes.ts';
import { indexBytes } from './db/open-index.ts';
import type { Engine } from './engine.ts';
import { SlipboxError } from './errors.ts';
import type { NotebookRef } from './notebooks/discover.ts';
import { findNotebookTemplates } from './notebooks/notebook-templates.ts';
import type { CreatedNote, CreateNoteInput } from './notes/create-note.ts';
import { type ReadNote, type ReadNoteQuery, readNote as readFrom } from './notes/read-note.ts';
import type { ContentHits, ContentQuery } from './query/content/search-content.ts';
import type { Directory, DirectoryQuery } from './query/directory/list-directory.ts';
import { type ListedNotes, type ListNotesQuery, listNotes as listIn } from './query/list-notes.ts';
import {
  listVaultNotes as listVaultIn,
  type VaultList,
  type VaultListQuery,
} from './query/list-vault-notes.ts';
import type { RelevanceQuery, RelevantNotes } from './query/relevance/search-relevant.ts';
import type { NoteSearch, SearchNotesQuery } from './query/search-notes.ts';
import type { SqlAnswer } from './query/sql/run-sql.ts';
import type { ViewSource } from './views/find-views.ts';
import type { ViewInfo, ViewRequest, ViewResult } from './views/run-view.ts';
import { summariseWarnings, type Warning, type Warnings } from './warnings.ts';

/** What every answer says of the notebook it came from. */
interface NotebookName {
  name: string;
  path: string;
}

export interface NotebookInfo extends NotebookName {
  source: NotebookRef['source'];
  noteCount?: number;
}

export type NoteList = { notebook: NotebookName } & ListedNotes;
export type NoteRead = { notebook: NotebookName } & ReadNote;

export type NoteCreated = { notebook: NotebookName } & CreatedNote;

const nameOf = ({ name, path }: NotebookRef): NotebookName => ({ name, path });

export async function listNotes(
  engine: Engine,
  input: ListNotesQuery & { notebook?: string },
  call: Call,
): Promise<NoteList> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  return { notebook: nameOf(ref), ...(await listIn(index, input, bound)) };
}

export type SearchedNotes = { notebook: NotebookName } & NoteSearch;

export async function searchNotes(
  engine: Engine,
  input: SearchNotesQuery & { notebook?: string },
  call: Call,
): Promise<SearchedNotes> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  const { searchNotes: searchIn } = await import('./query/search-notes.ts');
  return { notebook: nameOf(ref), ...(await searchIn(index, input, engine.config, bound)) };
}

export type RelevanceSearch = { notebook: NotebookName } & RelevantNotes;

export async function searchRelevant(
  engine: Engine,
  input: RelevanceQuery & { notebook?: string },
  call: Call,
): Promise<RelevanceSearch> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  const { searchRelevant: searchIn } = await import('./query/relevance/search-relevant.ts');
  return { notebook: nameOf(ref), ...(await searchIn(index, input, bound)) };
}

export async function searchContent(
  engine: Engine,
  { notebook, ...input }: ContentQuery & { notebook?: string },
  call: Call,
): Promise<ContentHits> {
  const { index, call: scoped } = await engine.notebook(notebook, call);
  const { searchContent: searchIn } = await import('./query/content/search-content.ts');
  return searchIn(index, input, scoped);
}

export async function listDirectory(
  engine: Engine,
  { notebook, ...input }: DirectoryQuery & { notebook?: string },
  call: Call,
): Promise<Directory> {
  const { index, call: scoped } = await engine.notebook(notebook, call);
  const { listDirectory: listIn } = await import('./query/directory/list-directory.ts');
  return listIn(index, input, scoped);
}

export type SqlResult = { notebook: NotebookName; warnings?: Warnings } & Omit<SqlAnswer, 'warnings'>;

export async function runSql(
  engine: Engine,
  input: { notebook?: string; sql: string; limit: number; offset: number },
  call: Call,
): Promise<SqlResult> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  const { runSql: runIn } = await import('./query/sql/run-sql.ts');
  const answer = await runIn(index, { ...input, timeoutMs: engine.config.sqlTimeout }, bound);
  const { warnings: all = [], ...rest } = answer;
  const warnings = summariseWarnings(all);
  return { notebook: nameOf(ref), ...rest, ...(warnings ? { warnings } : {}) };
}

export async function listVaultNotes(
  engine: Engine,
  input: VaultListQuery & { notebook?: string },
  call: Call,
): Promise<{ notebook: NotebookName } & VaultList> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  return { notebook: nameOf(ref), ...(await listVaultIn(index, input, engine.config.timeZone, bound)) };
}

export async function readNote(
  engine: Engine,
  input: ReadNoteQuery & { notebook?: string },
  call: Call,
): Promise<NoteRead> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  return { notebook: nameOf(ref), ...(await readFrom(index, input, bound)) };
}

export async function createNote(
  engine: Engine,
  input: CreateNoteInput & { notebook?: string },
  call: Call,
): Promise<NoteCreated> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  const { readOnly, timeZone, fileNames } = engine.config;
  // loaded on first use: most processes never create a note, and it needs the whole YAML parser
  const { createNote: createIn } = await import('./notes/create-note.ts');
  const settings = {
    readOnly,
    timeZone,
    fileNames: fileNames === 'auto' ? (ref.kind === 'obsidian' ? 'title' : 'slug') : fileNames,
    now: Date.now(),
    templates: () => findNotebookTemplates(ref),
  };
  return { notebook: nameOf(ref), ...(await createIn(index, input, settings, bound)) };
}

export type ViewList = { notebook: NotebookName; views: ViewInfo[]; warnings?: Warnings };
export type ViewRun = { notebook: NotebookName } & ViewResult;

/** Where views are defined besides those built in; the first wins. */
function viewSources({ config }: Engine, { configFile }: NotebookRef): ViewSource[] {
  const own: ViewSource[] = configFile === undefined ? [] : [{ origin: 'notebook', file: configFile }];
  return [
    ...own,
    { origin: 'global', file: config.configFile },
    { origin: 'global', file: config.openNotesFile },
  ];
}

export async function listViews(engine: Engine, input: { notebook?: string }, call: Call): Promise<ViewList> {
  const { ref } = await engine.notebook(input.notebook, call);
  const { listViews: list } = await import('./views/run-view.ts');
  return { notebook: nameOf(ref), ...list(viewSources(engine, ref)) };
}

/** `now`, in ms since 1970, is what the view takes for the present; a test sets it. */
export async function runView(
  engine: Engine,
  input: ViewRequest & { notebook?: string; now?: number },
  call: Call,
): Promise<ViewRun> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  const { timeZone, sqlTimeout } = engine.config;
  const { runView: run } = await import('./views/run-view.ts');
  const clock = { now: input.now ?? Date.now(), timeZone };
  const settings = { sources: viewSources(engine, ref), clock, sqlTimeout };
  return { notebook: nameOf(ref), ...(await run(index, input, settings, bound)) };
}

export async function listNotebooks(
  engine: Engine,
  call: Call,
): Promise<{ notebooks: NotebookInfo[]; current: NotebookInfo | null; warnings?: Warnings }> {
  const { notebooks, current, warnings } = await engine.findAll(call);
  const infos = new Map<NotebookRef, NotebookInfo>();
  const closed: Warning[] = [];
  for (const ref of notebooks) {
    const noteCount = await countNotes(engine, ref, ref === current, call).catch((error: unknown) => {
      if (!(error instanceof SlipboxError) || error.code !== 'CONFIG_INVALID') throw error;
      closed.push({ path: ref.path, code: error.code, message: error.message });
      return undefined;
    });
    infos.set(ref, { ...nameOf(ref), source: ref.source, ...(noteCount === undefined ? {} : { noteCount }) });
  }
  const summary = summariseWarnings([...warnings, ...closed]);
  return {
    notebooks: [...infos.values()],
    current: (current && infos.get(current)) ?? null,
    ...(summary ? { warnings: summary } : {}),
  };
}

export interface IndexedNotebook {
  notebook: NotebookName;
  notes: number;
  changed: number;
  removed: number;
  /** From the question to the last note in the index. */
  ms: number;
  indexFile: string;
  indexBytes: number;
  warnings?: Warnings;
}

export async function indexNotebook(
  engine: Engine,
  input: { notebook?: string; rebuild?: boolean },
  call: Call,
): Promise<IndexedNotebook> {
  const { ref, index, call: bound } = await engine.notebook(input.notebook, call);
  const start = performance.now();
  const result = await index.bringUpToDate(bound, { rebuild: input.rebuild ?? false });
  const ms = performance.now() - start;
  const { total, warnings } = await listIn(index, { sortBy: 'path', limit: 1, offset: 0 }, bound);
  return {
    notebook: nameOf(ref),
    notes: total,
    changed: result.changed,
    removed: result.removed,
    ms: Math.round(ms * 10) / 10,
    indexFile: index.location.index,
    indexBytes: indexBytes(index.location),
    ...(warnings ? { warnings } : {}),
  };
}
