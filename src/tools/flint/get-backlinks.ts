import { Type } from 'typebox';
import { listBacklinks } from '../../engine/index.ts';
import { contentBytes } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import { shortenedOutput } from '../fields.ts';
import { renderTable } from '../render.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  identifierField,
  inVault,
  pageFields,
  pageSchema,
  pagesText,
  rowFields,
} from './dialect.ts';

const { path: _, ...sourceFields } = rowFields;

const backlink = Type.Object({
  source: Type.String({ description: 'Path of the note with the link' }),
  ...sourceFields,
  line: Type.Optional(Type.Integer({ description: 'Line of the link, from 1' })),
  raw: Type.Optional(Type.String({ description: 'The link as written' })),
  context: Type.Optional(Type.String({ description: 'The line it stands in' })),
  ...shortenedOutput,
});

export const flintGetBacklinks = defineTool({
  dialect: flint,
  name: 'get_backlinks',
  aliases: ['getBacklinks'],
  title: 'Get backlinks',
  description:
    'List the links from other notes to a note, each with its line; one row per link, by path and line. ' +
    pagesText(100, 500),
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifier: identifierField,
      ...pageFields(100, 500),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(backlink),
  cli: { positional: ['identifier'], aliases: { n: 'limit' } },
  async run(engine, { identifier, limit, offset, vaultId }, call) {
    const maxBytes = contentBytes(call.budget);
    const query = { note: identifier, limit, offset, maxBytes, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listBacklinks(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) =>
    renderTable(
      results.map(({ source, line, context = '' }) => [`${source}${style.dim(`:${line ?? ''}`)}`, context]),
      100,
    ),
  notice: (answer) => describeFlintPage(answer, 'backlink'),
});
