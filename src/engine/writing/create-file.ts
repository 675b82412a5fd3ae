import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { writeNewFile } from '../vault/new-file.ts';
import type { NotePath } from '../vault/path-guard.ts';
import { contentHash } from '../vault/read-file.ts';
import { isNoteName, statInside } from '../vault/walk.ts';
import { checkContent } from './check-content.ts';
import type { Work } from './desk.ts';
import type { CreateFileJob } from './job-shapes.ts';
import { getNewPlace, invalidPath } from './target.ts';

/** Makes a note that is not there yet, and the folders it needs. */
export const createFile: Work<CreateFileJob> = (desk, { path, content, dryRun }) => {
  const bytes = Buffer.from(checkContent('content', content));
  if (!isNoteName(path)) throw invalidPath(`Not a note: ${path}`, 'Name a file that ends in .md');
  const disk = getNewPlace(desk, path);
  if (!dryRun) writeNewFile(desk.root, disk as NotePath, bytes, desk.stateDir);
  return {
    value: {
      path: disk.normalize('NFC'),
      absolutePath: join(desk.root, ...disk.split('/')),
      etag: contentHash(bytes),
      created: Math.floor(statInside(desk.root, disk)?.birthtimeMs || Date.now()),
      ...(dryRun ? { dryRun } : {}),
    },
    touched: dryRun ? [] : [disk],
  };
};
