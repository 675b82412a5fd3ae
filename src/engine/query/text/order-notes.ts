import { titlesOf } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNote } from '../every-note.ts';
import type { NoteSet } from '../note-set.ts';

/** Above this many, the paths of all notes are read sooner than theirs. */
const few = 200;

export interface NamedNotes {
  /** By path. */
  ids: Int32Array;
  /** Their titles, when there are few notes. */
  titles: readonly string[] | undefined;
}

export function byPath(view: ThreadView, notes: NoteSet): NamedNotes {
  if (notes.size > few) return { ids: keepIn(notes, everyNote(view)), titles: undefined };
  const rows = titlesOf(view.db, notes.ids());
  return { ids: Int32Array.from(rows, ([id]) => id), titles: rows.map(([, title]) => title) };
}

function keepIn(notes: NoteSet, all: Int32Array): Int32Array {
  const ids = new Int32Array(notes.size);
  let count = 0;
  for (const id of all) if (notes.has(id)) ids[count++] = id;
  return ids.subarray(0, count);
}

const pathBits = 2 ** 21;
const fewRanks = 1 << 16;
const scoreSteps = 2 ** 19 - 1;

/**
 * Notes by rank, lowest first, then by score, highest first, then by path. Rank (an integer below 8192), score in steps and
 * place by path make up one number each: numbers are sorted ten times as fast as anything compared by a function.
 */
export function orderNotes(
  ids: Int32Array,
  ranks: ArrayLike<number>,
  scores: ReadonlyMap<number, number>,
): Int32Array {
  if (scores.size === 0) return orderByRank(ids, ranks);
  let highest = 0;
  for (const score of scores.values()) if (score > highest) highest = score;
  const keys = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    const share = highest > 0 ? Math.max(0, scores.get(id) ?? 0) / highest : 0;
    const lack = scoreSteps - Math.round(share * scoreSteps);
    keys[at] = (ranks[id]! * (scoreSteps + 1) + lack) * pathBits + at;
  }
  return sortKeys(ids, keys);
}

/** Notes by rank, an integer below 2^32, then by path. */
export function orderByRank(ids: Int32Array, ranks: ArrayLike<number>): Int32Array {
  let highest = 0;
  for (const id of ids) highest = Math.max(highest, ranks[id]!);
  if (highest < fewRanks) return countOut(ids, ranks, highest);
  const keys = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at++) keys[at] = Math.min(ranks[ids[at]!]!, 2 ** 32 - 1) * pathBits + at;
  return sortKeys(ids, keys);
}

/** The same for small ranks: each note goes where the notes of lower rank end. */
function countOut(ids: Int32Array, ranks: ArrayLike<number>, highest: number): Int32Array {
  const places = new Int32Array(highest + 2);
  for (const id of ids) places[ranks[id]! + 1]!++;
  for (let rank = 0; rank < highest; rank++) places[rank + 1]! += places[rank]!;
  const ordered = new Int32Array(ids.length);
  for (const id of ids) ordered[places[ranks[id]!]!++] = id;
  return ordered;
}

function sortKeys(ids: Int32Array, keys: Float64Array): Int32Array {
  keys.sort();
  const ordered = new Int32Array(ids.length);
  for (let at = 0; at < keys.length; at++) ordered[at] = ids[keys[at]! % pathBits]!;
  return ordered;
}
