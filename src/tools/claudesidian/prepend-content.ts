import { Type } from 'typebox';
import { countCodePoints, editNote } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
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

export const contentManagerPrependContent = defineTool({
  dialect: claudesidian,
  name: 'contentManager_prependContent',
  title: 'Prepend to a note',
  description:
    'Add text at the beginning of an existing note, after its frontmatter, or of one of its sections.',
  effect: 'write',
  idempotent: false,
  byDefault: false,
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
        prependedLength: Type.Integer({ description: 'Length of the given text, in code points' }),
        startLine: startLineOutput,
        ...editedOutput,
      },
      { description: 'What was done' },
    ),
    ...noteWarningsOutput,
  }),
  cli: { command: 'prepend-content', positional: ['filePath', 'content'], stdin: ['content'] },
  async run(engine, { filePath, content, section, context: _, ...input }, call) {
    const edit = { kind: 'prepend' as const, content, ...present({ section }) };
    const edited = await editNote(engine, { ...input, path: toNotePath(filePath), edit }, call);
    return {
      success: true,
      data: {
        filePath: edited.path,
        prependedLength: countCodePoints(content),
        ...startLineOf(edited),
        ...describeEdit(edited),
      },
      ...present({ warnings: edited.warnings }),
    };
  },
  render: ({ data }) => `${data.filePath}:${data.startLine ?? 1}`,
  notice: ({ data }) => nothingWritten(data),
});
