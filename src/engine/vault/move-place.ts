import { Buffer } from 'node:buffer';
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SlipboxError } from '../errors.ts';
import { explainWriteError } from './new-file.ts';
import { findInside, type NotePath, resolveNew } from './path-guard.ts';

export interface MovePlace {
  /** Where something would lie, as the disk spells it. */
  disk: string;
  /** What lies there under this name, or under one that another file system or a person would take for the same. */
  taken: string[];
}

const longestName = 255;

/** Looks at the place that a note or folder is to move to. `parameter` is what the caller named it by. */
export function lookAtPlace(root: string, target: NotePath, parameter: string): MovePlace {
  const long = target.split('/').find((segment) => Buffer.byteLength(segment) > longestName);
  if (long !== undefined)
    throw new SlipboxError(
      'INVALID_PARAMS',
      `The file system does not take a name of that length: ${target}`,
      {
        details: { parameter },
      },
    );
  const parent = path.posix.dirname(target);
  const folder = parent === '.' ? realpathSync.native(root) : resolveNew(root, parent as NotePath);
  const inside = relativeTo(root, folder);
  const within = (name: string) => (inside === '' ? name : `${inside}/${name}`);
  // as it is: another spelling of a name that is there is a place of its own
  const name = path.posix.basename(target);
  return { disk: within(name), taken: findNames(folder, name, target).map(within) };
}

/** The folder of a path as the disk spells it; undefined when there is none, or when a symlink leads to it. */
export function findFolder(root: string, folder: NotePath): string | undefined {
  const inside = findInside(root, folder);
  if (inside === undefined || !lstatSync(inside).isDirectory()) return undefined;
  const disk = relativeTo(root, inside);
  return disk.normalize('NFC') === folder ? disk : undefined;
}

function relativeTo(root: string, file: string): string {
  return path.relative(realpathSync.native(root), file).split(path.sep).join('/');
}

const fold = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC');

/** The very name comes first. */
function findNames(folder: string, wanted: string, target: NotePath): string[] {
  const folded = fold(wanted);
  try {
    const names = readdirSync(folder).filter((name) => fold(name) === folded);
    return names.sort((a, b) => Number(b === wanted) - Number(a === wanted));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw explainWriteError(error, target);
  }
}
