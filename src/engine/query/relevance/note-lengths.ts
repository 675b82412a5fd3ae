import { changedSince } from '../../db/queries/changes.ts';
import { noteLengths } from '../../db/queries/relevance.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';

interface KnownLengths {
  words: Uint32Array;
  generation: number;
}

const mostChanged = 2000;

/** The number of words of each note, by id. Read once; afterwards only what changed. */
export function loadLengths({ db, memory, generation }: ThreadView): Uint32Array {
  const known = memory.get('lengths') as KnownLengths | undefined;
  if (known?.generation === generation) return known.words;
  const changed = known && changedSince(db, known.generation);
  const isFew = changed !== undefined && changed.length <= mostChanged;
  const words = put(
    isFew ? known!.words : new Uint32Array(1024),
    noteLengths(db, isFew ? changed : undefined),
  );
  memory.set('lengths', { words, generation } satisfies KnownLengths);
  return words;
}

function put(words: Uint32Array, rows: readonly [id: number, words: number][]): Uint32Array {
  let lengths = words;
  for (const [id, count] of rows) {
    if (id >= lengths.length) {
      const larger = new Uint32Array(Math.max(id + 1, lengths.length * 2));
      larger.set(lengths);
      lengths = larger;
    }
    lengths[id] = count;
  }
  return lengths;
}
