import type { TextColumn } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import type { Term } from '../../markdown/words.ts';
import { everyNote, everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { findPart } from '../text/find-part.ts';
import type { FoundText } from '../text/find-text.ts';
import { notesTitled } from '../text/known-titles.ts';
import { byPath, orderByRank } from '../text/order-notes.ts';
import type { ParsedQuery } from '../text/parse-query.ts';
import { notesWithAny, notesWithTerms } from '../text/term-notes.ts';
import { startRun, type TextRun } from '../text/text-run.ts';
import { readWord, type WordReading } from './read-word.ts';

/** Title, then heading, then text. */
const places: readonly TextColumn[] = ['title', 'headings', 'body'];
/** Above this many terms, a heading counts as text and titles are looked through. */
const mostPlaced = 512;
/** Terms of each kind that are looked for when a note is to be quoted from. */
const mostNear = 100;

// A note's cost: words that are only like those of the query, then where they stand, then by how much they differ.
const unlike = 2 ** 24;
const farther = 2 ** 12;
const notThere = 2 ** 31 - 1;

/** The notes in which every word of the query stands, or one that it may be a misspelling of. */
export function findFuzzy(
  view: ThreadView,
  { parts }: ParsedQuery,
  within: NoteSet | undefined,
  limit?: number,
): FoundText {
  const run = startRun(view, limit);
  let notes = view.scope === 'all' ? within : (within?.intersect(everyNoteSet(view)) ?? everyNoteSet(view));
  const phrases = parts.filter(({ phrase }) => phrase);
  for (const part of phrases) {
    const { exact } = findPart(run, part, notes);
    notes = notes?.intersect(exact) ?? exact;
  }
  const words = distinct(parts.filter(({ phrase }) => !phrase).flatMap(({ terms }) => terms));
  const readings = words.map((word) => readWord(view, word));
  const costs = new Float64Array(highestId(view) + 1);
  for (const reading of readings) {
    if (notes?.size === 0) break;
    view.throwIfCancelled();
    notes = addWord(run, reading, notes, costs);
  }
  const { ids } = notes ? byPath(view, notes) : { ids: new Int32Array(0) };
  const executed = [
    ...phrases.map(({ text }) => `phrase "${text}"`),
    ...readings.map(({ word, shown }) => `"${word}"${shown.length > 0 ? ` (or ${shown.join(', ')})` : ''}`),
  ].join(' and ');
  const near = readings.flatMap(({ groups }) =>
    groups.slice(1).flatMap(({ terms }) => terms.slice(0, mostNear)),
  );
  return { ids: orderByRank(ids, costs), executed: `fuzzy ${executed}`, near };
}

function distinct(words: readonly Term[]): Term[] {
  return [...new Map(words.map((word) => [word.text, word])).values()];
}

function highestId(view: ThreadView): number {
  return everyNote(view).reduce((highest, id) => Math.max(highest, id), 0);
}

/** Adds what the word costs each note; gives the notes that have it, among those of `within`. */
function addWord(
  run: TextRun,
  { word, groups, more }: WordReading,
  within: NoteSet | undefined,
  costs: Float64Array,
): NoteSet {
  const best = new Int32Array(costs.length).fill(notThere);
  const offer = (notes: NoteSet, cost: number) => {
    for (const id of notes.ids()) if (best[id]! > cost) best[id] = cost;
  };
  groups.forEach(({ terms, titleOnly }, group) => {
    const isUnlike = group > 1 ? unlike : 0;
    if (terms.length > mostPlaced || (more && group === 1)) {
      offer(NoteSet.of(notesTitled(run.view, word)), isUnlike + group);
      offer(notesWithTerms(run, word, { terms, more }, within), isUnlike + 2 * farther + group);
      return;
    }
    places.slice(0, titleOnly ? 1 : places.length).forEach((place, distance) => {
      offer(notesWithAny(run.view, terms, [place]), isUnlike + distance * farther + group);
    });
  });
  const found: number[] = [];
  for (const id of within?.ids() ?? everyNote(run.view)) {
    if (best[id]! === notThere) continue;
    costs[id]! += best[id]!;
    found.push(id);
  }
  return NoteSet.of(Int32Array.from(found));
}
