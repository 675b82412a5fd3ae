import { type Static, Type } from 'typebox';
import { hasGtdDatabase, searchGtdItems } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { directgtd } from './dialect.ts';
import { mostRows } from './fit-rows.ts';
import {
  foundItems,
  includeFields,
  offsetField,
  pageSizeField,
  pagingOutput,
  responseFormat,
  toFoundItem,
} from './item-fields.ts';
import { countOf, type ListWords } from './item-text.ts';
import { answerList, listText } from './list-answer.ts';

const output = Type.Object({
  query: Type.String({ description: 'What was looked for' }),
  total: Type.Integer({ description: 'Number of items found' }),
  items: foundItems('Items found, title hits first, then by title'),
  ...pagingOutput,
});

function wordsFor({ total, query }: { total: number; query: string }): ListWords {
  return {
    heading: 'DirectGTD Search Results',
    lead: [`Found ${countOf(total, 'item')} for "${query}"`],
    none: `No items found for "${query}".`,
  };
}

export const directgtdSearchItems = defineTool({
  dialect: directgtd,
  name: 'directgtd_search_items',
  title: 'Search DirectGTD Items',
  description:
    'Find DirectGTD items whose title or notes contain a text, ignoring case. Completed items and what lies in ' +
    'the archive or the trash only on request. ' +
    'Default 50 per page, maximum 500; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      query: Type.String({ description: 'Text to look for', minLength: 1, maxLength: 1000 }),
      item_type: Type.Optional(
        Type.String({ description: 'Only this type: Task, Project, Folder, Note…', minLength: 1 }),
      ),
      ...includeFields,
      response_format: responseFormat,
      limit: pageSizeField,
      offset: offsetField,
    },
    { additionalProperties: false },
  ),
  output,
  cli: { positional: ['query'], aliases: { n: 'limit' } },
  isAvailable: hasGtdDatabase,
  async run(engine, input, call) {
    const { query, limit, offset } = input;
    const search = {
      query,
      itemType: input.item_type,
      completed: input.include_completed,
      shown: { archive: input.include_archive, trash: input.include_trash },
    };
    const found = await searchGtdItems(engine, { ...search, limit: Math.min(limit, mostRows), offset }, call);
    const page = { rows: found.items.map(toFoundItem), total: found.total, offset, limit };
    const words = wordsFor({ total: found.total, query });
    return answerList({ page, extra: { query }, words }, input, call, engine.config);
  },
  text: (result, input, { timeZone }) => listText(result, input, wordsFor(result), timeZone),
  render: (result: Static<typeof output>) =>
    listText(result, { response_format: 'markdown' }, wordsFor(result), 'host'),
  notice: () => '',
});
