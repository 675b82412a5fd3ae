import { Type } from 'typebox';
import { listParents } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  identifierField,
  inVault,
  pageFields,
  pageSchema,
  pagesText,
  renderNoteRows,
  rowSchema,
} from './dialect.ts';

export const flintGetParents = defineTool({
  dialect: flint,
  name: 'get_parents',
  aliases: ['getParents'],
  title: 'Get parent notes',
  description: `List the notes directly above a note, as get_children has it. In listed order, then by title. ${pagesText(100, 200)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifier: identifierField,
      ...pageFields(100, 200),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(rowSchema),
  cli: { positional: ['identifier'], aliases: { n: 'limit' } },
  async run(engine, { identifier, limit, offset, vaultId }, call) {
    const query = { note: identifier, limit, offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listParents(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) => renderNoteRows(results, style),
  notice: (answer) => describeFlintPage(answer, 'parent note'),
});
