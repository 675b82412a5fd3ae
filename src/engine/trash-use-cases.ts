import { canSee } from './access.ts';
import type { Call } from './call.ts';
import type { Engine, OpenNotebook } from './engine.ts';
import { SlipboxError } from './errors.ts';
import type { RestoreTrashJob } from './writing/job-shapes.ts';

export interface TrashEntry {
  /** In the trash. */
  path: string;
  /** Where it was. */
  originalPath: string;
  size: number;
  /** Ms since 1970. */
  deleted: number;
}

export interface TrashPage {
  notebook: { name: string; path: string };
  entries: TrashEntry[];
  total: number;
}

/** One page of the files in the trash of a notebook, the last ones thrown away first. */
export async function listTrash(
  engine: Engine,
  { notebook, limit, offset }: { notebook?: string; limit: number; offset: number },
  call: Call,
): Promise<TrashPage> {
  const open = await engine.notebook(notebook, call);
  const entries = await findEntries(open);
  const { name, path: root } = open.ref;
  return {
    notebook: { name, path: root },
    entries: entries.slice(offset, offset + limit),
    total: entries.length,
  };
}

/** Puts a file back to where it was, or to `to`. `given` is its path in the trash or the one it had; of several, the last. */
export async function restoreTrash(
  engine: Engine,
  { notebook, path: given, to }: { notebook?: string; path: string; to?: string },
  call: Call,
): Promise<{ notebook: { name: string; path: string }; path: string; trashPath: string }> {
  if (engine.config.readOnly) throw new SlipboxError('READ_ONLY', `Read-only: ${given}`);
  const open = await engine.notebook(notebook, call);
  const entries = await findEntries(open);
  const wanted = given.normalize('NFC');
  const found =
    entries.find((entry) => entry.path.normalize('NFC') === wanted) ??
    entries.find((entry) => entry.originalPath === wanted);
  if (found === undefined)
    throw new SlipboxError('NOTE_NOT_FOUND', `Not in the trash: ${given}`, {
      hint: 'slipbox trash list shows what is in it',
      details: { path: given },
    });
  const input = { trashPath: found.path, ...(to === undefined ? {} : { to }) };
  const done = await open.index.change<RestoreTrashJob>(open.call, 'restoreTrash', input, {
    needsIndex: false,
  });
  const { name, path: root } = open.ref;
  return { notebook: { name, path: root }, path: done.path, trashPath: found.path };
}

/** What this caller may know of the trash: files from places it sees. */
async function findEntries({ index, call }: OpenNotebook): Promise<TrashEntry[]> {
  // loaded on first use: few processes ever look into the trash
  const { listTrash: list } = await import('./vault/trash-list.ts');
  const { findDoneMoves } = await import('./writing/done-moves.ts');
  // a name that was taken in the trash got a number; what was done lately says which one it had
  const moves = findDoneMoves(index.stateDir).flatMap((done) => done.moves);
  const before = new Map(moves.toReversed().map(({ from, to }) => [to, from.normalize('NFC')]));
  const sees = canSee(call.caller);
  return list(index.root)
    .map(({ trashPath, path: place, size, trashed }) => ({
      entry: {
        path: trashPath,
        originalPath: before.get(trashPath) ?? place,
        size,
        deleted: Math.round(trashed),
      },
      place,
    }))
    .filter(({ entry, place }) => sees(entry.originalPath) && sees(place))
    .map(({ entry }) => entry);
}
