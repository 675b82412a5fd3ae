import { invalidView, type ViewPlace } from './invalid-view.ts';
import { parseNoteField } from './note-fields.ts';
import { parseSort } from './sort-text.ts';
import { parseTemplate } from './template.ts';
import type { Comparison, FilterBody, ViewFilter } from './view-definition.ts';

// OpenNotes' later query text: `tag:work -draft OR "exact phrase" | sort:modified:desc limit:20`. Words end at spaces and
// nowhere else, so `order`, `in-progress` and `2024-06` are what they look like.

interface Token {
  readonly text: string;
  readonly start: number;
}

/** Runs of non-spaces; quotes and `{{…}}` may hold spaces. */
const tokenPattern = /(?:\{\{[^{}]*\}\}|"[^"]*"|[^\s"])+|"/g;
const fieldPattern = /^([\p{L}_][\p{L}\p{N}_.-]*):(?!\/\/)(>=|<=|>|<)?([\s\S]*)$/u;

export function parseQueryText(place: ViewPlace, key: string, source: string): FilterBody {
  const { filter, directives, start } = splitQuery(source);
  if (filter.trim() === '' && directives === undefined)
    throw invalidView(place, key, 'it is empty', 'Give a filter, directives after |, or both');
  const parsed = parseFilterText(place, key, filter);
  return {
    kind: 'filter',
    ...(parsed === undefined ? {} : { filter: parsed }),
    order: [],
    ...parseDirectives(place, key, directives ?? '', start),
  };
}

/** At the first `|` outside quotes; `start` is where the directives begin. */
function splitQuery(source: string): { filter: string; directives: string | undefined; start: number } {
  let quoted = false;
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '"') quoted = !quoted;
    else if (source[at] === '|' && !quoted)
      return { filter: source.slice(0, at), directives: source.slice(at + 1), start: at + 1 };
  }
  return { filter: source, directives: undefined, start: source.length };
}

function parseFilterText(place: ViewPlace, key: string, source: string): ViewFilter | undefined {
  const tokens: Token[] = [...source.matchAll(tokenPattern)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
  if (tokens.length === 0) return undefined;
  const fail = (token: Token, problem: string) =>
    invalidView({ ...place, position: token.start + 1 }, key, problem);
  const alternatives: ViewFilter[][] = [[]];
  let negate = false;
  for (const [index, token] of tokens.entries()) {
    const current = alternatives.at(-1)!;
    if (/^or$/i.test(token.text)) {
      if (current.length === 0 || negate || index === tokens.length - 1)
        throw fail(token, 'OR needs a term on both sides');
      alternatives.push([]);
    } else if (token.text === 'NOT') negate = true;
    else if (token.text !== 'AND') {
      const term = parseTerm(key, token, fail);
      current.push(negate ? { kind: 'not', of: term } : term);
      negate = false;
    }
  }
  if (negate) throw fail(tokens.at(-1)!, 'NOT needs a term after it');
  if (alternatives.some((terms) => terms.length === 0)) throw fail(tokens[0]!, 'a term is missing');
  const joined = alternatives.map((terms) => join('all', terms));
  return join('any', joined);
}

function join(kind: 'all' | 'any', of: readonly ViewFilter[]): ViewFilter {
  return of.length === 1 ? of[0]! : { kind, of };
}

function parseTerm(key: string, token: Token, fail: (token: Token, problem: string) => Error): ViewFilter {
  if (token.text.length > 1 && token.text.startsWith('-')) {
    const rest = { text: token.text.slice(1), start: token.start + 1 };
    return { kind: 'not', of: parseTerm(key, rest, fail) };
  }
  const position = token.start + 1;
  if (/^[()]|\)$/.test(token.text))
    throw fail(token, 'parentheses are not part of this language; put the word in quotes to search for it');
  if (token.text === '"' || /^"[^"]*$/.test(token.text)) throw fail(token, 'a quote is not closed');
  const field = fieldPattern.exec(token.text);
  if (field === null) {
    const quoted = /^"([^"]*)"$/.exec(token.text);
    const text = quoted?.[1] ?? token.text;
    if (text.trim() === '') throw fail(token, 'there is nothing between the quotes');
    return { kind: 'text', key, position, value: parseTemplate(text), phrase: quoted !== null };
  }
  const [, name = '', operator, written = ''] = field;
  const value = /^"([^"]*)"$/.exec(written)?.[1] ?? written;
  if (value.trim() === '') throw fail(token, `${name}: needs a value`);
  return parseFieldTerm(key, token, name, operator, value, fail);
}

function parseFieldTerm(
  key: string,
  token: Token,
  name: string,
  operator: string | undefined,
  value: string,
  fail: (token: Token, problem: string) => Error,
): ViewFilter {
  const position = token.start + 1;
  const lower = name.toLowerCase();
  if (lower === 'has' || lower === 'missing') {
    const field = operator === undefined ? parseFilterField(value) : undefined;
    if (field === undefined) throw fail(token, `${lower}: needs the name of a field`);
    return { kind: 'presence', key, position, field, present: lower === 'has' };
  }
  const field = parseFilterField(name);
  if (field === undefined) throw fail(token, `${name} is no field`);
  const template = parseTemplate(value);
  if (operator !== undefined)
    return { kind: 'compare', key, position, field, operator: operator as Comparison, value: template };
  const contains = field === 'title' || field === 'body' || (field === 'path' && !/[*?]/.test(value));
  return { kind: 'compare', key, position, field, operator: contains ? '~' : '=', value: template };
}

/** A field as filters call it. */
export function parseFilterField(written: string): string | undefined {
  const lower = written.trim().toLowerCase();
  if (['body', 'content'].includes(lower)) return 'body';
  if (['links-to', 'linked-by'].includes(lower)) return lower;
  const field = parseNoteField(written);
  return field === 'folder' ? 'data.folder' : field;
}

type Directives = Partial<Pick<FilterBody, 'order' | 'group' | 'limit' | 'offset'>>;

function parseDirectives(place: ViewPlace, key: string, source: string, start: number): Directives {
  let result: Directives = {};
  for (const { 0: text, index } of source.matchAll(/\S+/g)) {
    const fail = (problem: string) => invalidView({ ...place, position: start + index + 1 }, key, problem);
    const at = text.indexOf(':');
    const name = (at === -1 ? text : text.slice(0, at)).toLowerCase();
    const value = at === -1 ? '' : text.slice(at + 1);
    const parse = Object.hasOwn(directives, name) ? directives[name] : undefined;
    const parsed = parse?.(value);
    if (parse === undefined)
      throw fail(`unknown directive ${text} (known: ${Object.keys(directives).join(', ')})`);
    if (parsed === undefined) throw fail(`${name} cannot be ${JSON.stringify(value)}`);
    result = { ...result, ...parsed };
  }
  return result;
}

const directives: Readonly<Record<string, (value: string) => Directives | undefined>> = {
  sort: (value) => {
    const order = parseSort(value, { ascending: true });
    return order === undefined ? undefined : { order };
  },
  group: (value) => {
    const group = parseNoteField(value);
    return group === undefined ? undefined : { group };
  },
  limit: (value) => (/^[1-9]\d{0,8}$/.test(value) ? { limit: Number(value) } : undefined),
  offset: (value) => (/^\d{1,9}$/.test(value) ? { offset: Number(value) } : undefined),
};
