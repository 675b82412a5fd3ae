import { Type } from 'typebox';
import { listDescendants } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { shortenedOutput } from '../fields.ts';
import { renderTable } from '../render.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  identifierField,
  inVault,
  noteCells,
  pageFields,
  pageSchema,
  pagesText,
  rowFields,
  spellingOf,
} from './dialect.ts';

const descendant = Type.Object({
  ...rowFields,
  depth: Type.Optional(Type.Integer({ description: 'Steps from the note; 1 for a child' })),
  parent: Type.Optional(Type.String({ description: 'Path of the note it is below' })),
  ...shortenedOutput,
});

export const flintGetDescendants = defineTool({
  dialect: flint,
  name: 'get_descendants',
  aliases: ['getDescendants'],
  title: 'Get all notes below a note',
  description:
    'List children of a note, their children and so on, breadth first, each note once with its depth. ' +
    pagesText(100, 500),
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifier: identifierField,
      max_depth: Type.Optional(Type.Integer({ description: 'Default: no limit', minimum: 1 })),
      maxDepth: spellingOf('max_depth'),
      ...pageFields(100, 500),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(descendant),
  cli: { positional: ['identifier'], aliases: { n: 'limit' } },
  async run(engine, { identifier, max_depth: maxDepth, limit, offset, vaultId }, call) {
    const depth = maxDepth === undefined ? {} : { maxDepth };
    const query = { note: identifier, ...depth, limit, offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listDescendants(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) =>
    renderTable(results.map((row) => [style.dim(String(row.depth ?? '')), ...noteCells(row, style)])),
  notice: (answer) => describeFlintPage(answer, 'note'),
});
