import { fold } from './fold.ts';
import type { Scalar } from './value-test.ts';

type Visit = (value: unknown) => boolean;

/**
 * Whether what lies at the end of these keys passes. A list stands for each of its members; a key may have dots in it;
 * one that is spelled so wins over those that differ in case.
 */
export function someAt(value: unknown, keys: readonly string[], passes: Visit): boolean {
  if (keys.length === 0) return passes(value);
  if (Array.isArray(value)) return value.some((item) => someAt(item, keys, passes));
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  for (let take = keys.length; take > 0; take--) {
    const rest = keys.slice(take);
    for (const key of ownKeys(record, keys.slice(0, take).join('.')))
      if (someAt(record[key], rest, passes)) return true;
  }
  return false;
}

function ownKeys(record: Record<string, unknown>, key: string): string[] {
  if (Object.hasOwn(record, key)) return [key];
  const folded = fold(key);
  return Object.keys(record).filter((one) => fold(one) === folded);
}

/** Lists by membership, in lists too; an object and nothing are equal to no value. */
export function someScalar(value: unknown, test: (value: Scalar) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => someScalar(item, test));
  return typeof value === 'object' || value === undefined ? false : test(value as Scalar);
}

/** A property that is there but says nothing counts as missing. */
export function isPresent(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' ? Object.values(value).some(isPresent) : true;
}
