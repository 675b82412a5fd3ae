import { type TObject, Type } from 'typebox';
import { type Budget, contentBytes, fitRows } from '../budget.ts';
import type { Style } from '../define-tool.ts';
import { renderTable } from '../render.ts';
import { fairCap, jsonBytes, type Shortened, shortenRecord } from '../shorten.ts';
import { describeFlintPage, type FlintPagination, flintPaginationSchema, paginateFlint } from './dialect.ts';

/** One list of several in an answer. */
export function categorySchema<Row extends TObject>(row: Row, description: string) {
  return Type.Optional(
    Type.Object(
      {
        results: Type.Array(row, { description: 'The rows of this page' }),
        pagination: flintPaginationSchema,
      },
      { description },
    ),
  );
}

interface Found {
  rows: readonly object[];
  total: number;
}

type Fitted<Pages> = {
  [Name in keyof Pages]?: NonNullable<Pages[Name]> extends { rows: readonly (infer Row)[] }
    ? { results: (Row & Shortened)[]; pagination: FlintPagination }
    : never;
};

/** In less room than this a row says nothing: its category then tells only that there are some. */
const leastRow = 90;
const leastRest = 200;

/** Several lists in one answer share the room: small ones are whole, and what they leave the large ones divide evenly. */
export function fitCategories<Pages extends Record<string, Found | undefined>, Rest extends object>(
  pages: Pages,
  page: { limit: number; offset: number },
  rest: Rest,
  budget: Budget,
): Rest & Shortened & Fitted<Pages> {
  const found = Object.entries(pages).filter((entry): entry is [string, Found] => entry[1] !== undefined);
  const frame = jsonBytes(
    Object.fromEntries(
      found.map(([name, { total }]) => [name, { results: [], pagination: waiting(page, total) }]),
    ),
  );
  const share = contentBytes(budget);
  const fittedRest = shortenRecord(rest, Math.max(budget.bytes - share - frame, leastRest));
  const room = Math.min(share, budget.bytes - jsonBytes(fittedRest) - frame);
  const cap = Math.min(
    room,
    fairCap(
      found.map(([, { rows }]) => jsonBytes(rows)),
      room,
    ),
  );
  const fitted = found.map(([name, { rows, total }]) => {
    if (rows.length > 0 && cap < leastRow && jsonBytes(rows) > cap)
      return [name, { results: [], pagination: waiting(page, total) }];
    const results = fitRows(rows, cap);
    return [name, { results, pagination: paginateFlint({ ...page, total }, results.length) }];
  });
  return { ...fittedRest, ...Object.fromEntries(fitted) } as Rest & Shortened & Fitted<Pages>;
}

/** Of a list that has no room here: it begins where it was to begin. */
function waiting({ limit, offset }: { limit: number; offset: number }, total: number): FlintPagination {
  return { total, limit, offset, hasMore: true, nextOffset: offset };
}

interface Category {
  results: readonly object[];
  pagination: FlintPagination;
}

/** Every list under its name and its total, one row a line. */
export function renderCategories<Name extends string>(
  names: readonly Name[],
  answer: Partial<Record<Name, Category>>,
  cellsOf: (row: object) => string[],
  style: Style,
): string {
  return names
    .flatMap((name) => {
      const page = answer[name];
      if (page === undefined) return [];
      const table = renderTable(page.results.map(cellsOf));
      return [style.bold(`${name} (${page.pagination.total})`), ...(table === '' ? [] : [table])];
    })
    .join('\n');
}

/** How to go on with each list that goes on. */
export function describeCategories<Name extends string>(
  names: readonly Name[],
  answer: Partial<Record<Name, Category>>,
  nounOf: (name: Name) => string,
): string {
  return names
    .filter((name) => answer[name]?.pagination.nextOffset !== undefined)
    .map((name) => `${describeFlintPage(answer[name]!, nounOf(name))} --category ${name}`)
    .join('\n');
}
