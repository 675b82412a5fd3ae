import type { Warnings } from '../warnings.ts';

// Paths in inputs are as a caller gives them, relative to the notebook and with their extension; the job has them checked.
// Paths in outputs are relative and NFC.

/** `section`: a heading path such as `Log/2026`; the text goes to the end (append) or the beginning (prepend) of that section. */
export type NoteEdit =
  | { kind: 'append'; content: string; section?: string }
  | { kind: 'prepend'; content: string; section?: string }
  | { kind: 'replace'; oldContent: string; newContent: string; all: boolean }
  /** `value` null removes the property. */
  | { kind: 'property'; name: string; value: unknown };

/** Lines that an edit changed: `removed` old ones gave way to `lines`, the first of which is now line `line` (from 1). */
export interface ChangedLines {
  line: number;
  removed: number;
  lines: string[];
  /** There are more lines than are shown. */
  truncated?: true;
}

export interface EditNoteJob {
  name: 'editNote';
  input: { path: string; edit: NoteEdit; ifMatch?: string; dryRun?: boolean };
  output: EditedNote;
}

export interface EditedNote {
  path: string;
  /** Of the note as it is now; in a dry run, as it would be. */
  etag: string;
  /** Of the file afterwards, in code points. */
  totalLength: number;
  /** How often the old content stood there. */
  replacements?: number;
  /** False when the note already said all that. */
  changed: boolean;
  changes: ChangedLines[];
  dryRun?: true;
  warnings?: Warnings;
}

export interface CreateFileJob {
  name: 'createFile';
  input: { path: string; content: string; dryRun?: boolean };
  /** `created`: ms since 1970. */
  output: {
    path: string;
    absolutePath: string;
    etag: string;
    created: number;
    dryRun?: true;
    warnings?: Warnings;
  };
}

export interface CreateFolderJob {
  name: 'createFolder';
  input: { path: string; dryRun?: boolean };
  output: { path: string; existed: boolean; dryRun?: true };
}

/** A link somewhere in the notebook, as it reads (now, or before the change). */
export interface LinkPlace {
  path: string;
  line: number;
  raw: string;
}

export interface DeleteNoteJob {
  name: 'deleteNote';
  input: { path: string; ifMatch?: string; dryRun?: boolean };
  /** `brokenLinks`: links from other notes that lead nowhere now; the first of them as items. */
  output: {
    path: string;
    trashPath: string;
    brokenLinks: { total: number; items: LinkPlace[] };
    dryRun?: true;
  };
}

export interface RestoreTrashJob {
  name: 'restoreTrash';
  /** `trashPath` as the list of the trash gives it; without `to` the file goes back to where it was. */
  input: { trashPath: string; to?: string };
  output: { path: string };
}

export interface MoveNoteJob {
  name: 'moveNote';
  /** `newPath` that ends in `/` or names a folder keeps the file name. */
  input: { path: string; newPath: string; overwrite: boolean; ifMatch?: string; dryRun?: boolean };
  output: Moved;
}

export interface MoveFolderJob {
  name: 'moveFolder';
  input: { path: string; newPath: string; dryRun?: boolean };
  output: Moved;
}

export interface Moved {
  path: string;
  newPath: string;
  /** Files that moved: 0 when the path was the same. */
  files: number;
  /** Links whose text changed, and the notes they stand in. */
  rewritten: { links: number; notes: number };
  /** The first of them. */
  changes: { path: string; line: number; before: string; after: string }[];
  /** Links that may mean something else now, or could not be kept: the first of them. */
  doubtful: { total: number; items: (LinkPlace & { reason: string })[] };
  /** Where the file went that was overwritten. */
  trashPath?: string;
  etag?: string;
  dryRun?: true;
}
