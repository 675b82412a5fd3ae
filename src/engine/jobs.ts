import type { WriteJob } from './indexer/writer-messages.ts';
import type { JobResult, WriteDesk } from './writing/desk.ts';

type AnyWork = (desk: WriteDesk, input: never) => JobResult<WriteJob>;

/** Every change of the notebook that the writer thread makes, loaded when it is first made. The name is the one its `WriteJob` carries. */
export const jobs = {
  createFile: async () => (await import('./writing/create-file.ts')).createFile,
  createFolder: async () => (await import('./writing/create-folder.ts')).createFolder,
  deleteNote: async () => (await import('./writing/delete-note.ts')).deleteNote,
  editNote: async () => (await import('./writing/edit-note.ts')).editNote,
  moveFolder: async () => (await import('./writing/move-folder.ts')).moveFolder,
  moveNote: async () => (await import('./writing/move-note.ts')).moveNote,
  restoreTrash: async () => (await import('./writing/restore-trash.ts')).restoreTrash,
} satisfies Record<string, () => Promise<AnyWork>>;
