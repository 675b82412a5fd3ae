import { Type } from 'typebox';
import { type Budget, contentBytes, fitRows } from './budget.ts';
import { jsonBytes, type Shortened, shortenRecord } from './shorten.ts';

export interface Pagination {
  total: number;
  returned: number;
  page: number;
  pageSize: number;
  hasMore: boolean;
  nextOffset?: number;
}

export const paginationSchema = Type.Object(
  {
    total: Type.Integer({ description: 'Number of results before the limit' }),
    returned: Type.Integer({ description: 'Number of results in this answer' }),
    page: Type.Integer({ description: 'Page number, from 1' }),
    pageSize: Type.Integer({ description: 'Limit that was applied' }),
    hasMore: Type.Boolean({ description: 'Whether results follow' }),
    nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the next page, when results follow' })),
  },
  { description: 'Where this page stands in the whole list' },
);

export const guidanceSchema = Type.Optional(
  Type.String({ description: 'How to fetch the next page, when results follow' }),
);

/** A page of rows as the engine or a slice gave it, before it is fitted to the budget. */
export interface Page<Row> {
  rows: readonly Row[];
  total: number;
  offset: number;
  limit: number;
}

/** Room for the pagination block, the guidance line and the names around them, at their longest. */
const pagingBytes = 330;
const leastRest = 400;

/**
 * As many rows as the budget holds beside `rest`, the metadata of the same answer (notebook, index, warnings), which is
 * shortened when it would crowd out the rows. `pagingBytes` is kept free for what tells where the page stands.
 */
export function fitBeside<Row extends object, Rest extends object>(
  rows: readonly Row[],
  rest: Rest,
  budget: Budget,
  pagingBytes: number,
): { rows: (Row & Shortened)[]; rest: Rest & Shortened } {
  const share = contentBytes(budget);
  const fittedRest = shortenRecord(rest, Math.max(budget.bytes - share - pagingBytes, leastRest));
  const room = Math.min(share, budget.bytes - pagingBytes - jsonBytes(fittedRest));
  return { rows: fitRows(rows, room), rest: fittedRest };
}

/** Rows first, then pagination from what really fitted, so that pages neither skip nor repeat. */
export function fitPage<Row extends object, Rest extends object>(
  page: Page<Row>,
  rest: Rest,
  budget: Budget,
): {
  rows: (Row & Shortened)[];
  rest: Rest & Shortened;
  pagination: Pagination;
  guidance: { _guidance?: string };
} {
  const fitted = fitBeside(page.rows, rest, budget, pagingBytes);
  const pagination = paginate(page, fitted.rows.length);
  return { ...fitted, pagination, guidance: guide(pagination) };
}

function paginate(page: Page<unknown>, returned: number): Pagination {
  const nextOffset = page.offset + returned;
  const hasMore = returned > 0 && nextOffset < page.total;
  return {
    total: page.total,
    returned,
    page: Math.floor(page.offset / page.limit) + 1,
    pageSize: page.limit,
    hasMore,
    ...(hasMore ? { nextOffset } : {}),
  };
}

function guide(pagination: Pagination): { _guidance?: string } {
  return pagination.nextOffset === undefined
    ? {}
    : { _guidance: `More results available. To fetch next page: { offset: ${pagination.nextOffset} }` };
}
