import { Type } from 'typebox';
import { readNote } from '../../engine/index.ts';
import { contentBytes, contentLines } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import {
  indexOutput,
  maxBytesField,
  notebookField,
  notebookOutput,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { describeWindow, fitNote, pickWindow } from '../note-window.ts';
import {
  contentLimitText,
  etagOutput,
  lineOffsetField,
  maxLinesField,
  windowOutput,
} from '../window-fields.ts';
import { opennotes } from './dialect.ts';

export const opennotesGet = defineTool({
  dialect: opennotes,
  name: 'opennotes_get',
  title: 'Read a note',
  description:
    'Read one note: text, frontmatter, etag. Long notes come in windows: while contentMetadata.isTruncated, ' +
    'pass its nextOffset as offset and nextCharOffset, if any, as charOffset. ' +
    'To read less, ask for the outline, then one section.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      path: Type.String({ description: 'Path, id, title, alias or file name', minLength: 1 }),
      notebook: notebookField,
      includeContent: Type.Boolean({ description: 'false: metadata only', default: true }),
      maxLines: maxLinesField('Lines to return'),
      offset: lineOffsetField('First line, from 0'),
      contentLimit: Type.Optional(
        Type.Object(
          { maxLines: maxLinesField('As maxLines'), offset: lineOffsetField('As offset') },
          { description: contentLimitText, additionalProperties: false, hidden: true },
        ),
      ),
      charOffset: Type.Optional(Type.Integer({ description: 'Where to go on inside a line', minimum: 0 })),
      section: Type.Optional(Type.String({ description: 'Heading path, e.g. Plan > Risks', minLength: 1 })),
      outline: Type.Boolean({ description: 'Headings instead of text', default: false }),
      truncate: Type.Optional(stringEnum(['smart'], { description: 'Head and tail of a long note' })),
      maxBytes: maxBytesField,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    note: Type.Object(
      {
        path: Type.String({ description: 'Path in the notebook' }),
        title: Type.Optional(Type.String({ description: 'Title' })),
        ...windowOutput,
        frontmatter: Type.Optional(
          Type.Object({}, { description: 'Frontmatter fields', additionalProperties: Type.Unknown() }),
        ),
        wordCount: Type.Optional(Type.Integer({ description: 'Words' })),
        tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags' })),
        aliases: Type.Optional(Type.Array(Type.String(), { description: 'Other names' })),
        created: Type.Optional(Type.String({ description: 'Created, ISO 8601 in UTC' })),
        modified: Type.Optional(Type.String({ description: 'Last change, ISO 8601 in UTC' })),
        etag: etagOutput,
        ...shortenedOutput,
      },
      { description: 'The note' },
    ),
    notebook: notebookOutput,
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  }),
  cli: { positional: ['path'], aliases: { n: 'maxLines' }, verbatim: true },
  async run(engine, { path, includeContent, maxBytes: _, maxLines, offset, contentLimit, ...input }, call) {
    const window = pickWindow({ maxLines, offset }, contentLimit);
    const request = {
      ...input,
      note: path,
      includeContent: includeContent && !input.outline,
      ...window,
      maxLines: window.maxLines ?? contentLines(call.budget),
      maxBytes: contentBytes(call.budget),
    };
    const asked = { offset: window.offset ?? 0, section: input.section };
    return fitNote(await readNote(engine, request, call), asked, call.budget);
  },
  render({ note }, style) {
    if (note.content !== undefined) return note.content;
    if (note.outline !== undefined) {
      return note.outline
        .map(({ level, text, line }) => `${'  '.repeat(level - 1)}${text} ${style.dim(`:${line}`)}`)
        .join('\n');
    }
    const { path, frontmatter, tags, aliases, truncatedFields: _, ...rest } = note;
    const lists = {
      tags: tags?.join(', '),
      aliases: aliases?.join(', '),
      frontmatter: JSON.stringify(frontmatter),
    };
    return [
      style.bold(path),
      ...Object.entries({ ...rest, ...lists })
        .filter(([, value]) => value)
        .map(([key, value]) => `${key}: ${value}`),
    ].join('\n');
  },
  notice: ({ note }) => describeWindow(note),
});
