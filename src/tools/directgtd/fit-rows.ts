import type { Budget } from '../budget.ts';

/** How long the text of an answer may be, in characters, whatever its format. */
const characterLimit = 25_000;

/** More rows than this never fit, as even the shortest takes 75 characters: no more are asked for. */
export const mostRows = Math.ceil(characterLimit / 75);

export function textLimit(budget: Budget): number {
  return Math.min(characterLimit, budget.bytes);
}

/** Where a part stands in the whole list; empty when it is the whole list. */
export interface Paging {
  count?: number;
  offset?: number;
  hasMore?: boolean;
  nextOffset?: number;
  truncated?: boolean;
  truncation_message?: string;
}

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly offset: number;
  /** Undefined when the caller named none. */
  readonly limit: number | undefined;
}

export interface Cut {
  truncated?: boolean;
  truncatedFields?: string[];
}

export interface Measure<Row> {
  /** How many characters one row takes, at least. */
  row(row: Row): number;
  /** How long the whole text is with these rows. */
  text(rows: readonly (Row & Cut)[], paging: Paging): number;
}

/** The first rows whose whole text fits, measured by rendering it; at least one, shortened if it must be. */
export function fitRows<Row extends object>(
  page: RowPage<Row>,
  limit: number,
  measure: Measure<Row>,
): { rows: readonly (Row & Cut)[]; paging: Paging } {
  const fits = (rows: readonly (Row & Cut)[]) => measure.text(rows, pagingOf(page, rows.length)) <= limit;
  let count = 0;
  for (let used = 0; count < page.rows.length; count++) {
    used += measure.row(page.rows[count]!);
    if (used > limit) break;
  }
  while (count > 0 && !fits(page.rows.slice(0, count))) count--;
  const [first] = page.rows;
  const rows =
    count === 0 && first !== undefined
      ? [shortenRow(first, (row) => fits([row]))]
      : page.rows.slice(0, count);
  return { rows, paging: pagingOf(page, rows.length) };
}

/** How many rows the caller asked for and the list can give. */
export function wantedOf({ total, offset, limit }: Omit<RowPage<unknown>, 'rows'>): number {
  return Math.min(limit ?? total, Math.max(0, total - offset));
}

function pagingOf({ total, offset, limit }: RowPage<unknown>, count: number): Paging {
  const wanted = wantedOf({ total, offset, limit });
  const isCut = count < wanted;
  if (!isCut && limit === undefined && offset === 0) return {};
  const nextOffset = offset + count;
  const hasMore = count > 0 && nextOffset < total;
  return {
    count,
    offset,
    hasMore,
    ...(hasMore ? { nextOffset } : {}),
    ...(isCut
      ? {
          truncated: true,
          truncation_message: `Response truncated from ${wanted} to ${count} items. The database contains more items than can be displayed at once.`,
        }
      : {}),
  };
}

const caps = [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20];

/** The row with its long fields cut, as little as is needed. */
export function shortenRow<Row extends object>(row: Row, fits: (row: Row & Cut) => boolean): Row & Cut {
  let shortened: Row & Cut = row;
  for (const cap of caps) {
    shortened = cutFields(row, cap);
    if (fits(shortened)) break;
  }
  return shortened;
}

function cutFields<Row extends object>(row: Row, cap: number): Row & Cut {
  const before = (row as Cut).truncatedFields ?? [];
  const cut: string[] = [];
  const fields = Object.entries(row).map(([key, value]): [string, unknown] => {
    const short = cutValue(value, cap);
    if (short !== value) cut.push(key);
    return [key, short];
  });
  if (cut.length === 0) return row;
  const truncatedFields = [...new Set([...before, ...cut])];
  return { ...(Object.fromEntries(fields) as Row), truncated: true, truncatedFields };
}

function cutValue(value: unknown, cap: number): unknown {
  if (typeof value === 'string') return cutText(value, cap);
  if (!Array.isArray(value)) return value;
  const most = Math.max(1, Math.floor(cap / 50));
  const short = value.slice(0, most).map((item) => (typeof item === 'string' ? cutText(item, cap) : item));
  return short.length === value.length && short.every((item, at) => item === value[at]) ? value : short;
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? '') ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
}
