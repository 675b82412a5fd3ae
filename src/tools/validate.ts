import type { Static, TObject } from 'typebox';
import { SlipboxError } from '../engine/index.ts';
import { findNearest } from './nearest.ts';

/**
 * The part of JSON Schema our definitions use, plus keywords clients never see: `clamp` lowers a value above
 * the maximum to it, `fromSetting` takes the default from a setting,
 * `hidden` accepts a field without advertising it, `demandedBy` makes a field required and advertised when that
 * setting says so, `spells` makes a field another spelling of the one it names, `blank: false` refuses a string of
 * spaces, `takesNull` lets null be a value instead of meaning omitted.
 */
export interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  blank?: boolean;
  clamp?: boolean;
  demandedBy?: string;
  fromSetting?: string;
  hidden?: boolean;
  spells?: string;
  takesNull?: boolean;
}

interface Problem {
  parameter: string;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
}

type Checked = { value: unknown; problem?: undefined } | { problem: Problem };

/** A copy of the arguments with defaults filled in; anything wrong with them is INVALID_PARAMS naming the parameter. */
export function validateInput<Input extends TObject>(schema: Input, input: unknown): Static<Input> {
  const checked = check(schema as Schema, input ?? {}, '');
  if (checked.problem === undefined) return checked.value as Static<Input>;
  const { parameter, message, hint, details } = checked.problem;
  throw new SlipboxError('INVALID_PARAMS', message, {
    ...(hint === undefined ? {} : { hint }),
    details: { parameter: shortName(parameter), ...details },
  });
}

function check(schema: Schema, value: unknown, path: string): Checked {
  if (schema.anyOf !== undefined) return checkAlternatives(schema, schema.anyOf, value, path);
  switch (schema.type) {
    case 'object':
      return checkObject(schema, value, path);
    case 'array':
      return checkArray(schema, value, path);
    case 'string':
      return checkString(schema, value, path);
    case 'integer':
    case 'number':
      return checkNumber(schema, value, path);
    case 'boolean':
      return typeof value === 'boolean' ? { value } : mismatch(schema, value, path);
    default:
      return { value };
  }
}

function checkObject(schema: Schema, given: unknown, path: string): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return mismatch(schema, given, path);
  const [properties, spellings] = splitSpellings(schema.properties ?? {});
  const spelled = respell(given as Record<string, unknown>, spellings, path);
  if (spelled.problem !== undefined) return spelled;
  const { value } = spelled;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(properties, key)) continue;
    if (typeof schema.additionalProperties !== 'object')
      return unknownParameter(key, path, Object.keys(properties));
    const checked = check(schema.additionalProperties, value[key], join(path, key));
    if (checked.problem !== undefined) return checked;
    entries.push([key, checked.value]);
  }
  for (const [key, property] of Object.entries(properties)) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given === undefined || (given === null && !property.takesNull)) {
      const fallback = property.default;
      if (fallback !== undefined) entries.push([key, fallback]);
      else if (schema.required?.includes(key)) return missing(property, join(path, key));
      continue;
    }
    const checked = check(property, given, join(path, key));
    if (checked.problem !== undefined) return checked;
    entries.push([key, checked.value]);
  }
  // fromEntries defines own properties: a key such as __proto__ stays a plain key
  return { value: Object.fromEntries(entries) };
}

type Spellings = readonly (readonly [spelling: string, meant: string])[];

function splitSpellings(properties: Record<string, Schema>): [Record<string, Schema>, Spellings] {
  const entries = Object.entries(properties);
  const spellings = entries.flatMap(([key, { spells }]) =>
    spells === undefined ? [] : [[key, spells] as const],
  );
  if (spellings.length === 0) return [properties, []];
  return [Object.fromEntries(entries.filter(([, { spells }]) => spells === undefined)), spellings];
}

/** The same arguments under the names the tool itself uses; null counts as omitted here too. */
function respell(
  given: Record<string, unknown>,
  spellings: Spellings,
  path: string,
): { value: Record<string, unknown>; problem?: undefined } | { problem: Problem } {
  const used = spellings.filter(([spelling]) => Object.hasOwn(given, spelling));
  if (used.length === 0) return { value: given };
  const entries = new Map(Object.entries(given));
  for (const [spelling, meant] of used) {
    const value = entries.get(spelling);
    entries.delete(spelling);
    if (value === undefined || value === null) continue;
    if (entries.get(meant) !== undefined && entries.get(meant) !== null) {
      const parameter = join(path, spelling);
      return {
        problem: {
          parameter,
          message: `${parameter} and ${join(path, meant)} are one parameter, given twice`,
          hint: `Give ${meant} only`,
        },
      };
    }
    entries.set(meant, value);
  }
  return { value: Object.fromEntries(entries) };
}

function checkArray(schema: Schema, value: unknown, path: string): Checked {
  if (!Array.isArray(value)) return mismatch(schema, value, path);
  if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    return mismatch(schema, value, path);
  }
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    const checked = check(schema.items ?? {}, item, `${path}[${index}]`);
    if (checked.problem !== undefined) return checked;
    items.push(checked.value);
  }
  return { value: items };
}

function checkString(schema: Schema, value: unknown, path: string): Checked {
  if (typeof value !== 'string') return mismatch(schema, value, path);
  if (schema.enum !== undefined && !schema.enum.includes(value)) return mismatch(schema, value, path);
  if (value.length < (schema.minLength ?? 0)) return mismatch(schema, value, path);
  if (schema.blank === false && value.trim() === '') return mismatch(schema, value, path);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value))
    return mismatch(schema, value, path);
  if (value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return mismatch(schema, value, path);
  return { value };
}

function checkNumber(schema: Schema, value: unknown, path: string): Checked {
  if (typeof value !== 'number' || !Number.isFinite(value)) return mismatch(schema, value, path);
  if (schema.type === 'integer' && !Number.isInteger(value)) return mismatch(schema, value, path);
  if (schema.minimum !== undefined && value < schema.minimum) return mismatch(schema, value, path);
  if (schema.maximum !== undefined && value > schema.maximum) {
    return schema.clamp ? { value: schema.maximum } : mismatch(schema, value, path);
  }
  // beyond this, arithmetic on offsets silently loses ones
  if (schema.type === 'integer' && !Number.isSafeInteger(value)) return mismatch(schema, value, path);
  return { value };
}

function checkAlternatives(
  schema: Schema,
  alternatives: readonly Schema[],
  value: unknown,
  path: string,
): Checked {
  for (const alternative of alternatives) {
    const checked = check(alternative, value, path);
    if (checked.problem === undefined) return checked;
  }
  return mismatch(schema, value, path);
}

function mismatch(schema: Schema, value: unknown, path: string): Checked {
  const subject = path === '' ? 'arguments' : shortName(path);
  const expected = describeExpected(schema);
  return {
    problem: {
      parameter: path,
      message: `Invalid ${subject}: expected ${expected}, got ${describeValue(value)}`,
      details: {
        expected,
        ...(schema.enum === undefined ? {} : { allowed: schema.enum }),
        ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
        ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
      },
    },
  };
}

function missing(schema: Schema, path: string): Checked {
  const expected = describeExpected(schema);
  return {
    problem: { parameter: path, message: `Missing parameter: ${path}`, details: { expected } },
  };
}

function unknownParameter(key: string, path: string, allowed: string[]): Checked {
  const nearest = findNearest(key, allowed);
  const list = allowed.length === 0 ? 'it takes none' : `it takes ${allowed.join(', ')}`;
  return {
    problem: {
      parameter: join(path, key),
      message: `Unknown parameter: ${shortName(join(path, key))}`,
      hint:
        nearest === undefined
          ? `Leave it out; ${list}`
          : `Did you mean ${nearest}? Allowed: ${allowed.join(', ')}`,
      details: { allowed },
    },
  };
}

function describeExpected(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeExpected).join(' or ');
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'an integer' : 'a number'}${describeRange(schema)}`;
    case 'string':
      return describeText(schema);
    case 'array':
      return `an array${schema.items?.type === undefined ? '' : ` of ${schema.items.type}s`}${describeLength(schema.minItems, schema.maxItems, 'item')}`;
    case 'object':
      return 'an object';
    default:
      return `a ${schema.type ?? 'value'}`;
  }
}

function describeText({ blank, pattern, minLength, maxLength }: Schema): string {
  const kind = blank === false ? 'a string that is not blank' : 'a string';
  return `${kind}${describeLength(minLength, maxLength, 'character')}${pattern === undefined ? '' : ` like ${pattern}`}`;
}

function describeRange({ minimum, maximum, clamp }: Schema): string {
  if (minimum !== undefined && maximum !== undefined && !clamp) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum !== undefined && !clamp ? ` of at most ${maximum}` : '';
}

function describeLength(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return ` of ${least ?? 0} to ${most} ${unit}s`;
  return least === undefined ? '' : ` of at least ${least} ${unit}${least === 1 ? '' : 's'}`;
}

/** Only scalars are shown: what came in may be deep or huge. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function shortName(path: string): string {
  return path.length > 120 ? `${path.slice(0, 120)}…` : path;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
