import { Type } from 'typebox';
import { shortenedOutput } from './fields.ts';

export const maxLinesField = (description: string) =>
  Type.Optional(Type.Integer({ description, minimum: 1, maximum: 2000, clamp: true }));

export const lineOffsetField = (description: string) =>
  Type.Optional(Type.Integer({ description, minimum: 0 }));

export const contentLimitText = 'maxLines and offset in one object, instead of the flat ones';

export const etagOutput = Type.Optional(
  Type.String({
    description: 'Version of the note; begins with part: when this answer is not the whole text',
  }),
);

/** The text of a note, or its headings, and which part of them an answer holds. */
export const windowOutput = {
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
};
