import { Type } from 'typebox';
import { listNotebooks } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import {
  hidden,
  limitField,
  maxBytesField,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { fitPage, guidanceSchema, paginationSchema } from '../pagination.ts';
import { present } from '../present.ts';
import { describePage, renderTable } from '../render.ts';
import { opennotes } from './dialect.ts';

const notebook = {
  name: Type.String({ description: 'Name to pass as notebook' }),
  path: Type.String({ description: 'Absolute path of the folder that holds the notes' }),
  source: stringEnum(['registered', 'ancestor', 'explicit'], { description: 'How it was found' }),
  noteCount: Type.Optional(Type.Integer({ description: 'Number of notes, when known' })),
  ...shortenedOutput,
};

export const opennotesNotebooks = defineTool({
  dialect: opennotes,
  name: 'opennotes_notebooks',
  title: 'List notebooks',
  description:
    'List the known notebooks and which one is current, used when a call names none. ' +
    'Default {defaultPageSize} per page, maximum 1000; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    { limit: limitField, offset: offsetField, maxBytes: hidden(maxBytesField) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    notebooks: Type.Array(Type.Object(notebook), { description: 'The notebooks of this page' }),
    current: Type.Union([Type.Object(notebook), Type.Null()], {
      description: 'The notebook used when none is named; null when there is none',
    }),
    pagination: paginationSchema,
    warnings: warningsOutput,
    ...shortenedOutput,
    _guidance: guidanceSchema,
  }),
  cli: { aliases: { n: 'limit' } },
  async run(engine, { limit, offset }, call) {
    const { notebooks, current, warnings } = await listNotebooks(engine, call);
    const page = { rows: notebooks.slice(offset, offset + limit), total: notebooks.length, offset, limit };
    const fitted = fitPage(page, { current, ...present({ warnings }) }, call.budget);
    return { notebooks: fitted.rows, ...fitted.rest, pagination: fitted.pagination, ...fitted.guidance };
  },
  render({ notebooks, current }, style) {
    return renderTable(
      notebooks.map(({ name, path, source, noteCount }) => [
        path === current?.path ? style.bold(`* ${name}`) : `  ${name}`,
        noteCount === undefined ? '' : `${noteCount}`,
        style.dim(source),
        path,
      ]),
    );
  },
  notice: ({ pagination }) => describePage(pagination, 'notebook'),
});
