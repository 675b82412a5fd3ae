import type { WriteJob } from './indexer/writer-messages.ts';
import { createFile } from './writing/create-file.ts';
import { createFolder } from './writing/create-folder.ts';
import { deleteNote } from './writing/delete-note.ts';
import type { JobResult, WriteDesk } from './writing/desk.ts';
import { editNote } from './writing/edit-note.ts';
import { moveFolder } from './writing/move-folder.ts';
import { moveNote } from './writing/move-note.ts';
import { restoreTrash } from './writing/restore-trash.ts';

/** Every change of the notebook that the writer thread makes. The name is the one its `WriteJob` carries. */
export const jobs = {
  createFile,
  createFolder,
  deleteNote,
  editNote,
  moveFolder,
  moveNote,
  restoreTrash,
} satisfies Record<string, (desk: WriteDesk, input: never) => JobResult<WriteJob>>;
