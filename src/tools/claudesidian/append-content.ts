import { Type } from 'typebox';
import { countCodePoints, editNote } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { describeWorkspace, workspaceContextOutput } from './context.ts';
import { claudesidian } from './dialect.ts';
import {
  describeEdit,
  editedOutput,
  editFields,
  filePathField,
  noteWarningsOutput,
  nothingWritten,
  sectionField,
  startLineOf,
  startLineOutput,
  successOutput,
} from './fields.ts';
import { toNotePath } from './paths.ts';

export const contentManagerAppendContent = defineTool({
  dialect: claudesidian,
  name: 'contentManager_appendContent',
  title: 'Append to a note',
  description: 'Add text at the end of an existing note, or of one of its sections, on a line of its own.',
  effect: 'write',
  idempotent: false,
  input: Type.Object(
    {
      filePath: filePathField,
      content: Type.String({ description: 'Text to add' }),
      section: sectionField,
      ...editFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        filePath: Type.String({ description: 'Path of the note' }),
        appendedLength: Type.Integer({ description: 'Length of the given text, in code points' }),
        startLine: startLineOutput,
        ...editedOutput,
      },
      { description: 'What was done' },
    ),
    workspaceContext: workspaceContextOutput,
    ...noteWarningsOutput,
  }),
  cli: { command: 'append-content', positional: ['filePath', 'content'], stdin: ['content'] },
  async run(engine, { filePath, content, section, context, ...input }, call) {
    const edit = { kind: 'append' as const, content, ...present({ section }) };
    const edited = await editNote(engine, { ...input, path: toNotePath(filePath), edit }, call);
    return {
      success: true,
      data: {
        filePath: edited.path,
        appendedLength: countCodePoints(content),
        ...startLineOf(edited),
        ...describeEdit(edited),
      },
      ...(await describeWorkspace(engine, { context, ...input }, call)),
      ...present({ warnings: edited.warnings }),
    };
  },
  render: ({ data }) => `${data.filePath}:${data.startLine ?? 1}`,
  notice: ({ data }) => nothingWritten(data),
});
