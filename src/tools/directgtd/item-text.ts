import { type Paging, wantedOf } from './fit-rows.ts';
import type { DetailedItem, PlainItem } from './item-fields.ts';

export type ShownItem = PlainItem & Partial<DetailedItem> & { path?: readonly string[] };

/** The words of a list around its items. */
export interface ListWords {
  readonly heading: string;
  /** Lines between the heading and the items. */
  readonly lead: readonly string[];
  readonly none: string;
}

/** A list as Markdown; `host` is the zone of this computer. */
export function renderItems(
  { total, items, ...paging }: { total: number; items: readonly ShownItem[] } & Paging,
  words: ListWords,
  { timeZone, limit }: { timeZone: string; limit: number | undefined },
): string {
  if (total === 0) return words.none;
  const { offset = 0 } = paging;
  const blocks = [`# ${words.heading}`, ...words.lead, ...items.map((item) => renderItem(item, timeZone))];
  if (items.length === 0) blocks.push(`No items from offset ${offset} on.`);
  return [...blocks, ...renderPaging(paging, items.length, wantedOf({ total, offset, limit }))].join('\n\n');
}

/** What is said below a list that is a part. */
export function renderPaging({ truncated, nextOffset }: Paging, count: number, wanted: number): string[] {
  return [
    ...(truncated
      ? [`**Note**: Response truncated from ${wanted} to ${count} items due to size limits.`]
      : []),
    ...(nextOffset === undefined ? [] : [`Next page: offset ${nextOffset}`]),
  ];
}

const rendered = new WeakMap<ShownItem, { timeZone: string; text: string }>();

/** Kept while the item is: fitting an answer to its limit looks at each item more than once. */
export function renderItem(item: ShownItem, timeZone: string): string {
  const known = rendered.get(item);
  if (known?.timeZone === timeZone) return known.text;
  const text = [`## ${titleOf(item.title)}`, ...renderFields(item, timeZone)].join('\n');
  rendered.set(item, { timeZone, text });
  return text;
}

/** One bullet per field; dates that may be missing only where they are set. */
export function renderFields(item: ShownItem, timeZone: string): string[] {
  const date = (value: string | null) => renderDate(value, timeZone);
  const fields: [string, string | undefined][] = [
    ['ID', oneLine(item.id)],
    ['Type', item.itemType ?? undefined],
    ['Sort Order', String(item.sortOrder)],
    ['Created', date(item.createdAt)],
    ['Modified', date(item.modifiedAt)],
    ['Completed', item.completedAt === null ? undefined : date(item.completedAt)],
    ['Due Date', item.dueDate === null ? undefined : date(item.dueDate)],
    ['Earliest Start', item.earliestStartTime === null ? undefined : date(item.earliestStartTime)],
    ['Tags', item.tags?.map(oneLine).join(', ')],
    ['Path', item.path?.map(titleOf).join(' > ')],
    ['Notes', item.notes ? `${oneLine(item.notes)}${isCut(item, 'notes') ? ' …' : ''}` : undefined],
  ];
  return fields.flatMap(([name, value]) => (value ? [`- **${name}**: ${value}`] : []));
}

function isCut(item: ShownItem, field: string): boolean {
  return item.truncatedFields?.includes(field) ?? false;
}

/** A line break in a title would end the heading and start something else. */
export function titleOf(title: string): string {
  return oneLine(title) || '(untitled)';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `Jan 15, 2024, 10:30 AM PST`; None for no date, and what is no date as it stands. */
export function renderDate(value: string | null, timeZone: string): string {
  if (value === null) return 'None';
  const time = /^[+-]?\d{4,6}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return oneLine(value);
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(timeZone === 'host' ? {} : { timeZone }),
    });
    formats.set(timeZone, format);
  }
  // newer Unicode data puts a narrow space before AM
  return format.format(time).replaceAll('\u202F', ' ');
}

export function countOf(total: number, one: string): string {
  return `${total} ${one}${total === 1 ? '' : 's'}`;
}
