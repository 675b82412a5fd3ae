import { type SummaryRow, summariesByIds } from '../../db/queries/notes.ts';
import { ownIds } from '../../db/queries/relevance.ts';
import type { ThreadQuestion, ThreadView } from '../../indexer/thread-view.ts';
import { type BestLine, findBestLine } from './best-line.ts';
import { parseQuestion } from './parse-question.ts';
import { type RankedNote, rankNotes } from './rank-notes.ts';
import { type SignalName, signalNames } from './signals.ts';
import { toPoints, toSteps } from './steps.ts';
import { hitFinder } from './word-hits.ts';

/** The parts of a score by name; those that are zero are left out. */
export type ScoreParts = Partial<Record<SignalName, number>>;

export interface RelevantRow extends SummaryRow, BestLine {
  /** The note's own id, from its frontmatter. */
  ownId?: string;
  score: number;
  parts?: ScoreParts;
}

export interface RelevanceQuestion extends ThreadQuestion {
  name: 'relevance';
  input: { query: string; limit: number; offset: number; explain: boolean };
  /** `total` counts the notes that have a word of the question. */
  output: { rows: RelevantRow[]; total: number };
}

/** One page of the notes that a question in plain words may be answered by. */
export function answerRelevance(
  view: ThreadView,
  { query, limit, offset, explain }: RelevanceQuestion['input'],
): RelevanceQuestion['output'] {
  const key = `relevance ${JSON.stringify([query, view.scope])}`;
  const ranked = view.cache.get(key, view.generation, () => rankNotes(view, parseQuestion(query), query));
  const page = ranked.page(offset, offset + limit);
  const ids = page.map(({ id }) => id);
  const own = ownIds(view.db, ids);
  const finder = hitFinder(ranked.words);
  const rows = summariesByIds(view.db, ids).map((row, at): RelevantRow => {
    view.throwIfCancelled();
    const ownId = own.get(row.id);
    return {
      ...row,
      ...findBestLine(view.root, { ...row, has: page[at]!.has }, finder),
      ...(ownId === undefined ? {} : { ownId }),
      score: toPoints(page[at]!.steps),
      ...(explain ? { parts: partsOf(page[at]!) } : {}),
    };
  });
  return { rows, total: ranked.total };
}

function partsOf({ signals }: RankedNote): ScoreParts {
  const parts = signalNames.map((name): [SignalName, number] => [name, toSteps(signals[name] ?? 0)]);
  return Object.fromEntries(
    parts.filter(([, steps]) => steps > 0).map(([name, steps]) => [name, toPoints(steps)]),
  );
}
