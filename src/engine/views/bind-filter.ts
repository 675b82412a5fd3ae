import { SlipboxError } from '../errors.ts';
import type { Condition } from '../query/filter/condition.ts';
import { parseFilters } from '../query/filter/parse-filters.ts';
import { invalidView } from './invalid-view.ts';
import { renderLike } from './like-pattern.ts';
import { type Binding, findPlaceholder } from './placeholder-value.ts';
import type { Template } from './template.ts';
import type { Comparison, ViewFilter, ViewTerm } from './view-definition.ts';
import type { BoundFilter } from './view-plan.ts';

/**
 * The filter with its values put in; undefined when nothing is left of it. A condition on an optional parameter that was
 * not given is left out.
 */
export function bindFilter(filter: ViewFilter, binding: Binding): BoundFilter | undefined {
  switch (filter.kind) {
    case 'all':
    case 'any': {
      const of = filter.of.map((part) => bindFilter(part, binding)).filter((part) => part !== undefined);
      return of.length === 0 ? undefined : join(filter.kind, of);
    }
    case 'not': {
      const of = bindFilter(filter.of, binding);
      return of && { kind: 'not', of };
    }
    default:
      return bindTerm(filter, { ...binding, place: { ...binding.place, position: filter.position } });
  }
}

function bindTerm(term: ViewTerm, binding: Binding): BoundFilter | undefined {
  switch (term.kind) {
    case 'presence': {
      const text = `${term.present ? 'has' : 'missing'}:${term.field}`;
      return condition(parseOne(text, term.key, binding, []));
    }
    case 'text':
      return bindText(term, binding);
    case 'compare':
      return bindComparison(term, binding);
  }
}

function join(kind: 'all' | 'any', of: readonly BoundFilter[]): BoundFilter {
  return of.length === 1 ? of[0]! : { kind, of };
}

function condition(of: Condition): BoundFilter {
  return { kind: 'condition', condition: of };
}

interface Value {
  readonly text: string;
  /** Names of the parameters in it: such a text is a value and never a pattern. */
  readonly from: readonly string[];
}

/** Undefined when a parameter in it has no value. Several only for a list. */
function bindValue(template: Template, binding: Binding, separate: boolean): Value[] | undefined {
  const [only] = template;
  const alone = template.length === 1 && only !== undefined && 'name' in only ? only.name : undefined;
  const list = alone === undefined ? undefined : findPlaceholder(binding, alone);
  if (alone !== undefined && list?.type === 'list')
    return list.items.map((text) => ({ text, from: [alone] }));
  const items: { text: string; from: string[] }[] = [{ text: '', from: [] }];
  for (const part of template) {
    if ('text' in part) {
      const [first = '', ...others] = separate ? part.text.split(',') : [part.text];
      items.at(-1)!.text += first;
      items.push(...others.map((text) => ({ text, from: [] })));
      continue;
    }
    const value = findPlaceholder(binding, part.name);
    if (value === undefined) return undefined;
    const item = items.at(-1)!;
    item.text += value.type === 'list' ? value.items.join(',') : value.text;
    if (binding.values.has(part.name)) item.from.push(part.name);
  }
  return items;
}

function bindComparison(
  filter: Extract<ViewTerm, { kind: 'compare' }>,
  binding: Binding,
): BoundFilter | undefined {
  const { field, operator, key } = filter;
  const values = bindValue(filter.value, binding, operator === 'in');
  if (values === undefined) return undefined;
  const compare = (sign: Comparison, value: Value) =>
    condition(parseOne(`${field} ${sign} ${value.text}`, key, binding, value.from));
  if (operator === 'like') {
    const pattern = renderLike(field, values[0]!.text, values[0]!.from.length > 0);
    if (pattern === undefined)
      throw refuse(
        binding,
        key,
        values[0]!.from,
        `LIKE ${JSON.stringify(values[0]!.text)} cannot be asked of ${field}`,
      );
    return join(
      'any',
      pattern.map(({ sign, text }) => condition(parseOne(`${field} ${sign} ${text}`, key, binding, []))),
    );
  }
  if (operator === 'in')
    return join(
      'any',
      values.map((value) => compare('=', value)),
    );
  if (values.length > 1 && operator !== '=' && operator !== '!=' && operator !== '~')
    throw refuse(binding, key, values[0]!.from, `a list cannot be compared with ${operator}`);
  return join(
    operator === '!=' ? 'all' : 'any',
    values.map((value) => compare(operator, value)),
  );
}

/** A caller's text is one thing to look for, whatever quotes and spaces it has. */
function bindText(filter: Extract<ViewTerm, { kind: 'text' }>, binding: Binding): BoundFilter | undefined {
  const values = bindValue(filter.value, binding, false);
  if (values === undefined) return undefined;
  const queries = values.map(({ text, from }): BoundFilter => {
    const quoted = filter.phrase || from.length > 0;
    return { kind: 'text', query: quoted ? `"${text.replaceAll('"', ' ')}"` : text };
  });
  return join('any', queries);
}

/** The spaces around the operator keep a value that begins with `=` from becoming part of it. */
function parseOne(text: string, key: string, binding: Binding, from: readonly string[]): Condition {
  try {
    const parsed = parseFilters({ and: [text] }, { ...binding.clock, parameter: key }).and[0]!;
    return parsed.kind === 'comparison' && from.length > 0 ? { ...parsed, literal: true } : parsed;
  } catch (error) {
    if (!(error instanceof SlipboxError) || error.code !== 'INVALID_PARAMS') throw error;
    const problem = error.message.replace(`${key}.and[0]: `, '');
    if (binding.place.position === undefined) throw refuse(binding, key, from, problem, error.hint);
    // a query text has other words for the same condition: its own position tells more
    throw refuse(binding, key, from, problem.replace(/, at character \d+ of "[\s\S]*$/, ''));
  }
}

/** Wrong by its definition, or by what a call put into it. */
function refuse(
  { place }: Binding,
  key: string,
  from: readonly string[],
  problem: string,
  hint?: string,
): SlipboxError {
  if (from.length === 0) return invalidView(place, key, problem, hint);
  return new SlipboxError('INVALID_PARAMS', `Invalid ${from.join(', ')}: ${problem}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { parameter: `params.${from[0]}`, view: place.view, key },
  });
}
