import { lstatSync } from 'node:fs';
import path from 'node:path';
import { type InsidePath, traversal } from './path-guard.ts';

export const trashFolder = '.trash';
const most = 10_000;

/** Where a note or folder would lie in the trash: under its own path, with a number when that is taken. */
export function findTrashPlace(root: string, disk: string): string {
  const { dir, name, ext } = path.posix.parse(disk);
  if (dir !== '' && isObstructed(root, dir)) return findTrashPlace(root, name + ext);
  for (let n = 1; n < most; n++) {
    const place = path.posix.join(trashFolder, dir, n === 1 ? name + ext : numbered(name, n, ext));
    if (lstatSync(resolveTrash(root, place), { throwIfNoEntry: false }) === undefined) return place;
  }
  throw Object.assign(new Error(`The trash holds too many of ${disk}`), { code: 'EEXIST' });
}

const longestName = 255;

/** A name that is as long as names may be gives way to its number. */
function numbered(name: string, n: number, ext: string): string {
  const end = ` ${n}${ext}`;
  let kept = name;
  while (Buffer.byteLength(kept + end) > longestName) kept = [...kept].slice(0, -1).join('');
  return kept + end;
}

/** Whether a file in the trash has the name of a folder that would be needed there. */
function isObstructed(root: string, folder: string): boolean {
  const segments = folder.split('/');
  return segments.some((_, i) => {
    const at = path.join(root, trashFolder, ...segments.slice(0, i + 1));
    return lstatSync(at, { throwIfNoEntry: false })?.isFile() === true;
  });
}

/** Proven to lie inside the notebook's trash: no folder on the way is a symlink. */
export function resolveTrash(root: string, place: string): InsidePath {
  const segments = place.split('/');
  if (segments[0] !== trashFolder || segments.length < 2 || segments.includes('..'))
    throw traversal(place, 'it does not lie in the trash');
  let at = root;
  for (const segment of segments.slice(0, -1)) {
    at = path.join(at, segment);
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined) break;
    if (!stats.isDirectory()) throw traversal(place, 'a folder of the trash is something else');
  }
  return path.join(root, ...segments) as InsidePath;
}
