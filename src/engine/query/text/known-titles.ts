import { Buffer } from 'node:buffer';
import { changedSince } from '../../db/queries/changes.ts';
import { brokenTitles, plainTitles } from '../../db/queries/full-text.ts';
import { titleKeys } from '../../db/queries/hierarchy.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';

/** The titles of all notes as they are compared, each between two line breaks. */
interface KnownTitles {
  readonly bytes: Buffer;
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  /** Those that hold a line break, and those of notes that changed since. */
  readonly apart: Map<number, string>;
  readonly changed: Set<number>;
  generation: number;
}

const lineBreak = 10;
const mostApart = 500;

/** The notes whose titles hold this, in no order. */
export function notesTitled(view: ThreadView, part: string): Int32Array {
  const { bytes, ids, starts, apart, changed } = loadTitles(view);
  const found: number[] = [];
  const wanted = Buffer.from(part);
  if (!part.includes('\n')) {
    for (let at = bytes.indexOf(wanted); at !== -1; ) {
      const line = lineAt(starts, at);
      if (!changed.has(ids[line]!)) found.push(ids[line]!);
      at = bytes.indexOf(wanted, starts[line + 1]!);
    }
  }
  for (const [id, title] of apart) if (title.includes(part)) found.push(id);
  return Int32Array.from(found);
}

function loadTitles(view: ThreadView): KnownTitles {
  const { db, memory, generation } = view;
  const known = memory.get('titles') as KnownTitles | undefined;
  if (known?.generation === generation) return known;
  const since = known && changedSince(db, known.generation, mostApart);
  if (!known || !since || known.apart.size + since.length > mostApart) {
    const read = readTitles(view);
    memory.set('titles', read);
    return read;
  }
  for (const id of since) {
    known.changed.add(id);
    known.apart.delete(id);
  }
  for (const [id, title] of titleKeys(db, since)) known.apart.set(id, title);
  known.generation = generation;
  return known;
}

function readTitles({ db, generation }: ThreadView): KnownTitles {
  const { ids, text } = plainTitles(db);
  const bytes = Buffer.from(`\n${text}\n`);
  const starts = new Int32Array(ids.length + 1);
  let at = 1;
  for (let line = 0; line <= ids.length; line++) {
    starts[line] = at;
    at = bytes.indexOf(lineBreak, at) + 1;
  }
  return { bytes, ids, starts, apart: new Map(brokenTitles(db)), changed: new Set(), generation };
}

/** The line that holds a place. */
export function lineAt(starts: Int32Array, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}
