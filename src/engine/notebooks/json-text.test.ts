import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonProblem } from './json-text.ts';

test.each([
  ['', 1, 1, 'a value'],
  ['{', 1, 2, 'a quoted key or "}"'],
  ['{"a": 1,}', 1, 9, 'a quoted key'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," or "}"'],
  ['{"a" 1}', 1, 6, '":"'],
  ['{"a": x}', 1, 7, 'a value'],
  ['[1, 2', 1, 6, '"," or "]"'],
  ['[1}', 1, 3, '"," or "]"'],
  ['{"a": "open\n"}', 1, 12, 'the closing quote of a string'],
  ['{"a": "\\x"}', 1, 9, 'a valid escape after "\\"'],
  ['{} {}', 1, 4, 'the end'],
  ['{"a": 01}', 1, 8, '"," or "}"'],
])('%j is wrong at line %i, column %i', (text, line, column, expected) => {
  expect(findJsonProblem(text)).toEqual({ line, column, expected });
});

test('finds a problem in exactly those texts that are not JSON', () => {
  const nearJson = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '{', '[', ':', '\\', '-', '0', '\n'))
    .map(([text, at, put]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + put + text.slice(cut + 1);
    });
  fc.assert(
    fc.property(nearJson, (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(findJsonProblem(text) === undefined).toBe(valid);
    }),
    { numRuns: 1000 },
  );
});

test('is not stopped by depth or length', () => {
  expect(findJsonProblem('['.repeat(200_000))).toMatchObject({ column: 200_001 });
  expect(findJsonProblem(`["${'a'.repeat(5_000_000)}"`)).toMatchObject({ column: 5_000_004 });
});
