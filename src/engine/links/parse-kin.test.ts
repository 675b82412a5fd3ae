import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKin } from './parse-kin.ts';

const targetsOf = (data: Record<string, unknown>) => parseKin(data, 'folder').map(([, , target]) => target);

test('six properties name parents and children, whatever their case; no other does', () => {
  const rows = parseKin(
    { parent: 'a', Parents: ['b'], UP: 'c', children: 'd', subnotes: 'e', down: 'f', childs: 'g', next: 'h' },
    '',
  );
  expect(rows.map(([up, , target]) => `${up ? 'up' : 'down'} ${target}`)).toEqual([
    'up a',
    'up b',
    'up c',
    'down d',
    'down e',
    'down f',
  ]);
});

test('a value is a text as it is, or the links in it', () => {
  expect(targetsOf({ up: 'C# notes, part 1' })).toEqual(['C# notes, part 1']);
  expect(targetsOf({ up: '[[a#part|x]] and [b](b%20c.md "title")' })).toEqual(['a', 'b%20c.md']);
  expect(targetsOf({ up: '[draft] a title' })).toEqual(['[draft] a title']);
  expect(targetsOf({ up: [20240501, ' padded ', '', null, true, { a: 'b' }, ['nested']] })).toEqual([
    '20240501',
    'padded',
    'nested',
  ]);
});

test('a wikilink without quotes is what YAML makes of it', () => {
  expect(targetsOf({ up: [['a|shown']] })).toEqual(['a']);
  expect(targetsOf({ up: [[['a']], [['b#part']]] })).toEqual(['a', 'b']);
});

test('what leads out of the notebook or to no file names nobody', () => {
  expect(targetsOf({ up: ['[x](https://example.com)', '../../x', '..', '[[#here]]'] })).toEqual([]);
});

test('no value makes it throw, and keys are those that links are found by', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('up', 'down', 'parent'), fc.anything()), (data) => {
      for (const [up, kind, target, key] of parseKin(data, 'a/b')) {
        expect([0, 1]).toContain(up);
        expect(['wikilink', 'markdown']).toContain(kind);
        expect(target).not.toBe('');
        expect(key).toBe(key.toLowerCase());
      }
    }),
  );
  expect(parseKin({ up: '['.repeat(200_000) }, '')).toHaveLength(1);
});
