import { Type } from 'typebox';
import { listDescendants } from '../../engine/index.ts';
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

export const flintGetChildren = defineTool({
  dialect: flint,
  name: 'get_children',
  aliases: ['getChildren'],
  title: 'Get child notes',
  description:
    'List the notes directly below a note: by its properties children, subnotes or down, by parent, parents or up of ' +
    `others, else those of the folder it stands for. In listed order, then by title. ${pagesText(100, 200)}`,
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
    const query = { note: identifier, maxDepth: 1, limit, offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listDescendants(engine, query, call);
    const children = rows.map(({ depth: _, parent: __, ...row }) => row);
    return fitFlintPage({ rows: children, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) => renderNoteRows(results, style),
  notice: (answer) => describeFlintPage(answer, 'child note'),
});
