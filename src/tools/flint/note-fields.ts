import { Type } from 'typebox';
import {
  contentLimitText,
  etagOutput,
  lineOffsetField,
  maxLinesField,
  windowOutput,
} from '../window-fields.ts';
import { rowFields } from './dialect.ts';

const defaultLines = 500;

/** The part of a note that is wanted, flat or as one object. */
export const windowFields = {
  maxLines: maxLinesField(`Lines to return, default ${defaultLines}, maximum 2000`),
  offset: lineOffsetField('First line, from 0'),
  contentLimit: Type.Optional(
    Type.Object(
      {
        maxLines: maxLinesField('As maxLines'),
        offset: lineOffsetField('As offset'),
        includeTruncated: Type.Optional(
          Type.Boolean({ description: 'contentMetadata is always there', hidden: true }),
        ),
      },
      {
        description: contentLimitText,
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
  ...windowOutput,
  properties: Type.Optional(
    Type.Object({}, { description: 'Frontmatter fields', additionalProperties: Type.Unknown() }),
  ),
  aliases: Type.Optional(Type.Array(Type.String(), { description: 'Other names' })),
  words: Type.Optional(Type.Integer({ description: 'Words' })),
  etag: etagOutput,
};
