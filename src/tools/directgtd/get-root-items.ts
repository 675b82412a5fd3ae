import { type Static, Type } from 'typebox';
import { hasGtdDatabase, listGtdRootItems } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { directgtd } from './dialect.ts';
import { mostRows } from './fit-rows.ts';
import {
  cutOutput,
  itemFields,
  limitField,
  offsetField,
  pagingOutput,
  responseFormat,
  toPlainItem,
} from './item-fields.ts';
import { countOf, type ListWords } from './item-text.ts';
import { answerList, listText } from './list-answer.ts';

const output = Type.Object({
  total: Type.Integer({ description: 'Number of root items' }),
  items: Type.Array(Type.Object({ ...itemFields, ...cutOutput }), { description: 'Items in their order' }),
  ...pagingOutput,
});

function wordsFor({ total }: { total: number }): ListWords {
  return {
    heading: 'DirectGTD Root Items',
    lead: [`Found ${countOf(total, 'root-level item')}`],
    none: 'No root items found in DirectGTD database.',
  };
}

export const directgtdGetRootItems = defineTool({
  dialect: directgtd,
  name: 'directgtd_get_root_items',
  title: 'Get DirectGTD Root Items',
  description:
    'List the items of DirectGTD that have no parent: top-level folders, projects and tasks, with dates. ' +
    'Without limit as many as fit in 25,000 characters, with it at most 500; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    { response_format: responseFormat, limit: limitField, offset: offsetField },
    { additionalProperties: false },
  ),
  output,
  cli: { aliases: { n: 'limit' } },
  isAvailable: hasGtdDatabase,
  async run(engine, input, call) {
    const { limit, offset } = input;
    const found = await listGtdRootItems(
      engine,
      { limit: Math.min(limit ?? mostRows, mostRows), offset },
      call,
    );
    const page = { rows: found.items.map(toPlainItem), total: found.total, offset, limit };
    return answerList({ page, extra: {}, words: wordsFor(found) }, input, call, engine.config);
  },
  text: (result, input, { timeZone }) => listText(result, input, wordsFor(result), timeZone),
  render: (result: Static<typeof output>) =>
    listText(result, { response_format: 'markdown' }, wordsFor(result), 'host'),
  notice: () => '',
});
