import type { ThreadView } from '../../indexer/thread-view.ts';
import {
  boundedEdits,
  editLimit,
  isContraction,
  letterMask,
  longestContracted,
  mayBeNear,
} from '../fuzzy/edit-limit.ts';
import type { NoteSet } from '../note-set.ts';
import { loadNames, type NameWord, type NoteNames, unitsOf } from './note-names.ts';

/** How what a note is called compares with the query: the same, it holds it, it has all its words, or words like them. */
export interface NameMatch {
  kind: 'same' | 'phrase' | 'words' | 'near';
  /** 1 for the words themselves. */
  likeness: number;
}

/** What is longer than this is no name. */
const mostWords = 8;
const longestWord = 64;
const holdsWord = 0.9;
const byEdits = [1, 0.7, 0.5];
const contracted = 0.4;

/** The notes whose file name or title has every word, or one like it. */
export function matchNames(
  view: ThreadView,
  words: readonly string[],
  within: NoteSet,
): Map<number, NameMatch> {
  const found = new Map<number, NameMatch>();
  if (words.length === 0 || words.length > mostWords) return found;
  const names = loadNames(view);
  let sums: Map<number, { sum: number; least: number }> | undefined;
  for (const word of new Set(words)) {
    view.throwIfCancelled();
    const next = new Map<number, { sum: number; least: number }>();
    for (const [id, likeness] of likeWord(names, word)) {
      const before = sums ? sums.get(id) : { sum: 0, least: 1 };
      if (before && within.has(id))
        next.set(id, { sum: before.sum + likeness, least: Math.min(before.least, likeness) });
    }
    sums = next;
  }
  const distinct = new Set(words).size;
  for (const [id, { sum, least }] of sums ?? []) {
    const kind = least < holdsWord ? 'near' : kindOf(names.notes.get(id)!, words);
    found.set(id, { kind, likeness: sum / distinct });
  }
  return found;
}

function kindOf(called: readonly string[][], words: readonly string[]): NameMatch['kind'] {
  const wanted = ` ${words.join(' ')} `;
  const texts = called.map((one) => ` ${one.join(' ')} `);
  if (texts.includes(wanted)) return 'same';
  return texts.some((text) => text.includes(wanted)) ? 'phrase' : 'words';
}

function likeWord({ words }: NoteNames, word: string): Map<number, number> {
  const best = new Map<number, number>();
  const codes = unitsOf(word.slice(0, longestWord));
  const mask = letterMask(codes, 0, codes.length);
  const limit = editLimit(word);
  for (const [other, entry] of words) {
    const likeness =
      other === word ? 1 : other.includes(word) ? holdsWord : nearness(codes, mask, limit, entry);
    if (likeness === 0) continue;
    for (const id of entry.notes) if ((best.get(id) ?? 0) < likeness) best.set(id, likeness);
  }
  return best;
}

function nearness(codes: Uint16Array, mask: number, limit: number, other: NameWord): number {
  const { length } = other.codes;
  if (limit === 0 || length > longestWord) return 0;
  if (Math.abs(length - codes.length) <= limit && mayBeNear(mask, other.mask, limit)) {
    const edits = boundedEdits(codes, other.codes, 0, length, limit);
    if (edits <= limit) return byEdits[edits] ?? 0;
  }
  const isShort =
    length > codes.length && length <= longestContracted(codes.length) && (other.mask & mask) === mask;
  return isShort && isContraction(codes, other.codes, 0, length) ? contracted : 0;
}
