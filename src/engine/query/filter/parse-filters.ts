import { hostZone } from '../../clock.ts';
import type { Condition } from './condition.ts';
import { parseCondition, refuseNoCondition, refuseNoText } from './parse-condition.ts';
import type { Clock } from './period.ts';

export { renderFilters } from './render-filters.ts';

/** Conditions as they are typed: all of `and`, any of `or`, none of `not`. */
export interface FilterInput {
  and?: readonly string[];
  or?: readonly string[];
  not?: readonly string[];
}

export interface ParsedFilters {
  and: Condition[];
  or: Condition[];
  not: Condition[];
  /** In which properties that are dates without a zone are read. */
  timeZone: string;
}

export interface FilterOptions extends Partial<Clock> {
  /** What errors call the parameter. */
  parameter?: string;
}

/**
 * Conditions as data. `!=` finds the notes in which no value is equal, those without the field among them; so does `not`.
 * A tag stands for the tags nested in it too. Dates mean the whole time they name.
 */
export function parseFilters(input: FilterInput, options: FilterOptions = {}): ParsedFilters {
  const { timeZone = hostZone, now = Date.now(), parameter = 'filters' } = options;
  const parseAll = (group: keyof FilterInput): Condition[] =>
    (input[group] ?? []).map((condition, i) => {
      const place = `${parameter}.${group}[${i}]`;
      return typeof condition === 'string'
        ? parseCondition(condition, place, { timeZone, now })
        : refuseNoText(place);
    });
  const filters = { and: parseAll('and'), or: parseAll('or'), not: parseAll('not'), timeZone };
  if (filters.and.length + filters.or.length + filters.not.length === 0) return refuseNoCondition(parameter);
  return filters;
}
