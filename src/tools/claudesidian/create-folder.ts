import { Type } from 'typebox';
import { createFolder } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { claudesidian } from './dialect.ts';
import { dryRunOutput, nothingWritten, pathField, successOutput, writeFields } from './fields.ts';

export const vaultManagerCreateFolder = defineTool({
  dialect: claudesidian,
  name: 'vaultManager_createFolder',
  title: 'Create a folder',
  description: 'Make a folder, and those above it. One that is there stays as it is.',
  effect: 'write',
  idempotent: true,
  input: Type.Object({ path: pathField('Folder'), ...writeFields }, { additionalProperties: false }),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        path: Type.String({ description: 'Path of the folder' }),
        existed: Type.Boolean({ description: 'Whether it was there already' }),
        dryRun: dryRunOutput,
      },
      { description: 'The folder' },
    ),
  }),
  cli: { command: 'create-folder', positional: ['path'] },
  async run(engine, { context: _, ...input }, call) {
    const { path, existed, dryRun } = await createFolder(engine, input, call);
    return { success: true, data: { path, existed, ...present({ dryRun }) } };
  },
  render: ({ data }) => data.path,
  notice: ({ data }) => (data.existed ? 'It was there already' : nothingWritten(data)),
});
