import type { Call } from '../../call.ts';
import { SlipboxError } from '../../errors.ts';
import type { IndexStatus, NotebookIndex } from '../../indexer/notebook-index.ts';
import { splitTerms } from '../../markdown/words.ts';
import { summariseWarnings, type Warnings } from '../../warnings.ts';
import { isOutdated, type NoteSummary, rowWarning, toSummary } from '../list-notes.ts';
import type { RelevanceQuestion, RelevantRow, ScoreParts } from './answer-relevance.ts';

export interface RelevanceQuery {
  /** In plain words; nothing in it is syntax. */
  query: string;
  limit: number;
  offset: number;
  /** Gives the parts of each score. */
  explain: boolean;
}

export interface RelevantNote extends NoteSummary {
  id?: string;
  score: number;
  line: number;
  snippet: string;
  explain?: ScoreParts;
}

export interface RelevantNotes {
  notes: RelevantNote[];
  /** Notes with at least one word of the question that is not a stop word. */
  total: number;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** The notes that answer a question best. Those about to be shown are compared with the disk once more. */
export async function searchRelevant(
  index: NotebookIndex,
  query: RelevanceQuery,
  call: Call,
): Promise<RelevantNotes> {
  if (splitTerms(query.query).length === 0)
    throw new SlipboxError(
      'INVALID_PARAMS',
      `No word to search for in query: ${JSON.stringify(query.query)}`,
      {
        hint: 'Ask in plain words, e.g. "how do we rotate the signing keys"',
        details: { parameter: 'query' },
      },
    );
  const { query: asked, limit, offset, explain } = query;
  const input = { query: asked, limit, offset, explain };
  for (let attempt = 0; ; attempt++) {
    const answer = await index.askThread<RelevanceQuestion>(call, 'relevance', input);
    const { rows, total } = answer.value;
    const outdated = attempt < 2 ? rows.filter((row) => isOutdated(index.root, row)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((row) => row.disk));
      continue;
    }
    const warnings = summariseWarnings([...rows.flatMap(rowWarning), ...answer.warnings]);
    return {
      notes: rows.map(toNote),
      total,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

function toNote(row: RelevantRow): RelevantNote {
  return {
    ...(row.ownId === undefined ? {} : { id: row.ownId }),
    ...toSummary(row),
    score: row.score,
    line: row.line,
    snippet: row.snippet,
    ...(row.parts ? { explain: row.parts } : {}),
  };
}
