import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findFrontmatter } from './frontmatter-block.ts';
import { mayBePlain, renderField, renderFlow, renderFrontmatter, renderText } from './render-frontmatter.ts';
import { parseFrontmatter, parseFullYaml } from './yaml.ts';

const tricky = [
  '',
  ' ',
  ' lead',
  'trail ',
  'null',
  'Null',
  '~',
  'true',
  'FALSE',
  'yes',
  'No',
  'on',
  'y',
  '1',
  '-1',
  '007',
  '1e3',
  '1_000',
  '0x1F',
  '1:30',
  '.5',
  '.inf',
  '+1',
  '2024-01-02',
  '2024-01-02T03:04:05Z',
  'a: b',
  'a:',
  ': a',
  'a #b',
  '#a',
  '- a',
  '-',
  '---',
  '...',
  '? a',
  '[a]',
  '[[Note]]',
  '{a}',
  '{{title}}',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '%a',
  '@a',
  '`a`',
  '"a"',
  "'a'",
  `it's "both"`,
  'back\\slash',
  'two\nlines',
  '\n',
  'cr\r\nlf',
  '\ttab',
  'a\tb',
  'a:\tb',
  '🎉',
  '🎉 party: yes',
  'مرحبا',
  '\u202eevil',
  '\u2028',
  '\ufeff',
  '\0',
  '\x07',
  '\x85',
  '\xa0',
  'é',
  'e\u0301',
  '<<',
  '=',
  '__proto__',
  'constructor',
];
const text = fc.oneof(
  fc.constantFrom(...tricky),
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.tuple(fc.constantFrom(...tricky), fc.constantFrom(...tricky)).map(([one, other]) => one + other),
);
// An integer beyond 2^53 is text when it is read, as no number shows what was typed.
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value)));
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const record = (value: fc.Arbitrary<unknown>) =>
  fc.dictionary(text, value, { maxKeys: 5, noNullPrototype: true });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('properties as YAML', () => {
  it('read back as the same texts, numbers, booleans and lists of texts', () => {
    fc.assert(
      fc.property(record(fc.oneof(scalar, fc.array(text, { maxLength: 4 }))), (data) => {
        expect(parseFrontmatter(renderFrontmatter(data))).toEqual({ data: plain(data), warning: undefined });
      }),
      { numRuns: 1500 },
    );
  });

  it('read back as any JSON value, by our reader and by YAML 1.2', () => {
    fc.assert(
      fc.property(record(json), (data) => {
        const yaml = renderFrontmatter(data);
        expect(parseFullYaml(yaml)).toEqual({ data: plain(data), warning: undefined });
        // `parse` makes "__proto__" the prototype
        if (!yaml.includes('__proto__')) expect(parse(yaml) ?? {}).toEqual(plain(data));
      }),
      { numRuns: 800 },
    );
  });

  it('never end the block they stand in', () => {
    fc.assert(
      fc.property(record(json), (data) => {
        const block = `---\n${renderFrontmatter(data)}---\n`;
        expect(findFrontmatter(`${block}body`)).toMatchObject({ end: block.length });
      }),
    );
  });

  it.each(tricky)('read back %j', (value) => {
    for (const yaml of [renderField('key', value), `key: [${renderText(value, true)}, x]\n`]) {
      const read = parseFrontmatter(yaml).data.key;
      expect(Array.isArray(read) ? read[0] : read).toBe(value);
    }
  });
});

it.each([
  ['plain words', 'A title, with (marks) and 100% of it!', 'key: A title, with (marks) and 100% of it!\n'],
  ['a date', '2024-01-02', 'key: 2024-01-02\n'],
  ['what looks like a number', '42', 'key: "42"\n'],
  ['what older YAML takes for a boolean', 'yes', 'key: "yes"\n'],
  ['a colon', 'Plan: one', 'key: "Plan: one"\n'],
  ['quotes inside', 'say "hi"', `key: say "hi"\n`],
  ['a quote at the start', '"hi", he said', `key: '"hi", he said'\n`],
  ['a number', 4.5, 'key: 4.5\n'],
  ['a boolean', false, 'key: false\n'],
  ['nothing', null, 'key:\n'],
  ['a list', ['a', '1', 'b c'], 'key:\n  - a\n  - "1"\n  - b c\n'],
  ['an empty list', [], 'key: []\n'],
  ['an object', { a: 1, b: { c: [] } }, 'key:\n  a: 1\n  b:\n    c: []\n'],
  ['objects in a list', [{ a: 'x, y' }], 'key:\n  - {a: "x, y"}\n'],
])('writes %s as people do', (_, value, yaml) => {
  expect(renderField('key', value)).toBe(yaml);
});

it('gives a key that is too long for one line its own form', () => {
  const data = { ['k'.repeat(3000)]: { ['n'.repeat(3000)]: [{ ['m'.repeat(3000)]: 1 }] } };
  expect(parseFrontmatter(renderFrontmatter(data))).toEqual({ data, warning: undefined });
});

it('knows what may stand unquoted', () => {
  expect(['2024', 'a b', 'é', '🎉'].filter(mayBePlain)).toEqual(['2024', 'a b', 'é', '🎉']);
  expect(['', '- a', 'a: b', 'a ', 'a\nb', '[a]'].filter(mayBePlain)).toEqual([]);
  expect(renderFlow({ a: ['b', 1, null], c: {} })).toBe('{a: [b, 1, null], c: {}}');
});
