import { Type } from 'typebox';
import { listRelationships, relationCategories } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { indexOutput, shortenedOutput, stringEnum, warningsOutput } from '../fields.ts';
import { flint, identifierField, inVault, pageFields, rowSchema } from './dialect.ts';
import { categorySchema, describeCategories, fitCategories, renderCategories } from './fit-categories.ts';
import { externalLink, incomingLink, internalLink } from './link-rows.ts';
import { relatedRow } from './related-row.ts';

export const flintGetNoteRelationships = defineTool({
  dialect: flint,
  name: 'get_note_relationships',
  aliases: ['getNoteRelationships'],
  title: 'Get everything that ties a note to others',
  description:
    'List parents, children, outgoing, incoming and external links of a note and the notes related to it. ' +
    'Default 50 per category, maximum 200; for the next page of one pass its nextOffset as offset with that category.',
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      identifier: identifierField,
      category: Type.Optional(stringEnum(relationCategories, { description: 'Only this one' })),
      ...pageFields(50, 200),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    path: Type.String({ description: 'Path of the note' }),
    title: Type.Optional(Type.String({ description: 'Its title' })),
    parents: categorySchema(rowSchema, 'Notes directly above it'),
    children: categorySchema(rowSchema, 'Notes directly below it'),
    outgoing_links: categorySchema(internalLink, 'Links into the notebook, broken ones included'),
    incoming_links: categorySchema(incomingLink, 'Links from other notes to this one'),
    external_links: categorySchema(externalLink, 'Links out of the notebook'),
    related: categorySchema(relatedRow, 'Related notes, the most related first'),
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  }),
  cli: { positional: ['identifier'], aliases: { n: 'limit' } },
  async run(engine, { identifier, category, limit, offset, vaultId }, call) {
    const categories = category === undefined ? relationCategories : [category];
    const query = { note: identifier, categories, limit, offset, ...inVault(vaultId) };
    const { path, title, index, warnings, ...pages } = await listRelationships(engine, query, call);
    const rest = { path, title, ...(index ? { index } : {}), ...(warnings ? { warnings } : {}) };
    return fitCategories(pages, { limit, offset }, rest, call.budget);
  },
  render: (answer, style) => renderCategories(relationCategories, answer, cellsOf, style),
  notice: (answer) => describeCategories(relationCategories, answer, (name) => name),
});

function cellsOf(row: object): string[] {
  const { score, source, path, title, raw } = row as Partial<Record<string, string | number>>;
  return [score, source ?? path, raw ?? title].filter((cell) => cell !== undefined).map(String);
}
