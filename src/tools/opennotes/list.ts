import { Type } from 'typebox';
import { listNotes } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import {
  indexOutput,
  limitField,
  maxBytesField,
  notebookField,
  notebookOutput,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { fitPage, guidanceSchema, paginationSchema } from '../pagination.ts';
import { present } from '../present.ts';
import { describePage, renderTable } from '../render.ts';
import { opennotes } from './dialect.ts';

const everyNote = '**/*.md';

export const opennotesList = defineTool({
  dialect: opennotes,
  name: 'opennotes_list',
  title: 'List notes',
  description:
    'List notes with title, tags and dates, newest change first. ' +
    'Default {defaultPageSize} per page, maximum 1000; for the next page pass nextOffset as offset. ' +
    'Read one with {prefix}get.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      notebook: notebookField,
      sortBy: stringEnum(['modified', 'created', 'title', 'path'], {
        description: 'Sort field',
        default: 'modified',
      }),
      sortOrder: Type.Optional(
        stringEnum(['asc', 'desc'], { description: 'Default: desc for dates, asc for text' }),
      ),
      limit: limitField,
      offset: offsetField,
      pattern: Type.String({
        description: 'Path glob, e.g. tasks/**/*.md',
        default: everyNote,
        minLength: 1,
      }),
      maxBytes: maxBytesField,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    notes: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path in the notebook' }),
        title: Type.Optional(Type.String({ description: 'Title' })),
        tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags' })),
        created: Type.Optional(Type.String({ description: 'Created, ISO 8601 in UTC' })),
        modified: Type.Optional(Type.String({ description: 'Last change, ISO 8601 in UTC' })),
        ...shortenedOutput,
      }),
      { description: 'The notes of this page' },
    ),
    notebook: notebookOutput,
    pagination: paginationSchema,
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
    _guidance: guidanceSchema,
  }),
  cli: { positional: ['pattern'], aliases: { n: 'limit' } },
  async run(engine, { maxBytes: _, pattern, ...input }, call) {
    // the default names every note, also one whose extension is written in capitals
    const filter = pattern === everyNote ? {} : { pattern };
    const { notes, total, notebook, index, warnings } = await listNotes(
      engine,
      { ...input, ...filter },
      call,
    );
    const page = { rows: notes, total, offset: input.offset, limit: input.limit };
    const fitted = fitPage(page, { notebook, ...present({ index, warnings }) }, call.budget);
    return { notes: fitted.rows, ...fitted.rest, pagination: fitted.pagination, ...fitted.guidance };
  },
  render({ notes }, style) {
    return renderTable(
      notes.map((note) => [
        note.path,
        note.title ?? '',
        style.dim(note.modified?.slice(0, 10) ?? ''),
        style.dim((note.tags ?? []).map((tag) => `#${tag}`).join(' ')),
      ]),
    );
  },
  notice: ({ pagination }) => describePage(pagination, 'note'),
});
