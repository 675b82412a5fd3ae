import { Type } from 'typebox';
import { listRelated } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
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
} from './dialect.ts';
import { relatedRow } from './related-row.ts';

export const flintGetRelatedNotes = defineTool({
  dialect: flint,
  name: 'get_related_notes',
  aliases: ['getRelatedNotes'],
  title: 'Get related notes',
  description:
    'List the notes most related to a note, each with its reasons: links, hierarchy, notes linked in common, rare tags, ' +
    `similar text. ${pagesText(50, 200)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifier: identifierField,
      ...pageFields(50, 200),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(relatedRow),
  cli: { positional: ['identifier'], aliases: { n: 'limit' } },
  async run(engine, { identifier, limit, offset, vaultId }, call) {
    const query = { note: identifier, limit, offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listRelated(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) =>
    renderTable(
      results.map(({ path, title = '', score = 0, reasons = [] }) => [
        score.toFixed(2),
        path,
        title,
        style.dim(reasons.map(({ kind }) => kind.replaceAll('_', ' ')).join(', ')),
      ]),
    ),
  notice: (answer) => describeFlintPage(answer, 'related note'),
});
