import { isJsonObject, type JsonObject } from '../notebooks/json-edit.ts';
import { parseFilterForm } from './filter-form.ts';
import { checkPlaceholders, invalidView, type ViewPlace } from './invalid-view.ts';
import { parseOpenNotesQuery } from './opennotes-query.ts';
import { parseParameterList } from './parameter-list.ts';
import { parseQueryText } from './query-language.ts';
import { checkSqlPlaceholders } from './sql-text.ts';
import type { FilterBody, SqlBody, ViewDefinition, ViewFilter, ViewParameter } from './view-definition.ts';
import { parseCount } from './view-numbers.ts';

const sharedKeys = ['name', 'description', 'parameters', 'type', '$schema'];
const formKeys = {
  sql: ['sql', 'group', 'limit', 'offset'],
  query: ['query'],
  filter: ['filter', 'sort', 'group', 'limit', 'offset', 'columns'],
};

/** A view as a configuration file states it. What is wrong with it is CONFIG_INVALID, naming the key. */
export function parseView(
  name: string,
  raw: unknown,
  origin: 'notebook' | 'global',
  file: string,
): ViewDefinition {
  const place: ViewPlace = { view: name, file };
  if (!isJsonObject(raw)) throw invalidView(place, '', 'expected an object');
  const { description = '', type = 'query' } = raw;
  if (typeof description !== 'string') throw invalidView(place, 'description', 'expected text');
  if (type !== 'query') throw invalidView(place, 'type', 'only "query" can be defined');
  const parameters = parseParameterList(place, raw.parameters);
  const body = parseBody(place, raw, parameters);
  return { name, origin, description: description.trim(), parameters, body, file };
}

function parseBody(
  place: ViewPlace,
  raw: JsonObject,
  parameters: readonly ViewParameter[],
): FilterBody | SqlBody {
  const form = 'sql' in raw ? 'sql' : 'query' in raw ? 'query' : 'filter';
  const own = Object.keys(raw).filter((key) => !sharedKeys.includes(key));
  if (own.length === 0)
    throw invalidView(place, '', 'it says nothing to show', 'Give it "sql", "filter" or "query"');
  const stray = own.find((key) => !formKeys[form].includes(key));
  if (stray !== undefined) throw invalidView(place, stray, `not a key of a view with "${form}"`);
  if (form === 'sql') return parseSqlForm(place, raw, parameters);
  const { query } = raw;
  if (form === 'query' && typeof query !== 'string' && !isJsonObject(query))
    throw invalidView(place, 'query', 'expected text or an object');
  const body =
    typeof query === 'string'
      ? parseQueryText(place, 'query', query)
      : isJsonObject(query)
        ? parseOpenNotesQuery(place, query)
        : parseFilterForm(place, raw);
  if (body.filter !== undefined) checkFilter(place, body.filter, parameters);
  return body;
}

function parseSqlForm(place: ViewPlace, raw: JsonObject, parameters: readonly ViewParameter[]): SqlBody {
  const { sql, group } = raw;
  if (typeof sql !== 'string' || sql.trim() === '') throw invalidView(place, 'sql', 'expected a statement');
  if (group !== undefined && (typeof group !== 'string' || group === ''))
    throw invalidView(place, 'group', 'expected the name of a column');
  checkSqlPlaceholders(place, sql, parameters);
  return {
    kind: 'sql',
    sql,
    ...(group === undefined ? {} : { group }),
    ...parseCount(raw.limit, 1, 'limit', (problem) => invalidView(place, 'limit', problem)),
    ...parseCount(raw.offset, 0, 'offset', (problem) => invalidView(place, 'offset', problem)),
  };
}

/** Every `{{…}}` of a filter must stand for something. */
export function checkFilter(
  place: ViewPlace,
  filter: ViewFilter,
  parameters: readonly ViewParameter[],
): void {
  if ('of' in filter) {
    const parts = filter.kind === 'not' ? [filter.of] : filter.of;
    for (const part of parts) checkFilter(place, part, parameters);
  } else if (filter.kind !== 'presence') {
    const { key, position, value } = filter;
    checkPlaceholders({ ...place, position }, key, value, parameters);
  }
}
