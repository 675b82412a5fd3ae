import { Type } from 'typebox';
import { shortenedOutput } from '../fields.ts';
import { rowFields } from './dialect.ts';

const defaultLines = 500;

const maxLines = (description: string) =>
  Type.Optional(Type.Integer({ description, minimum: 1, maximum: 2000, clamp: true }));
const lineOffset = (description: string) => Type.Optional(Type.Integer({ description, minimum: 0 }));

/** The part of a note that is wanted, flat or as one object. */
export const windowFields = {
  maxLines: maxLines(`Lines to return, default ${defaultLines}, maximum 2000`),
  offset: lineOffset('First line, from 0'),
  contentLimit: Type.Optional(
    Type.Object(
      {
        maxLines: maxLines('As maxLines'),
        offset: lineOffset('As offset'),
        includeTruncated: Type.Optional(
          Type.Boolean({ description: 'contentMetadata is always there', hidden: true }),
        ),
      },
      {
        description: 'maxLines and offset in one object, instead of the flat ones',
        additionalProperties: false,
      },
    ),
  ),
};

/** Where a window begins and ends, when the call leaves it open. */
export function withDefaults(window: { maxLines?: number; offset?: number }): {
  maxLines: number;
  offset: number;
} {
  return { maxLines: window.maxLines ?? defaultLines, offset: window.offset ?? 0 };
}

export const noteSchema = {
  ...rowFields,
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
  properties: Type.Optional(
    Type.Object({}, { description: 'Frontmatter fields', additionalProperties: Type.Unknown() }),
  ),
  aliases: Type.Optional(Type.Array(Type.String(), { description: 'Other names' })),
  words: Type.Optional(Type.Integer({ description: 'Words' })),
  etag: Type.Optional(
    Type.String({
      description: 'Version of the note; begins with part: when this answer is not the whole text',
    }),
  ),
};
