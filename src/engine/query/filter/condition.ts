import type { Period } from './period.ts';

/** Longest first: `>=` must not be read as `>`. */
export const operators = ['!=', '>=', '<=', '=', '>', '<', '~'] as const;
export type Operator = (typeof operators)[number];

export type BuiltInField =
  | 'path'
  | 'title'
  | 'tag'
  | 'created'
  | 'modified'
  | 'words'
  | 'body'
  | 'links-to'
  | 'linked-by';

/** `label` is the field as it was written, for showing it. */
export type Field =
  | { name: BuiltInField; label: string }
  /** A property: `data.project.name` has the keys `project` and `name`. */
  | { name: 'data'; label: string; keys: string[] };

export interface Comparison {
  kind: 'comparison';
  field: Field;
  operator: Operator;
  text: string;
  /** The value is a parameter of a view: its wildcards are characters like any other. */
  literal?: boolean;
  /** The value read as a number and as a time, where it can be. */
  number?: number;
  period?: Period;
}

export interface Presence {
  kind: 'presence';
  field: Field;
  present: boolean;
}

export type Condition = Comparison | Presence;

const wildcard = /[*?]/;

/** Wildcards mean something where values are compared for being equal; elsewhere they are characters like any other. */
export function isGlob({ field, operator, text, literal }: Comparison): boolean {
  if (literal) return false;
  return (operator === '=' || operator === '!=') && field.name !== 'body' && wildcard.test(text);
}
