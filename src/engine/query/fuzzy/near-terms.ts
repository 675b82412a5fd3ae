import type { Buffer } from 'node:buffer';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { loadTerms, seenBy, type TermList } from '../text/vocabulary.ts';
import {
  boundedEdits,
  editLimit,
  isContraction,
  letterMask,
  longestContracted,
  mayBeNear,
} from './edit-limit.ts';

export interface NearTerms {
  /** Terms by the number of typos between them and the word: one, two. */
  edits: [string[], string[]];
  /** Terms that the word may be short for. */
  contracted: string[];
}

const shortest = 3;
const longest = 64;
const lineBreak = 10;

/** Terms of plain ASCII of one length: where each begins in the list, and its letters. */
interface Bucket {
  starts: Int32Array;
  masks: Int32Array;
  count: number;
}

interface WideTerm {
  term: string;
  codes: Uint16Array;
  mask: number;
}

interface Shelf {
  buckets: Bucket[];
  wide: WideTerm[];
}

/** The terms that may be meant by a word that is not among them, or not only. The word itself is left out. */
export function findNearTerms(view: ThreadView, word: string): NearTerms {
  const near: NearTerms = { edits: [[], []], contracted: [] };
  const limit = editLimit(word);
  if (limit === 0) return near;
  const codes = unitsOf(word);
  const mask = letterMask(codes, 0, codes.length);
  const last = Math.min(longestContracted(codes.length), longest);
  for (const list of loadTerms(view)) {
    view.throwIfCancelled();
    const { buckets, wide } = shelve(list);
    const { bytes } = list;
    const weigh = (
      term: () => string,
      from: ArrayLike<number>,
      start: number,
      end: number,
      letters: number,
    ) => {
      if (mayBeNear(mask, letters, limit)) {
        const edits = boundedEdits(codes, from, start, end, limit);
        if (edits === 1 || edits === 2) {
          if (edits <= limit) near.edits[edits - 1]!.push(term());
          if (edits <= limit) return;
        }
      }
      if (end - start > codes.length && (letters & mask) === mask && isContraction(codes, from, start, end))
        near.contracted.push(term());
    };
    for (let length = Math.max(shortest, codes.length - limit); length <= last; length++) {
      const bucket = buckets[length];
      if (!bucket) continue;
      for (let i = 0; i < bucket.count; i++) {
        const start = bucket.starts[i]!;
        weigh(
          () => bytes.toString('latin1', start, start + length),
          bytes,
          start,
          start + length,
          bucket.masks[i]!,
        );
      }
    }
    for (const { term, codes: from, mask: letters } of wide)
      if (from.length <= last) weigh(() => term, from, 0, from.length, letters);
  }
  const [once, twice] = near.edits;
  return { edits: [seenBy(view, once), seenBy(view, twice)], contracted: seenBy(view, near.contracted) };
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** A list's terms by length, worked out once. */
function shelve(list: TermList): Shelf {
  let shelf = list.derived.get('shelf') as Shelf | undefined;
  if (!shelf) {
    shelf = makeShelf(list.bytes);
    list.derived.set('shelf', shelf);
  }
  return shelf;
}

function makeShelf(bytes: Buffer): Shelf {
  const shelf: Shelf = { buckets: [], wide: [] };
  let start = 1;
  let mask = 0;
  let wide = false;
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === lineBreak) {
      const length = at - start;
      if (length >= shortest && length <= longest * 3) {
        if (wide) addWide(shelf, bytes.toString('utf8', start, at));
        else if (length <= longest) addTerm(shelf, length, start, mask);
      }
      start = at + 1;
      mask = 0;
      wide = false;
    } else if (byte < 128) mask |= 1 << (byte & 31);
    else wide = true;
  }
  return shelf;
}

function addTerm({ buckets }: Shelf, length: number, start: number, mask: number): void {
  let bucket = buckets[length];
  if (!bucket) {
    bucket = { starts: new Int32Array(64), masks: new Int32Array(64), count: 0 };
    buckets[length] = bucket;
  }
  if (bucket.count === bucket.starts.length) {
    bucket.starts = grow(bucket.starts);
    bucket.masks = grow(bucket.masks);
  }
  bucket.starts[bucket.count] = start;
  bucket.masks[bucket.count++] = mask;
}

function grow(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function addWide({ wide }: Shelf, term: string): void {
  const codes = unitsOf(term);
  if (codes.length < shortest || codes.length > longest) return;
  wide.push({ term, codes, mask: letterMask(codes, 0, codes.length) });
}
