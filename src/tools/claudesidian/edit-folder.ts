import { Type } from 'typebox';
import { moveFolder } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { claudesidian } from './dialect.ts';
import {
  dryRunOutput,
  nothingWritten,
  pathField,
  recommendationsOutput,
  successOutput,
  writeFields,
} from './fields.ts';
import { fitMoveChanges, moveChangesOutput } from './move-changes.ts';
import { describeMove } from './recommendations.ts';

export const vaultManagerEditFolder = defineTool({
  dialect: claudesidian,
  name: 'vaultManager_editFolder',
  title: 'Move or rename a folder',
  description: 'Move or rename a folder with all that is in it. Links are rewritten.',
  effect: 'destructive',
  idempotent: false,
  byDefault: false,
  input: Type.Object(
    { path: pathField('Folder'), newPath: pathField('New path of the folder'), ...writeFields },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        path: Type.String({ description: 'Path before' }),
        newPath: Type.String({ description: 'Path now' }),
        files: Type.Integer({ description: 'Files that moved' }),
        changes: moveChangesOutput,
        dryRun: dryRunOutput,
      },
      { description: 'What was done' },
    ),
    recommendations: recommendationsOutput,
  }),
  cli: { command: 'edit-folder', positional: ['path', 'newPath'] },
  async run(engine, { context: _, ...input }, call) {
    const moved = await moveFolder(engine, input, call);
    const { path, newPath, files, dryRun } = moved;
    return {
      success: true,
      data: { path, newPath, files, ...fitMoveChanges(moved, call.budget), ...present({ dryRun }) },
      recommendations: describeMove(moved),
    };
  },
  render: ({ data, recommendations }) =>
    [data.newPath, ...recommendations.map(({ message }) => `  ${message}`)].join('\n'),
  notice: ({ data }) => nothingWritten(data),
});
