import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, mondayOf, parseDay, renderDay, startOfDay } from './calendar.ts';
import { renderToken, tokenNames } from './date-tokens.ts';

const at = (now: string, timeZone = 'UTC') => ({ now: Date.parse(now), timeZone });

describe('date tokens', () => {
  // A Wednesday in the middle of everything.
  const clock = at('2026-05-13T10:20:30Z');
  it.each([
    ['today', '2026-05-13'],
    ['yesterday', '2026-05-12'],
    ['tomorrow', '2026-05-14'],
    ['this_week', '2026-05-11'],
    ['last_week', '2026-05-04'],
    ['next_week', '2026-05-18'],
    ['start_of_week', '2026-05-11'],
    ['end_of_week', '2026-05-17'],
    ['this_month', '2026-05-01'],
    ['last_month', '2026-04-01'],
    ['next_month', '2026-06-01'],
    ['start_of_month', '2026-05-01'],
    ['end_of_month', '2026-05-31'],
    ['start_of_quarter', '2026-04-01'],
    ['end_of_quarter', '2026-06-30'],
    ['start_of_year', '2026-01-01'],
    ['end_of_year', '2026-12-31'],
    ['quarter', 'Q2'],
    ['year', '2026'],
    ['now', '2026-05-13T10:20:30Z'],
  ])('%s', (token, expected) => {
    expect(renderToken(token, clock)).toBe(expected);
    expect(tokenNames).toContain(token);
  });

  it.each([
    ['2026-03-01T00:00:00Z', 'today-1', '2026-02-28'],
    ['2024-03-01T00:00:00Z', 'yesterday', '2024-02-29'],
    ['2026-12-31T23:59:59Z', 'today+1', '2027-01-01'],
    ['2026-12-31T23:59:59Z', 'tomorrow', '2027-01-01'],
    ['2026-01-01T00:00:00Z', 'this_week', '2025-12-29'],
    ['2026-01-01T00:00:00Z', 'this_week-1', '2025-12-22'],
    ['2026-01-04T00:00:00Z', 'this_week+1', '2026-01-05'],
    ['2026-01-31T00:00:00Z', 'next_month', '2026-02-01'],
    ['2026-01-31T00:00:00Z', 'this_month+1', '2026-02-01'],
    ['2026-01-31T00:00:00Z', 'end_of_month+1', '2026-02-28'],
    ['2024-01-31T00:00:00Z', 'end_of_month+1', '2024-02-29'],
    ['2026-03-31T00:00:00Z', 'last_month', '2026-02-01'],
    ['2026-01-31T00:00:00Z', 'this_month-1', '2025-12-01'],
    ['2026-01-15T00:00:00Z', 'start_of_quarter-1', '2025-10-01'],
    ['2026-01-15T00:00:00Z', 'quarter-1', 'Q4'],
    ['2026-11-15T00:00:00Z', 'quarter+1', 'Q1'],
    ['2026-12-31T00:00:00Z', 'year+1', '2027'],
    ['2024-02-29T00:00:00Z', 'today+365', '2025-02-28'],
    ['2026-05-13T00:00:00Z', ' today - 7 ', '2026-05-06'],
    ['2026-05-13T00:00:00Z', 'TODAY', '2026-05-13'],
  ])('at %s, %s is %s', (now, token, expected) => {
    expect(renderToken(token, at(now))).toBe(expected);
  });

  it.each([
    ['2026-03-29T00:30:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28'],
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    ['2026-05-13T12:00:00Z', 'Pacific/Kiritimati', '2026-05-14'],
    ['2026-05-13T11:00:00Z', 'Pacific/Pago_Pago', '2026-05-13'],
    ['2026-05-13T10:59:59Z', 'Pacific/Pago_Pago', '2026-05-12'],
    ['2018-11-04T02:59:59Z', 'America/Sao_Paulo', '2018-11-03'],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
  ])('at %s in %s today is %s', (now, timeZone, expected) => {
    expect(renderToken('today', at(now, timeZone))).toBe(expected);
  });

  it.each(['7_days_ago', 'today+', 'today+x', 'env:HOME', '', 'toString', '__proto__', 'today-123456'])(
    '%j is none',
    (token) => expect(renderToken(token, clock)).toBeUndefined(),
  );
});

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Cairo',
);
const instant = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') });

it.each([8.64e15, -8.64e15, Number.MAX_SAFE_INTEGER])('an instant of %d ms has a day, too', (ms) => {
  expect(renderDay(dayOf(ms, 'Europe/Berlin'))).toMatch(/^(?:0000-01-0\d|9999-12-\d\d)$/);
});

it('every instant lies in its day, and the next day begins after it', () => {
  fc.assert(
    fc.property(instant, zone, (ms, timeZone) => {
      const day = dayOf(ms, timeZone);
      expect(startOfDay(day, timeZone)).toBeLessThanOrEqual(ms);
      expect(startOfDay(day + 1, timeZone)).toBeGreaterThan(ms);
    }),
  );
});

it('weeks begin on Monday, months follow each other without a gap', () => {
  fc.assert(
    fc.property(instant, zone, fc.integer({ min: -500, max: 500 }), (now, timeZone, n) => {
      const clock = { now, timeZone };
      const day = (token: string) => parseDay(renderToken(token, clock)!)!;
      const sign = n < 0 ? '' : '+';
      expect(new Date(day(`this_week${sign}${n}`) * 86_400_000).getUTCDay()).toBe(1);
      expect(mondayOf(day('today'))).toBe(day('this_week'));
      const first = day(`this_month${sign}${n}`);
      expect(renderDay(first).endsWith('-01')).toBe(true);
      expect(day(`end_of_month${sign}${n}`) + 1).toBe(day(`this_month${n + 1 < 0 ? '' : '+'}${n + 1}`));
    }),
  );
});
