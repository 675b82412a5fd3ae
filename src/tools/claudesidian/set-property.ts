import { Type } from 'typebox';
import { editNote } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { claudesidian } from './dialect.ts';
import {
  changesOutput,
  describeEdit,
  editedOutput,
  filePathField,
  fitChanges,
  ifMatchField,
  noteWarningsOutput,
  nothingWritten,
  successOutput,
  writeFields,
} from './fields.ts';
import { toNotePath } from './paths.ts';
import { renderChanges } from './render-changes.ts';

export const contentManagerSetProperty = defineTool({
  dialect: claudesidian,
  name: 'contentManager_setProperty',
  title: 'Set a property',
  description:
    'Set one frontmatter property of a note; null removes it. The rest of the frontmatter stays as it is written. ' +
    'Answers with the changed lines.',
  effect: 'destructive',
  idempotent: true,
  input: Type.Object(
    {
      filePath: filePathField,
      property: Type.String({ description: 'Name', blank: false }),
      value: Type.Unsafe<unknown>({
        description: 'Text, number, boolean, list, object or null',
        takesNull: true,
      }),
      ifMatch: ifMatchField,
      ...writeFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        filePath: Type.String({ description: 'Path of the note' }),
        property: Type.String({ description: 'The property' }),
        changed: Type.Boolean({ description: 'False: it had that value already' }),
        changes: changesOutput,
        ...editedOutput,
      },
      { description: 'What was done' },
    ),
    ...noteWarningsOutput,
  }),
  cli: { command: 'set-property', positional: ['filePath', 'property', 'value'], typed: ['value'] },
  async run(engine, { filePath, property, value, context: _, ...input }, call) {
    const edit = { kind: 'property' as const, name: property, value };
    const edited = await editNote(engine, { ...input, path: toNotePath(filePath), edit }, call);
    return {
      success: true,
      data: {
        filePath: edited.path,
        property,
        changed: edited.changed,
        changes: fitChanges(edited, call.budget),
        ...describeEdit(edited),
      },
      ...present({ warnings: edited.warnings }),
    };
  },
  render: ({ data }, style) => renderChanges(data, style),
  notice: ({ data }) => nothingWritten(data),
});
