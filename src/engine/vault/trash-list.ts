import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from './new-file.ts';
import type { InsidePath } from './path-guard.ts';
import { syncFolder } from './sync.ts';
import { removeIfEmpty } from './temp-files.ts';
import { resolveTrash, trashFolder } from './trash.ts';
import { statInside } from './walk.ts';
import { moveFile } from './write-file.ts';

/** A file in the trash of a notebook. */
export interface TrashedFile {
  /** As the disk spells it; what restoring takes. */
  trashPath: string;
  /** Where it would go back to, as far as its place in the trash tells. */
  path: string;
  size: number;
  /** When it came there, ms since 1970. */
  trashed: number;
}

/** Everything in the trash, the latest first. */
export function listTrash(root: string): TrashedFile[] {
  const found: TrashedFile[] = [];
  const folders = [trashFolder];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of listEntries(root, folder)) {
      const trashPath = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(trashPath);
      const stats = entry.isFile() ? statInside(root, trashPath) : undefined;
      if (stats)
        found.push({ trashPath, path: placeBefore(trashPath), size: stats.size, trashed: stats.ctimeMs });
    }
  return found.sort((a, b) => b.trashed - a.trashed || (a.trashPath < b.trashPath ? -1 : 1));
}

export function placeBefore(trashPath: string): string {
  return trashPath.slice(trashFolder.length + 1).normalize('NFC');
}

/** A symlink in the place of the trash is not followed. */
function listEntries(root: string, folder: string): Dirent[] {
  if (!statInside(root, folder)?.isDirectory()) return [];
  try {
    return readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch {
    return []; // not readable: nothing to restore from there
  }
}

/** A file of the trash by the path that the list gives; undefined when there is none. */
export function findTrashed(root: string, trashPath: string): InsidePath | undefined {
  const file = resolveTrash(root, trashPath);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** Takes a file out of the trash; false when its new place was taken meanwhile. */
export function takeFromTrash(root: string, from: InsidePath, to: InsidePath): boolean {
  const made: string[] = [];
  let isDone = false;
  try {
    makeFolders(path.dirname(to), made);
    isDone = moveFile(from, to);
  } finally {
    if (!isDone) for (const folder of made.reverse()) removeIfEmpty(folder);
  }
  if (!isDone) return false;
  syncFolder(path.dirname(to));
  const trash = path.join(root, trashFolder);
  for (let at = path.dirname(from); at.startsWith(trash); at = path.dirname(at)) removeIfEmpty(at);
  return true;
}
