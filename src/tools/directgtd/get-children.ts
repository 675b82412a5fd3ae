import { type Static, Type } from 'typebox';
import { hasGtdDatabase, listGtdChildren } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { directgtd } from './dialect.ts';
import { mostRows } from './fit-rows.ts';
import {
  cutOutput,
  detailFields,
  idField,
  itemFields,
  limitField,
  offsetField,
  pagingOutput,
  responseFormat,
  toDetailedItem,
} from './item-fields.ts';
import { countOf, type ListWords } from './item-text.ts';
import { answerList, listText } from './list-answer.ts';

const output = Type.Object({
  parentId: Type.String({ description: 'The item they lie in' }),
  total: Type.Integer({ description: 'Number of children' }),
  items: Type.Array(Type.Object({ ...itemFields, ...detailFields, ...cutOutput }), {
    description: 'Items in their order',
  }),
  ...pagingOutput,
});

function wordsFor({ total, parentId }: { total: number; parentId: string }): ListWords {
  return {
    heading: 'DirectGTD Child Items',
    lead: [`**Parent ID**: ${parentId}`, `Found ${countOf(total, 'child item')}`],
    none: `No child items found for parent ID: ${parentId}`,
  };
}

export const directgtdGetChildren = defineTool({
  dialect: directgtd,
  name: 'directgtd_get_children',
  title: 'Get DirectGTD Children',
  description:
    'List what lies directly in a DirectGTD item, with type, dates, tags and the beginning of the notes. ' +
    'Without limit as many as fit in 25,000 characters, with it at most 500; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      parent_id: idField('Id of the item to look into'),
      response_format: responseFormat,
      limit: limitField,
      offset: offsetField,
    },
    { additionalProperties: false },
  ),
  output,
  cli: { positional: ['parent_id'], aliases: { n: 'limit' } },
  isAvailable: hasGtdDatabase,
  async run(engine, input, call) {
    const { limit, offset, parent_id: parentId } = input;
    const found = await listGtdChildren(
      engine,
      { parentId, limit: Math.min(limit ?? mostRows, mostRows), offset },
      call,
    );
    const page = { rows: found.items.map(toDetailedItem), total: found.total, offset, limit };
    const words = wordsFor({ total: found.total, parentId });
    return answerList({ page, extra: { parentId }, words }, input, call, engine.config);
  },
  text: (result, input, { timeZone }) => listText(result, input, wordsFor(result), timeZone),
  render: (result: Static<typeof output>) =>
    listText(result, { response_format: 'markdown' }, wordsFor(result), 'host'),
  notice: () => '',
});
