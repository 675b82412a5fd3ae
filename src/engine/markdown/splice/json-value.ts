import { SlipboxError } from '../../errors.ts';

const deepest = 32;

/** A value as JSON has it: a copy, without members that are undefined. */
export function toJsonValue(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw refused(`nested more than ${deepest} deep`);
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      if (!value.isWellFormed()) throw refused('text with half a character');
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw refused(String(value));
      return value === 0 ? 0 : value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((item) => toJsonValue(item ?? null, depth + 1));
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [toJsonValue(key), toJsonValue(item, depth + 1)]),
      );
    default:
      throw refused(typeof value);
  }
}

function refused(what: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `value: ${what} cannot be a property`, {
    hint: 'Give a text, a number, true, false, a list or an object; null removes the property',
    details: { parameter: 'value' },
  });
}

/** Equal for values that are equal whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy with one member set; with undefined, without it. */
export function withMember(
  data: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const others = Object.entries(data).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}
