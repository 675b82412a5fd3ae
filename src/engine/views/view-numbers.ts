/** A `limit` or `offset` of a view, as the part of the definition it becomes. */
export function parseCount<Name extends 'limit' | 'offset'>(
  raw: unknown,
  least: number,
  name: Name,
  fail: (problem: string) => Error,
): { [K in Name]?: number } {
  if (raw === undefined || raw === null) return {};
  const value = typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : raw;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw fail(`expected a whole number of at least ${least}`);
  return { [name]: value } as { [K in Name]?: number };
}
