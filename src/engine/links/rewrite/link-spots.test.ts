import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSpots } from './link-spots.ts';

const spotsIn = (text: string) => findSpots(text).map(({ form, written, raw }) => [form, written, raw]);

test('the path of each link is found where it stands, without all that goes with it', () => {
  expect(
    spotsIn('[[ a b #h|x]] ![[p.png|100]] [m](<a b.md#h> "T") ![i](p%20q.png?x#y) [[#h]] [s](#h)'),
  ).toEqual([
    ['wikilink', 'a b', '[[ a b #h|x]]'],
    ['wikilink', 'p.png', '![[p.png|100]]'],
    ['angle', 'a b.md', '[m](<a b.md#h> "T")'],
    ['plain', 'p%20q.png', '![i](p%20q.png?x#y)'],
  ]);
});

test('a reference is written in its definition, once', () => {
  expect(spotsIn('[a][r] [r] ![x][R]\n\n  [r]: ../a.md "T"\n[R]: other.md')).toEqual([
    ['plain', '../a.md', '[r]: ../a.md "T"'],
  ]);
});

test('a link around a picture is two', () => {
  expect(spotsIn('[![alt](p.png)](a.md)').map(([, written]) => written)).toEqual(['p.png', 'a.md']);
});

test('properties: how the value is quoted, and notes named without brackets', () => {
  const yaml = `up: one/a.md\nsee: ["[[a]]", '[[it''s]]', x]\nplain: [[b|c]]\nchildren:\n  - "x y"\n  - z # z\nd: "[[q\\\\|x]]"`;
  expect(spotsIn(`---\n${yaml}\n---\n`)).toEqual([
    ['yaml-plain', 'one/a.md', 'one/a.md'],
    ['yaml-"', 'a', '[[a]]'],
    ["yaml-'", "it''s", "[[it''s]]"],
    ['yaml-plain', 'b', '[[b|c]]'],
    ['yaml-"', 'x y', 'x y'],
    ['yaml-plain', 'z', 'z'],
    ['yaml-"', 'q', '[[q\\\\|x]]'],
  ]);
});

test('whatever the text, places are in order, apart, and hold what they say', () => {
  const piece = fc.constantFrom(
    ...[
      '[[',
      ']]',
      '![',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '|',
      '\\',
      '#',
      'a.md',
      ' ',
      '\n',
      '"',
      "'",
      ': ',
      '---\n',
    ],
    ...['up: ', 'x', '[r]: a\n', '`', '- ', '\r\n', '%20', '?', '\ufeff', '🌱', '^b'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      let end = 0;
      for (const spot of findSpots(text)) {
        expect(spot.start).toBeGreaterThanOrEqual(end);
        expect(text.slice(spot.start, spot.end)).toBe(spot.written);
        expect(spot.written).not.toBe('');
        end = spot.end;
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['links in one property', `---\nup: [${'"[[a]]", '.repeat(20_000)}]\n---\n`],
  ['names in one property', `---\nup: [${'a, '.repeat(20_000)}b]\n---\n`],
  ['definitions', Array.from({ length: 20_000 }, (_, i) => `[r${i}]: a.md\n`).join('')],
  ['links', '[a](b.md) [[c]] '.repeat(20_000)],
])('many %s take no more than their number', (_, text) => {
  const start = performance.now();
  findSpots(text);
  expect(performance.now() - start).toBeLessThan(5000);
});
