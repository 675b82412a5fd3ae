import { openWalker, type Walker } from '../vault/walk.ts';
import { inSlices } from './in-slices.ts';

export interface FolderList {
  folders: string[];
  notes: number;
}

/**
 * Every folder on disk and the number of notes, found without looking at files: what a first index needs to know. In the
 * thread that asks, as booting another would take longer; whoever compares afterwards tells of what cannot be read. `onStep`
 * is told what there is so far.
 */
export function listFolders(root: string, onStep: (soFar: FolderList) => void): Promise<FolderList> {
  return inSlices(listSteps(openWalker(root, () => undefined)), onStep);
}

function* listSteps(walker: Walker): Generator<FolderList, FolderList> {
  const list: FolderList = { folders: [], notes: 0 };
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    list.folders.push(folder);
    const listing = walker.listFolder(folder);
    for (const file of listing?.files ?? []) if (file.isNote) list.notes++;
    for (const below of listing?.folders ?? []) queue.push(below);
    yield list;
  }
  return list;
}
