import { Type } from 'typebox';
import { linkCategories, listNoteLinks } from '../../engine/index.ts';
import { defineTool, type Style } from '../define-tool.ts';
import { indexOutput, shortenedOutput, stringEnum, warningsOutput } from '../fields.ts';
import { flint, identifierField, inVault, pageFields } from './dialect.ts';
import { categorySchema, describeCategories, fitCategories, renderCategories } from './fit-categories.ts';
import { externalLink, incomingLink, internalLink } from './link-rows.ts';

export const flintGetNoteLinks = defineTool({
  dialect: flint,
  name: 'get_note_links',
  aliases: ['getNoteLinks'],
  title: 'Get the links of a note',
  description:
    'List the links of a note: internal, external, and incoming from other notes, each by line. ' +
    'Default 100 per category, maximum 500; while a pagination.hasMore, pass its nextOffset as offset with that category.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      identifier: identifierField,
      category: Type.Optional(stringEnum(linkCategories, { description: 'Only this one' })),
      ...pageFields(100, 500),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    path: Type.String({ description: 'Path of the note' }),
    title: Type.Optional(Type.String({ description: 'Its title' })),
    internal: categorySchema(internalLink, 'Links into the notebook, broken ones included'),
    external: categorySchema(externalLink, 'Links out of the notebook'),
    incoming: categorySchema(incomingLink, 'Links from other notes to this one'),
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  }),
  cli: { positional: ['identifier'], aliases: { n: 'limit' } },
  async run(engine, { identifier, category, limit, offset, vaultId }, call) {
    const categories = category === undefined ? linkCategories : [category];
    const query = { note: identifier, categories, limit, offset, ...inVault(vaultId) };
    const { internal, external, incoming, ...rest } = await listNoteLinks(engine, query, call);
    return fitCategories({ internal, external, incoming }, { limit, offset }, rest, call.budget);
  },
  render: (answer, style) => renderCategories(linkCategories, answer, (row) => cellsOf(row, style), style),
  notice: (answer) => describeCategories(linkCategories, answer, (name) => `${name} link`),
});

function cellsOf(row: object, style: Style): string[] {
  const { source, line, raw, path, broken } = row as Partial<Record<string, string | number>>;
  return [
    `${source ?? ''}${style.dim(`:${line ?? ''}`)}`,
    String(raw ?? ''),
    broken === undefined ? String(path ?? '') : style.dim(`no such ${broken}`),
  ];
}
