import type { Walker } from '../vault/walk.ts';

export interface FolderList {
  folders: string[];
  notes: number;
}

/** Every folder on disk and the number of notes, found without looking at files: what the first sweep needs to know. */
export function listFolders(walker: Walker): FolderList {
  const list: FolderList = { folders: [], notes: 0 };
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    list.folders.push(folder);
    const listing = walker.listFolder(folder);
    for (const file of listing?.files ?? []) if (file.isNote) list.notes++;
    queue.push(...(listing?.folders ?? []));
  }
  return list;
}
