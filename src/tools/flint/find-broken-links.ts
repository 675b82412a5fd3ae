import { Type } from 'typebox';
import { listBrokenLinks } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { shortenedOutput, stringEnum } from '../fields.ts';
import { renderTable } from '../render.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  inVault,
  pageFields,
  pageSchema,
  pagesText,
  rowsToAsk,
} from './dialect.ts';

const brokenLink = Type.Object({
  source: Type.String({ description: 'Path of the note with the link' }),
  line: Type.Optional(Type.Integer({ description: 'Line of the link, from 1' })),
  raw: Type.Optional(Type.String({ description: 'The link as written' })),
  target: Type.Optional(Type.String({ description: 'What it names' })),
  reason: Type.Optional(
    stringEnum(['note', 'attachment', 'heading', 'block'], { description: 'What is missing' }),
  ),
  closest: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'What may have been meant, null when nothing is close',
    }),
  ),
  ...shortenedOutput,
});

/** A row takes more bytes than this. */
const leastRow = 75;

export const flintFindBrokenLinks = defineTool({
  dialect: flint,
  name: 'find_broken_links',
  aliases: ['findBrokenLinks'],
  title: 'Find broken links',
  description:
    'List links whose note, attachment, heading or block does not exist, with the closest that does; ' +
    `one row per link, by path and line. ${pagesText(100, 500)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      ...pageFields(100, 500),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(brokenLink),
  cli: { aliases: { n: 'limit' } },
  async run(engine, { limit, offset, vaultId }, call) {
    const query = { limit: rowsToAsk(limit, call.budget, leastRow), offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listBrokenLinks(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) =>
    renderTable(
      results.map(({ source, line, raw = '', reason = '', closest }) => [
        `${source}${style.dim(`:${line ?? ''}`)}`,
        raw,
        style.dim(`no such ${reason}`),
        closest ? `→ ${closest}` : '',
      ]),
    ),
  notice: (answer) => describeFlintPage(answer, 'broken link'),
});
