import { expect, test } from 'vitest';
import { findNearest } from './nearest.ts';
import { describePage, renderTable } from './render.ts';

test('columns are aligned, also with wide characters', () => {
  expect(
    renderTable([
      ['a', 'x'],
      ['日本', 'y'],
    ]),
  ).toBe('a     x\n日本  y');
});

test('a long cell is cut', () => {
  expect(renderTable([['x'.repeat(100), 'y']], 10)).toBe(`${'x'.repeat(9)}…  y`);
});

test('a page with more behind it says how to get the next one', () => {
  const pagination = { total: 127, returned: 50, page: 1, pageSize: 50, hasMore: true, nextOffset: 50 };
  expect(describePage(pagination, 'note')).toBe('50 of 127 notes; next page: --offset 50');
});

test('the nearest word is found across typos, and none for something else', () => {
  expect(findNearest('lsit', ['list', 'get'])).toBe('list');
  expect(findNearest('limt', ['limit', 'offset'])).toBe('limit');
  expect(findNearest('qqqqqq', ['list', 'get'])).toBeUndefined();
});
