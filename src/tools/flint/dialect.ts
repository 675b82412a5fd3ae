import { type Static, type TObject, Type } from 'typebox';
import { type Budget, contentBytes } from '../budget.ts';
import type { Dialect, Style } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  maxBytesField,
  offsetField,
  shortenedOutput,
  warningsOutput,
} from '../fields.ts';
import { opennotes } from '../opennotes/dialect.ts';
import { fitBeside, type Page } from '../pagination.ts';
import { renderTable } from '../render.ts';
import type { Shortened } from '../shorten.ts';

/** Errors look as in opennotes; its names have no prefix. */
export const flint: Dialect = {
  name: 'flint',
  prefix: undefined,
  renderError: opennotes.renderError,
};

export const identifierField = Type.String({
  description: 'Path, id, title, alias or file name',
  minLength: 1,
});

const vaultIdField = Type.Optional(
  Type.String({ description: 'Notebook name; omit for the current one', minLength: 1 }),
);

/** Which notebook: `notebook` is what other dialects call it. */
export const vaultFields = { vaultId: vaultIdField, notebook: spellingOf('vaultId') };

/** The notebook a call names, for the engine. */
export function inVault(vaultId: string | undefined): { notebook?: string } {
  return vaultId === undefined ? {} : { notebook: vaultId };
}

/** Another spelling of a parameter: accepted, never advertised; both at once are refused. */
export function spellingOf(parameter: string) {
  return Type.Optional(Type.Unsafe<never>({ spells: parameter, hidden: true }));
}

/** Values above the maximum are lowered to it; `pagination.limit` says what was applied. */
export function limitField(standard: number, most: number) {
  return Type.Integer({
    description: 'Page size',
    default: standard,
    minimum: 1,
    maximum: most,
    clamp: true,
  });
}

/** What every list tool takes: which page, of which notebook, how large. */
export function pageFields(standard: number, most: number) {
  return {
    limit: limitField(standard, most),
    max_results: spellingOf('limit'),
    offset: offsetField,
    ...vaultFields,
    maxBytes: hidden(maxBytesField),
  };
}

/** A row with a path, a title and two dates takes more than this. */
const leastRow = 110;

/** How many rows to ask the engine for: no more than can fit, since each is compared with the disk. */
export function rowsToAsk(limit: number, budget: Budget, least = leastRow): number {
  return Math.min(limit, Math.ceil(contentBytes(budget) / least));
}

/** What the descriptions of list tools say of their pages. */
export function pagesText(standard: number, most: number): string {
  return `Default ${standard} per page, maximum ${most}; while pagination.hasMore, pass nextOffset as offset.`;
}

export const flintPaginationSchema = Type.Object(
  {
    total: Type.Integer({ description: 'Number of results before the limit' }),
    limit: Type.Integer({ description: 'Limit that was applied' }),
    offset: Type.Integer({ description: 'Results skipped' }),
    hasMore: Type.Boolean({ description: 'Whether results follow' }),
    nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the next page, when results follow' })),
  },
  { description: 'Where this page stands in the whole list' },
);

export type FlintPagination = Static<typeof flintPaginationSchema>;

/** What every row says of its note; all but the path can give way when one row alone is too large. */
export const rowFields = {
  id: Type.Optional(Type.String({ description: 'Id in the frontmatter' })),
  path: Type.String({ description: 'Path in the notebook' }),
  title: Type.Optional(Type.String({ description: 'Title' })),
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags' })),
  created: Type.Optional(Type.String({ description: 'Created, ISO 8601 in UTC' })),
  modified: Type.Optional(Type.String({ description: 'Last change, ISO 8601 in UTC' })),
};

export const rowSchema = Type.Object({ ...rowFields, ...shortenedOutput });

/** The answer of a list tool, from the schema of its rows. */
export function pageSchema<Row extends TObject>(row: Row) {
  return Type.Object({
    results: Type.Array(row, { description: 'The rows of this page' }),
    pagination: flintPaginationSchema,
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  });
}

/** Room for the pagination block and the names around it, at their longest. */
const pagingBytes = 200;

/** The answer of a list tool: rows first, then pagination from what really fitted. */
export function fitFlintPage<Row extends object, Rest extends object>(
  page: Page<Row>,
  rest: Rest,
  budget: Budget,
): { results: (Row & Shortened)[]; pagination: FlintPagination } & Rest & Shortened {
  const fitted = fitBeside(page.rows, rest, budget, pagingBytes);
  return { results: fitted.rows, pagination: paginateFlint(page, fitted.rows.length), ...fitted.rest };
}

export function paginateFlint(
  { total, limit, offset }: Omit<Page<unknown>, 'rows'>,
  returned: number,
): FlintPagination {
  const nextOffset = offset + returned;
  const hasMore = returned > 0 && nextOffset < total;
  return { total, limit, offset, hasMore, ...(hasMore ? { nextOffset } : {}) };
}

/** For a person at a terminal: "50 of 1234 notes; next page: --offset 50", or nothing when everything is shown. */
export function describeFlintPage(
  { results, pagination }: { results: readonly unknown[]; pagination: FlintPagination },
  noun: string,
): string {
  const { total, nextOffset } = pagination;
  if (total === 0) return `No ${noun}s found`;
  if (nextOffset !== undefined)
    return `${results.length} of ${total} ${noun}s; next page: --offset ${nextOffset}`;
  return results.length === 0 ? `None of ${total} ${noun}s: the offset is past the end` : '';
}

type Row = Static<typeof rowSchema>;

/** Notes as a person sees them, one line each. */
export function renderNoteRows(rows: readonly Row[], style: Style): string {
  return renderTable(rows.map((row) => noteCells(row, style)));
}

export function noteCells({ path, title = '', tags = [], modified = '' }: Row, style: Style): string[] {
  return [path, title, style.dim(modified.slice(0, 10)), style.dim(tags.map((tag) => `#${tag}`).join(' '))];
}
