import path from 'node:path';
import {
  dropJournal,
  finishJournal,
  type Journal,
  listJournals,
  type Move,
  type Rewrite,
  readJournal,
} from '../vault/journal.ts';
import { syncBehind } from '../vault/sync-behind.ts';
import { sizeAndTime } from '../vault/temp-files.ts';

const mostKept = 30;
const mostBytes = 5 * 1024 * 1024;

const pending = new Set<string>();

/** Whether this thread is just bringing the change onto the disk for good. */
export function isBeingFinished(id: string): boolean {
  return pending.has(id);
}

/** After the answer: the texts onto the disk for good, then the journal is only a memory. */
export function finishBehind({ root, stateDir }: { root: string; stateDir: string }, journal: Journal): void {
  const files = journal.rewrites.map(({ disk }) => whereNow(journal, disk));
  const ends = journal.moves.flatMap(({ from, to }) => [path.posix.dirname(from), path.posix.dirname(to)]);
  const folders = new Set([...files.map((file) => path.posix.dirname(file)), ...ends]);
  const paths = [...folders, ...files].map((disk) => path.join(root, disk));
  pending.add(journal.id);
  syncBehind(paths, () => {
    pending.delete(journal.id);
    finishJournal(stateDir, journal);
    prune(stateDir);
  });
}

function whereNow({ moves }: Journal, disk: string): string {
  const move = moves.find(({ from }) => disk === from || disk.startsWith(`${from}/`));
  return move ? move.to + disk.slice(move.from.length) : disk;
}

/** A change of several files that was made. */
export interface DoneMove {
  /** ms since 1970. */
  at: number;
  moves: Pick<Move, 'kind' | 'from' | 'to'>[];
  /** Under the paths from before it. */
  rewrites: Omit<Rewrite, 'before'>[];
}

/** The latest changes of several files in this notebook, the newest first, also those that are just being finished. */
export function findDoneMoves(stateDir: string): DoneMove[] {
  return listJournals(stateDir)
    .filter(({ state }) => state !== 'commit')
    .flatMap(({ file }) => readJournal(file) ?? [])
    .sort((a, b) => b.at - a.at);
}

function prune(stateDir: string): void {
  const done = listJournals(stateDir)
    .filter(({ state }) => state === 'done')
    .map((journal) => ({ ...journal, ...sizeAndTime(journal.file) }))
    .sort((a, b) => b.time - a.time);
  let bytes = 0;
  for (const [i, { id, size }] of done.entries()) {
    bytes += size;
    if (i >= mostKept || (bytes > mostBytes && i > 0)) dropJournal(stateDir, id, 'done');
  }
}
