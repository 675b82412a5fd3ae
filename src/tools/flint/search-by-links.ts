import { Type } from 'typebox';
import { searchByLinks } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  inVault,
  pageFields,
  pageSchema,
  pagesText,
  renderNoteRows,
  rowSchema,
  rowsToAsk,
  spellingOf,
} from './dialect.ts';

const anyOf = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description, minItems: 1, maxItems: 50 }));

export const flintSearchByLinks = defineTool({
  dialect: flint,
  name: 'search_by_links',
  aliases: ['searchByLinks'],
  title: 'Search notes by links',
  description:
    'Find notes by their links, newest change first. All criteria given must be met, any value of a list is enough. ' +
    `Notes are named by path, id, title or file name. ${pagesText(50, 200)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      has_links_to: anyOf('Link to one of these notes'),
      hasLinksTo: spellingOf('has_links_to'),
      linked_from: anyOf('Are linked from one of these notes'),
      linkedFrom: spellingOf('linked_from'),
      external_domains: anyOf('Link to a page of one of these domains'),
      externalDomains: spellingOf('external_domains'),
      broken_links: Type.Optional(Type.Boolean({ description: 'Have a broken link' })),
      brokenLinks: spellingOf('broken_links'),
      ...pageFields(50, 200),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(rowSchema),
  cli: { aliases: { n: 'limit' } },
  async run(engine, input, call) {
    const { has_links_to, linked_from, external_domains, broken_links, limit, offset, vaultId } = input;
    const criteria = present({
      hasLinksTo: has_links_to,
      linkedFrom: linked_from,
      externalDomains: external_domains,
      brokenLinks: broken_links,
    });
    const query = { ...criteria, limit: rowsToAsk(limit, call.budget), offset, ...inVault(vaultId) };
    const { rows, total, ...rest } = await searchByLinks(engine, query, call);
    return fitFlintPage({ rows, total, limit, offset }, rest, call.budget);
  },
  render: ({ results }, style) => renderNoteRows(results, style),
  notice: (answer) => describeFlintPage(answer, 'note'),
});
