import type { Buffer } from 'node:buffer';
import path from 'node:path';
import { applyJournal, type ReadyText, undoJournal } from '../vault/apply-journal.ts';
import { type CheckedFolders, type CheckedRewrite, checkMove, checkRewrite } from '../vault/check-changes.ts';
import {
  commitJournal,
  dropJournal,
  type Journal,
  type Move,
  type Rewrite,
  setState,
} from '../vault/journal.ts';
import { explainWriteError } from '../vault/new-file.ts';
import { contentHash } from '../vault/read-file.ts';
import { findSplice, type Splice } from '../vault/splices.ts';
import { atStep } from '../vault/steps.ts';
import { inodeOf, newId, tempBeside, withRecord, writeTemp } from '../vault/temp-files.ts';
import type { Warning } from '../warnings.ts';
import type { WriteDesk } from './desk.ts';
import { finishBehind } from './done-moves.ts';

/**
 * One file's part in a change of several. All paths are relative and as the disk spells them, and all but `to` are those
 * from before the change: a note inside a folder that moves is rewritten under its old path. Order does not matter:
 * texts are rewritten first, then files go to the trash, then files and folders move in the order given.
 */
export type FileChange =
  | {
      kind: 'rewrite';
      disk: string;
      before: Buffer;
      after: Buffer;
      /** The stat with which `before` was read. */
      seen?: CheckedRewrite['stats'];
      /** What changed, ascending, if it is known more closely than `after` tells: it can then be redone beside another's change. */
      splices?: Splice[];
    }
  /** `to` must be free, or another spelling of `from`. A note that moves and whose own text changes has a rewrite, too. */
  | { kind: 'move'; from: string; to: string }
  | { kind: 'folder'; from: string; to: string }
  /** `to`: from `findTrashPlace`. */
  | { kind: 'trash'; disk: string; to: string };

/** More than this is not kept whole in a journal: then a text that somebody changes at the same moment is left as it is. */
const mostKept = 64 * 1024 * 1024;

/**
 * Makes all of the changes or none, also when the process dies in between. Folders that `to` needs are made. NOTE_CHANGED
 * when a file is not as `before` says, NOTE_EXISTS when a place is taken: then nothing has been written. Gives a warning for
 * each note that an editor changed at the same moment so that the rewrite had no place in it any more.
 */
export function commitChanges(
  desk: Pick<WriteDesk, 'root' | 'stateDir'>,
  changes: readonly FileChange[],
): Warning[] {
  const { root, stateDir } = desk;
  const rewrites = changes
    .filter((change) => change.kind === 'rewrite')
    .filter(({ before, after }) => !after.equals(before));
  const folders: CheckedFolders = new Map();
  const checked = rewrites.map(({ disk, before, seen }) => checkRewrite(root, disk, before, seen, folders));
  const { moves, folders: missing } = checkMoves(root, changes);
  if (rewrites.length === 0 && moves.length === 0) return [];
  const id = newId();
  const texts = checked.map(({ file }, i) => ({ file, temp: tempBeside(file, `${id}-${i}`) }));
  try {
    return withRecord(stateDir, id, { files: texts.map(({ temp }) => temp) }, () => {
      // the new texts lie beside the old ones before anything is decided: a disk that is full says so here
      for (const [i, { after }] of rewrites.entries())
        writeTemp(texts[i]!.temp, after, checked[i]!.stats, false);
      const inodeFrom = (from: string) => {
        const own = rewrites.findIndex(({ disk }) => disk === from);
        return own === -1 ? undefined : inodeOf(texts[own]!.temp);
      };
      const total = rewrites.reduce((sum, { before }) => sum + before.length, 0);
      const journal = commitJournal(stateDir, {
        id,
        folders: missing,
        rewrites: rewrites.map((change) => toRewrite(change, total <= mostKept)),
        moves: moves.map((move) => ({ ...move, ino: inodeFrom(move.from) ?? move.ino })),
      });
      return apply(desk, journal, texts);
    });
  } catch (error) {
    throw explainWriteError(error, (moves[0]?.to ?? rewrites[0]!.disk).normalize('NFC'));
  }
}

function apply(desk: Pick<WriteDesk, 'root' | 'stateDir'>, journal: Journal, texts: ReadyText[]): Warning[] {
  let warnings: Warning[];
  try {
    warnings = applyJournal(desk, journal, texts);
  } catch (error) {
    takeBack(desk, journal);
    throw error;
  }
  setState(desk.stateDir, journal.id, 'commit', 'applied');
  atStep('applied');
  finishBehind(desk, journal);
  return warnings;
}

/** When that fails as well, the journal stays: the next one to write finishes what was begun. */
function takeBack(desk: Pick<WriteDesk, 'root' | 'stateDir'>, journal: Journal): void {
  try {
    undoJournal(desk, journal);
    dropJournal(desk.stateDir, journal.id, 'commit');
  } catch {
    atStep('not taken back');
  }
}

function toRewrite(change: FileChange & { kind: 'rewrite' }, isKept: boolean): Rewrite {
  const { disk, before, after, splices } = change;
  return {
    disk,
    pre: contentHash(before),
    post: contentHash(after),
    splices: splices ?? [findSplice(before, after)],
    ...(isKept ? { before } : {}),
  };
}

function checkMoves(root: string, changes: readonly FileChange[]): { moves: Move[]; folders: string[] } {
  const trashed = changes.filter((change) => change.kind === 'trash');
  const moved = changes.filter((change) => change.kind === 'move' || change.kind === 'folder');
  const leaving = new Set([...trashed.map(({ disk }) => disk), ...moved.map(({ from }) => from)]);
  const folders = new Set<string>();
  const all = [...trashed.map(({ disk, to }) => ({ kind: 'move' as const, from: disk, to })), ...moved];
  const moves = all
    .filter(({ from, to }) => from !== to)
    .map(({ kind, from, to }): Move => {
      const { stats, missing } = checkMove(root, from, to, (target) => leaving.has(target));
      for (const folder of missing) folders.add(folder);
      return { kind: kind === 'folder' || stats.isDirectory() ? 'folder' : 'file', from, to, ino: stats.ino };
    });
  // the innermost first
  return { moves, folders: [...folders].sort((a, b) => b.split(path.sep).length - a.split(path.sep).length) };
}
