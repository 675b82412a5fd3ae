import { type Static, Type } from 'typebox';
import { searchRelevant } from '../../engine/index.ts';
import { defineTool, type Style } from '../define-tool.ts';
import { shortenedOutput } from '../fields.ts';
import { present } from '../present.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  pageFields,
  pageSchema,
  pagesText,
  rowFields,
} from './dialect.ts';

const part = (description: string) => Type.Optional(Type.Number({ description }));

const foundRow = Type.Object({
  ...rowFields,
  score: Type.Optional(Type.Number({ description: 'Relevance; comparable within one query only' })),
  line: Type.Optional(Type.Integer({ description: 'Line of the snippet in the file, from 1' })),
  snippet: Type.Optional(Type.String({ description: 'The line that says most of what was asked' })),
  explain: Type.Optional(
    Type.Object(
      {
        words: part('Words of the query in title, headings, tags and text (BM25)'),
        coverage: part('How much of the query the note has'),
        title: part('How much of the query is in the title'),
        headings: part('How much is in one heading'),
        passage: part('How much stands together'),
        phrase: part('Words that follow each other as in the query'),
        links: part('Links from other notes'),
        recency: part('Last change'),
      },
      { description: 'The parts of the score, which is their sum' },
    ),
  ),
  ...shortenedOutput,
});

export const searchNotesTool = defineTool({
  dialect: flint,
  name: 'search_notes',
  title: 'Search notes by relevance',
  description:
    'Find the notes that answer a question in plain words, best first, each with the line that fits. ' +
    'Not all words need to occur; forms of a word and accents do not matter. total counts notes with at least one ' +
    `of the words (the, what, … aside). ${pagesText(20, 100)}`,
  effect: 'read',
  idempotent: true,
  aliases: ['searchNotes'],
  input: Type.Object(
    {
      query: Type.String({ description: 'Question or words', minLength: 1 }),
      explain: Type.Boolean({ description: 'Show the parts of each score', default: false }),
      ...pageFields(20, 100),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(foundRow),
  cli: { positional: ['query'], aliases: { n: 'limit' } },
  async run(engine, { query, limit, offset, explain, vaultId }, call) {
    const input = { query, limit, offset, explain, ...present({ notebook: vaultId }) };
    const { notes, total, index, warnings } = await searchRelevant(engine, input, call);
    return fitFlintPage({ rows: notes, total, offset, limit }, present({ index, warnings }), call.budget);
  },
  render: ({ results }, style) => results.map((row) => renderFound(row, style)).join('\n'),
  notice: (result) => describeFlintPage(result, 'note'),
});

function renderFound(row: Static<typeof foundRow>, style: Style): string {
  const { path, title = '', score, line, snippet, explain } = row;
  const head = [path, style.bold(title), style.dim(score?.toFixed(2) ?? '')].join('  ');
  const parts = Object.entries(explain ?? {}).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return [
    head,
    ...(snippet ? [`    ${style.dim(`${line}:`)} ${snippet}`] : []),
    ...(parts.length > 0 ? [style.dim(`    ${parts.join(', ')}`)] : []),
  ].join('\n');
}
