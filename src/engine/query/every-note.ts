import type { Database } from '../db/database.ts';
import { changedSince } from '../db/queries/changes.ts';
import { byPathAmong, isBefore, visibleNotes } from '../db/queries/full-text.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { NoteSet } from './note-set.ts';

interface KnownNotes {
  ids: Int32Array;
  generation: number;
}

/** More changes than these, and the list is read anew. */
const mostMoved = 200;

/** Every note the caller sees, by path. Of all notes it is kept from one question to the next: what changed finds its place. */
export function everyNote({ db, cache, memory, generation, scope }: ThreadView): Int32Array {
  if (scope !== 'all')
    return cache.get(`every note ${JSON.stringify(scope)}`, generation, () => visibleNotes(db, scope));
  const known = memory.get('every note') as KnownNotes | undefined;
  if (known?.generation === generation) return known.ids;
  const changed = known && changedSince(db, known.generation, mostMoved);
  const ids = known && changed ? placeAnew(db, known.ids, changed) : visibleNotes(db, scope);
  memory.set('every note', { ids, generation } satisfies KnownNotes);
  return ids;
}

export function everyNoteSet(view: ThreadView): NoteSet {
  const { cache, generation, scope } = view;
  return cache.get(`every note set ${JSON.stringify(scope)}`, generation, () => NoteSet.of(everyNote(view)));
}

/** Notes that changed may have another path since, or be gone. */
function placeAnew(db: Database, ids: Int32Array, changed: readonly number[]): Int32Array {
  if (changed.length === 0) return ids;
  const moved = new Set(changed);
  const rest = ids.filter((id) => !moved.has(id));
  const there = byPathAmong(db, changed);
  const all = new Int32Array(rest.length + there.length);
  let from = 0;
  there.forEach((id, at) => {
    const place = findPlace(db, rest, id, from);
    all.set(rest.subarray(from, place), from + at);
    all[place + at] = id;
    from = place;
  });
  all.set(rest.subarray(from), from + there.length);
  return all;
}

function findPlace(db: Database, ids: Int32Array, id: number, from: number): number {
  let low = from;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(db, ids[middle]!, id)) low = middle + 1;
    else high = middle;
  }
  return low;
}
