import { Type } from 'typebox';
import { createFile } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { describeWorkspace, workspaceContextOutput } from './context.ts';
import { claudesidian } from './dialect.ts';
import {
  dryRunOutput,
  etagOutput,
  filePathField,
  nothingWritten,
  successOutput,
  writeFields,
} from './fields.ts';
import { toNotePath } from './paths.ts';

export const contentManagerCreateContent = defineTool({
  dialect: claudesidian,
  name: 'contentManager_createContent',
  title: 'Create a file',
  description:
    'Write a new note with exactly this text; folders are made. An existing one is never replaced.',
  effect: 'write',
  idempotent: false,
  input: Type.Object(
    {
      filePath: filePathField,
      content: Type.String({ description: 'Whole text, frontmatter included' }),
      ...writeFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        filePath: Type.String({ description: 'Path of the new note' }),
        created: Type.Integer({ description: 'When, in ms since 1970' }),
        etag: etagOutput,
        dryRun: dryRunOutput,
      },
      { description: 'The new note' },
    ),
    workspaceContext: workspaceContextOutput,
  }),
  cli: { command: 'create-content', positional: ['filePath', 'content'], stdin: ['content'] },
  async run(engine, { filePath, context, ...input }, call) {
    const file = await createFile(engine, { ...input, path: toNotePath(filePath) }, call);
    const { path, created, etag, dryRun } = file;
    return {
      success: true,
      data: { filePath: path, created, etag, ...present({ dryRun }) },
      ...(await describeWorkspace(engine, { context, ...input }, call)),
    };
  },
  render: ({ data }) => data.filePath,
  notice: ({ data }) => nothingWritten(data),
});
