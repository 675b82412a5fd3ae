import { Type } from 'typebox';
import { linkCategories, listNoteLinks } from '../../engine/index.ts';
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
  spellingOf,
  vaultFields,
} from './dialect.ts';
import { categorySchema, fitCategories } from './fit-categories.ts';
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
      limit: limitField(100, 500),
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
  render(answer, style) {
    return linkCategories
      .flatMap((name) => {
        const page = answer[name];
        if (page === undefined) return [];
        const rows = page.results.map((row) => ({ ...row }) as Partial<Record<string, string | number>>);
        const table = renderTable(
          rows.map(({ source, line, raw, path, broken }) => [
            `${source ?? ''}${style.dim(`:${line ?? ''}`)}`,
            String(raw ?? ''),
            broken === undefined ? String(path ?? '') : style.dim(`no such ${broken}`),
          ]),
        );
        return [style.bold(`${name} (${page.pagination.total})`), ...(table === '' ? [] : [table])];
      })
      .join('\n');
  },
  notice: (answer) =>
    linkCategories
      .filter((name) => answer[name]?.pagination.nextOffset !== undefined)
      .map((name) => `${describeFlintPage(answer[name]!, `${name} link`)} --category ${name}`)
      .join('\n'),
});
