import type { LoadedConfig } from '../../engine/index.ts';
import type { ToolCall } from '../define-tool.ts';
import { type Cut, fitRows, type Paging, type RowPage, textLimit } from './fit-rows.ts';
import { type ListWords, renderItem, renderItems, type ShownItem } from './item-text.ts';

export interface FormatInput {
  readonly response_format: 'markdown' | 'json';
  readonly limit?: number;
}

interface ListResult {
  total: number;
  items: readonly ShownItem[];
}

/** The text of a list in the format asked for. */
export function listText<Result extends ListResult>(
  result: Result,
  { response_format, limit }: FormatInput,
  words: ListWords,
  timeZone: string,
): string {
  return response_format === 'json'
    ? JSON.stringify(result)
    : renderItems(result, words, { timeZone, limit });
}

export interface ListAnswer<Item, Extra> {
  readonly page: RowPage<Item>;
  /** Fields of the answer besides the items. */
  readonly extra: Extra;
  readonly words: ListWords;
}

/** The answer with as many items as its text has room for. */
export function answerList<Item extends ShownItem, Extra extends object>(
  { page, extra, words }: ListAnswer<Item, Extra>,
  input: FormatInput,
  call: ToolCall,
  { timeZone }: Pick<LoadedConfig, 'timeZone'>,
): Extra & { total: number; items: (Item & Cut)[] } & Paging {
  const build = (items: readonly (Item & Cut)[], { count, offset, ...rest }: Paging) => ({
    ...extra,
    total: page.total,
    ...(count === undefined ? {} : { count }),
    ...(offset === undefined ? {} : { offset }),
    items: [...items],
    ...rest,
  });
  const isJson = input.response_format === 'json';
  const { rows, paging } = fitRows(page, textLimit(call.budget), {
    row: (item) => (isJson ? JSON.stringify(item) : renderItem(item, timeZone)).length,
    text: (items, paging) => listText(build(items, paging), input, words, timeZone).length,
  });
  return build(rows, paging);
}
