import { renderInstant } from '../clock.ts';
import { type Clock, firstOfMonth, mondayOf, monthOf, renderDay, today } from './calendar.ts';

/** `step` is what `+1` adds to it. */
interface Token {
  readonly step: string;
  render(clock: Clock, steps: number): string;
}

const days = (offset: number): Token => ({
  step: 'day',
  render: (clock, steps) => renderDay(today(clock) + offset + steps),
});

/** `end` is the last day of it instead of the first. */
const weeks = (offset: number, end = false): Token => ({
  step: 'week',
  render: (clock, steps) => renderDay(mondayOf(today(clock)) + 7 * (offset + steps) + (end ? 6 : 0)),
});

/** Counted from the first of a month, so that the 31st skips none. */
const months = (size: number, offset: number, end = false): Token => ({
  step: size === 1 ? 'month' : size === 3 ? 'quarter' : 'year',
  render: (clock, steps) => {
    const first = Math.floor(monthOf(today(clock)) / size) + offset + steps;
    return renderDay(end ? firstOfMonth((first + 1) * size) - 1 : firstOfMonth(first * size));
  },
});

const tokens: Readonly<Record<string, Token>> = {
  today: days(0),
  yesterday: days(-1),
  tomorrow: days(1),
  this_week: weeks(0),
  last_week: weeks(-1),
  next_week: weeks(1),
  start_of_week: weeks(0),
  end_of_week: weeks(0, true),
  this_month: months(1, 0),
  last_month: months(1, -1),
  next_month: months(1, 1),
  start_of_month: months(1, 0),
  end_of_month: months(1, 0, true),
  start_of_quarter: months(3, 0),
  end_of_quarter: months(3, 0, true),
  start_of_year: months(12, 0),
  end_of_year: months(12, 0, true),
  quarter: {
    step: 'quarter',
    render: (clock, steps) => `Q${((((Math.floor(monthOf(today(clock)) / 3) + steps) % 4) + 4) % 4) + 1}`,
  },
  year: {
    step: 'year',
    render: (clock, steps) => String(Math.floor(monthOf(today(clock)) / 12) + steps).padStart(4, '0'),
  },
  now: { step: 'second', render: ({ now }, steps) => renderInstant(now + steps * 1000) },
};

export const tokenNames: readonly string[] = Object.keys(tokens);

const arithmetic = /^([a-z_]+)\s*(?:([+-])\s*(\d{1,5}))?$/;

/** What `today-7` or `this_month+1` means now; undefined when it is no token. Whole days come as `2026-01-28`. */
export function renderToken(source: string, clock: Clock): string | undefined {
  const match = arithmetic.exec(source.trim().toLowerCase());
  const [, name = '', sign, amount = '0'] = match ?? [];
  const token = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
  return token?.render(clock, sign === '-' ? -Number(amount) : Number(amount));
}
