import { Buffer } from 'node:buffer';
import { matchAny, matchingNotes, type TextColumn, titleAndBody } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { costOfTexts, lookCost } from './note-texts.ts';
import { lookInto, type TextRun } from './text-run.ts';

/** More terms in one MATCH cost more than as many questions, and nothing can stop them. */
export const mostInMatch = 64;
/** The notes in which one of the terms stands, asked for as many at a time as is good. */
export function notesWithAny(
  view: ThreadView,
  terms: readonly string[],
  columns: readonly TextColumn[] = titleAndBody,
): NoteSet {
  const found = new NoteSet();
  for (let at = 0; at < terms.length; at += mostInMatch) {
    view.throwIfCancelled();
    const match = matchAny(columns, terms.slice(at, at + mostInMatch));
    for (const id of matchingNotes(view.db, match)) found.add(id);
  }
  return found;
}

/** What it takes to ask for one rare term, before it has been measured, in ms. */
const termCost = 0.02;
const mostAtOnce = 16;
const fewNotes = 500;

/**
 * The notes in which one of the terms stands, and so `part`, which they all hold. Many terms are asked for a few at a
 * time, the most common first; when the rest of the notes are looked into sooner than the rest of the terms, they are.
 */
export function notesWithTerms(
  run: TextRun,
  part: string,
  { terms, more }: { terms: readonly string[]; more: boolean },
  within: NoteSet | undefined,
): NoteSet {
  const { view } = run;
  const found = new NoteSet();
  if (terms.length === 0 && !more) return found;
  if (!more && terms.length <= mostInMatch) return notesWithAny(view, terms);
  const all = within ?? everyNoteSet(view);
  const wanted = Buffer.from(part);
  const unknown = () => (found.size === 0 ? all : all.without(found)).ids();
  const lookForRest = () => {
    lookInto(run, unknown(), (id, text) => text.includes(wanted) && found.add(id));
    return found;
  };
  let cost = termCost;
  let spent = 0;
  // The first term is asked for in any case, unless there is little to look into.
  let weighAt = within && within.size < fewNotes ? 0 : 1;
  for (let at = 0; at < terms.length; ) {
    view.throwIfCancelled();
    const left = more ? Number.POSITIVE_INFINITY : terms.length - at;
    if (left > mostInMatch && at >= weighAt) {
      if (costOfTexts(view, unknown()) < Math.max(spent, left * cost)) return lookForRest();
      weighAt = at * 2;
    }
    const step = left <= mostInMatch ? left : Math.min(at + 1, mostAtOnce);
    const before = found.size;
    const start = performance.now();
    const match = matchAny(titleAndBody, terms.slice(at, at + step));
    for (const id of matchingNotes(view.db, match)) if (all.has(id)) found.add(id);
    spent = performance.now() - start;
    if (found.size === all.size) return found;
    // Terms that still bring many notes are worth it; the time they take says nothing about the rest.
    const isWorth = at === 0 || (found.size - before) * lookCost > spent;
    if (isWorth) weighAt = Math.max(weighAt, at + step + 1);
    else if (step === mostAtOnce) cost = (cost + spent / step) / 2;
    at += step;
  }
  return more ? lookForRest() : found;
}
