import { Type } from 'typebox';
import { moveNote } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { claudesidian } from './dialect.ts';
import {
  dryRunOutput,
  editFields,
  etagOutput,
  nothingWritten,
  pathField,
  recommendationsOutput,
  successOutput,
} from './fields.ts';
import { fitMoveChanges, moveChangesOutput } from './move-changes.ts';
import { toNotePath, toTargetPath } from './paths.ts';
import { describeMove } from './recommendations.ts';

export const vaultManagerMoveNote = defineTool({
  dialect: claudesidian,
  name: 'vaultManager_moveNote',
  title: 'Move or rename a note',
  description: 'Move or rename a note. Links to it, in every note, are rewritten.',
  effect: 'destructive',
  idempotent: false,
  input: Type.Object(
    {
      path: pathField('Note'),
      newPath: pathField('New path, or a folder to move it to'),
      overwrite: Type.Boolean({ description: 'An existing target goes to the trash', default: false }),
      ...editFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    path: Type.String({ description: 'Path before' }),
    newPath: Type.String({ description: 'Path now' }),
    recommendations: recommendationsOutput,
    etag: etagOutput,
    trashPath: Type.Optional(Type.String({ description: 'Where the overwritten file is' })),
    changes: moveChangesOutput,
    dryRun: dryRunOutput,
  }),
  cli: { command: 'move-note', positional: ['path', 'newPath'] },
  async run(engine, { path, newPath, context: _, ...input }, call) {
    const where = { path: toNotePath(path, 'path'), newPath: toTargetPath(newPath) };
    const moved = await moveNote(engine, { ...input, ...where }, call);
    const { etag, trashPath, dryRun } = moved;
    return {
      success: true,
      path: moved.path,
      newPath: moved.newPath,
      recommendations: describeMove(moved),
      ...fitMoveChanges(moved, call.budget),
      ...present({ etag, trashPath, dryRun }),
    };
  },
  render: ({ newPath, recommendations }) =>
    [newPath, ...recommendations.map(({ message }) => `  ${message}`)].join('\n'),
  notice: nothingWritten,
});
