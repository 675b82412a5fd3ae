import { canSee } from '../access.ts';
import { SlipboxError } from '../errors.ts';
import { explainWriteError } from '../vault/new-file.ts';
import { type NotePath, resolveNew } from '../vault/path-guard.ts';
import { findTrashed, placeBefore, takeFromTrash } from '../vault/trash-list.ts';
import type { JobResult, WriteDesk } from './desk.ts';
import { findDoneMoves } from './done-moves.ts';
import type { RestoreTrashJob } from './job-shapes.ts';
import { findTopmostNew } from './moving-note.ts';
import { getNewPlace } from './target.ts';

/** Takes a file out of the trash, to where it was or to where the caller says. Nothing is overwritten. */
export function restoreTrash(desk: WriteDesk, input: RestoreTrashJob['input']): JobResult<RestoreTrashJob> {
  const { root } = desk;
  const file = canSee(desk.caller)(placeBefore(input.trashPath))
    ? findTrashed(root, input.trashPath)
    : undefined;
  if (!file)
    throw new SlipboxError('NOTE_NOT_FOUND', `Not in the trash: ${input.trashPath}`, {
      hint: 'List the trash to see what is in it',
      details: { path: input.trashPath },
    });
  const disk = getNewPlace(desk, input.to ?? placeOfOld(desk, input.trashPath));
  const shown = disk.normalize('NFC');
  const top = findTopmostNew(root, disk);
  try {
    if (!takeFromTrash(root, file, resolveNew(root, disk as NotePath)))
      throw new SlipboxError('NOTE_EXISTS', `Note already exists: ${shown}`, { details: { path: shown } });
  } catch (error) {
    throw explainWriteError(error, shown);
  }
  return { value: { path: shown }, touched: [...new Set([top, disk])] };
}

/** A name that was taken in the trash got a number; what was done lately says which one it had. */
function placeOfOld({ stateDir }: WriteDesk, trashPath: string): string {
  const moves = findDoneMoves(stateDir).flatMap((done) => done.moves);
  return moves.find(({ to }) => to === trashPath)?.from ?? placeBefore(trashPath);
}
