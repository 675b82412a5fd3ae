import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeScratch, openScratchWriter, type Scratch } from '../../../test/scratch-notebook.ts';
import { type Caller, owner } from '../call.ts';
import type { WriteJob } from '../indexer/writer-messages.ts';
import { deleteNote } from './delete-note.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import type { DeleteNoteJob, MoveFolderJob, MoveNoteJob } from './job-shapes.ts';
import { moveFolder } from './move-folder.ts';
import { moveNote } from './move-note.ts';
import { endJobs } from './run-job.ts';

/** What each link means: by the path of its note and its number there. */
export type Meanings = Map<string, { raw: string; target: string | null; state: number }>;

/** A notebook and the jobs that change it, without threads. */
export interface TestDesk {
  scratch: Scratch;
  root: string;
  desk: WriteDesk;
  moveNote(
    input: Omit<MoveNoteJob['input'], 'overwrite'> & { overwrite?: boolean },
    caller?: Caller,
  ): Promise<MoveNoteJob['output']>;
  moveFolder(input: MoveFolderJob['input'], caller?: Caller): Promise<MoveFolderJob['output']>;
  deleteNote(input: DeleteNoteJob['input'], caller?: Caller): Promise<DeleteNoteJob['output']>;
  run<Job extends WriteJob>(
    work: (desk: WriteDesk, input: Job['input']) => JobResult<Job>,
    input: Job['input'],
    caller?: Caller,
  ): Promise<Job['output']>;
  read(file: string): string;
  /** Every file with its bytes, dot folders left out. */
  readAll(): Record<string, string>;
  meanings(): Meanings;
}

export async function withDesk(
  files: Record<string, string>,
  work: (desk: TestDesk) => Promise<void>,
): Promise<void> {
  const scratch = makeScratch(files);
  const writer = openScratchWriter(scratch);
  const stateDir = path.join(scratch.folder, 'state');
  mkdirSync(stateDir);
  try {
    await writer.sweep();
    writer.finish();
    const desk: WriteDesk = {
      root: scratch.root,
      stateDir,
      db: writer.db,
      caller: owner,
      isIgnored: (disk) => writer.isIgnored(disk),
      finishLinks: () => writer.finish(),
      throwIfCancelled: () => undefined,
    };
    const run: TestDesk['run'] = async (job, input, caller = owner) => {
      const { value, touched, edits } = job({ ...desk, caller }, input);
      await writer.reconcile(touched, edits);
      return value;
    };
    await work({
      scratch,
      root: scratch.root,
      desk,
      run,
      moveNote: (input, caller) => run<MoveNoteJob>(moveNote, { overwrite: false, ...input }, caller),
      moveFolder: (input, caller) => run<MoveFolderJob>(moveFolder, input, caller),
      deleteNote: (input, caller) => run<DeleteNoteJob>(deleteNote, input, caller),
      read: (file) => readFileSync(path.join(scratch.root, file), 'utf8'),
      readAll: () => readAll(scratch.root),
      meanings() {
        const rows = writer.db.tuples<[string, number, string, string | null, number]>(
          `SELECT s.path, e.ord, l.raw, d.path, e.state FROM edges e JOIN links l ON l.note = e.note AND l.ord = e.ord
           JOIN files s ON s.id = e.note LEFT JOIN files d ON d.id = e.dst`,
        );
        return new Map(rows.map(([at, ord, raw, target, state]) => [`${at} ${ord}`, { raw, target, state }]));
      },
    });
  } finally {
    endJobs();
    writer.close();
    scratch.remove();
  }
}

function readAll(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(root, file);
    if (entry.isFile() && !/(?:^|\/)\./.test(name)) found[name] = readFileSync(file, 'latin1');
  }
  return found;
}
