import { parseNoteField } from './note-fields.ts';
import type { ViewOrder } from './view-definition.ts';

const dates = new Set<string>(['created', 'modified']);

/**
 * `modified:desc`, `priority`, `-created`, `updated_at DESC`, several separated by commas. Without a direction dates
 * come newest first and texts from A, unless `ascending` says how it was in the language the text is from.
 */
export function parseSort(text: string, options: { ascending?: boolean } = {}): ViewOrder[] | undefined {
  const orders: ViewOrder[] = [];
  for (const item of text.split(',')) {
    const match = /^\s*(-?)(.*?)(?:(?:\s*:\s*|\s+)(asc|desc)(?:\s+nulls\s+last)?)?\s*$/i.exec(item);
    const name = match?.[2] ?? '';
    const field = name.toLowerCase() === 'relevance' ? 'relevance' : parseNoteField(name);
    if (match === null || field === undefined || field === 'tag') return undefined;
    const direction = match[3]?.toLowerCase() ?? (match[1] === '-' ? 'desc' : undefined);
    const natural = !options.ascending && dates.has(field);
    orders.push({ field, descending: direction === undefined ? natural : direction === 'desc' });
  }
  return orders;
}
