import type { Call } from '../../call.ts';
import type { DirectoryFile } from '../../db/queries/directory.ts';
import type { IndexStatus, NotebookIndex } from '../../indexer/notebook-index.ts';
import { sameStat, statKey } from '../../vault/stat-key.ts';
import { statInside } from '../../vault/walk.ts';
import { summariseWarnings, type Warnings } from '../../warnings.ts';
import type { DirectoryQuestion } from './answer-directory.ts';

export type DirectoryQuery = Omit<DirectoryQuestion['input'], 'caller'>;

export interface ListedFile {
  name: string;
  path: string;
  size: number;
  /** Ms since 1970. */
  created: number;
  modified: number;
}

export interface Directory {
  folders: { name: string; path: string }[];
  files: ListedFile[];
  folderTotal: number;
  fileTotal: number;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** What lies in a folder, one page of it: the files on it are looked at once more. */
export async function listDirectory(
  index: NotebookIndex,
  query: DirectoryQuery,
  call: Call,
): Promise<Directory> {
  for (let attempt = 0; ; attempt++) {
    const input = { ...query, caller: call.caller };
    const answer = await index.askThread<DirectoryQuestion>(call, 'directory', input);
    const { folders, files, folderTotal, fileTotal } = answer.value;
    const stats = files.map(({ disk }) => statInside(index.root, disk));
    const outdated = files.filter((file, at) => !isUnchanged(file, stats[at]));
    if (outdated.length > 0 && attempt < 2) {
      await index.reconcile(outdated.map(({ disk }) => disk));
      continue;
    }
    const warnings = summariseWarnings(answer.warnings);
    return {
      folders: folders.map((path) => ({ name: nameOf(path), path })),
      // one that changes all the time is shown as it is now
      files: files.flatMap(({ path }, at) => describeFile(path, stats[at])),
      folderTotal,
      fileTotal,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

type Stats = ReturnType<typeof statInside>;

function isUnchanged(file: DirectoryFile, stats: Stats): boolean {
  return stats?.isFile() === true && sameStat(file, statKey(stats));
}

function describeFile(path: string, stats: Stats): ListedFile[] {
  if (!stats?.isFile()) return [];
  const created = Math.floor(stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.ctimeMs);
  return [{ name: nameOf(path), path, size: stats.size, created, modified: Math.floor(stats.mtimeMs) }];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
