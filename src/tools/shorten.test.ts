import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonBytes, shortenRecord, shortenValue } from './shorten.ts';

const record = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 12 });

test('a value that fits stays as it is', () => {
  const value = { a: ['x'], b: 'é' };
  expect(shortenValue(value, jsonBytes(value))).toBe(value);
});

test('a shortened value never exceeds its limit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 200 }), (value, maxBytes) => {
      const short = shortenValue(value, maxBytes);
      if (short !== undefined) expect(jsonBytes(short)).toBeLessThanOrEqual(maxBytes);
    }),
  );
});

test('a shortened record never exceeds its limit and says which fields were cut', () => {
  fc.assert(
    fc.property(record, fc.integer({ min: 120, max: 400 }), (given, maxBytes) => {
      const short = shortenRecord(given, maxBytes);
      expect(jsonBytes(short)).toBeLessThanOrEqual(maxBytes);
      if (jsonBytes(given) > maxBytes) expect(short).toMatchObject({ truncated: true });
    }),
  );
});

test('small fields stay whole while large ones share the room', () => {
  const short = shortenRecord({ path: 'a.md', title: 'x'.repeat(9000), tags: Array(5000).fill('tag') }, 2000);
  expect(short.path).toBe('a.md');
  expect(short.truncatedFields).toEqual(['title', 'tags']);
  expect(short.title.length).toBeGreaterThan(700);
  expect(short.tags.length).toBeGreaterThan(100);
});

test('a kept field is never cut', () => {
  const short = shortenRecord({ etag: 'e'.repeat(70), title: 'x'.repeat(500) }, 300, ['etag']);
  expect(short.etag).toBe('e'.repeat(70));
  expect(short.truncatedFields).toEqual(['title']);
});

test('text is cut between characters, not inside one', () => {
  expect(shortenValue('😀😀😀', 2 + 4 + 3)).toBe('😀…');
  expect(shortenValue('😀😀😀', 2 + 5 + 3)).toBe('😀…');
});

test('a list keeps its first items, a single large one shortened', () => {
  expect(shortenValue(['a', 'b', 'c'], 10)).toEqual(['a', 'b']);
  expect(shortenValue(['x'.repeat(50), 'b'], 20)).toEqual([`${'x'.repeat(13)}…`]);
});

test('ten thousand tags are cut in well under a second', () => {
  const tags = Array.from({ length: 10_000 }, (_, index) => `tag-${index}`);
  const start = performance.now();
  shortenRecord({ path: 'a.md', tags }, 1000);
  expect(performance.now() - start).toBeLessThan(1000);
});
