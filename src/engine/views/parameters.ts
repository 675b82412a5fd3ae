import { SlipboxError } from '../errors.ts';
import { findNearest } from '../query/nearest-name.ts';
import { type Clock, parseDay } from './calendar.ts';
import { renderToken, tokenNames } from './date-tokens.ts';
import type { ViewParameter } from './view-definition.ts';

/** A parameter's value, checked. Numbers and yes/no are kept as they are written, for texts and SQL alike. */
export type ViewValue =
  | { readonly type: 'string' | 'date' | 'number' | 'bool'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] };

export type ViewValues = ReadonlyMap<string, ViewValue>;

const longest = 256;

/** The values of a call, defaults filled in. A parameter that is neither given nor has a default is absent. */
export function bindParameters(
  view: string,
  parameters: readonly ViewParameter[],
  given: Readonly<Record<string, unknown>>,
  clock: Clock,
): ViewValues {
  const names = parameters.map(({ name }) => name);
  for (const name of Object.keys(given)) if (!names.includes(name)) throw unknownParameter(view, name, names);
  const values = new Map<string, ViewValue>();
  for (const parameter of parameters) {
    const { name, required } = parameter;
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    const raw = own === undefined || own === null ? parameter.default : own;
    if (raw !== undefined) values.set(name, parseValue(parameter, raw, clock));
    else if (required)
      throw invalid(name, `Missing parameter of view ${view}: ${name}`, {
        hint: `Pass params: {"${name}": "…"} (${expected(parameter)})`,
      });
  }
  return values;
}

export function parseValue(parameter: ViewParameter, raw: unknown, clock: Clock): ViewValue {
  const { name, type, choices } = parameter;
  const text = toText(raw);
  const refuse = () => {
    const shown = JSON.stringify(raw)?.slice(0, 80) ?? String(raw);
    return invalid(name, `Invalid ${name}: ${shown} (expected ${expected(parameter)})`);
  };
  if (text === undefined || text.includes('\0')) throw refuse();
  if ([...text].length > longest)
    throw invalid(name, `Invalid ${name}: longer than ${longest} characters`, { maximum: longest });
  if (type === 'list') {
    const items = text.split(',').map((item) => item.trim());
    if (items.includes('')) throw refuse();
    return { type, items: [...new Set(items)] };
  }
  const value = checkers[type](text.trim(), clock);
  if (value === undefined) throw refuse();
  if (choices !== undefined && !choices.includes(value))
    throw invalid(name, `Invalid ${name}: ${JSON.stringify(value)} (expected ${expected(parameter)})`, {
      allowed: choices,
    });
  return { type, text: value };
}

const yes = /^(?:true|yes|on|1)$/i;
const no = /^(?:false|no|off|0)$/i;

const checkers: Record<ViewParameter['type'], (text: string, clock: Clock) => string | undefined> = {
  string: (text) => (text === '' ? undefined : text),
  list: (text) => text,
  number: (text) => (/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? String(Number(text)) : undefined),
  bool: (text) => (yes.test(text) ? 'true' : no.test(text) ? 'false' : undefined),
  date: (text, clock) => {
    if (parseDay(text) !== undefined) return text;
    const day = renderToken(/^\{\{(.*)\}\}$/.exec(text)?.[1] ?? text, clock);
    return day !== undefined && parseDay(day) !== undefined ? day : undefined;
  },
};

function toText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'boolean' || (typeof raw === 'number' && Number.isFinite(raw))) return String(raw);
  return Array.isArray(raw) && raw.every((item) => typeof item === 'string') ? raw.join(',') : undefined;
}

function expected({ type, choices }: ViewParameter): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  switch (type) {
    case 'list':
      return 'items separated by commas, none of them empty';
    case 'date':
      return `YYYY-MM-DD or a token such as {{${tokenNames[0]}}}`;
    case 'bool':
      return 'true or false';
    case 'number':
      return 'a number';
    default:
      return 'text';
  }
}

function unknownParameter(view: string, name: string, allowed: readonly string[]): SlipboxError {
  const nearest = findNearest(name, allowed);
  const takes = allowed.length === 0 ? 'it takes none' : `it takes ${allowed.join(', ')}`;
  return invalid(name, `Unknown parameter of view ${view}: ${name.slice(0, 80)}`, {
    allowed,
    hint:
      nearest === undefined
        ? `Leave it out; ${takes}`
        : `Did you mean ${nearest}? Allowed: ${allowed.join(', ')}`,
  });
}

function invalid(parameter: string, message: string, more: Record<string, unknown> = {}): SlipboxError {
  const { hint, ...details } = more;
  return new SlipboxError('INVALID_PARAMS', message, {
    ...(typeof hint === 'string' ? { hint } : {}),
    details: { parameter: `params.${parameter.slice(0, 80)}`, ...details },
  });
}
