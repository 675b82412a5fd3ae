import { isJsonObject, type JsonObject } from '../notebooks/json-edit.ts';
import { invalidView, type ViewPlace } from './invalid-view.ts';
import { parseNoteField } from './note-fields.ts';
import { parseFilterField } from './query-language.ts';
import { parseSort } from './sort-text.ts';
import { parseTemplate } from './template.ts';
import type { FilterBody, ViewColumn, ViewFilter } from './view-definition.ts';
import { parseCount } from './view-numbers.ts';

// OpenNotes' view objects: {conditions: [{field, operator, value}], order_by, group_by, limit, offset, select_columns}.

const operators = ['=', '!=', '<', '>', '<=', '>=', 'LIKE', 'IN', 'IS NULL'] as const;
const understood = new Set([
  'conditions',
  'order_by',
  'group_by',
  'limit',
  'offset',
  'distinct',
  'select_columns',
  'having',
  'aggregate_columns',
]);

export function parseOpenNotesQuery(place: ViewPlace, query: JsonObject): FilterBody {
  const fail = (key: string, problem: string, hint?: string) =>
    invalidView(place, `query.${key}`, problem, hint);
  for (const key of Object.keys(query)) if (!understood.has(key)) throw fail(key, 'unknown key');
  for (const key of ['having', 'aggregate_columns'] as const)
    if (!isEmpty(query[key])) throw fail(key, 'not supported', 'Write the view as "sql" instead');
  if (typeof (query.distinct ?? false) !== 'boolean') throw fail('distinct', 'expected true or false');
  const filter = parseConditions(place, query.conditions);
  const { order_by: orderBy, group_by: groupBy } = query;
  const order = isEmpty(orderBy)
    ? []
    : typeof orderBy === 'string'
      ? parseSort(orderBy, { ascending: true })
      : undefined;
  if (order === undefined)
    throw fail('order_by', `not a list of fields: ${JSON.stringify(orderBy)?.slice(0, 80)}`);
  const group = isEmpty(groupBy)
    ? undefined
    : typeof groupBy === 'string'
      ? parseNoteField(groupBy)
      : undefined;
  if (!isEmpty(groupBy) && group === undefined)
    throw fail('group_by', `not a field: ${JSON.stringify(groupBy)?.slice(0, 80)}`);
  const columns = parseColumns(place, query.select_columns);
  return {
    kind: 'filter',
    ...(filter === undefined ? {} : { filter }),
    order,
    ...(group === undefined ? {} : { group }),
    // their 0 means "not set"
    ...parseCount(query.limit || undefined, 1, 'limit', (problem) => fail('limit', problem)),
    ...parseCount(query.offset || undefined, 0, 'offset', (problem) => fail('offset', problem)),
    ...(columns === undefined ? {} : { columns }),
  };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}

/** A condition marked `logic: "OR"` begins another alternative; all others hold together. */
function parseConditions(place: ViewPlace, raw: unknown): ViewFilter | undefined {
  if (isEmpty(raw)) return undefined;
  if (!Array.isArray(raw)) throw invalidView(place, 'query.conditions', 'expected a list');
  const alternatives: ViewFilter[][] = [[]];
  for (const [index, condition] of raw.entries()) {
    const key = `query.conditions[${index}]`;
    if (!isJsonObject(condition)) throw invalidView(place, key, 'expected an object');
    if (parseLogic(place, key, condition.logic) === 'OR' && index > 0) alternatives.push([]);
    alternatives.at(-1)!.push(parseCondition(place, key, condition));
  }
  const joined = alternatives.map((of): ViewFilter => (of.length === 1 ? of[0]! : { kind: 'all', of }));
  return joined.length === 1 ? joined[0] : { kind: 'any', of: joined };
}

function parseLogic(place: ViewPlace, key: string, raw: unknown): 'AND' | 'OR' {
  if (isEmpty(raw)) return 'AND';
  const logic = typeof raw === 'string' ? raw.trim().toUpperCase() : '';
  if (logic !== 'AND' && logic !== 'OR') throw invalidView(place, `${key}.logic`, 'expected AND or OR');
  return logic;
}

function parseCondition(place: ViewPlace, key: string, condition: JsonObject): ViewFilter {
  const { field: written, operator: sign = '=', value, logic: _, ...rest } = condition;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalidView(place, `${key}.${unknown}`, 'unknown key');
  const field = typeof written === 'string' ? parseFilterField(written) : undefined;
  if (field === undefined)
    throw invalidView(place, `${key}.field`, `not a field: ${JSON.stringify(written)?.slice(0, 80)}`);
  const operator = operators.find((one) => typeof sign === 'string' && one === sign.trim().toUpperCase());
  if (operator === undefined)
    throw invalidView(place, `${key}.operator`, `expected one of ${operators.join(', ')}`);
  if (operator === 'IS NULL') return { kind: 'presence', key, field, present: false };
  const text = Array.isArray(value) ? value.map(toText) : [toText(value)];
  if (text.some((item) => item === undefined || item.trim() === '') || text.length === 0)
    throw invalidView(place, `${key}.value`, 'expected text, a number, or true or false');
  if (text.length > 1 && operator !== 'IN')
    throw invalidView(place, `${key}.value`, 'a list goes only with the operator IN');
  const kind = operator === 'LIKE' ? 'like' : operator === 'IN' ? 'in' : operator;
  return { kind: 'compare', key, field, operator: kind, value: parseTemplate(text.join(',')) };
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function parseColumns(place: ViewPlace, raw: unknown): ViewColumn[] | undefined {
  if (isEmpty(raw)) return undefined;
  if (!Array.isArray(raw)) throw invalidView(place, 'query.select_columns', 'expected a list');
  if (raw.includes('*')) return undefined;
  return raw.map((item, index) => {
    const match = typeof item === 'string' ? /^(.*?)(?:\s+as\s+"?([\w-]+)"?)?$/i.exec(item.trim()) : null;
    const field = match === null ? undefined : parseNoteField(match[1]!);
    if (field === undefined || /^(?:data\.)?(?:content|body)$/.test(field))
      throw invalidView(
        place,
        `query.select_columns[${index}]`,
        `cannot be shown: ${JSON.stringify(item)?.slice(0, 80)}`,
      );
    return { name: match?.[2] ?? field.replace(/^data\./, ''), field };
  });
}
