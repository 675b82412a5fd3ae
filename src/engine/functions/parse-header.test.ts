import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlipboxError } from '../errors.ts';
import type { FunctionPlace } from './function-definition.ts';
import { parseHeader } from './parse-header.ts';

const sql: FunctionPlace = { name: 'f', language: 'sql', path: '.slipbox/functions/f.sql' };
const js: FunctionPlace = { name: 'f', language: 'js', path: '.slipbox/functions/f.js' };

test('the same header is read in both languages', () => {
  const lines = [
    'description: Notes with a tag,',
    'description: newest first',
    'anything else is a remark',
    'param tag string Tag, without #',
    'param days number = 30 How far back',
    'param since date = today-7',
    'param done bool = false - Also what is done',
    'param words list = "a, b"',
    'param title string = "two \\"words\\""',
  ];
  const expected = {
    description: 'Notes with a tag, newest first',
    parameters: [
      { name: 'tag', type: 'string', required: true, description: 'Tag, without #' },
      { name: 'days', type: 'number', required: false, default: 30, description: 'How far back' },
      { name: 'since', type: 'date', required: false, default: 'today-7' },
      { name: 'done', type: 'bool', required: false, default: false, description: 'Also what is done' },
      { name: 'words', type: 'list', required: false, default: ['a', 'b'] },
      { name: 'title', type: 'string', required: false, default: 'two "words"' },
    ],
  };
  const header = (marker: string, end: string) => lines.map((line) => `${marker} ${line}${end}`).join('\n');
  expect(parseHeader(sql, `\n${header('--', '')}\nSELECT 1`)).toEqual(expected);
  expect(parseHeader(js, `${header('//', '\r')}\nfunction main() {}`)).toEqual(expected);
});

test('only the lines a file begins with are its header', () => {
  const source = '-- description: first\nSELECT 1\n-- param late string\n';
  expect(parseHeader(sql, source)).toEqual({ description: 'first', parameters: [] });
  expect(parseHeader(js, '/* description: no */')).toEqual({ description: '', parameters: [] });
  expect(parseHeader(sql, '')).toEqual({ description: '', parameters: [] });
});

test.each([
  ['-- param', { parameters: [] }],
  ['-- parameters are fine', { parameters: [] }],
])('%s says nothing', (source, expected) => {
  expect(parseHeader(sql, source)).toMatchObject(expected);
});

test.each([
  ['param 1st string', 'not a parameter: 1st string'],
  ['param name', 'not a parameter: name'],
  ['param a text', 'unknown type text (expected string, list, date, bool, number)'],
  ['param a number = many', 'many is no number'],
  ['param a number = "3"', '"3" is no number'],
  ['param a bool = yes', 'yes is no bool'],
  ['param a date = 2026-02-30', '2026-02-30 is no date'],
  ['param a date = quarter', 'quarter is no date'],
  ['param a string = "open', 'not a parameter: a string = "open'],
  ['param a string = "\\x"', 'not a text in double quotes: "\\x"'],
])('%s is refused with its line', (line, problem) => {
  const parse = () => parseHeader(sql, `-- a remark\n-- ${line}\nSELECT 1`);
  expect(parse).toThrow(`Invalid function f in .slipbox/functions/f.sql, line 2: ${problem}`);
});

test('a parameter cannot be declared twice, and there are at most 32', () => {
  expect(() => parseHeader(js, '// param a string\n// param a number')).toThrow(
    'line 2: a is declared twice',
  );
  const many = Array.from({ length: 33 }, (_, i) => `// param p${i} string`).join('\n');
  expect(() => parseHeader(js, many)).toThrow('line 33: more than 32 parameters');
});

test('whatever a file holds, it has a header or an error that names it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '--',
      '//',
      ' param ',
      'description:',
      ' a ',
      'string',
      '=',
      '"',
      '\\',
      '\n',
      '\r',
      '\0',
      '\uFEFF',
    ),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(sql, js), (pieces, place) => {
      try {
        expect(parseHeader(place, pieces.join('')).parameters.length).toBeLessThanOrEqual(32);
      } catch (error) {
        expect(error).toBeInstanceOf(SlipboxError);
        expect((error as SlipboxError).code).toBe('CONFIG_INVALID');
      }
    }),
  );
});

test('a header as long as a file may be is read in a moment', () => {
  const began = performance.now();
  parseHeader(sql, `-- ${'param '.repeat(11_000)}`.slice(0, 65_536).replace('param', 'pram'));
  parseHeader(sql, '-- x\n'.repeat(13_000));
  try {
    parseHeader(sql, `-- param a string = "${'\\'.repeat(65_000)}`);
  } catch {
    // refused, which is not the point here
  }
  expect(performance.now() - began).toBeLessThan(500);
});
