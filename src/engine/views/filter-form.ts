import { isJsonObject, type JsonObject } from '../notebooks/json-edit.ts';
import { invalidView, type ViewPlace } from './invalid-view.ts';
import { parseNoteField } from './note-fields.ts';
import { parseSort } from './sort-text.ts';
import { parseTemplate } from './template.ts';
import type { Comparison, FilterBody, ViewColumn, ViewFilter, ViewOrder } from './view-definition.ts';
import { parseCount } from './view-numbers.ts';

// Our own form: {filter: "field=value" | {and, or, not}, sort, group, limit, offset, columns}. The conditions are those of
// the search tool; groups may be nested.

const presence = /^\s*(has|missing)\s*:\s*([\s\S]*)$/i;
const comparison = /^((?:(?!\{\{)[^=!<>~])*)(!=|>=|<=|=|>|<|~)([\s\S]*)$/;
const deepest = 20;

export function parseFilterForm(place: ViewPlace, raw: JsonObject): FilterBody {
  const fail = (key: string) => (problem: string) => invalidView(place, key, problem);
  const filter = raw.filter === undefined ? undefined : parseGroup(place, 'filter', raw.filter, 0);
  const group = raw.group === undefined ? undefined : parseField(raw.group);
  if (raw.group !== undefined && group === undefined) throw fail('group')('expected the name of a field');
  const columns = parseColumns(place, raw.columns);
  return {
    kind: 'filter',
    ...(filter === undefined ? {} : { filter }),
    order: parseSortKey(place, raw.sort),
    ...(group === undefined ? {} : { group }),
    ...parseCount(raw.limit, 1, 'limit', fail('limit')),
    ...parseCount(raw.offset, 0, 'offset', fail('offset')),
    ...(columns === undefined ? {} : { columns }),
  };
}

function parseField(raw: unknown): ReturnType<typeof parseNoteField> {
  return typeof raw === 'string' ? parseNoteField(raw) : undefined;
}

function parseSortKey(place: ViewPlace, raw: unknown): ViewOrder[] {
  if (raw === undefined || raw === null) return [];
  const texts = Array.isArray(raw) ? raw : [raw];
  return texts.flatMap((text) => {
    const order = typeof text === 'string' ? parseSort(text) : undefined;
    if (order === undefined)
      throw invalidView(
        place,
        'sort',
        `expected a field such as "modified:desc", not ${JSON.stringify(text)}`,
      );
    return order;
  });
}

function parseColumns(place: ViewPlace, raw: unknown): ViewColumn[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!Array.isArray(raw)) throw invalidView(place, 'columns', 'expected a list of fields');
  return raw.map((item, index) => {
    const field = parseField(item);
    if (field === undefined) throw invalidView(place, `columns[${index}]`, 'expected the name of a field');
    return { name: field.replace(/^data\./, ''), field };
  });
}

function parseGroup(place: ViewPlace, key: string, raw: unknown, depth: number): ViewFilter {
  if (depth > deepest) throw invalidView(place, key, `nested deeper than ${deepest} levels`);
  if (typeof raw === 'string') return parseConditionText(place, key, raw);
  if (Array.isArray(raw)) return { kind: 'all', of: parseItems(place, key, raw, depth) };
  if (!isJsonObject(raw)) throw invalidView(place, key, 'expected text or an object with and, or, not');
  const stray = Object.keys(raw).find((one) => !['and', 'or', 'not'].includes(one));
  if (stray !== undefined) throw invalidView(place, `${key}.${stray}`, 'expected and, or, not');
  const items = (name: string) => {
    const value = raw[name];
    if (value === undefined || value === null) return [];
    return parseItems(place, `${key}.${name}`, Array.isArray(value) ? value : [value], depth);
  };
  const any = items('or');
  const parts: ViewFilter[] = [
    ...items('and'),
    ...(any.length === 0 ? [] : [{ kind: 'any', of: any } as const]),
    ...items('not').map((of) => ({ kind: 'not', of }) as const),
  ];
  if (parts.length === 0) throw invalidView(place, key, 'it has no condition');
  return { kind: 'all', of: parts };
}

function parseItems(place: ViewPlace, key: string, raw: readonly unknown[], depth: number): ViewFilter[] {
  return raw.map((item, index) => parseGroup(place, `${key}[${index}]`, item, depth + 1));
}

/** Split at the operator before anything is put in for `{{…}}`: a value cannot become an operator. */
function parseConditionText(place: ViewPlace, key: string, text: string): ViewFilter {
  const asked = presence.exec(text);
  if (asked !== null) {
    const field = asked[2]!.trim();
    if (field === '' || field.includes('{{')) throw invalidView(place, key, 'expected the name of a field');
    return { kind: 'presence', key, field, present: asked[1]!.toLowerCase() === 'has' };
  }
  const match = comparison.exec(text);
  const field = match?.[1]?.trim() ?? '';
  if (match === null || field === '')
    throw invalidView(
      place,
      key,
      `not a condition: ${JSON.stringify(text).slice(0, 120)}`,
      'Write field=value (or != > >= < <= ~), has:field or missing:field; {{…}} only in the value',
    );
  const value = match[3]!.trim();
  if (value === '') throw invalidView(place, key, `${field} is compared with nothing`);
  return { kind: 'compare', key, field, operator: match[2] as Comparison, value: parseTemplate(value) };
}
