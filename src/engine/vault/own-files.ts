import { lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { traversal } from './path-guard.ts';
import { type FileBytes, readFileBytes } from './read-file.ts';

// `.slipbox` in a notebook is ours: no path from outside reaches it, so it has no NotePaths. Its files come with the
// notebook, from anyone, and are no safer than notes.

const ownFolder = '.slipbox';

export interface OwnFile {
  readonly name: string;
  /** A symlink to somewhere else: it cannot be read. */
  readonly leadsOut: boolean;
}

/** What lies in a folder of ours, in no order; empty when there is no such folder. */
export function listOwnFiles(root: string, folder: string): OwnFile[] {
  const real = findOwnFolder(root, folder);
  if (real === undefined) return [];
  return readdirSync(real, { withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => ({
      name: entry.name,
      leadsOut: entry.isSymbolicLink() && isElsewhere(real, entry.name),
    }));
}

/** At most `limit` bytes of a file that `listOwnFiles` named. */
export function readOwnFile(root: string, folder: string, name: string, limit: number): FileBytes {
  const real = findOwnFolder(root, folder);
  if (real === undefined || isElsewhere(real, name))
    throw traversal(`${ownFolder}/${folder}/${name}`, 'a symlink leads out of its folder');
  return readFileBytes(realpathSync.native(path.join(real, name)), limit);
}

/** The path of such a file, as messages show it. */
export function ownPath(folder: string, name: string): string {
  return `${ownFolder}/${folder}/${name}`;
}

/** The real path of a folder of ours to be written in, made when it is missing. Only its owner may look into it. */
export function makeOwnFolder(root: string, folder: string): string {
  const own = path.join(realpathSync.native(root), ownFolder);
  const wanted = path.join(own, folder);
  if (lstatSync(wanted, { throwIfNoEntry: false }) === undefined) {
    makeFolder(own);
    if (realpathSync.native(own) === own) makeFolder(wanted, 0o700);
  }
  // what is written stays in its place: not even another folder of the notebook will do
  if (realpathSync.native(own) !== own || realpathSync.native(wanted) !== wanted)
    throw traversal(`${ownFolder}/${folder}`, 'a symlink leads elsewhere');
  return wanted;
}

function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, mode === undefined ? {} : { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The real path of a folder of ours; undefined when there is none. */
export function findOwnFolder(root: string, folder: string): string | undefined {
  const given = path.join(root, ownFolder, folder);
  if (lstatSync(given, { throwIfNoEntry: false }) === undefined) return undefined;
  const real = realpathSync.native(given);
  if (!real.startsWith(realpathSync.native(root) + path.sep))
    throw traversal(`${ownFolder}/${folder}`, 'a symlink leads out of the notebook');
  return lstatSync(real).isDirectory() ? real : undefined;
}

function isElsewhere(folder: string, name: string): boolean {
  try {
    return path.dirname(realpathSync.native(path.join(folder, name))) !== folder;
  } catch {
    return true; // leads nowhere, or round in a circle
  }
}
