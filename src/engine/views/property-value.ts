/** A property as one sortable thing: numbers before texts, what is missing last in either direction. */
export type SortValue = number | string | undefined;

/** From the lowest rank to the highest, as boards show them; a number or `P2` is its own rank. */
const priorityWords: Readonly<Record<string, number>> = {
  urgent: 0,
  critical: 0,
  highest: 0,
  high: 1,
  medium: 2,
  normal: 2,
  low: 3,
  lowest: 4,
};

export function parsePriority(value: unknown): SortValue {
  const item = Array.isArray(value) ? value[0] : value;
  if (typeof item === 'number') return item;
  if (typeof item !== 'string') return undefined;
  const text = item.trim().toLowerCase();
  if (Object.hasOwn(priorityWords, text)) return priorityWords[text];
  const number = /^p?(-?\d+(?:\.\d+)?)$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

export function sortValueOf(value: unknown): SortValue {
  const item = Array.isArray(value) ? value[0] : value;
  if (typeof item === 'number') return item;
  if (typeof item === 'boolean') return item ? 1 : 0;
  if (typeof item !== 'string' || item.trim() === '') return undefined;
  const text = item.trim();
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text.toLowerCase();
}

export function compareValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  const before = typeof a === typeof b ? a < b : typeof a === 'number';
  return before === descending ? 1 : -1;
}

/** The groups a value puts a note in: one for each item of a list. `null` stands for no value. */
export function groupKeysOf(value: unknown): (string | null)[] {
  const items = (Array.isArray(value) ? value : [value]).map(renderKey).filter((key) => key !== null);
  return items.length === 0 ? [null] : [...new Set(items)];
}

function renderKey(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.trim() === '' ? null : text.trim();
}
