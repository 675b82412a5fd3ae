import type { Call } from '../call.ts';
import { renderInstant } from '../clock.ts';
import { SlipboxError } from '../errors.ts';
import { type DueRange, dueRows, spanOf } from './due-items.ts';
import { childRows, findItemRow, type GtdItem, readItems } from './gtd-items.ts';
import type { GtdReader } from './gtd-reader.ts';
import type { GtdView } from './gtd-view.ts';
import { openPaths, type Shown } from './hidden-folders.ts';
import { type GtdTag, readAllTags } from './list-tags.ts';
import { searchRows } from './search-items.ts';

export interface PageInput {
  readonly limit: number;
  readonly offset: number;
}

export interface GtdPage {
  items: GtdItem[];
  total: number;
}

export interface FoundItem extends GtdItem {
  /** Titles of the folders it lies in, from the top. */
  path: string[];
}

export interface ItemDetails extends GtdItem {
  path: { id: string; title: string }[];
  childCount: number;
}

export interface SearchInput extends PageInput {
  readonly query: string;
  readonly itemType?: string | undefined;
  readonly completed: boolean;
  readonly shown: Shown;
}

export interface DueInput extends PageInput {
  readonly range: DueRange;
  readonly completed: boolean;
  readonly shown: Shown;
}

/** Of notes a list shows the beginning. */
const previewLength = 200;
const preview = { offset: 0, length: previewLength };

/** One kind of question each, on one open database; the zone rules dates that were stored without one. */
export interface GtdQuestions {
  readonly reader: GtdReader;
  readonly timeZone: string;
}

export function listRootItems(
  { reader, timeZone }: GtdQuestions,
  page: PageInput,
  call: Call,
): Promise<GtdPage> {
  return reader.read(call, (view) => readPage(view, childRows(view, null), page, timeZone));
}

export function listChildItems(
  { reader, timeZone }: GtdQuestions,
  { parentId, ...page }: PageInput & { parentId: string },
  call: Call,
): Promise<GtdPage> {
  return reader.read(call, (view) => {
    if (findItemRow(view, parentId) === undefined) throw itemNotFound(parentId);
    return readPage(view, childRows(view, parentId), page, timeZone);
  });
}

export function readItem(
  { reader, timeZone }: GtdQuestions,
  { itemId, notes }: { itemId: string; notes: { offset: number; length: number } },
  call: Call,
): Promise<ItemDetails> {
  return reader.read(call, (view) => {
    const row = findItemRow(view, itemId);
    const [item] = row === undefined ? [] : readItems(view, [row], { timeZone, notes });
    if (item === undefined) throw itemNotFound(itemId);
    const path = openPaths(view)(item.parentId);
    return { ...item, path, childCount: childRows(view, itemId).length };
  });
}

export function searchItems(
  { reader, timeZone }: GtdQuestions,
  { limit, offset, ...search }: SearchInput,
  call: Call,
): Promise<GtdPage & { items: FoundItem[] }> {
  return reader.read(call, (view) =>
    withPaths(view, readPage(view, searchRows(view, search), { limit, offset }, timeZone)),
  );
}

export async function listDueItems(
  { reader, timeZone }: GtdQuestions,
  { limit, offset, range, ...search }: DueInput,
  call: Call,
): Promise<GtdPage & { items: FoundItem[]; from?: string; to: string }> {
  const span = spanOf(range, Date.now(), timeZone);
  const page = await reader.read(call, (view) =>
    withPaths(
      view,
      readPage(view, dueRows(view, { ...search, span, timeZone }), { limit, offset }, timeZone),
    ),
  );
  const from = span.from === undefined ? {} : { from: renderInstant(span.from) };
  return { ...page, ...from, to: renderInstant(span.to) };
}

export function listTags(
  { reader }: GtdQuestions,
  { limit, offset }: PageInput,
  call: Call,
): Promise<{ tags: GtdTag[]; total: number }> {
  return reader.read(call, (view) => {
    const tags = readAllTags(view);
    return { tags: tags.slice(offset, offset + limit), total: tags.length };
  });
}

/** How many items there are, and whether the file is one we understand. */
export function countItems({ reader }: GtdQuestions, call: Call): Promise<number> {
  return reader.read(call, (view) => {
    const row = view.db.prepare('SELECT count(id) AS count, max(title), max(sort_order) FROM items').get();
    return Number(row?.count);
  });
}

function readPage(view: GtdView, rows: readonly number[], page: PageInput, timeZone: string): GtdPage {
  const shown = rows.slice(page.offset, page.offset + page.limit);
  return { items: readItems(view, shown, { timeZone, notes: preview }), total: rows.length };
}

function withPaths(view: GtdView, { items, total }: GtdPage): { items: FoundItem[]; total: number } {
  const pathOf = openPaths(view);
  return {
    items: items.map((item) => ({ ...item, path: pathOf(item.parentId).map(({ title }) => title) })),
    total,
  };
}

function itemNotFound(id: string): SlipboxError {
  const shown = id.length > 100 ? `${id.slice(0, 100)}…` : id;
  return new SlipboxError('ITEM_NOT_FOUND', `No item found with ID: ${shown}`, { details: { id: shown } });
}
