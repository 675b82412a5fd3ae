import path from 'node:path';
import { canSee } from './access.ts';
import type { Call } from './call.ts';
import type { Engine, OpenNotebook } from './engine.ts';
import { SlipboxError } from './errors.ts';
import { checkPath } from './vault/path-guard.ts';
import { isNoteName, statInside } from './vault/walk.ts';
import type {
  CreateFileJob,
  CreateFolderJob,
  DeleteNoteJob,
  EditedNote,
  EditNoteJob,
  Moved,
  MoveFolderJob,
  MoveNoteJob,
} from './writing/job-shapes.ts';

interface InNotebook {
  notebook?: string;
}

export type { ChangedLines, EditedNote, LinkPlace, Moved, NoteEdit } from './writing/job-shapes.ts';

async function openForWriting(
  engine: Engine,
  notebook: string | undefined,
  what: string,
  call: Call,
): Promise<OpenNotebook> {
  if (engine.config.readOnly) throw new SlipboxError('READ_ONLY', `Read-only: ${what}`);
  return engine.notebook(notebook, call);
}

/** Changes the text or the properties of one note, and nothing else of it. */
export async function editNote(
  engine: Engine,
  { notebook, ...input }: InNotebook & EditNoteJob['input'],
  call: Call,
): Promise<EditedNote> {
  const { index, call: scoped } = await openForWriting(engine, notebook, input.path, call);
  return index.change<EditNoteJob>(scoped, 'editNote', input, { needsIndex: false });
}

/** Writes a new file with exactly this content; folders are made on the way. */
export async function createFile(
  engine: Engine,
  { notebook, ...input }: InNotebook & CreateFileJob['input'],
  call: Call,
): Promise<CreateFileJob['output']> {
  const { index, call: scoped } = await openForWriting(engine, notebook, input.path, call);
  return index.change<CreateFileJob>(scoped, 'createFile', input, { needsIndex: false });
}

export async function createFolder(
  engine: Engine,
  { notebook, ...input }: InNotebook & CreateFolderJob['input'],
  call: Call,
): Promise<CreateFolderJob['output']> {
  const { index, call: scoped } = await openForWriting(engine, notebook, input.path, call);
  return index.change<CreateFolderJob>(scoped, 'createFolder', input, { needsIndex: false });
}

/** Moves a note to the trash and says which links it leaves leading nowhere. */
export async function deleteNote(
  engine: Engine,
  { notebook, ...input }: InNotebook & DeleteNoteJob['input'],
  call: Call,
): Promise<DeleteNoteJob['output']> {
  const { index, call: scoped } = await openForWriting(engine, notebook, input.path, call);
  return index.change<DeleteNoteJob>(scoped, 'deleteNote', input, { needsIndex: true });
}

/** Moves a note and rewrites the links that lead to it. `newPath` may name a folder, or leave out `.md`. */
export async function moveNote(
  engine: Engine,
  { notebook, ...input }: InNotebook & MoveNoteJob['input'],
  call: Call,
): Promise<Moved> {
  const open = await openForWriting(engine, notebook, input.path, call);
  const newPath = completeTarget(open, input.newPath);
  return open.index.change<MoveNoteJob>(
    open.call,
    'moveNote',
    { ...input, newPath },
    {
      needsIndex: true,
    },
  );
}

/** A folder that is there stays one; anything else is a note. */
function completeTarget({ index, call }: OpenNotebook, given: string): string {
  if (given.endsWith('/') || isNoteName(path.posix.basename(given))) return given;
  const target = checkPath(given);
  // a caller is not told of folders it may not look into
  const isFolder = canSee(call.caller)(`${target}/-`) && statInside(index.root, target)?.isDirectory();
  return isFolder ? `${target}/` : `${target}.md`;
}

/** Moves or renames a folder with all that lies in it, and rewrites the links that lead there. */
export async function moveFolder(
  engine: Engine,
  { notebook, ...input }: InNotebook & MoveFolderJob['input'],
  call: Call,
): Promise<Moved> {
  const { index, call: scoped } = await openForWriting(engine, notebook, input.path, call);
  return index.change<MoveFolderJob>(scoped, 'moveFolder', input, { needsIndex: true });
}
