import { Type } from 'typebox';
import { defineTool } from '../define-tool.ts';
import { hidden, indexOutput, maxBytesField, shortenedOutput, warningsOutput } from '../fields.ts';
import { pickWindow } from '../note-window.ts';
import { flint, flintPaginationSchema, inVault, vaultFields } from './dialect.ts';
import { noteSchema, windowFields, withDefaults } from './note-fields.ts';
import { readTogether } from './read-together.ts';

const mostNotes = 50;
const { outline: _o, outlineMetadata: _m, ...textSchema } = noteSchema;

export const flintGetNotes = defineTool({
  dialect: flint,
  name: 'get_notes',
  aliases: ['getNotes'],
  byDefault: false,
  title: 'Read several notes',
  description:
    `Read up to ${mostNotes} notes at once, in the order asked; one that cannot be read does not affect the others. ` +
    'They share the size of one answer: while contentMetadata.isTruncated, read on with get_note. ' +
    'At most 500 lines of each unless maxLines says otherwise (up to 2000).',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifiers: Type.Array(Type.String(), {
        description: 'Paths, ids, titles, aliases or file names',
        maxItems: mostNotes,
      }),
      ...windowFields,
      ...vaultFields,
      maxBytes: hidden(maxBytesField),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        success: Type.Boolean({ description: 'Whether it was read' }),
        note: Type.Optional(Type.Object({ ...textSchema, ...shortenedOutput }, { description: 'The note' })),
        error: Type.Optional(Type.String({ description: 'Why not' })),
        code: Type.Optional(Type.String({ description: 'Kind of error' })),
      }),
      { description: 'One entry per identifier, in that order' },
    ),
    pagination: flintPaginationSchema,
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  }),
  cli: { aliases: { n: 'maxLines' }, flags: { identifiers: 'identifier' } },
  async run(engine, { identifiers, maxLines, offset, contentLimit, vaultId }, call) {
    const window = withDefaults(pickWindow({ maxLines, offset }, contentLimit));
    return readTogether(engine, { identifiers, window, ...inVault(vaultId) }, mostNotes, call);
  },
  render: ({ results }, style) =>
    results
      .map(({ note, error }) =>
        note === undefined ? style.dim(`! ${error}`) : `${style.bold(note.path)}\n${note.content ?? ''}`,
      )
      .join('\n\n'),
  notice: ({ results, pagination: { total, nextOffset } }) =>
    nextOffset === undefined ? '' : `${results.length} of ${total} notes; ask for the others again`,
});
