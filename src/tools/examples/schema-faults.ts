import { findNearest } from '../nearest.ts';
import type { Schema } from '../validate.ts';
import { show, step } from './issue.ts';

/** One way in which a value is not what a schema says. */
export interface SchemaFault {
  readonly kind: 'unknown' | 'missing' | 'type' | 'range' | 'blank' | 'pattern';
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

type Fields = Record<string, unknown>;
const most = 50;

/**
 * Everything that is wrong with a value; validation of calls stops at the first. `nullIsOmitted` as for arguments, where
 * a limit above its maximum is lowered and no fault.
 */
export function findSchemaFaults(
  schema: Schema,
  value: unknown,
  pointer: string,
  { nullIsOmitted }: { nullIsOmitted: boolean },
): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const add = (kind: SchemaFault['kind'], at: string, message: string, hint: string) => {
    if (faults.length < most) faults.push({ kind, pointer: at, message, hint });
  };

  function check(schema: Schema, value: unknown, at: string): void {
    const { type, anyOf } = schema;
    if (anyOf !== undefined) checkAlternatives(anyOf, value, at);
    if (anyOf !== undefined || type === undefined) return;
    if (!isOfType(type, value)) {
      add('type', at, `Expected ${describeType(schema)}, got ${show(value)}`, `Give ${describeType(schema)}`);
      return;
    }
    if (type === 'object') checkObject(schema, value as Fields, at);
    else if (type === 'array') checkArray(schema, value as unknown[], at);
    else if (type === 'string') checkText(schema, value as string, at);
    else if (type === 'integer' || type === 'number') checkNumber(schema, value as number, at);
  }

  function checkAlternatives(alternatives: readonly Schema[], value: unknown, at: string): void {
    const tried = alternatives.map((one) => findSchemaFaults(one, value, at, { nullIsOmitted }));
    if (tried.some((found) => found.length === 0)) return;
    // the one that was meant is of the right type inside
    const meant = tried.find((found) =>
      found.every((fault) => fault.pointer !== at || fault.kind !== 'type'),
    );
    if (meant !== undefined) faults.push(...meant);
    else {
      const expected = alternatives.map(describeType).join(' or ');
      add('type', at, `Expected ${expected}, got ${show(value)}`, `Give ${expected}`);
    }
  }

  function checkObject(schema: Schema, value: Fields, at: string): void {
    const properties = schema.properties ?? {};
    const names = Object.keys(properties).filter((name) => properties[name]?.spells === undefined);
    const isOpen = schema.properties === undefined || schema.additionalProperties === true;
    const given = new Map<string, string>();
    for (const key of Object.keys(value)) {
      const meant = Object.hasOwn(properties, key) ? (properties[key]!.spells ?? key) : undefined;
      if (meant !== undefined) given.set(meant, key);
      else if (typeof schema.additionalProperties === 'object')
        check(schema.additionalProperties, value[key], `${at}${step(key)}`);
      else if (!isOpen) {
        const nearest = findNearest(key, names);
        const hint = nearest === undefined ? `There are ${names.join(', ')}` : `Did you mean ${nearest}?`;
        add('unknown', `${at}${step(key)}`, `Unknown: ${key.slice(0, 80)}`, hint);
      }
    }
    for (const name of names) {
      const key = given.get(name);
      const property = properties[name]!;
      const isOmitted = key === undefined || (nullIsOmitted && value[key] === null && !property.takesNull);
      if (!isOmitted) check(property, value[key!], `${at}${step(key!)}`);
      else if (schema.required?.includes(name) && !(nullIsOmitted && property.default !== undefined))
        add('missing', `${at}${step(name)}`, `Missing: ${name}`, `Give ${name}: ${describeType(property)}`);
    }
  }

  function checkArray({ items, minItems = 0, maxItems }: Schema, value: unknown[], at: string): void {
    if (value.length < minItems || value.length > (maxItems ?? Number.POSITIVE_INFINITY))
      add('range', at, `${value.length} items`, `Give ${minItems} to ${maxItems ?? 'any number of'} items`);
    if (items === undefined) return;
    for (const [index, item] of value.entries()) check(items, item, `${at}${step(index)}`);
  }

  function checkText(schema: Schema, value: string, at: string): void {
    const { enum: choices, minLength = 0, maxLength = Number.POSITIVE_INFINITY, blank, pattern } = schema;
    if (choices !== undefined && !choices.includes(value))
      add('range', at, `Not one of them: ${show(value)}`, `Give one of ${choices.join(', ')}`);
    else if (value.trim() === '' && (blank === false || minLength > 0))
      add('blank', at, 'It is empty', 'Say something there');
    else if (value.length < minLength || value.length > maxLength)
      add('range', at, `${value.length} characters`, `Give ${minLength} to ${maxLength} characters`);
    else if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
      add('pattern', at, `Not of its form: ${show(value)}`, `It is to match ${pattern}`);
  }

  function checkNumber({ minimum, maximum, clamp }: Schema, value: number, at: string): void {
    const isAbove = maximum !== undefined && value > maximum && !clamp;
    if ((minimum !== undefined && value < minimum) || isAbove)
      add('range', at, `Out of range: ${value}`, `Give ${minimum ?? 'anything'} to ${maximum ?? 'any'}`);
  }

  check(schema, value, pointer);
  return faults;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function describeType(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(' or ');
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  const { type = 'any value' } = schema;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}
