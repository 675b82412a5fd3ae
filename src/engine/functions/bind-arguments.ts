import { SlipboxError } from '../errors.ts';
import { findNearest } from '../query/nearest-name.ts';
import { type Clock, parseDay } from '../views/calendar.ts';
import { renderToken, tokenNames } from '../views/date-tokens.ts';
import type { ArgumentValue, CustomFunction, FunctionParameter } from './function-definition.ts';

export type Arguments = ReadonlyMap<string, ArgumentValue>;

const longestText = 10_000;
const mostItems = 1_000;

/** The arguments of a call, checked, defaults filled in; every declared parameter has a value. */
export function bindArguments(
  { name: called, parameters }: Pick<CustomFunction, 'name' | 'parameters'>,
  given: Readonly<Record<string, unknown>>,
  clock: Clock,
): Arguments {
  const names = parameters.map(({ name }) => name);
  const stray = Object.keys(given).find((name) => !names.includes(name));
  if (stray !== undefined) throw unknownArgument(called, stray, names);
  return new Map(
    parameters.map((parameter) => {
      const { name } = parameter;
      const own = Object.hasOwn(given, name) ? given[name] : undefined;
      const raw = own ?? parameter.default;
      if (raw === undefined)
        throw invalid(name, `Missing parameter of function ${called}: ${name}`, {
          hint: `Pass args: {"${name}": …} (${expectedOf(parameter)})`,
        });
      const value = parseArgument(parameter, raw);
      if (value === undefined)
        throw invalid(name, `Invalid ${name}: expected ${expectedOf(parameter)}, got ${describe(raw)}`, {
          expected: expectedOf(parameter),
        });
      return [name, parameter.type === 'date' ? toDay(value as string, clock) : value];
    }),
  );
}

/** A value of the parameter's type; undefined when it is none. A command line gives everything as single words. */
export function parseArgument(
  { type }: Pick<FunctionParameter, 'type'>,
  raw: unknown,
): ArgumentValue | undefined {
  switch (type) {
    case 'number':
      return typeof raw === 'number' && Number.isFinite(raw) ? raw : undefined;
    case 'bool':
      return typeof raw === 'boolean' ? raw : undefined;
    case 'list':
      return parseList(raw);
    case 'date': {
      const text = typeof raw === 'string' ? raw.trim() : '';
      return parseDay(text) !== undefined || isDayToken(text) ? text : undefined;
    }
    default:
      return parseText(raw);
  }
}

function parseText(raw: unknown): string | undefined {
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  return typeof raw === 'string' && raw.length <= longestText && !raw.includes('\0') ? raw : undefined;
}

function parseList(raw: unknown): readonly string[] | undefined {
  const given = typeof raw === 'string' ? splitWords(raw) : raw;
  if (!Array.isArray(given) || given.length > mostItems) return undefined;
  const items = given.map(parseText);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const anyClock: Clock = { now: 0, timeZone: 'UTC' };

function isDayToken(text: string): boolean {
  const day = renderToken(text, anyClock);
  return day !== undefined && parseDay(day) !== undefined;
}

function toDay(text: string, clock: Clock): string {
  return parseDay(text) === undefined ? renderToken(text, clock)! : text;
}

function expectedOf({ type }: FunctionParameter): string {
  switch (type) {
    case 'number':
      return 'a number';
    case 'bool':
      return 'true or false';
    case 'date':
      return `a date as YYYY-MM-DD, or a token such as ${tokenNames[0]}-7`;
    case 'list':
      return `a list of at most ${mostItems} texts`;
    default:
      return `a text of at most ${longestText} characters`;
  }
}

/** Only scalars are shown: what came in may be deep or huge. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function unknownArgument(called: string, name: string, allowed: readonly string[]): SlipboxError {
  const nearest = findNearest(name, allowed);
  const takes = allowed.length === 0 ? 'it takes none' : `it takes ${allowed.join(', ')}`;
  return invalid(name, `Unknown parameter of function ${called}: ${name.slice(0, 80)}`, {
    allowed,
    hint: nearest === undefined ? `Leave it out; ${takes}` : `Did you mean ${nearest}? ${takes}`,
  });
}

function invalid(parameter: string, message: string, more: Record<string, unknown>): SlipboxError {
  const { hint, ...details } = more;
  return new SlipboxError('INVALID_PARAMS', message, {
    ...(typeof hint === 'string' ? { hint } : {}),
    details: { parameter: `args.${parameter.slice(0, 80)}`, ...details },
  });
}
