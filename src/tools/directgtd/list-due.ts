import { type Static, Type } from 'typebox';
import { type DueRange, dueRanges, hasGtdDatabase, listGtdDue } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { stringEnum } from '../fields.ts';
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
import { countOf, type ListWords, renderDate } from './item-text.ts';
import { answerList, listText } from './list-answer.ts';

const output = Type.Object({
  range: stringEnum(dueRanges, { description: 'The range asked for' }),
  from: Type.Optional(Type.String({ description: 'Where it begins, ISO 8601 in UTC' })),
  to: Type.String({ description: 'Where it ends (not included), ISO 8601 in UTC' }),
  total: Type.Integer({ description: 'Number of items due' }),
  items: foundItems('Items, the earliest due first'),
  ...pagingOutput,
});

const names: Record<DueRange, string> = {
  overdue: 'overdue',
  today: 'due today',
  tomorrow: 'due tomorrow',
  week: 'due this week',
};

interface Due {
  total: number;
  range: DueRange;
  from?: string;
  to: string;
}

function wordsFor({ total, range, from, to }: Due, timeZone: string): ListWords {
  const until = renderDate(to, timeZone);
  const when = from === undefined ? `before ${until}` : `from ${renderDate(from, timeZone)} until ${until}`;
  return {
    heading: 'DirectGTD Due Items',
    lead: [`Found ${countOf(total, 'item')} ${names[range]} (${when})`],
    none: `No items ${names[range]}.`,
  };
}

export const directgtdListDue = defineTool({
  dialect: directgtd,
  name: 'directgtd_list_due',
  title: 'List Due DirectGTD Items',
  description:
    'List DirectGTD items by due date: overdue (due before now), today, tomorrow or this week (Sunday to Saturday), ' +
    'earliest first. Completed items and what lies in the archive or the trash only on request. ' +
    'Default 50 per page, maximum 500; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      range: stringEnum(dueRanges, { description: 'Which items', default: 'today' }),
      ...includeFields,
      response_format: responseFormat,
      limit: pageSizeField,
      offset: offsetField,
    },
    { additionalProperties: false },
  ),
  output,
  cli: { positional: ['range'], aliases: { n: 'limit' } },
  isAvailable: hasGtdDatabase,
  async run(engine, input, call) {
    const { range, limit, offset } = input;
    const search = {
      range,
      completed: input.include_completed,
      shown: { archive: input.include_archive, trash: input.include_trash },
    };
    const { items, total, ...span } = await listGtdDue(
      engine,
      { ...search, limit: Math.min(limit, mostRows), offset },
      call,
    );
    const page = { rows: items.map(toFoundItem), total, offset, limit };
    const extra = { range, ...span };
    const words = wordsFor({ ...extra, total }, engine.config.timeZone);
    return answerList({ page, extra, words }, input, call, engine.config);
  },
  text: (result, input, { timeZone }) => listText(result, input, wordsFor(result, timeZone), timeZone),
  render: (result: Static<typeof output>) =>
    listText(result, { response_format: 'markdown' }, wordsFor(result, 'host'), 'host'),
  notice: () => '',
});
