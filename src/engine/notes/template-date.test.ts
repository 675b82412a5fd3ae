import { expect, it } from 'vitest';
import { renderDate } from './template-date.ts';

const moment = Date.UTC(2024, 0, 5, 14, 7, 9);

it.each([
  ['YYYY-MM-DD', '2024-01-05'],
  ['YY M D', '24 1 5'],
  ['HH:mm:ss', '14:07:09'],
  ['H m s', '14 7 9'],
  ['hh:mm A', '02:07 PM'],
  ['h:mm a', '2:07 pm'],
  ['dddd, D MMMM YYYY', 'Friday, 5 January 2024'],
  ['ddd Do MMM', 'Fri 5th Jan'],
  ['[Day] D [of] MMMM', 'Day 5 of January'],
  ['[YYYY]', 'YYYY'],
  ['GGGG-[W]WW', '2024-W01'],
  ['YYYY/MM/DD', '2024/01/05'],
  ['', ''],
  ['é 漢', 'é 漢'],
])('writes %s', (format, text) => {
  expect(renderDate(moment, format, 'UTC')).toBe(text);
});

it.each([
  ['Pacific/Auckland', '2024-01-06 03:07 +13:00'],
  ['America/New_York', '2024-01-05 09:07 -05:00'],
  ['Asia/Kolkata', '2024-01-05 19:37 +05:30'],
  ['UTC', '2024-01-05 14:07 +00:00'],
])('writes the time of %s', (zone, text) => {
  expect(renderDate(moment, 'YYYY-MM-DD HH:mm Z', zone)).toBe(text);
});

it("knows this computer's own zone", () => {
  const local = new Date(moment);
  const text = `${local.getFullYear()} ${local.getMonth() + 1} ${local.getDate()} ${local.getHours()} ${local.getMinutes()}`;
  expect(renderDate(moment, 'YYYY M D H m', 'host')).toBe(text);
});

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [30, '30th'],
])('writes the %ith as %s', (day, text) => {
  expect(renderDate(Date.UTC(2024, 0, day), 'Do', 'UTC')).toBe(text);
});

it.each([
  ['2021-01-03', '2020-W53'],
  ['2021-01-04', '2021-W01'],
  ['2024-12-30', '2025-W01'],
])('puts %s into week %s', (day, week) => {
  expect(renderDate(Date.parse(day), 'GGGG-[W]WW', 'UTC')).toBe(week);
});

it('is noon and midnight by the twelve-hour clock', () => {
  expect(renderDate(Date.UTC(2024, 0, 1, 0), 'h A', 'UTC')).toBe('12 AM');
  expect(renderDate(Date.UTC(2024, 0, 1, 12), 'h A', 'UTC')).toBe('12 PM');
});
