import { indexForSearch, type SearchNotebook } from '../search/testing-search.ts';
import { answerRelevance, type RelevanceQuestion } from './answer-relevance.ts';

interface AskOptions {
  limit?: number;
  offset?: number;
  explain?: boolean;
  visible?: readonly string[];
}

/** A folder of notes, indexed, and asked as the reader thread does. Used by tests only. */
export interface AskedNotebook extends Disposable {
  readonly notebook: SearchNotebook;
  ask(query: string, options?: AskOptions): RelevanceQuestion['output'];
  /** The paths found, in order. */
  paths(query: string, options?: AskOptions): string[];
}

export async function indexForQuestions(
  notes: Record<string, string>,
  globs: readonly string[] = [],
): Promise<AskedNotebook> {
  const notebook = await indexForSearch(notes, globs);
  const ask: AskedNotebook['ask'] = (query, options = {}) => {
    const { limit = 1000, offset = 0, explain = false, visible } = options;
    return answerRelevance(notebook.view(visible), { query, limit, offset, explain });
  };
  return {
    notebook,
    ask,
    paths: (query, options) => ask(query, options).rows.map(({ path }) => path),
    [Symbol.dispose]: () => notebook[Symbol.dispose](),
  };
}
