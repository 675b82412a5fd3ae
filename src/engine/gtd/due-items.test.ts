import { expect, test } from 'vitest';
import { type DueRange, spanOf } from './due-items.ts';

const spans = (now: string, timeZone: string) =>
  Object.fromEntries(
    (['today', 'tomorrow', 'week'] satisfies DueRange[]).map((range) => {
      const { from, to } = spanOf(range, Date.parse(now), timeZone);
      return [range, [new Date(from!).toISOString(), new Date(to).toISOString()]];
    }),
  );

test('days and weeks begin at midnight of the zone, weeks on Sunday', () => {
  expect(spans('2024-01-17T23:30:00Z', 'UTC')).toEqual({
    today: ['2024-01-17T00:00:00.000Z', '2024-01-18T00:00:00.000Z'],
    tomorrow: ['2024-01-18T00:00:00.000Z', '2024-01-19T00:00:00.000Z'],
    week: ['2024-01-14T00:00:00.000Z', '2024-01-21T00:00:00.000Z'],
  });
  expect(spans('2024-01-17T23:30:00Z', 'Asia/Tokyo').today).toEqual([
    '2024-01-17T15:00:00.000Z',
    '2024-01-18T15:00:00.000Z',
  ]);
});

test('a Sunday begins its own week, a Saturday ends it', () => {
  expect(spans('2024-01-14T00:00:00Z', 'UTC').week?.[0]).toBe('2024-01-14T00:00:00.000Z');
  expect(spans('2024-01-20T23:59:59Z', 'UTC').week?.[0]).toBe('2024-01-14T00:00:00.000Z');
});

test('a day on which the clocks change has 23 or 25 hours', () => {
  const hours = (now: string) => {
    const { from, to } = spanOf('today', Date.parse(now), 'America/Los_Angeles');
    return (to - from!) / 3_600_000;
  };
  expect(hours('2024-03-10T20:00:00Z')).toBe(23);
  expect(hours('2024-11-03T20:00:00Z')).toBe(25);
});

test('overdue is everything before now', () => {
  expect(spanOf('overdue', 1234, 'UTC')).toEqual({ from: undefined, to: 1234 });
});
