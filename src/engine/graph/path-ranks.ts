import type { ThreadView } from '../indexer/thread-view.ts';
import { everyNote } from '../query/every-note.ts';

/** By id of a note: its place among all notes the caller sees, by path; -1 for those it does not see. */
export function loadRanks(view: ThreadView): Int32Array {
  const { cache, generation, scope } = view;
  return cache.get(`path ranks ${JSON.stringify(scope)}`, generation, () => {
    const notes = everyNote(view);
    let highest = 0;
    for (let at = 0; at < notes.length; at++) highest = Math.max(highest, notes[at]!);
    const ranks = new Int32Array(highest + 1).fill(-1);
    for (let at = 0; at < notes.length; at++) ranks[notes[at]!] = at;
    return ranks;
  });
}
