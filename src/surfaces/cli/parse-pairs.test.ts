import { expect, it } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

it.each([
  ['text', ['a=b'], { a: 'b' }],
  ['a value with "="', ['a=b=c'], { a: 'b=c' }],
  ['an empty value', ['a='], { a: '' }],
  ['spaces around a key', [' a =b '], { a: 'b ' }],
  ['numbers', ['a=1', 'b=-2.5', 'c=0'], { a: 1, b: -2.5, c: 0 }],
  [
    'what a number would change',
    ['a=007', 'b=1.50', 'c=1e3', 'd=12345678901234567890', 'e=-0'],
    {
      a: '007',
      b: '1.50',
      c: '1e3',
      d: '12345678901234567890',
      e: '-0',
    },
  ],
  ['booleans', ['a=true', 'b=false', 'c=True'], { a: true, b: false, c: 'True' }],
  ['text in quotes', ['a="5"', "b='true'", 'c="', 'd=""'], { a: '5', b: 'true', c: '"', d: '' }],
  ['null, which is text', ['a=null'], { a: 'null' }],
  ['a key again', ['a=1', 'b=x', 'a=two', 'a=true'], { a: [1, 'two', true], b: 'x' }],
  ['JSON', ['a:={"b":[1,null]}', 'c:="5"', 'd:=null'], { a: { b: [1, null] }, c: '5', d: null }],
])('reads %s', (_, pairs, fields) => {
  expect(parsePairs('data', pairs)).toEqual(fields);
});

it('keeps __proto__ an ordinary key', () => {
  const fields = parsePairs('data', ['__proto__=x']);
  expect(Object.keys(fields)).toEqual(['__proto__']);
});

it.each([
  ['no "="', 'ab', /no "=" in it/],
  ['no key', '=b', /no key/],
  ['no key before JSON', ':=1', /no key/],
  ['broken JSON', 'a:={', /not JSON/],
])('refuses %s', (_, pair, message) => {
  expect(() => parsePairs('data', [pair])).toThrow(
    expect.objectContaining({
      code: 'INVALID_PARAMS',
      message: expect.stringMatching(message),
      details: { parameter: 'data' },
    }),
  );
});
