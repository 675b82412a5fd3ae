import { matchAny, matchingNotes, titleAndBody } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { splitBigrams } from '../../markdown/unspaced.ts';
import { everyNote, everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { findPhrase } from './find-phrase.ts';
import type { PartTerm, QueryPart } from './parse-query.ts';
import { partTest } from './part-test.ts';
import { notesWithAny, notesWithTerms } from './term-notes.ts';
import { lookInto, type TextRun } from './text-run.ts';
import { findLooseTerms, findTerms } from './vocabulary.ts';

export interface FoundPart {
  part: QueryPart;
  /** Notes that hold it as it is written. */
  exact: NoteSet;
  /** Notes that hold it only when accents do not count. */
  loose: NoteSet;
  /** The terms it stands in, the most common first; none for what is not inside one term. */
  terms: readonly string[];
}

/** A mark alone is in no term. */
const letter = /\P{M}/u;

/** Above this many terms, collecting their notes is no help before the texts are looked into. */
const mostNarrowing = 256;

/** The notes that hold one part of a query; `within`, when given, are the only ones that matter. */
export function findPart(run: TextRun, part: QueryPart, within: NoteSet | undefined): FoundPart {
  const found = findAnywhere(run, part, within);
  if (run.view.scope === 'all') return found;
  const seen = everyNoteSet(run.view);
  return { ...found, exact: found.exact.intersect(seen), loose: found.loose.intersect(seen) };
}

function findAnywhere(run: TextRun, part: QueryPart, within: NoteSet | undefined): FoundPart {
  if (part.phrase) return findPhraseNotes(run, part, within);
  if (!part.decided) return findByLooking(run, part, narrow(run, part, within) ?? within);
  const term = part.terms[0]!;
  const bigrams = findBigrams(run, term);
  if (bigrams) return { part, exact: bigrams, loose: new NoteSet(), terms: [] };
  const half = everyNote(run.view).length / 2;
  // what is kept is of all notes, so it is for those only who see them all
  if ((within && within.size <= half) || run.view.scope !== 'all') return findTerm(run, part, within);
  const kept = commonParts(run.view);
  const key = JSON.stringify([part.text, part.plain]);
  const known = kept.get(key);
  if (known) return { ...known, part };
  const found = findTerm(run, part, undefined);
  // what time did not allow to be found must not be kept
  if (found.exact.size > half && run.left === 0) kept.set(key, found);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  return found;
}

function findTerm(run: TextRun, part: QueryPart, within: NoteSet | undefined): FoundPart {
  const { exact: terms, loose: accented, more } = findTerms(run.view, part.terms[0]!, part.plain);
  const exact = notesWithTerms(run, part.text, { terms, more }, within);
  const loose = notesWithAny(run.view, accented).without(exact);
  return { part, exact, loose, terms };
}

/** Words that most notes have come up in one query after the other, and finding them all takes longest. */
const mostKept = 32;

function commonParts({ cache, generation }: ThreadView): Map<string, FoundPart> {
  return cache.get('common parts', generation, () => new Map<string, FoundPart>());
}

/** Notes with a run of a script without spaces; a single character is looked for as other words are. */
function findBigrams({ view }: TextRun, { text, unspaced }: PartTerm): NoteSet | undefined {
  const bigrams = unspaced ? splitBigrams(text) : [];
  if (bigrams.length === 0) return undefined;
  return NoteSet.of(matchingNotes(view.db, matchAny(titleAndBody, [bigrams.join(' ')])));
}

function findPhraseNotes(run: TextRun, part: QueryPart, within: NoteSet | undefined): FoundPart {
  const exact = part.decided ? findPhrase(run.view, part) : undefined;
  if (!exact) return findByLooking(run, part, narrow(run, part, within) ?? within);
  const hasLoose = part.plain && part.terms.some((term) => findLooseTerms(run.view, term).length > 0);
  if (!hasLoose) return { part, exact, loose: new NoteSet(), terms: [] };
  const candidates = narrow(run, part, within) ?? within ?? NoteSet.of(everyNote(run.view));
  const { loose } = testTexts(run, part, candidates.without(exact).ids());
  return { part, exact, loose, terms: [] };
}

/** What the index cannot tell is looked for in the texts of the candidates; without candidates, of all. */
export function findByLooking(run: TextRun, part: QueryPart, candidates: NoteSet | undefined): FoundPart {
  if (!candidates) run.scanned = true;
  return { part, ...testTexts(run, part, candidates?.ids() ?? everyNote(run.view)), terms: [] };
}

function testTexts(run: TextRun, part: QueryPart, notes: Int32Array): Pick<FoundPart, 'exact' | 'loose'> {
  const exact = new NoteSet();
  const loose = new NoteSet();
  const test = partTest(part);
  lookInto(run, notes, (id, text, accented) => {
    if (test.exact(text)) exact.add(id);
    else if (test.loose(text, accented)) loose.add(id);
  });
  return { exact, loose };
}

/** The notes that hold every term of the part; undefined when that says little. */
function narrow(run: TextRun, part: QueryPart, within: NoteSet | undefined): NoteSet | undefined {
  let notes: NoteSet | undefined;
  for (const term of part.terms) {
    if (notes?.size === 0) break;
    if (!letter.test(term.text)) continue;
    const found = findBigrams(run, term) ?? findFew(run, term, part.plain);
    if (found) notes = notes ? notes.intersect(found) : found;
  }
  return notes && within ? notes.intersect(within) : notes;
}

function findFew({ view }: TextRun, term: PartTerm, plain: boolean): NoteSet | undefined {
  const { exact, loose, more } = findTerms(view, term, plain);
  if (more || exact.length + loose.length > mostNarrowing) return undefined;
  return notesWithAny(view, [...exact, ...loose]);
}
