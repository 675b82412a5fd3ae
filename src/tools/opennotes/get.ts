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
import { opennotes } from './dialect.ts';

const maxLines = (description: string) =>
  Type.Optional(Type.Integer({ description, minimum: 1, maximum: 2000, clamp: true }));
const offset = (description: string) => Type.Optional(Type.Integer({ description, minimum: 0 }));

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
      maxLines: maxLines('Lines to return'),
      offset: offset('First line, from 0'),
      contentLimit: Type.Optional(
        Type.Object(
          { maxLines: maxLines('As maxLines'), offset: offset('As offset') },
          {
            description: 'maxLines and offset in one object, instead of the flat ones',
            additionalProperties: false,
            hidden: true,
          },
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
        content: Type.Optional(Type.String({ description: 'Markdown with frontmatter, verbatim' })),
        contentMetadata: Type.Optional(
          Type.Object(
            {
              totalLines: Type.Integer({ description: 'Lines of the note or section' }),
              returnedLines: Type.Integer({ description: 'Lines in this answer' }),
              offset: Type.Integer({ description: 'First line of this answer, from 0' }),
              isTruncated: Type.Boolean({ description: 'Whether text follows' }),
              nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the next window' })),
              charOffset: Type.Optional(
                Type.Integer({ description: 'Where in the first line this answer begins' }),
              ),
              nextCharOffset: Type.Optional(Type.Integer({ description: 'charOffset of the next window' })),
            },
            { description: 'Which part of the text this is' },
          ),
        ),
        outline: Type.Optional(
          Type.Array(
            Type.Object({
              level: Type.Integer({ description: 'Heading level, 1 to 6' }),
              text: Type.String({ description: 'Heading text' }),
              line: Type.Integer({ description: 'Line of the heading, from 1' }),
              ...shortenedOutput,
            }),
            { description: 'Headings, when asked for' },
          ),
        ),
        outlineMetadata: Type.Optional(
          Type.Object(
            {
              total: Type.Integer({ description: 'Headings from the offset on' }),
              returned: Type.Integer({ description: 'Headings in this answer' }),
              nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the headings that follow' })),
            },
            { description: 'Only when not all headings fitted' },
          ),
        ),
        frontmatter: Type.Optional(
          Type.Object({}, { description: 'Frontmatter fields', additionalProperties: Type.Unknown() }),
        ),
        wordCount: Type.Optional(Type.Integer({ description: 'Words' })),
        tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags' })),
        aliases: Type.Optional(Type.Array(Type.String(), { description: 'Other names' })),
        created: Type.Optional(Type.String({ description: 'Created, ISO 8601 in UTC' })),
        modified: Type.Optional(Type.String({ description: 'Last change, ISO 8601 in UTC' })),
        etag: Type.Optional(
          Type.String({
            description: 'Version of the note; begins with part: when this answer is not the whole text',
          }),
        ),
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
