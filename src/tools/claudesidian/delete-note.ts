import { Type } from 'typebox';
import { deleteNote } from '../../engine/index.ts';
import { contentBytes, fitRows } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import { shortenedOutput } from '../fields.ts';
import { present } from '../present.ts';
import { claudesidian } from './dialect.ts';
import { dryRunOutput, editFields, nothingWritten, pathField, successOutput } from './fields.ts';
import { toNotePath } from './paths.ts';

export const vaultManagerDeleteNote = defineTool({
  dialect: claudesidian,
  name: 'vaultManager_deleteNote',
  title: 'Delete a note',
  description: 'Move a note to the trash. Answers with the links that lead nowhere now.',
  effect: 'destructive',
  idempotent: false,
  input: Type.Object({ path: pathField('Note'), ...editFields }, { additionalProperties: false }),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        path: Type.String({ description: 'Path of the note' }),
        trashPath: Type.String({ description: 'Where it is now' }),
        brokenLinks: Type.Object(
          {
            total: Type.Integer({ description: 'How many' }),
            items: Type.Array(
              Type.Object({
                path: Type.String({ description: 'Note the link is in' }),
                line: Type.Integer({ description: 'Its line, from 1' }),
                raw: Type.String({ description: 'The link as written' }),
                ...shortenedOutput,
              }),
              { description: 'The first of them' },
            ),
          },
          { description: 'Links of other notes that lead nowhere now' },
        ),
        dryRun: dryRunOutput,
      },
      { description: 'What was done' },
    ),
  }),
  cli: { command: 'delete-note', positional: ['path'] },
  async run(engine, { path, context: _, ...input }, call) {
    const deleted = await deleteNote(engine, { ...input, path: toNotePath(path, 'path') }, call);
    const { total, items } = deleted.brokenLinks;
    const brokenLinks = { total, items: fitRows(items, contentBytes(call.budget)) };
    const { trashPath, dryRun } = deleted;
    return { success: true, data: { path: deleted.path, trashPath, brokenLinks, ...present({ dryRun }) } };
  },
  render: ({ data }) =>
    [
      data.trashPath,
      ...data.brokenLinks.items.map(({ path, line, raw }) => `  broken: ${path}:${line} ${raw}`),
    ].join('\n'),
  notice: ({ data }) => nothingWritten(data),
});
