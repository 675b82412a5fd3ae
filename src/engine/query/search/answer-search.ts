import { allNewestFirst, newestFirst } from '../../db/queries/full-text.ts';
import { type SummaryRow, summariesByIds } from '../../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../../indexer/thread-view.ts';
import { findFiltered } from '../filter/find-filtered.ts';
import { type ParsedFilters, renderFilters } from '../filter/parse-filters.ts';
import { findFuzzy } from '../fuzzy/find-fuzzy.ts';
import type { NoteSet } from '../note-set.ts';
import { type FoundText, findText } from '../text/find-text.ts';
import { type ParsedQuery, parseQuery } from '../text/parse-query.ts';
import { findSnippets, type Snippet } from './snippets.ts';

export interface SearchQuestion extends ThreadQuestion {
  name: 'search';
  input: {
    /** Not blank. */
    text?: { query: string; fuzzy: boolean };
    filters?: ParsedFilters;
    limit: number;
    offset: number;
    snippets: boolean;
  };
  output: {
    rows: SummaryRow[];
    /** Of each row, when asked for. */
    snippets: Snippet[][] | undefined;
    total: number;
    executed: string;
  };
}

/** One page of the notes that hold the words and fulfil the filters. Without words: the newest change first. */
export function answerSearch(view: ThreadView, input: SearchQuestion['input']): SearchQuestion['output'] {
  const { text, filters, offset, limit } = input;
  const key = `search ${JSON.stringify([text, filters, view.scope])}`;
  const query = text && parseQuery(text.query);
  const found = view.cache.get(key, view.generation, () =>
    findNotes(view, query, text?.fuzzy ?? false, filters),
  );
  const rows = summariesByIds(view.db, [...found.ids.subarray(offset, offset + limit)]);
  const snippets = input.snippets && query ? findSnippets(view, rows, query, found.near) : undefined;
  return { rows, snippets, total: found.ids.length, executed: found.executed };
}

function findNotes(
  view: ThreadView,
  query: ParsedQuery | undefined,
  fuzzy: boolean,
  filters: ParsedFilters | undefined,
): FoundText {
  const filtered = filters && findFiltered(view, filters);
  const filterText = filters ? renderFilters(filters) : '';
  if (!query || query.parts.length === 0) {
    return { ids: orderByChange(view, filtered), executed: filterText };
  }
  // what holds no word cannot be misspelt
  const hasWords = query.parts.some(({ terms }) => terms.length > 0);
  const found = fuzzy && hasWords ? findFuzzy(view, query, filtered) : findText(view, query, filtered);
  return { ...found, executed: [found.executed, filterText].filter(Boolean).join(' AND ') };
}

/** Above this many, the order of all notes, which is kept, is gone through sooner than theirs is made. */
const few = 500;

function orderByChange(view: ThreadView, notes: NoteSet | undefined): Int32Array {
  const { db, cache, generation, scope } = view;
  if (notes && notes.size <= few) return newestFirst(db, notes.ids());
  const all = cache.get(`newest ${JSON.stringify(scope)}`, generation, () => allNewestFirst(db, scope));
  return notes ? all.filter((id) => notes.has(id)) : all;
}
