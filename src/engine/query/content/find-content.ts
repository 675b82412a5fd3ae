import { matchAny, matchingNotes, titleAndBody } from '../../db/queries/full-text.ts';
import { matchingIds } from '../../db/queries/list-notes.ts';
import { findNoteByPath } from '../../db/queries/notes.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { splitWords } from '../../markdown/words.ts';
import { everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { parsePathPattern } from '../path-pattern.ts';
import { isStopWord } from '../relevance/stop-words.ts';
import { type FoundPart, findPart } from '../text/find-part.ts';
import { byPath, orderByRank } from '../text/order-notes.ts';
import {
  indexedLastTerm,
  indexedTerm,
  type ParsedQuery,
  parseQuery,
  type QueryPart,
} from '../text/parse-query.ts';
import { rankText } from '../text/rank-text.ts';
import { startRun } from '../text/text-run.ts';
import { matchNames, type NameMatch } from './match-names.ts';

/** One ladder for names and texts: what stands on a higher step is above all that stands on a lower one. */
const ladder = {
  nameIsQuery: 1,
  phraseInName: 0.95,
  phrase: 0.9,
  allWords: 0.8,
  someWords: [0.3, 0.7],
  likeName: 0.25,
} as const;
/** For a note that both its name and its text speak for; less than a step. */
const forBoth = 0.02;
const steps = 1000;
/** Words beyond these add time and tell little. */
const mostParts = 12;

export interface FoundContent {
  /** In order, the best first. */
  ids: Int32Array;
  /** From 0 to 1, by place. */
  scores: Float64Array;
  words: string[];
}

/** Notes by their text and by what they are called. */
export function findContent(view: ThreadView, query: string, paths: readonly string[]): FoundContent {
  const parsed = parseQuery(query);
  const words = splitWords(query);
  const within = paths.length > 0 ? notesIn(view, paths) : everyNoteSet(view);
  const found = findParts(view, tellingParts(parsed), within);
  const all = found.reduce<NoteSet | undefined>(
    (notes, { notes: next }) => (notes ? notes.intersect(next) : next),
    undefined,
  );
  const ranked = all && all.size > 0 ? rankText(view, all, found, parsed.words) : new Int32Array(0);
  const scores = new Map<number, number>();
  if (found.length > 1) offerShares(found, scores, within.size);
  const phrase = findPhrase(view, parsed, ranked);
  for (const id of ranked) scores.set(id, phrase(id) ? ladder.phrase : ladder.allWords);
  for (const [id, match] of matchNames(view, words, within)) {
    const both = scores.has(id) ? forBoth : 0;
    const score = Math.max(scores.get(id) ?? 0, scoreName(match));
    scores.set(id, Math.min(1, score + both));
  }
  return { ...inOrder(view, ranked, scores), words };
}

/** What a sentence is held together by says nothing of a note, unless it is all there is. */
function tellingParts({ parts }: ParsedQuery): QueryPart[] {
  const telling = parts.filter(({ text }) => !isStopWord(text));
  return (telling.length > 0 ? telling : parts).slice(0, mostParts);
}

interface FoundNotes extends FoundPart {
  notes: NoteSet;
}

function findParts(view: ThreadView, parts: readonly QueryPart[], within: NoteSet): FoundNotes[] {
  const run = startRun(view);
  return parts.map((part) => {
    view.throwIfCancelled();
    const found = findPart(run, part, within);
    const either = found.loose.size > 0 ? found.exact.union(found.loose) : found.exact;
    return { ...found, notes: either.intersect(within) };
  });
}

function scoreName({ kind, likeness }: NameMatch): number {
  if (kind === 'same') return ladder.nameIsQuery;
  if (kind === 'phrase') return ladder.phraseInName;
  return kind === 'words' ? ladder.allWords : ladder.likeName * likeness;
}

/** For notes with some of the words; a rare word counts for more than one that most notes have. */
function offerShares(found: readonly FoundNotes[], scores: Map<number, number>, total: number): void {
  const weights = found.map(({ notes }) => Math.log(1 + total / (1 + notes.size)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const [least, most] = ladder.someWords;
  found.forEach(({ notes }, at) => {
    const share = ((most - least) * weights[at]!) / all;
    for (const id of notes.ids()) scores.set(id, (scores.get(id) ?? least) + share);
  });
}

/** Whether a note holds the words of the query one after the other. Of a single one all notes do. */
function findPhrase(
  { db }: ThreadView,
  { words, parts }: ParsedQuery,
  notes: Int32Array,
): (id: number) => boolean {
  const last = words.at(-1);
  if (parts.length < 2 || last === undefined || notes.length === 0) return () => true;
  const phrase = [...words.slice(0, -1).map(indexedTerm), indexedLastTerm(last)].join(' ');
  const found = NoteSet.of(matchingNotes(db, matchAny(titleAndBody, [phrase])));
  return (id) => found.has(id);
}

/** By score; of equals, as the text search has them, then by path. */
function inOrder(
  view: ThreadView,
  first: Int32Array,
  scores: ReadonlyMap<number, number>,
): Pick<FoundContent, 'ids' | 'scores'> {
  const known = NoteSet.of(first);
  const others = NoteSet.of([...scores.keys()].filter((id) => !known.has(id)));
  const all = Int32Array.from([...first, ...byPath(view, others).ids]);
  const ranks = new Int32Array(all.reduce((highest, id) => Math.max(highest, id), 0) + 1);
  for (const id of all) ranks[id] = steps - Math.round(scores.get(id)! * steps);
  const ids = orderByRank(all, ranks);
  return { ids, scores: Float64Array.from(ids, (id) => (steps - ranks[id]!) / steps) };
}

/** Notes in folders, by whole segments; a path may also name a note, or be a glob. */
function notesIn(view: ThreadView, paths: readonly string[]): NoteSet {
  const { db, scope } = view;
  const found = new NoteSet();
  for (const path of paths) {
    for (const id of matchingIds(db, { prefix: `${path}/` }, scope)) found.add(id);
    for (const name of [path, `${path}.md`]) {
      const note = findNoteByPath(db, name, scope);
      if (note) found.add(note.id);
    }
    if (/[*?[{]/.test(path)) for (const id of matchingIds(db, parsePathPattern(path), scope)) found.add(id);
  }
  return found;
}
