import { Type } from 'typebox';
import { listDirectory } from '../../engine/index.ts';
import { contentBytes, fitRows } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  maxBytesField,
  offsetField,
  shortenedOutput,
  warningsOutput,
} from '../fields.ts';
import { present } from '../present.ts';
import { renderTable } from '../render.ts';
import { claudesidian } from './dialect.ts';
import { callFields, successOutput } from './fields.ts';
import { toFolderPath } from './paths.ts';

const name = Type.Optional(Type.String({ description: 'Name' }));
const path = Type.String({ description: 'Path in the notebook' });

export const vaultManagerListDirectory = defineTool({
  dialect: claudesidian,
  name: 'vaultManager_listDirectory',
  title: 'List a folder',
  description:
    'List folders, then files, newest first. Default 100 per page, maximum 1000; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      path: Type.String({ description: 'Folder; empty for the root', default: '' }),
      filter: Type.Optional(Type.String({ description: 'Regex or glob for names', blank: false })),
      depth: Type.Integer({ description: 'Levels of subfolders', default: 0, minimum: 0 }),
      limit: Type.Integer({ description: 'Page size', default: 100, minimum: 1, maximum: 1000, clamp: true }),
      offset: offsetField,
      maxBytes: hidden(maxBytesField),
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        files: Type.Array(
          Type.Object({
            name,
            path,
            size: Type.Optional(Type.Integer({ description: 'Bytes' })),
            created: Type.Optional(Type.Integer({ description: 'Made, in ms since 1970' })),
            modified: Type.Optional(Type.Integer({ description: 'Last change, in ms since 1970' })),
            ...shortenedOutput,
          }),
          { description: 'The files of this page' },
        ),
        folders: Type.Array(Type.Object({ name, path, ...shortenedOutput }), {
          description: 'The folders of this page',
        }),
        summary: Type.Object(
          {
            fileCount: Type.Integer({ description: 'Files on all pages' }),
            folderCount: Type.Integer({ description: 'Folders on all pages' }),
            totalItems: Type.Integer({ description: 'Both' }),
          },
          { description: 'How much there is' },
        ),
        nextOffset: Type.Optional(
          Type.Integer({ description: 'Offset of the next page, when more follows' }),
        ),
      },
      { description: 'What lies in the folder' },
    ),
    index: indexOutput,
    warnings: warningsOutput,
  }),
  cli: { command: 'list-directory', positional: ['path'], aliases: { n: 'limit' } },
  async run(engine, { path, context: _, maxBytes: __, ...input }, call) {
    const found = await listDirectory(engine, { ...input, folder: toFolderPath(path) }, call);
    const { folderTotal, fileTotal, index, warnings } = found;
    const isFile = (row: object) => 'size' in row;
    const rows = fitRows([...found.folders, ...found.files], contentBytes(call.budget));
    const next = input.offset + rows.length;
    const total = folderTotal + fileTotal;
    return {
      success: true,
      data: {
        files: rows.filter(isFile),
        folders: rows.filter((row) => !isFile(row)),
        summary: { fileCount: fileTotal, folderCount: folderTotal, totalItems: total },
        ...(rows.length > 0 && next < total ? { nextOffset: next } : {}),
      },
      ...present({ index, warnings }),
    };
  },
  render: ({ data }, style) =>
    renderTable([
      ...data.folders.map(({ path }) => [style.bold(`${path}/`)]),
      ...data.files.map(({ path, size = 0, modified = 0 }) => [
        path,
        `${size}`,
        style.dim(new Date(modified).toISOString().slice(0, 10)),
      ]),
    ]),
  notice({ data: { summary, nextOffset, files, folders } }) {
    if (summary.totalItems === 0) return 'Nothing here';
    return nextOffset === undefined
      ? ''
      : `${files.length + folders.length} of ${summary.totalItems}; next page: --offset ${nextOffset}`;
  },
});
