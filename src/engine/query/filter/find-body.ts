import { Buffer } from 'node:buffer';
import { matchAny, matchingNotes, titlesOf } from '../../db/queries/full-text.ts';
import { SlipboxError } from '../../errors.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { foldText, splitBigrams } from '../../markdown/unspaced.ts';
import { everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { findPart } from '../text/find-part.ts';
import { parseQuery, type QueryPart } from '../text/parse-query.ts';
import { partTest } from '../text/part-test.ts';
import { notesWithAny } from '../text/term-notes.ts';
import { lookInto, startRun, type TextRun } from '../text/text-run.ts';
import { findTerms } from '../text/vocabulary.ts';

/** A note that there was no time for must not be kept by `not`, so nothing is answered then. */
const timeLimit = 30_000;
/** So many terms are asked for one by one; of more than that, the most common. */
const mostTerms = 1000;
const commonTerms = 256;

/** The notes whose text, the title apart, holds what a search for this would look for; among `within` when it is given. */
export function findBodyContains(view: ThreadView, text: string, within: NoteSet | undefined): NoteSet {
  const run = startRun(view, timeLimit);
  let notes = view.scope === 'all' ? within : (within?.intersect(everyNoteSet(view)) ?? everyNoteSet(view));
  const { parts } = parseQuery(text);
  if (parts.length === 0) return new NoteSet();
  for (const part of parts) {
    view.throwIfCancelled();
    if (notes?.size === 0) break;
    const found = findInBody(run, part, notes);
    notes = notes?.intersect(found) ?? found;
  }
  if (run.left > 0)
    throw new SlipboxError(
      'QUERY_TIMEOUT',
      `body: after ${timeLimit / 1000} s there were ${run.left} notes left to look into`,
      { hint: 'Give a longer word to look for, or another condition that leaves fewer notes' },
    );
  return notes!;
}

function findInBody(run: TextRun, part: QueryPart, within: NoteSet | undefined): NoteSet {
  const { view } = run;
  const term = part.decided && !part.phrase ? part.terms[0] : undefined;
  const bigrams = term?.unspaced ? splitBigrams(term.text) : [];
  if (bigrams.length > 0) return NoteSet.of(matchingNotes(view.db, matchAny(['body'], [bigrams.join(' ')])));
  const { exact, loose, more } = term
    ? findTerms(view, term, part.plain)
    : { exact: [], loose: [], more: true };
  const terms = [...exact, ...loose];
  const isFew = !more && terms.length <= mostTerms;
  const sure = notesWithAny(view, isFew ? terms : terms.slice(0, commonTerms), ['body']);
  if (isFew) return sure;
  const { exact: written, loose: accented } = findPart(run, part, within);
  const found = accented.size > 0 ? written.union(accented) : written;
  const others = (within ? found.intersect(within) : found).without(sure);
  return sure.union(others.without(findTitleOnly(run, part, others)));
}

/** Notes that hold the part in their title and nowhere else. */
function findTitleOnly(run: TextRun, part: QueryPart, notes: NoteSet): NoteSet {
  const test = partTest(part);
  const holds = (text: Buffer) => test.exact(text) || test.loose(text);
  const titled = titlesOf(run.view.db, notes.ids())
    .filter(([, title]) => holds(Buffer.from(foldText(title))))
    .map(([id]) => id);
  const only = new NoteSet();
  lookInto(run, Int32Array.from(titled), (id, text) => {
    // a NUL stands between title and text
    if (!holds(text.subarray(text.indexOf(0) + 1))) only.add(id);
  });
  return only;
}
