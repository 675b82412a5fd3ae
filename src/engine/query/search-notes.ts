import type { Call } from '../call.ts';
import { SlipboxError } from '../errors.ts';
import type { IndexStatus, NotebookIndex } from '../indexer/notebook-index.ts';
import { summariseWarnings, type Warnings } from '../warnings.ts';
import { type FilterInput, parseFilters } from './filter/parse-filters.ts';
import { isOutdated, type NoteSummary, rowWarning, toSummary } from './list-notes.ts';
import type { SearchQuestion } from './search/answer-search.ts';
import type { Snippet } from './search/snippets.ts';

export interface SearchNotesQuery {
  query?: string;
  sql?: string;
  fuzzy: boolean;
  filters?: FilterInput;
  snippets: boolean;
  limit: number;
  offset: number;
}

export interface SearchSettings {
  timeZone: string;
  sqlTimeout: number;
}

export type FoundNote = NoteSummary & { snippets?: Snippet[] };

export interface NoteSearch {
  /** Notes, or the rows of a SQL query. */
  results: (FoundNote | Record<string, unknown>)[];
  total: number;
  query: { type: 'text' | 'fuzzy' | 'boolean' | 'sql'; executed: string };
  index?: IndexStatus;
  warnings?: Warnings;
}

/** Notes by words, by filters, by both, or rows by SQL. The notes about to be shown are compared with the disk once more. */
export async function searchNotes(
  index: NotebookIndex,
  query: SearchNotesQuery,
  settings: SearchSettings,
  call: Call,
): Promise<NoteSearch> {
  if (query.sql !== undefined) return searchBySql(index, query, query.sql, settings, call);
  const input = parseInput(query, settings);
  for (let attempt = 0; ; attempt++) {
    const answer = await index.askThread<SearchQuestion>(call, 'search', input);
    const { rows, snippets, total, executed } = answer.value;
    const outdated = attempt < 2 ? rows.filter((row) => isOutdated(index.root, row)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((row) => row.disk));
      continue;
    }
    const warnings = summariseWarnings([...rows.flatMap(rowWarning), ...answer.warnings]);
    return {
      results: rows.map((row, at) => ({
        ...toSummary(row),
        ...(snippets ? { snippets: snippets[at]! } : {}),
      })),
      total,
      query: { type: input.filters ? 'boolean' : query.fuzzy ? 'fuzzy' : 'text', executed },
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

async function searchBySql(
  index: NotebookIndex,
  query: SearchNotesQuery,
  sql: string,
  { sqlTimeout }: SearchSettings,
  call: Call,
): Promise<NoteSearch> {
  const other = (['query', 'filters', 'fuzzy', 'snippets'] as const).find((name) =>
    name === 'filters' ? hasConditions(query.filters) : query[name],
  );
  if (other)
    throw refuse(other, `sql goes with limit and offset only, not with ${other}`, 'Leave out one of the two');
  // loaded on first use: few processes ever need it
  const { runSql } = await import('./sql/run-sql.ts');
  const { limit, offset } = query;
  const { rows, total, executed, ...rest } = await runSql(
    index,
    { sql, limit, offset, timeoutMs: sqlTimeout },
    call,
  );
  const warnings = summariseWarnings(rest.warnings ?? []);
  return {
    results: rows,
    total,
    query: { type: 'sql', executed },
    ...(rest.index ? { index: rest.index } : {}),
    ...(warnings ? { warnings } : {}),
  };
}

function parseInput(query: SearchNotesQuery, { timeZone }: SearchSettings): SearchQuestion['input'] {
  const { fuzzy, snippets, limit, offset } = query;
  // a pair of quotation marks around nothing asks for nothing
  const text =
    query.query
      ?.replaceAll('\0', ' ')
      .replaceAll(/(?<=^|\s)"\s*"(?=\s|$)/g, ' ')
      .trim() ?? '';
  // empty lists beside a query are no filters
  const given = text === '' || hasConditions(query.filters) ? query.filters : undefined;
  const filters = given && parseFilters(given, { timeZone });
  if (text === '' && fuzzy) throw refuse('fuzzy', 'fuzzy needs a query', 'Give query, or leave out fuzzy');
  if (text === '' && !filters)
    throw refuse(
      'query',
      'Nothing to search for',
      'Give query, filters or sql; {prefix}list lists every note',
    );
  return {
    ...(text === '' ? {} : { text: { query: text, fuzzy } }),
    ...(filters ? { filters } : {}),
    limit,
    offset,
    snippets,
  };
}

function hasConditions(filters: FilterInput | undefined): boolean {
  return Object.values(filters ?? {}).some((group) => (group?.length ?? 0) > 0);
}

function refuse(parameter: string, message: string, hint: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', message, { hint, details: { parameter } });
}
