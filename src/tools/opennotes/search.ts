import { Type } from 'typebox';
import { searchNotes } from '../../engine/index.ts';
import { defineTool, type Style } from '../define-tool.ts';
import {
  indexOutput,
  limitField,
  maxBytesField,
  notebookField,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { fitPage, guidanceSchema, paginationSchema } from '../pagination.ts';
import { present } from '../present.ts';
import { describePage, renderTable } from '../render.ts';
import { opennotes } from './dialect.ts';

const conditions = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

export const opennotesSearch = defineTool({
  dialect: opennotes,
  name: 'opennotes_search',
  title: 'Search notes',
  description:
    'Search notes by text, filters, both, or SQL alone. Text ignores case and finds parts of words; all words must ' +
    'occur, "quoted" ones in a row. Filters are FIELD OP VALUE with = != > >= < <= ~ (contains) and globs, e.g. ' +
    'data.status=done, path=notes/**, has:due; fields path, title, tag, created, modified, words, body, ' +
    'data.<property>, links-to, linked-by. Best first; filters alone: newest change first. ' +
    'Default {defaultPageSize} per page, maximum 1000; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ description: 'Text in title or body' })),
      sql: Type.Optional(
        Type.String({
          description: "DuckDB SELECT/WITH, e.g. SELECT path, title FROM notes or read_markdown('**/*.md')",
        }),
      ),
      fuzzy: Type.Boolean({ description: 'Tolerate typos in query', default: false }),
      filters: Type.Optional(
        Type.Object(
          { and: conditions('All'), or: conditions('Any'), not: conditions('None') },
          { description: 'Conditions that must match', additionalProperties: false },
        ),
      ),
      snippets: Type.Boolean({ description: 'Show matching lines', default: false }),
      notebook: notebookField,
      limit: limitField,
      offset: offsetField,
      maxBytes: maxBytesField,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    results: Type.Array(
      Type.Object(
        {
          path: Type.Optional(Type.Unknown({ description: 'Path in the notebook' })),
          title: Type.Optional(Type.Unknown({ description: 'Title' })),
          tags: Type.Optional(Type.Unknown({ description: 'Tags' })),
          created: Type.Optional(Type.Unknown({ description: 'Created, ISO 8601 in UTC' })),
          modified: Type.Optional(Type.Unknown({ description: 'Last change, ISO 8601 in UTC' })),
          snippets: Type.Optional(Type.Unknown({ description: 'Matching lines: {line, text}, line from 1' })),
          ...shortenedOutput,
        },
        { additionalProperties: Type.Unknown() },
      ),
      { description: 'The notes of this page; with sql, its rows' },
    ),
    pagination: paginationSchema,
    query: Type.Object(
      {
        type: stringEnum(['text', 'fuzzy', 'boolean', 'sql'], { description: 'boolean: with filters' }),
        executed: Type.String({ description: 'What was really run' }),
      },
      { description: 'How the search was understood' },
    ),
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
    _guidance: guidanceSchema,
  }),
  cli: { positional: ['query'], aliases: { n: 'limit' }, spread: ['filters'] },
  async run(engine, { maxBytes: _, ...input }, call) {
    const found = await searchNotes(engine, input, call);
    const { results, total, query, index, warnings } = found;
    const page = { rows: results, total, offset: input.offset, limit: input.limit };
    const fitted = fitPage(page, { query, ...present({ index, warnings }) }, call.budget);
    return { results: fitted.rows, pagination: fitted.pagination, ...fitted.rest, ...fitted.guidance };
  },
  render({ results, query }, style) {
    if (query.type === 'sql') return renderTable(results.map((row) => Object.values(row).map(toCell)));
    return results.map((row) => renderNote(row, style)).join('\n');
  },
  notice: ({ pagination, query }) => describePage(pagination, query.type === 'sql' ? 'row' : 'note'),
});

type Row = Readonly<Record<string, unknown>>;

function renderNote({ path, title, modified, snippets }: Row, style: Style): string {
  const head = [toCell(path), toCell(title), style.dim(toCell(modified).slice(0, 10))].join('  ');
  const lines = Array.isArray(snippets) ? (snippets as { line: number; text: string }[]) : [];
  return [head, ...lines.map(({ line, text }) => `    ${style.dim(`${line}:`)} ${text}`)].join('\n');
}

function toCell(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
