import { type Static, Type } from 'typebox';
import { searchContent } from '../../engine/index.ts';
import { defineTool, type Style } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  maxBytesField,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { fitBeside } from '../pagination.ts';
import { present } from '../present.ts';
import { claudesidian } from './dialect.ts';
import { callFields, recommendationsOutput, successOutput } from './fields.ts';

const shortestSnippet = 20;
const pagingBytes = 250;
const longestShown = 500;

const foundRow = Type.Object({
  filePath: Type.String({ description: 'Path of the note' }),
  title: Type.Optional(Type.String({ description: 'Title' })),
  content: Type.Optional(Type.String({ description: 'Text around the first hit' })),
  score: Type.Optional(Type.Number({ description: 'How well it fits, from 0 to 1' })),
  searchMethod: Type.Optional(
    stringEnum(['fuzzy', 'keyword', 'combined'], { description: 'By its name, by its text, by both' }),
  ),
  frontmatter: Type.Optional(
    Type.Object({}, { description: 'Frontmatter fields', additionalProperties: Type.Unknown() }),
  ),
  metadata: Type.Optional(
    Type.Object(
      {
        fileExtension: Type.Optional(Type.String({ description: 'Without the dot' })),
        parentFolder: Type.Optional(Type.String({ description: 'Empty at the root' })),
        modifiedTime: Type.Optional(Type.Integer({ description: 'Last change, in ms since 1970' })),
      },
      { description: 'About the file' },
    ),
  ),
  ...shortenedOutput,
});

export const vaultLibrarianSearchContent = defineTool({
  dialect: claudesidian,
  name: 'vaultLibrarian_searchContent',
  title: 'Search text and names',
  description:
    'Search the text and the names of notes, best first. Default 10 per page, maximum 100; ' +
    'for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      query: Type.String({ description: 'Words', blank: false }),
      limit: Type.Integer({ description: 'Page size', default: 10, minimum: 1, maximum: 100 }),
      offset: offsetField,
      includeContent: Type.Boolean({ description: 'Show text around the hit', default: true }),
      snippetLength: Type.Integer({
        description: 'Its length',
        default: 200,
        minimum: 1,
        maximum: 2000,
        clamp: true,
      }),
      paths: Type.Array(Type.String(), { description: 'Only these folders or globs', default: [] }),
      maxBytes: hidden(maxBytesField),
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    query: Type.String({ description: 'The query' }),
    results: Type.Array(foundRow, { description: 'The notes of this page' }),
    totalResults: Type.Integer({ description: 'Number of notes found, on all pages' }),
    executionTime: Type.Integer({ description: 'Milliseconds' }),
    nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the next page, when results follow' })),
    recommendations: Type.Optional(recommendationsOutput),
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  }),
  cli: { command: 'search-content', positional: ['query'], aliases: { n: 'limit' } },
  async run(engine, { context: _, maxBytes: __, includeContent, ...input }, call) {
    const started = performance.now();
    const { query, offset } = input;
    const snippetLength = Math.max(shortestSnippet, input.snippetLength);
    const found = await searchContent(engine, { ...input, snippetLength }, call);
    const rows = found.hits.map((hit) => ({
      filePath: hit.path,
      title: hit.title,
      content: includeContent ? hit.snippet : '',
      score: hit.score,
      searchMethod: hit.method,
      ...(Object.keys(hit.properties).length > 0 ? { frontmatter: hit.properties } : {}),
      metadata: {
        fileExtension: hit.path.slice(hit.path.lastIndexOf('.') + 1),
        parentFolder: hit.path.slice(0, Math.max(0, hit.path.lastIndexOf('/'))),
        modifiedTime: hit.modified,
      },
    }));
    const { index, warnings, total } = found;
    const fitted = fitBeside(rows, { query, ...present({ index, warnings }) }, call.budget, pagingBytes);
    const next = offset + fitted.rows.length;
    return {
      success: true,
      ...fitted.rest,
      results: fitted.rows,
      totalResults: total,
      executionTime: Math.round(performance.now() - started),
      ...(fitted.rows.length > 0 && next < total ? { nextOffset: next } : {}),
      ...(total === 0 ? { recommendations: [nothingFound(query)] } : {}),
    };
  },
  render: ({ results }, style) => results.map((row) => renderFound(row, style)).join('\n'),
  notice({ results, totalResults, nextOffset }) {
    if (totalResults === 0) return 'No notes found';
    return nextOffset === undefined
      ? ''
      : `${results.length} of ${totalResults} notes; next page: --offset ${nextOffset}`;
  },
});

function nothingFound(query: string): { type: string; message: string } {
  return { type: 'no_results', message: `No results found for query: ${query.slice(0, longestShown)}` };
}

function renderFound(row: Static<typeof foundRow>, style: Style): string {
  const { filePath, title = '', score, content = '' } = row;
  const head = [filePath, style.bold(title), style.dim(score?.toFixed(2) ?? '')].join('  ');
  const snippet = content.replaceAll(/\s+/g, ' ').trim();
  return snippet === '' ? head : `${head}\n    ${snippet}`;
}
