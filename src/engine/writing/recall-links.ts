import type { Buffer } from 'node:buffer';
import type { Recall } from '../links/rewrite/plan-note.ts';
import { listJournals, readJournal } from '../vault/journal.ts';
import { contentHash } from '../vault/read-file.ts';
import type { DoneMove } from './done-moves.ts';

/** Remembers what links said before the last move that this one takes back: there and back leaves nothing changed. */
export type LinkMemory = (disk: string, bytes: Buffer, times: FileTimes) => Recall;

type FileTimes = { mtimeMs: number; ctimeMs: number };

const nothing: Recall = () => undefined;
/** The text is the one from before the earlier move. */
const asNow: Recall = ({ written }) => written;

export function openLinkMemory(stateDir: string, from: string, to: string): LinkMemory {
  const back = findWayBack(stateDir, from, to);
  if (!back) return () => nothing;
  const rewrites = new Map(back.rewrites.map((one) => [whereNow(back, one.disk), one]));
  return (disk, bytes, { mtimeMs, ctimeMs }) => {
    const rewrite = rewrites.get(disk);
    if (rewrite)
      // in a note that was changed since, nobody can tell which link is which
      return contentHash(bytes) === rewrite.post ? recallByPlace(rewrite, bytes) : nothing;
    // the move itself changed when a file that moved was changed last, but not when its text was
    const isMoved = disk === from || disk.startsWith(`${from}/`);
    return (isMoved ? mtimeMs : ctimeMs) < back.at ? asNow : nothing;
  };
}

const isSame = (a: string, b: string) => a.normalize('NFC') === b.normalize('NFC');

type Known = Pick<DoneMove, 'at' | 'moves'>;

/** What each journal moved, by its file: they hold whole texts, and most are read only to see that they are not meant. */
const known = new Map<string, Known>();
const mostKnown = 200;

/** The last change of several files that moved `to` to `from`. */
function findWayBack(stateDir: string, from: string, to: string): DoneMove | undefined {
  let latest: { at: number; file: string } | undefined;
  for (const { id, state, file } of listJournals(stateDir)) {
    if (state === 'commit') continue;
    const journal = learn(`${stateDir} ${id}`, file);
    const isBack = journal?.moves.some((one) => isSame(one.from, to) && isSame(one.to, from));
    if (journal && isBack && journal.at >= (latest?.at ?? 0)) latest = { at: journal.at, file };
  }
  return latest && readJournal(latest.file);
}

function learn(key: string, file: string): Known | undefined {
  const memory = known.get(key);
  if (memory) return memory;
  const journal = readJournal(file);
  if (!journal) return undefined;
  if (known.size >= mostKnown) known.clear();
  const { at, moves } = journal;
  known.set(key, { at, moves });
  return { at, moves };
}

function whereNow({ moves }: DoneMove, disk: string): string {
  const move = moves.find(({ from }) => disk === from || disk.startsWith(`${from}/`));
  return move ? move.to + disk.slice(move.from.length) : disk;
}

type Rewritten = DoneMove['rewrites'][number];

function recallByPlace({ splices }: Rewritten, bytes: Buffer): Recall {
  const old = new Map<number, string>();
  let shift = 0;
  let done = 0;
  let units = 0;
  for (const splice of splices) {
    const at = splice.at + shift;
    units += bytes.toString('utf8', done, at).length;
    old.set(units, splice.old.toString());
    units += splice.new.toString().length;
    done = at + splice.new.length;
    shift += splice.new.length - splice.old.length;
  }
  return ({ start, written }) => old.get(start) ?? written;
}
