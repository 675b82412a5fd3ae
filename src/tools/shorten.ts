const ellipsis = '…';

/** What a cut record carries besides its fields. */
export interface Shortened {
  truncated?: true;
  truncatedFields?: string[];
}

/** Size of a value as compact JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? 'null');
}

/** The value cut down to at most `maxBytes` of JSON; undefined when not even an empty one fits. */
export function shortenValue(value: unknown, maxBytes: number): unknown {
  if (jsonBytes(value) <= maxBytes) return value;
  if (maxBytes < 2) return undefined;
  if (typeof value === 'string') return shortenString(value, maxBytes);
  if (Array.isArray(value)) return shortenArray(value, maxBytes);
  if (typeof value === 'object' && value !== null) return shortenObject(value, maxBytes);
  return undefined;
}

function shortenString(text: string, maxBytes: number): string {
  const room = maxBytes - 2 - Buffer.byteLength(ellipsis);
  if (room < 0) return '';
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += jsonBytes(character) - 2;
    if (used > room) break;
    end += character.length;
  }
  return text.slice(0, end) + ellipsis;
}

function shortenArray(values: readonly unknown[], maxBytes: number): unknown[] {
  const kept: unknown[] = [];
  let used = 2;
  for (const value of values) {
    const size = jsonBytes(value) + 1;
    if (used + size > maxBytes) {
      const rest = kept.length === 0 ? shortenValue(value, maxBytes - 2) : undefined;
      if (rest !== undefined) kept.push(rest);
      break;
    }
    kept.push(value);
    used += size;
  }
  return kept;
}

function shortenObject(record: object, maxBytes: number): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  let used = 2;
  for (const [key, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const overhead = jsonBytes(key) + 2;
    const short = shortenValue(value, maxBytes - used - overhead);
    if (short === undefined) continue;
    kept.push([key, short]);
    used += overhead + jsonBytes(short);
  }
  return Object.fromEntries(kept);
}

/**
 * The record cut down to at most `maxBytes` of JSON. Small fields stay whole and the large ones share what is
 * left evenly; `keep` names fields that are never cut and must be small.
 */
export function shortenRecord<T extends object>(
  record: T,
  maxBytes: number,
  keep: readonly string[] = [],
): T & Shortened {
  if (jsonBytes(record) <= maxBytes) return record;
  const fields = Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value, overhead: jsonBytes(key) + 2, bytes: jsonBytes(value) }));
  const kept = fields.filter((field) => keep.includes(field.key));
  const cuttable = fields.filter((field) => !keep.includes(field.key));
  const nameRoom = Math.min(sum(cuttable.map((field) => field.overhead)) + 2, Math.floor(maxBytes / 4));
  const marks = '"truncated":true,"truncatedFields":,'.length + nameRoom;
  const room = maxBytes - 2 - marks - sum(kept.map((field) => field.overhead + field.bytes));
  const cap = fairCap(
    cuttable.map((field) => field.overhead + field.bytes),
    room,
  );
  const cut: string[] = [];
  const result: [string, unknown][] = [];
  for (const { key, value, overhead, bytes } of fields) {
    const whole = keep.includes(key) || overhead + bytes <= cap;
    const short = whole ? value : shortenValue(value, Math.floor(cap) - overhead);
    if (!whole) cut.push(key);
    if (short !== undefined) result.push([key, short]);
  }
  return Object.assign(Object.fromEntries(result), {
    truncated: true as const,
    truncatedFields: shortenArray(cut, nameRoom) as string[],
  }) as T & Shortened;
}

/** The largest size `c` such that cutting every item above `c` down to `c` makes them all fit. */
export function fairCap(sizes: readonly number[], room: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = Math.max(0, room);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
