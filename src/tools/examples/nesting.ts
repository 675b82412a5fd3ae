import type { Schema } from '../validate.ts';
import { type Finding, finding } from './issue.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A result in the nesting its tool uses, so that its fields can be checked, and what was wrong with its own. */
export interface Nested {
  readonly result: Fields;
  readonly findings: Finding[];
  /** Where a pointer into `result` really points. */
  readonly locate: (pointer: string) => string;
}

/** Fields that belong in `data` are put there, and fields of a `data` that should not be are taken out of it. */
export function nestAsTool(output: Schema, result: Fields): Nested {
  const properties = output.properties ?? {};
  const inside = properties.data?.properties;
  if (inside !== undefined && !isObject(result.data)) {
    const misplaced = Object.keys(result).filter((key) => Object.hasOwn(inside, key));
    if (misplaced.length === 0 || result.data !== undefined) return asItIs(result);
    const others = Object.fromEntries(Object.entries(result).filter(([key]) => !misplaced.includes(key)));
    const data = Object.fromEntries(misplaced.map((key) => [key, result[key]]));
    return {
      result: { ...others, data },
      findings: [
        finding(
          'RESULT_NESTING',
          '/result',
          `Not inside data: ${misplaced.join(', ')}`,
          'Put them in "data": {…}, beside "success"',
        ),
      ],
      locate: (pointer) => pointer.replace(/^\/result\/data(?=\/)/, '/result'),
    };
  }
  if (properties.data === undefined && isObject(result.data)) {
    const { data, ...others } = result;
    const known = Object.keys(data).filter((key) => Object.hasOwn(properties, key));
    if (known.length === 0) return asItIs(result);
    return {
      result: { ...data, ...others },
      findings: [
        finding(
          'RESULT_NESTING',
          '/result/data',
          `Inside data: ${known.join(', ')}`,
          'This tool answers without "data": put its fields beside "success"',
        ),
      ],
      locate: (pointer) => {
        const key = pointer.split('/')[2] ?? '';
        return Object.hasOwn(data, key) && !Object.hasOwn(others, key)
          ? pointer.replace('/result', '/result/data')
          : pointer;
      },
    };
  }
  return asItIs(result);
}

function asItIs(result: Fields): Nested {
  return { result, findings: [], locate: (pointer) => pointer };
}
