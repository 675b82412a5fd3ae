import { Type } from 'typebox';
import { type NoteRead, readNote } from '../../engine/index.ts';
import { contentBytes, contentLines } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import { hidden, maxBytesField, warningsOutput } from '../fields.ts';
import { etagOf } from '../note-window.ts';
import { present } from '../present.ts';
import { etagOutput } from '../window-fields.ts';
import { claudesidian } from './dialect.ts';
import { callFields, filePathField, successOutput } from './fields.ts';
import { toNotePath } from './paths.ts';

/** What a line number in front of a line takes, at most. */
const numberBytes = 10;

export const contentManagerReadContent = defineTool({
  dialect: claudesidian,
  name: 'contentManager_readContent',
  title: 'Read a file',
  description:
    'Read a note, or lines of it. Without limit all that fits, maximum 2000 lines; while hasMore, pass nextOffset as offset ' +
    'and nextCharOffset, if any, as charOffset. Its etag goes to ifMatch of an edit.',
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      filePath: filePathField,
      offset: Type.Integer({ description: 'Lines to skip', default: 0, minimum: 0 }),
      limit: Type.Optional(Type.Integer({ description: 'Lines', minimum: 1, maximum: 2000, clamp: true })),
      includeLineNumbers: Type.Boolean({ description: 'Number the lines', default: false }),
      charOffset: hidden(Type.Integer({ description: 'Where to go on inside a line', minimum: 0 })),
      maxBytes: hidden(maxBytesField),
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        content: Type.String({ description: 'The text, verbatim unless its lines are numbered' }),
        filePath: Type.String({ description: 'Path of the note' }),
        lineNumbersIncluded: Type.Boolean({ description: 'Whether each line begins with its number' }),
        startLine: Type.Integer({ description: 'First line of this answer, from 1' }),
        endLine: Type.Integer({ description: 'Last line of this answer' }),
        totalLines: Type.Integer({ description: 'Lines of the note' }),
        hasMore: Type.Boolean({ description: 'Whether text follows' }),
        nextOffset: Type.Optional(Type.Integer({ description: 'Offset to go on with' })),
        nextCharOffset: Type.Optional(Type.Integer({ description: 'charOffset to go on with' })),
        etag: etagOutput,
      },
      { description: 'The text' },
    ),
    warnings: warningsOutput,
  }),
  cli: { command: 'read-content', positional: ['filePath'], aliases: { n: 'limit' }, verbatim: true },
  async run(engine, { filePath, limit, context: _, maxBytes: __, includeLineNumbers, ...input }, call) {
    const maxLines = limit ?? contentLines(call.budget);
    const forNumbers = includeLineNumbers ? Math.min(maxLines * numberBytes, call.budget.bytes / 4) : 0;
    const window = { maxLines, maxBytes: Math.max(1, Math.floor(contentBytes(call.budget) - forNumbers)) };
    const asked = { note: toNotePath(filePath), byPath: true, includeContent: true };
    const read = await readNote(engine, { ...input, ...window, ...asked }, call);
    return {
      success: true,
      data: describeText(read, input.offset, includeLineNumbers),
      ...present({ warnings: read.warnings }),
    };
  },
  render: ({ data }) => data.content,
  notice: ({ data }) =>
    data.hasMore
      ? `lines ${data.startLine} to ${data.endLine} of ${data.totalLines}; read on: --offset ${data.nextOffset ?? 0}${
          data.nextCharOffset === undefined ? '' : ` --char-offset ${data.nextCharOffset}`
        }`
      : '',
});

function describeText(read: NoteRead, offset: number, isNumbered: boolean) {
  const { content = '', contentMetadata: window } = read;
  const startLine = offset + 1;
  const { returnedLines = 0, totalLines = 0, isTruncated = false, nextOffset, nextCharOffset } = window ?? {};
  return {
    content: isNumbered ? numberLines(content, startLine) : content,
    filePath: read.path,
    lineNumbersIncluded: isNumbered,
    startLine,
    endLine: offset + returnedLines,
    totalLines,
    hasMore: isTruncated,
    ...present({ nextOffset, nextCharOffset }),
    etag: etagOf(read, undefined),
  };
}

function numberLines(text: string, first: number): string {
  if (text === '') return '';
  const lines = text.split('\n');
  // the end of the last line begins no further one
  const last = lines.at(-1) === '' ? lines.pop() : undefined;
  return lines.map((line, at) => `${first + at}: ${line}`).join('\n') + (last === undefined ? '' : '\n');
}
