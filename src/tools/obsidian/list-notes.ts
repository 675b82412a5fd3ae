import { type Static, Type } from 'typebox';
import { listVaultNotes } from '../../engine/index.ts';
import { contentBytes } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  maxBytesField,
  notebookField,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { fitPage } from '../pagination.ts';
import { present } from '../present.ts';
import { renderTable } from '../render.ts';
import { obsidian } from './dialect.ts';

/** A note takes at least this many bytes of an answer. */
const leastRow = 70;

const pagination = Type.Object(
  {
    total: Type.Integer({ description: 'Number of notes before the limit' }),
    limit: Type.Integer({ description: 'Limit that was applied' }),
    offset: Type.Integer({ description: 'Notes skipped' }),
    hasMore: Type.Boolean({ description: 'Whether notes follow' }),
    nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the next page, when notes follow' })),
  },
  { description: 'Only when this is not the whole list' },
);

const output = Type.Object({
  total_notes: Type.Integer({ description: 'Number of notes found' }),
  vault_path: Type.String({ description: 'Absolute path of the vault' }),
  notes: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Path in the vault' }),
      title: Type.String({ description: 'Title in the frontmatter, else the file name' }),
      tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags in the frontmatter' })),
      word_count: Type.Integer({ description: 'Words, without the frontmatter' }),
      modified: Type.String({ description: 'Last change of the file, ISO 8601 in UTC' }),
      ...shortenedOutput,
    }),
    { description: 'Notes by title, ignoring case' },
  ),
  pagination: Type.Optional(pagination),
  index: indexOutput,
  warnings: warningsOutput,
  ...shortenedOutput,
});

export const obsidianListNotes = defineTool({
  dialect: obsidian,
  name: 'obsidian_list_notes',
  seedName: 'ObsidianMcp::Tools::ListNotes',
  byDefault: false,
  title: 'List all notes of a vault',
  description:
    'List every note of an Obsidian vault with title, tags, word count and time of last change. ' +
    'Without limit as many as fit in one answer, with it at most 1000; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      include_tags: Type.Boolean({ description: 'false: without tags, a smaller answer', default: true }),
      limit: Type.Optional(
        Type.Integer({ description: 'Notes per page', minimum: 1, maximum: 1000, clamp: true }),
      ),
      offset: offsetField,
      sort: stringEnum(['title', 'path', 'modified'], {
        description: 'Order; modified: newest first',
        default: 'title',
      }),
      modified_since: Type.Optional(
        Type.String({ description: 'Only files changed since this date or time', minLength: 1 }),
      ),
      tags: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          description: 'Only notes with one of these frontmatter tags',
          minItems: 1,
          maxItems: 50,
        }),
      ),
      notebook: notebookField,
      maxBytes: hidden(maxBytesField),
    },
    { additionalProperties: false },
  ),
  output,
  cli: { aliases: { n: 'limit' } },
  async run(engine, { include_tags, limit, modified_since, maxBytes: _, ...input }, call) {
    const most = Math.ceil(contentBytes(call.budget) / leastRow);
    const query = {
      ...input,
      includeTags: include_tags,
      modifiedSince: modified_since,
      limit: Math.min(limit ?? most, most),
    };
    const { notes, total, notebook, index, warnings } = await listVaultNotes(engine, query, call);
    const rows = notes.map(({ words, modified, ...note }) => ({ ...note, word_count: words, modified }));
    const page = { rows, total, offset: input.offset, limit: limit ?? most };
    const metadata = { total_notes: total, vault_path: notebook.path, ...present({ index, warnings }) };
    const fitted = fitPage(page, metadata, call.budget);
    const { total_notes, vault_path, ...rest } = fitted.rest;
    const paging = paginate(total, input.offset, limit, fitted.rows.length);
    return { total_notes, vault_path, notes: fitted.rows, ...paging, ...rest };
  },
  render: ({ notes }, style) =>
    renderTable(
      notes.map(({ path, title, tags = [], word_count, modified }) => [
        path,
        title,
        String(word_count),
        style.dim(modified.slice(0, 10)),
        style.dim(tags.map((tag) => `#${tag}`).join(' ')),
      ]),
    ),
  notice: ({ total_notes, notes, pagination }) => describe(total_notes, notes.length, pagination),
});

/** Said only of a part: the seed's answer has no such field. */
function paginate(
  total: number,
  offset: number,
  limit: number | undefined,
  returned: number,
): { pagination?: Static<typeof pagination> } {
  const nextOffset = offset + returned;
  if (offset === 0 && returned === total) return {};
  const hasMore = returned > 0 && nextOffset < total;
  return {
    pagination: { total, limit: limit ?? returned, offset, hasMore, ...(hasMore ? { nextOffset } : {}) },
  };
}

function describe(total: number, shown: number, page: Static<typeof pagination> | undefined): string {
  if (total === 0) return 'No notes found';
  if (page?.nextOffset !== undefined)
    return `${shown} of ${total} notes; next page: --offset ${page.nextOffset}`;
  return shown === 0 ? `None of ${total} notes: the offset is past the end` : '';
}
