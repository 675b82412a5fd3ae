import { renderInstant } from '../../clock.ts';
import { type Comparison, type Condition, isGlob } from './condition.ts';
import type { ParsedFilters } from './parse-filters.ts';

/** Filters in the words of SQL: what was really asked, periods as the instants they were taken for. */
export function renderFilters({ and, or, not }: Pick<ParsedFilters, 'and' | 'or' | 'not'>): string {
  const any = or.map(renderCondition).join(' OR ');
  const isAlone = or.length < 2 || and.length + not.length === 0;
  return [
    ...and.map(renderCondition),
    ...(or.length > 0 ? [isAlone ? any : `(${any})`] : []),
    ...not.map((condition) => `NOT (${renderCondition(condition)})`),
  ].join(' AND ');
}

function renderCondition(condition: Condition): string {
  const { label } = condition.field;
  if (condition.kind === 'presence') return `${label} IS ${condition.present ? 'NOT ' : ''}NULL`;
  const { operator, field, text } = condition;
  if (field.name === 'created' || field.name === 'modified') return renderPeriod(condition);
  if (field.name === 'words') return `${label} ${operator} ${condition.number}`;
  if (operator === '~' || (field.name === 'body' && operator === '='))
    return `${label} CONTAINS ${quote(text)}`;
  if (field.name === 'body') return `${label} NOT CONTAINS ${quote(text)}`;
  if (!isGlob(condition)) return `${label} ${operator} ${quote(text)}`;
  return `${label} ${operator === '=' ? 'GLOB' : 'NOT GLOB'} ${quote(text)}`;
}

function renderPeriod({ field: { label }, operator, period }: Comparison): string {
  const from = quote(renderTime(period!.from));
  const to = quote(renderTime(period!.to));
  switch (operator) {
    case '=':
      return `(${label} >= ${from} AND ${label} < ${to})`;
    case '!=':
      return `(${label} < ${from} OR ${label} >= ${to})`;
    case '>':
    case '<=':
      return `${label} ${operator === '>' ? '>=' : '<'} ${to}`;
    default:
      return `${label} ${operator} ${from}`;
  }
}

function renderTime(ms: number): string {
  return ms % 1000 === 0 ? renderInstant(ms) : new Date(ms).toISOString();
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
