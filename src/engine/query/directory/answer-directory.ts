import { canSee } from '../../access.ts';
import type { Caller } from '../../call.ts';
import { type DirectoryFile, filesBelow } from '../../db/queries/directory.ts';
import { knownFolders } from '../../db/queries/files.ts';
import { SlipboxError } from '../../errors.ts';
import type { ThreadQuestion, ThreadView } from '../../indexer/thread-view.ts';
import { testNames } from './name-test.ts';

export interface DirectoryQuestion extends ThreadQuestion {
  name: 'directory';
  /** `folder`: a path in NFC, '' for the notebook. `depth`: how many levels of folders below it are shown too. */
  input: { folder: string; filter?: string; depth: number; limit: number; offset: number; caller: Caller };
  /** Folders come before files, so that a page may hold both; the totals count all pages. */
  output: { folders: string[]; files: DirectoryFile[]; folderTotal: number; fileTotal: number };
}

interface Entries {
  /** By path. */
  folders: string[];
  /** Newest change first, then by path. */
  files: DirectoryFile[];
}

export function answerDirectory(
  view: ThreadView,
  { limit, offset, ...asked }: DirectoryQuestion['input'],
): DirectoryQuestion['output'] {
  const key = `directory ${JSON.stringify([asked, view.scope])}`;
  const { folders, files } = view.cache.get(key, view.generation, () => findEntries(view, asked));
  const first = Math.max(0, offset - folders.length);
  const shown = folders.slice(offset, offset + limit);
  return {
    folders: shown,
    files: files.slice(first, first + limit - shown.length),
    folderTotal: folders.length,
    fileTotal: files.length,
  };
}

function findEntries(
  view: ThreadView,
  { folder, filter, depth, caller }: Omit<DirectoryQuestion['input'], 'limit' | 'offset'>,
): Entries {
  const { db, scope } = view;
  // who does not see everything sees folders by what lies below them
  const everything = filesBelow(db, folder, scope, depth === 0 && scope === 'all');
  const folders = findFolders(view, folder, everything, caller);
  if (folders === undefined)
    throw new SlipboxError('FOLDER_NOT_FOUND', `Folder not found: ${folder}`, { details: { path: folder } });
  const level = folder === '' ? 0 : folder.split('/').length;
  const isNear = (path: string) => path.split('/').length - level <= depth + 1;
  const near: Entries = {
    folders: folders.filter(isNear).sort(byText),
    files: everything.filter(({ path }) => isNear(path)),
  };
  const kept = filter === undefined ? near : filterEntries(near, filter);
  return { ...kept, files: kept.files.sort((a, b) => b.mtime - a.mtime || byText(a.path, b.path)) };
}

/**
 * Folders below this one; undefined when it is not there itself. Who does not see everything sees the folders above what
 * they see, and those whose own path they may see.
 */
function findFolders(
  { db, scope }: ThreadView,
  top: string,
  files: readonly DirectoryFile[],
  caller: Caller,
): string[] | undefined {
  // the table has them as the disk spells them
  const known = knownFolders(db).map((disk) => disk.normalize('NFC'));
  const isBelow = (folder: string) => folder !== top && (top === '' || folder.startsWith(`${top}/`));
  if (scope === 'all') return top === '' || known.includes(top) ? known.filter(isBelow) : undefined;
  const sees = canSee(caller);
  const above = new Set<string>();
  for (const { path } of files)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (above.has(folder)) break;
      above.add(folder);
    }
  const isShown = (folder: string) => above.has(folder) || sees(folder);
  if (top !== '' && !(known.includes(top) && isShown(top))) return undefined;
  return known.filter((folder) => isBelow(folder) && isShown(folder));
}

function filterEntries({ folders, files }: Entries, filter: string): Entries {
  const paths = [...folders, ...files.map(({ path }) => path)];
  const passes = testNames(
    filter,
    paths.map((path) => path.slice(path.lastIndexOf('/') + 1)),
  );
  return {
    folders: folders.filter((_, at) => passes[at]),
    files: files.filter((_, at) => passes[folders.length + at]),
  };
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
