import { matchAny, matchingNotes, scoreNotes, titleAndBody } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { foldText } from '../../markdown/unspaced.ts';
import type { Term } from '../../markdown/words.ts';
import { everyNote, everyNoteSet } from '../every-note.ts';
import type { NoteSet } from '../note-set.ts';
import type { FoundPart } from './find-part.ts';
import { notesTitled } from './known-titles.ts';
import { byPath, type NamedNotes, orderNotes } from './order-notes.ts';
import { indexedLastTerm, indexedTerm } from './parse-query.ts';
import { scoreVisible } from './score-visible.ts';

/** Parts beyond these add little to what the rarest say. */
const mostWeighed = 4;
const mostCounted = 7;
/** Of each part, the most common terms: each takes time for every note. */
const mostTerms = 8;
/** Phrases that forms of the first and the last word make up: each reads the notes of its words. */
const mostForms = 8;

// What a rank is made of, the weightiest first: a note loses rank by accents and gains it by the rest.
const perLoose = 128;
const forPhrase = 64;
const perTitleHit = 8;
const perWholeWord = 1;
const lowest = forPhrase + mostCounted * (perTitleHit + perWholeWord);

/**
 * The order of the notes that were found: as written above without accents; the whole query as a phrase; more words in
 * the title; more whole words; relevance; path.
 */
export function rankText(
  view: ThreadView,
  notes: NoteSet,
  found: readonly FoundPart[],
  words: readonly Term[],
): Int32Array {
  const named = byPath(view, notes);
  if (notes.size < 2) return named.ids;
  const ranks = new Int32Array(highestOf(named.ids) + 1).fill(lowest);
  const add = (ids: Int32Array, rank: number) => {
    for (const id of ids) if (id < ranks.length) ranks[id]! += rank;
  };
  for (const { loose } of found.slice(0, mostCounted)) add(loose.ids(), perLoose);
  if (found.length > 1) add(findWholeQuery(view, found, words), -forPhrase);
  for (const hits of findTitleHits(view, named, found)) add(hits, -perTitleHit);
  const scores = new Map<number, number>();
  for (const { terms, whole } of findWeighable(view, found)) {
    view.throwIfCancelled();
    add(whole, -perWholeWord);
    const weighed =
      view.scope === 'all' ? scoreNotes(view.db, matchAny(titleAndBody, terms)) : scoreVisible(view, terms);
    for (const [id, score] of weighed) if (notes.has(id)) scores.set(id, (scores.get(id) ?? 0) + score);
  }
  return orderNotes(named.ids, ranks, scores);
}

function highestOf(ids: Int32Array): number {
  let highest = 0;
  for (const id of ids) if (id > highest) highest = id;
  return highest;
}

/** Notes that hold the words of the query one after the other. Forms of the first and last word count when they are few. */
function findWholeQuery(view: ThreadView, found: readonly FoundPart[], words: readonly Term[]): Int32Array {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || words.length < 2) return new Int32Array(0);
  const termsOf = (word: Term) => found.find(({ part }) => part.text === word.text)?.terms ?? [];
  const heads = termsOf(first).filter((term) => term.endsWith(first.text));
  const tails = termsOf(last).filter((term) => term.startsWith(last.text));
  const isFew = heads.length > 0 && tails.length > 0 && heads.length * tails.length <= mostForms;
  const inner = words.slice(1, -1).map(indexedTerm);
  const phrases = (isFew ? heads : [indexedTerm(first)]).flatMap((head) =>
    (isFew ? tails : [indexedLastTerm(last)]).map((tail) => [head, ...inner, tail].join(' ')),
  );
  return matchingNotes(view.db, matchAny(titleAndBody, phrases));
}

/** For each part the notes that have it in their title. */
function findTitleHits(
  view: ThreadView,
  { ids, titles }: NamedNotes,
  found: readonly FoundPart[],
): Int32Array[] {
  const parts = found.slice(0, mostCounted).map(({ part }) => part.text);
  if (!titles) return parts.map((part) => notesTitled(view, part));
  const folded = titles.map(foldText);
  return parts.map((part) => ids.filter((_, at) => folded[at]!.includes(part)));
}

interface Weighable {
  /** The terms to be weighed. */
  terms: readonly string[];
  /** The notes that have the part as a whole word. */
  whole: Int32Array;
}

/** The rarest parts; what stands in more than half of the notes says nothing about any of them. */
function findWeighable(view: ThreadView, found: readonly FoundPart[]): Weighable[] {
  const half = everyNote(view).length / 2;
  return found
    .filter(({ exact, terms }) => exact.size > 0 && exact.size <= half && terms.length > 0)
    .sort((a, b) => a.exact.size - b.exact.size)
    .slice(0, mostWeighed)
    .map(({ part, terms }) => {
      const isWord = terms.length > 1 && terms.includes(part.text);
      const holding = isWord
        ? matchingNotes(view.db, matchAny(titleAndBody, [part.text]))
        : new Int32Array(0);
      const seen = everyNoteSet(view);
      const whole = view.scope === 'all' ? holding : holding.filter((id) => seen.has(id));
      return { terms: terms.slice(0, mostTerms), whole };
    })
    .filter(({ whole }) => whole.length <= half);
}
