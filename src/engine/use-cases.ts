import type { Call } from './call.ts';
import { countNotes } from './count-notes.ts';
import { indexBytes } from './db/open-index.ts';
import type { Engine } from './engine.ts';
import type { NotebookRef } from './notebooks/discover.ts';
import { type ReadNote, type ReadNoteQuery, readNote as readFrom } from './notes/read-note.ts';
import { type ListedNotes, type ListNotesQuery, listNotes as listIn } from './query/list-notes.ts';
import { summariseWarnings, type Warnings } from './warnings.ts';

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

const nameOf = ({ name, path }: NotebookRef): NotebookName => ({ name, path });

export async function listNotes(
  engine: Engine,
  input: ListNotesQuery & { notebook?: string },
  call: Call,
): Promise<NoteList> {
  const { ref, index } = await engine.notebook(input.notebook, call);
  return { notebook: nameOf(ref), ...(await listIn(index, input, call)) };
}

export async function readNote(
  engine: Engine,
  input: ReadNoteQuery & { notebook?: string },
  call: Call,
): Promise<NoteRead> {
  const { ref, index } = await engine.notebook(input.notebook, call);
  return { notebook: nameOf(ref), ...(await readFrom(index, input, call)) };
}

export async function listNotebooks(
  engine: Engine,
  call: Call,
): Promise<{ notebooks: NotebookInfo[]; current: NotebookInfo | null; warnings?: Warnings }> {
  const { notebooks, current, warnings } = await engine.findAll();
  const infos = new Map<NotebookRef, NotebookInfo>();
  for (const ref of notebooks) {
    const noteCount = await countNotes(engine, ref, ref === current, call);
    infos.set(ref, { ...nameOf(ref), source: ref.source, ...(noteCount === undefined ? {} : { noteCount }) });
  }
  const summary = summariseWarnings(warnings);
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
  sweepMs: number;
  indexFile: string;
  indexBytes: number;
  warnings?: Warnings;
}

export async function indexNotebook(
  engine: Engine,
  input: { notebook?: string; rebuild?: boolean },
  call: Call,
): Promise<IndexedNotebook> {
  const { ref, index } = await engine.notebook(input.notebook, call);
  const result = await index.bringUpToDate(call, { rebuild: input.rebuild ?? false });
  const { total, warnings } = await listIn(index, { sortBy: 'path', limit: 1, offset: 0 }, call);
  return {
    notebook: nameOf(ref),
    notes: total,
    changed: result.changed,
    removed: result.removed,
    sweepMs: Math.round(result.ms * 10) / 10,
    indexFile: index.location.index,
    indexBytes: indexBytes(index.location),
    ...(warnings ? { warnings } : {}),
  };
}
