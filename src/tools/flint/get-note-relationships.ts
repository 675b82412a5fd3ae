import { Type } from 'typebox';
import { listRelationships, relationCategories } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import {
  indexOutput,
  maxBytesField,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { renderTable } from '../render.ts';
import {
  describeFlintPage,
  flint,
  identifierField,
  inVault,
  limitField,
  rowSchema,
  spellingOf,
  vaultFields,
} from './dialect.ts';
import { categorySchema, fitCategories } from './fit-categories.ts';
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
      limit: limitField(50, 200),
      max_results: spellingOf('limit'),
      offset: offsetField,
      ...vaultFields,
      maxBytes: maxBytesField,
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
  render(answer, style) {
    return relationCategories
      .flatMap((name) => {
        const page = answer[name];
        if (page === undefined) return [];
        const table = renderTable(page.results.map((row) => cellsOf(row)));
        return [style.bold(`${name} (${page.pagination.total})`), ...(table === '' ? [] : [table])];
      })
      .join('\n');
  },
  notice: (answer) =>
    relationCategories
      .filter((name) => answer[name]?.pagination.nextOffset !== undefined)
      .map((name) => `${describeFlintPage(answer[name]!, name)} --category ${name}`)
      .join('\n'),
});

function cellsOf(row: object): string[] {
  const { score, source, path, title, raw } = row as Partial<Record<string, string | number>>;
  return [score, source ?? path, raw ?? title].filter((cell) => cell !== undefined).map(String);
}
