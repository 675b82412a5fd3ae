import { Type } from 'typebox';
import { listEntries } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  inVault,
  pageFields,
  pageSchema,
  pagesText,
  renderNoteRows,
  rowSchema,
  rowsToAsk,
} from './dialect.ts';

export const flintListNotes = defineTool({
  dialect: flint,
  name: 'list_notes',
  aliases: ['listNotes'],
  byDefault: false,
  title: 'List notes',
  description: `List notes with title, tags and dates, newest change first. ${pagesText(50, 500)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      ...pageFields(50, 500),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(rowSchema),
  cli: { aliases: { n: 'limit' } },
  async run(engine, { limit, offset, vaultId }, call) {
    const query = { limit: rowsToAsk(limit, call.budget), offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await listEntries(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) => renderNoteRows(results, style),
  notice: (answer) => describeFlintPage(answer, 'note'),
});
