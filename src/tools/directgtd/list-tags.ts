import { type Static, Type } from 'typebox';
import { hasGtdDatabase, listGtdTags } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { directgtd } from './dialect.ts';
import { type Cut, fitRows, type Paging, textLimit, wantedOf } from './fit-rows.ts';
import { cutOutput, offsetField, pageSizeField, pagingOutput, responseFormat } from './item-fields.ts';
import { countOf, renderPaging, titleOf } from './item-text.ts';
import type { FormatInput } from './list-answer.ts';

const tag = Type.Object({
  id: Type.String({ description: 'Tag id' }),
  name: Type.String({ description: 'Name' }),
  color: Type.Union([Type.String(), Type.Null()], {
    description: 'Colour as #RRGGBB; null when it has none',
  }),
  itemCount: Type.Integer({ description: 'Items that carry it' }),
  ...cutOutput,
});

const output = Type.Object({
  total: Type.Integer({ description: 'Number of tags' }),
  tags: Type.Array(tag, { description: 'Tags by name' }),
  ...pagingOutput,
});

type Tag = Static<typeof tag>;
type Tags = Static<typeof output>;

function renderTag({ name, id, color, itemCount }: Tag): string {
  return `- **${titleOf(name)}** \`${titleOf(id)}\`: ${countOf(itemCount, 'item')}${color === null ? '' : `, ${titleOf(color)}`}`;
}

function renderTags(result: Tags, limit: number | undefined): string {
  const { total, tags, offset = 0 } = result;
  if (total === 0) return 'No tags found in DirectGTD database.';
  const list = tags.length === 0 ? `No tags from offset ${offset} on.` : tags.map(renderTag).join('\n');
  const below = renderPaging(result, tags.length, wantedOf({ total, offset, limit }));
  return ['# DirectGTD Tags', `Found ${countOf(total, 'tag')}`, list, ...below].join('\n\n');
}

function textOf(result: Tags, { response_format, limit }: FormatInput): string {
  return response_format === 'json' ? JSON.stringify(result) : renderTags(result, limit);
}

export const directgtdListTags = defineTool({
  dialect: directgtd,
  name: 'directgtd_list_tags',
  title: 'List DirectGTD Tags',
  description:
    'List the tags of DirectGTD by name, with how many items carry each. ' +
    'Default 50 per page, maximum 500; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    { response_format: responseFormat, limit: pageSizeField, offset: offsetField },
    { additionalProperties: false },
  ),
  output,
  cli: { aliases: { n: 'limit' } },
  isAvailable: hasGtdDatabase,
  async run(engine, input, call) {
    const { limit, offset } = input;
    const { tags, total } = await listGtdTags(engine, { limit, offset }, call);
    const build = (rows: readonly (Tag & Cut)[], paging: Paging) => ({ total, tags: [...rows], ...paging });
    const { rows, paging } = fitRows<Tag>({ rows: tags, total, offset, limit }, textLimit(call.budget), {
      row: (one) => renderTag(one).length,
      text: (some, paging) => textOf(build(some, paging), input).length,
    });
    return build(rows, paging);
  },
  text: textOf,
  render: (result) => renderTags(result, undefined),
  notice: () => '',
});
