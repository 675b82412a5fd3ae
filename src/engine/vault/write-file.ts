import type { Buffer } from 'node:buffer';
import { closeSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type { InsidePath } from './path-guard.ts';
import { atStep } from './steps.ts';
import { syncFolder } from './sync.ts';
import { type Making, newId, tempBeside, unlinkQuietly, withRecord, writeTemp } from './temp-files.ts';

/**
 * Makes a new file, whole or not at all; false when something of that name is already there, which stays as it is.
 * `folders`: those that `prepare` makes for it.
 */
export function createFile(
  file: InsidePath,
  bytes: Buffer | string,
  stateDir: string,
  folders: string[] = [],
  prepare: () => void = () => undefined,
): boolean {
  const id = newId();
  const temp = tempBeside(file, id);
  const making: Making = { files: [temp], folders };
  const made = withRecord(stateDir, id, making, () => {
    prepare();
    writeTemp(temp, bytes, undefined, true);
    return putInPlace(temp, file);
  });
  if (made) syncFolder(path.dirname(file));
  return made;
}

/** link() fails when the name is taken, in one step with making it; rename() would overwrite. */
function putInPlace(temp: string, file: InsidePath): boolean {
  try {
    linkSync(temp, file);
    atStep('linked');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!isUnsupported(code)) throw error;
    return claimAndRename(temp, file);
  }
}

/** Without hard links (exFAT, some network folders) the name is claimed by an empty file, which the whole one then replaces. */
export function claimAndRename(temp: string, file: InsidePath): boolean {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    renameSync(temp, file);
  } catch (error) {
    unlinkQuietly(file);
    throw error;
  }
  return true;
}

/** Gives a file another name that is free; false when it is taken. The file is never without a name. */
export function moveFile(from: InsidePath, to: InsidePath): boolean {
  try {
    linkSync(from, to);
    atStep('linked');
    unlinkSync(from);
    atStep('unlinked');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!isUnsupported(code)) throw error;
    return claimAndRename(from, to);
  }
}

function isUnsupported(code: string | undefined): boolean {
  return (
    code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS' || code === 'EMLINK'
  );
}
