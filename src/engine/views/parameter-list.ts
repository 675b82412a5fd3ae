import { SlipboxError } from '../errors.ts';
import { isJsonObject } from '../notebooks/json-edit.ts';
import { invalidView, type ViewPlace } from './invalid-view.ts';
import { parseValue } from './parameters.ts';
import { parameterTypes, type ViewParameter } from './view-definition.ts';

const keys = ['name', 'type', 'required', 'default', 'description'];
const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** A list of objects; an object of them by name is read as well. */
export function parseParameterList(place: ViewPlace, raw: unknown): ViewParameter[] {
  if (raw === undefined || raw === null) return [];
  const items = isJsonObject(raw)
    ? Object.entries(raw).map(([name, item]) => (isJsonObject(item) ? { name, ...item } : item))
    : raw;
  if (!Array.isArray(items)) throw invalidView(place, 'parameters', 'expected a list');
  const parameters = items.map((item, index) => parseParameter(place, `parameters[${index}]`, item));
  const twice = parameters.find(
    ({ name }, index) => parameters.findIndex((one) => one.name === name) < index,
  );
  if (twice !== undefined) throw invalidView(place, 'parameters', `${twice.name} is declared twice`);
  return parameters;
}

function parseParameter(place: ViewPlace, key: string, raw: unknown): ViewParameter {
  const fail = (part: string, problem: string) => invalidView(place, `${key}${part}`, problem);
  if (!isJsonObject(raw)) throw fail('', 'expected an object');
  const stray = Object.keys(raw).find((one) => !keys.includes(one));
  if (stray !== undefined) throw fail(`.${stray}`, 'unknown key');
  const { name, type = 'string', required = false, description } = raw;
  if (typeof name !== 'string' || !namePattern.test(name))
    throw fail('.name', 'expected 1 to 64 letters, digits, _ or -');
  const known = parameterTypes.find((one) => one === type);
  if (known === undefined) throw fail('.type', `expected one of ${parameterTypes.join(', ')}`);
  if (typeof required !== 'boolean') throw fail('.required', 'expected true or false');
  if (description !== undefined && typeof description !== 'string')
    throw fail('.description', 'expected text');
  const parameter: ViewParameter = {
    name,
    type: known,
    required,
    ...(description === undefined ? {} : { description }),
  };
  const fallback = raw.default;
  if (fallback === undefined || fallback === null || fallback === '') return parameter;
  try {
    parseValue(parameter, fallback, { now: 0, timeZone: 'UTC' });
  } catch (error) {
    if (error instanceof SlipboxError) throw fail('.default', error.message);
    throw error;
  }
  return { ...parameter, default: Array.isArray(fallback) ? fallback.join(',') : String(fallback) };
}
