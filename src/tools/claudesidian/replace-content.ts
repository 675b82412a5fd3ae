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

export const contentManagerReplaceContent = defineTool({
  dialect: claudesidian,
  name: 'contentManager_replaceContent',
  title: 'Replace text in a note',
  description:
    'Replace a passage of a note, given exactly as it stands there. It must stand there once, unless all is true. ' +
    'Answers with the changed lines.',
  effect: 'destructive',
  idempotent: false,
  input: Type.Object(
    {
      filePath: filePathField,
      oldContent: Type.String({ description: 'Passage to replace', minLength: 1 }),
      newContent: Type.String({ description: 'Text to put there, taken literally' }),
      all: Type.Boolean({ description: 'Every occurrence', default: false }),
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
        replacements: Type.Integer({ description: 'How often the passage stood there' }),
        changes: changesOutput,
        ...editedOutput,
      },
      { description: 'What was done' },
    ),
    ...noteWarningsOutput,
  }),
  cli: {
    command: 'replace-content',
    positional: ['filePath', 'oldContent', 'newContent'],
    stdin: ['newContent'],
  },
  async run(engine, { filePath, oldContent, newContent, all, context: _, ...input }, call) {
    const edit = { kind: 'replace' as const, oldContent, newContent, all };
    const edited = await editNote(engine, { ...input, path: toNotePath(filePath), edit }, call);
    return {
      success: true,
      data: {
        filePath: edited.path,
        replacements: edited.replacements ?? 0,
        changes: fitChanges(edited, call.budget),
        ...describeEdit(edited),
      },
      ...present({ warnings: edited.warnings }),
    };
  },
  render: ({ data }, style) => renderChanges(data, style),
  notice: ({ data }) => nothingWritten(data),
});
