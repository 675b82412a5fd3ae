import { titledNotes } from '../../db/queries/relevance.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { type FoundWord, findWords } from './find-words.ts';
import { bestPlaces, sortPlaces } from './order.ts';
import type { Question } from './parse-question.ts';
import { coverageScore, type Signals } from './signals.ts';
import { sumSteps, toPoints, toSteps } from './steps.ts';
import { weighCandidates } from './weigh-candidates.ts';

export interface RankedNote {
  id: number;
  /** The sum of the signals, in steps. */
  steps: number;
  signals: Partial<Signals>;
  /** See `FoundWords`. */
  has: number;
}

export interface RankedNotes {
  /** How many there are. */
  total: number;
  /** The notes from one place to another, the best first. */
  page(start: number, end: number): RankedNote[];
  words: readonly FoundWord[];
}

/** Notes that more than the index is asked about. */
const mostCandidates = 128;

/**
 * Every note that has a word of the question, in order of relevance, then of path. The signals that need a look at the
 * note only add to its score, so those that were looked at stay above all others.
 */
export function rankNotes(view: ThreadView, question: Question, query: string): RankedNotes {
  const found = findWords(view, question.words);
  const { ids, scores, masses, whole } = found;
  const steps = new Int32Array(ids.length);
  // Kept beside the sums, to tell the parts of notes that were not looked at: a question's answer may stay in memory.
  const wordSteps = new Int32Array(ids.length);
  const has = new Uint32Array(ids.length);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    has[at] = found.has[id]!;
    wordSteps[at] = toSteps(scores[id]!);
    steps[at] = wordSteps[at]! + toSteps(coverageScore(masses[id]!, whole));
  }
  // A title that is the question may be lost among a great many notes that use its words.
  const titled = new Set(titledNotes(view.db, query, view.scope));
  const places = titled.size > 0 ? [...ids.keys()].filter((at) => titled.has(ids[at]!)) : [];
  const chosen = [...new Set([...bestPlaces(steps, mostCandidates), ...places])];
  const signals = weighCandidates(
    view,
    question,
    found,
    chosen.map((at) => ids[at]!),
  );
  for (const at of chosen) steps[at] = sumSteps(signals.get(ids[at]!)!);
  const best = sortPlaces(Int32Array.from(chosen), steps);
  let all: Int32Array | undefined;
  const page = (start: number, end: number) => {
    // most questions are answered by their first page: the order of all the others can wait
    if (end > best.length) all ??= sortPlaces(Int32Array.from(steps.keys()), steps);
    return Array.from((all ?? best).subarray(start, end), (at): RankedNote => {
      const [words, sum] = [wordSteps[at]!, steps[at]!];
      const known = signals.get(ids[at]!) ?? { words: toPoints(words), coverage: toPoints(sum - words) };
      return { id: ids[at]!, steps: sum, signals: known, has: has[at]! };
    });
  };
  return { total: ids.length, page, words: found.words };
}
