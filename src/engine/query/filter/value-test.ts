import { type Comparison, isGlob, type Operator } from './condition.ts';
import { compareText, fold } from './fold.ts';
import { compileTextGlob, containsLike } from './glob-text.ts';
import { type Period, parseStart } from './period.ts';

export type Scalar = string | number | boolean;
export type ScalarTest = (value: Scalar) => boolean;

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** What the sign of a comparison says. */
export function compareBy(operator: Operator, sign: number): boolean {
  switch (operator) {
    case '>':
      return sign > 0;
    case '>=':
      return sign >= 0;
    case '<':
      return sign < 0;
    case '<=':
      return sign <= 0;
    default:
      return sign === 0;
  }
}

/** After a period is after its end, until a period is to its end. */
function compareToPeriod(operator: Operator, time: number, { from, to }: Period): boolean {
  return compareBy(operator, time < from ? -1 : time < to ? 0 : 1);
}

/** A test for one value of a property; `!=` is tested as `=`, since it speaks of all values of a note. */
export function compileValueTest(condition: Comparison, timeZone: string): ScalarTest {
  const { operator, text } = condition;
  const folded = fold(text);
  if (operator === '~') return (value) => fold(String(value)).includes(folded);
  if (operator === '=' || operator === '!=') {
    if (isGlob(condition)) {
      const test = compileTextGlob(text);
      return (value) => test(fold(String(value)));
    }
    return (value) =>
      fold(String(value)) === folded ||
      (typeof value === 'number' && value === condition.number) ||
      isWithin(value, condition.period, timeZone);
  }
  return (value) => compareOrdered(condition, operator, folded, value, timeZone);
}

function isWithin(value: Scalar, period: Period | undefined, timeZone: string): boolean {
  if (period === undefined || typeof value !== 'string') return false;
  const time = parseStart(value.trim(), timeZone);
  return time !== undefined && compareToPeriod('=', time, period);
}

/** As numbers when both are, as dates when both are, else as texts. */
function compareOrdered(
  { number, period }: Comparison,
  operator: Operator,
  folded: string,
  value: Scalar,
  timeZone: string,
): boolean {
  if (number !== undefined) {
    const other = typeof value === 'string' && numeric.test(value.trim()) ? Number(value) : value;
    if (typeof other === 'number') return compareBy(operator, other - number);
  }
  if (period !== undefined && typeof value === 'string') {
    const time = parseStart(value.trim(), timeZone);
    if (time !== undefined) return compareToPeriod(operator, time, period);
  }
  return compareBy(operator, compareText(fold(String(value)), folded));
}

/** LIKE patterns for the JSON of a property, one of which fits whatever passes the test; none when all must be tested. */
export function likesOf(condition: Comparison): string[] {
  const { operator, text, number, period } = condition;
  if (operator !== '=' && operator !== '!=' && operator !== '~') return [];
  if (period !== undefined && operator !== '~') return [];
  const likes = [containsLike(text, isGlob(condition))];
  if (number !== undefined && operator !== '~') likes.push(containsLike(String(number), false));
  return likes.includes('%') ? [] : likes;
}
