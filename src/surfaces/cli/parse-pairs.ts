import { SlipboxError } from '../../engine/index.ts';

/**
 * Fields from a command line: `key=value`, or `key:=json` for a value of any kind. Numbers and booleans are typed, a
 * value in quotes is text, and a key that comes again makes a list.
 */
export function parsePairs(parameter: string, pairs: readonly string[]): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  for (const pair of pairs) {
    const { key, value } = parsePair(parameter, pair);
    const known = fields.get(key);
    if (known === undefined) fields.set(key, [value]);
    else known.push(value);
  }
  // fromEntries defines own properties: a key such as __proto__ stays a plain key
  return Object.fromEntries(
    [...fields].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
  );
}

function parsePair(parameter: string, pair: string): { key: string; value: unknown } {
  const refuse = (why: string) =>
    new SlipboxError('INVALID_PARAMS', `Invalid ${parameter}: ${why}: ${pair.slice(0, 80)}`, {
      hint: `Write --${parameter} key=value, or --${parameter} key:=JSON`,
      details: { parameter },
    });
  const equals = pair.indexOf('=');
  if (equals === -1) throw refuse('no "=" in it');
  const isJson = pair[equals - 1] === ':';
  const key = pair.slice(0, isJson ? equals - 1 : equals).trim();
  if (key === '') throw refuse('no key before "="');
  const text = pair.slice(equals + 1);
  if (!isJson) return { key, value: parseTyped(text) };
  try {
    return { key, value: JSON.parse(text) as unknown };
  } catch {
    throw refuse('not JSON after ":="');
  }
}

/** A value of any kind: null, a list or an object as JSON, else as in a pair. */
export function parseValue(text: string): unknown {
  if (!/^(?:null$|[[{])/.test(text)) return parseTyped(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // `[[a link]]` is text
  }
}

/** A number only where it shows what was typed: `007` and `1.50` stay text. */
function parseTyped(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d/.test(text) && String(Number(text)) === text) return Number(text);
  const quoted = /^(["'])([\s\S]*)\1$/.exec(text);
  return quoted === null ? text : quoted[2]!;
}
