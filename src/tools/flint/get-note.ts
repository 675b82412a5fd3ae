import { Type } from 'typebox';
import { readNote } from '../../engine/index.ts';
import { contentBytes } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  maxBytesField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { describeWindow, keptWhole, pickWindow } from '../note-window.ts';
import { present } from '../present.ts';
import { jsonBytes, shortenRecord } from '../shorten.ts';
import { flint, identifierField, inVault, vaultFields } from './dialect.ts';
import { flattenNote } from './flat-note.ts';
import { noteSchema, windowFields, withDefaults } from './note-fields.ts';

export const flintGetNote = defineTool({
  dialect: flint,
  name: 'get_note',
  aliases: ['getNote'],
  byDefault: false,
  title: 'Read a note',
  description:
    'Read one note: text, properties, etag. At most 500 lines unless maxLines says otherwise (up to 2000): while ' +
    'contentMetadata.isTruncated, pass its nextOffset as offset and nextCharOffset, if any, as charOffset. ' +
    'To read less, ask for the outline, then one section.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifier: identifierField,
      ...windowFields,
      charOffset: Type.Optional(Type.Integer({ description: 'Where to go on inside a line', minimum: 0 })),
      section: Type.Optional(Type.String({ description: 'Heading path, e.g. Plan > Risks', minLength: 1 })),
      outline: Type.Boolean({ description: 'Headings instead of text', default: false }),
      truncate: Type.Optional(stringEnum(['smart'], { description: 'Head and tail of a long note' })),
      ...vaultFields,
      maxBytes: hidden(maxBytesField),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...noteSchema, index: indexOutput, warnings: warningsOutput, ...shortenedOutput }),
  cli: { positional: ['identifier'], aliases: { n: 'maxLines' }, verbatim: true },
  async run(engine, { identifier, maxLines, offset, contentLimit, charOffset, section, ...input }, call) {
    const window = withDefaults(pickWindow({ maxLines, offset }, contentLimit));
    const { outline, truncate, vaultId } = input;
    const { budget } = call;
    const request = {
      note: identifier,
      includeContent: !outline,
      maxLines: window.maxLines,
      maxBytes: contentBytes(budget),
      outline,
      // the first window may leave out its middle, so only a given offset rules that out
      ...(window.offset > 0 || truncate === undefined ? { offset: window.offset } : {}),
      ...present({ charOffset, section, truncate }),
      ...inVault(vaultId),
    };
    const read = await readNote(engine, request, call);
    const note = flattenNote(read, { offset: window.offset, section }, contentBytes(budget));
    const rest = shortenRecord(
      present({ index: read.index, warnings: read.warnings }),
      Math.max(Math.floor(budget.bytes / 8), 200),
    );
    return { ...shortenRecord(note, budget.bytes - jsonBytes(rest), keptWhole), ...rest };
  },
  render(note, style) {
    if (note.content !== undefined) return note.content;
    return (note.outline ?? [])
      .map(({ level, text, line }) => `${'  '.repeat(level - 1)}${text} ${style.dim(`:${line}`)}`)
      .join('\n');
  },
  notice: (note) => describeWindow(note),
});
