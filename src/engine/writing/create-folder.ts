import { makeNewFolder } from '../vault/new-file.ts';
import type { NotePath } from '../vault/path-guard.ts';
import { statInside } from '../vault/walk.ts';
import type { Work } from './desk.ts';
import type { CreateFolderJob } from './job-shapes.ts';
import { checkPlainPath, checkWritable, findTarget, getNewPlace, invalidPath } from './target.ts';

/** Makes a folder and those above it; one that is there is left as it is. */
export const createFolder: Work<CreateFolderJob> = (desk, { path, dryRun }) => {
  const asked = checkPlainPath(path);
  checkWritable(desk, asked);
  const present = findTarget(desk, asked);
  if (present && !statInside(desk.root, present.disk)?.isDirectory())
    throw invalidPath(`A file of that name is in the way: ${present.path}`, 'Choose another name');
  const disk = present?.disk ?? getNewPlace(desk, asked);
  if (!present && !dryRun) makeNewFolder(desk.root, disk as NotePath, desk.stateDir);
  return {
    value: { path: disk.normalize('NFC'), existed: present !== undefined, ...(dryRun ? { dryRun } : {}) },
    touched: present || dryRun ? [] : [disk],
  };
};
