import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlipboxError } from '../../errors.ts';
import { type FilterInput, type ParsedFilters, parseFilters, renderFilters } from './parse-filters.ts';

const options = { timeZone: 'Europe/Berlin', now: Date.parse('2024-06-02T22:30:00Z') };
const parse = (input: FilterInput) => parseFilters(input, options);

function refusal(input: FilterInput): SlipboxError {
  try {
    parse(input);
  } catch (error) {
    if (error instanceof SlipboxError) return error;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(input)}`);
}

const long = (length: number) => 'x'.repeat(length);

test.each<[condition: string, position: number, words: RegExp]>([
  ['', 0, /empty/],
  ['   ', 0, /empty/],
  ['status=done', 0, /unknown field "status"; a property is written data\.status/],
  ['  data=x', 2, /unknown field "data"/],
  ['a b=c', 0, /unknown field "a b"/],
  ['=value', 0, /field is missing/],
  ['data.status', 11, /operator is missing/],
  ['tag:work', 8, /operator is missing/],
  ['data.status=', 12, /no value/],
  ['data.status =   ', 16, /no value/],
  ['tag=#', 4, /no value/],
  ['tag= #/', 5, /no value/],
  [`title=${long(1001)}`, 6, /longer than 1000 characters/],
  [`data.${long(400)}=x`, 0, /field is longer/],
  ['data.=x', 5, /property name is missing/],
  ['data. =x', 5, /property name is missing/],
  ['data.a..b=x', 7, /property name is missing/],
  ['data.a.=x', 7, /property name is missing/],
  ['data.""=x', 5, /property name is missing/],
  ['data."a=x', 5, /does not end/],
  ['data."a"b=x', 8, /must follow/],
  ['created=soon', 8, /created is compared with a date, not with "soon"/],
  ['modified>=2024-13', 10, /with a date/],
  ['modified>=2023-02-29', 10, /with a date/],
  ['created=2024-*', 8, /with a date/],
  ['created~2024', 7, /created cannot be compared with ~/],
  ['words>many', 6, /words is compared with a number/],
  ['words~3', 5, /cannot be compared with ~/],
  ['body>x', 4, /cannot be compared with >/],
  ['links-to~x', 8, /cannot be compared with ~/],
  ['linked-by<x', 9, /cannot be compared with </],
  ['data.a==b', 6, /no operator ==; use =/],
  ['data.a<>b', 6, /no operator <>; use !=/],
  ['data.a!~b', 6, /no operator !~/],
  ['has:', 4, /field is missing/],
  ['has:status', 4, /unknown field "status"/],
  ['missing: data.', 14, /property name is missing/],
  ['has:data.x=3', 10, /has: takes a field and nothing else/],
])('%j is refused at its position (21)', (condition, position, words) => {
  const error = refusal({ and: ['title=x'], not: ['title=y', condition] });
  expect(error.code).toBe('INVALID_PARAMS');
  expect(error.message).toMatch(words);
  expect(error.message).toContain(`at character ${position + 1} of `);
  expect(error.details).toMatchObject({ parameter: 'filters.not[1]', position });
  expect(condition.startsWith(String(error.details?.condition).replace(/…$/, ''))).toBe(true);
  for (const field of ['path', 'title', 'tag', 'created', 'data.<property>', 'links-to', 'linked-by', 'has:'])
    expect(error.hint).toContain(field);
});

test('an unknown field lists the allowed ones, a wrong operator the ones that fit', () => {
  expect(refusal({ and: ['nope=1'] }).details?.allowed).toEqual([
    'path',
    'title',
    'tag',
    'created',
    'modified',
    'words',
    'body',
    'data.<property>',
    'links-to',
    'linked-by',
  ]);
  expect(refusal({ and: ['links-to>x'] }).details?.allowed).toEqual(['=', '!=']);
  expect(refusal({ or: ['created=x'] }).details?.allowed).toContain('this-week');
});

test('no condition at all is an error', () => {
  for (const input of [{}, { and: [] }, { and: [], or: [], not: [] }])
    expect(refusal(input).details?.parameter).toBe('filters');
  expect(refusal({ and: [3 as unknown as string] }).details?.parameter).toBe('filters.and[0]');
});

test('errors name the parameter they are told to', () => {
  expect(() => parseFilters({ or: ['x'] }, { parameter: 'filter' })).toThrow(/^filter\.or\[0\]: /);
});

test('a value of 1,000 characters is taken, in whatever script', () => {
  expect(parse({ and: [`title=${long(1000)}`] }).and).toHaveLength(1);
  expect(parse({ and: [`title=${'🦉'.repeat(1000)}`] }).and).toHaveLength(1);
  expect(refusal({ and: [`title=${'🦉'.repeat(1001)}`] }).message).toContain('longer than 1000');
});

test.each<[FilterInput, string]>([
  [
    { and: ['data.tag=alpha'], not: ['data.status=archived'] },
    "data.tag = 'alpha' AND NOT (data.status = 'archived')",
  ],
  [{ and: ['a b'.replace('a b', 'title=a=b')] }, "title = 'a=b'"],
  [{ and: [' Title  !=  x y '] }, "title != 'x y'"],
  [{ or: ['path=epics/*', 'path!=*.md'] }, "path GLOB 'epics/*' OR path NOT GLOB '*.md'"],
  [{ and: ['words>=1e2'], or: ['tag=a', 'tag~b'] }, "words >= 100 AND (tag = 'a' OR tag CONTAINS 'b')"],
  [{ and: ['has:data.x'], not: ['missing:links-to'] }, 'data.x IS NOT NULL AND NOT (links-to IS NULL)'],
  [{ and: ["data.x='; DROP TABLE notes; --"] }, "data.x = '''; DROP TABLE notes; --'"],
  [{ and: ['data."a=b".c d<=5'] }, `data."a=b"."c d" <= '5'`],
  [{ and: ['body=x*', 'body!=y'] }, "body CONTAINS 'x*' AND body NOT CONTAINS 'y'"],
  [
    { and: ['created=2024-06-01'] },
    "(created >= '2024-05-31T22:00:00Z' AND created < '2024-06-01T22:00:00Z')",
  ],
  [{ and: ['created!=today'] }, "(created < '2024-06-02T22:00:00Z' OR created >= '2024-06-03T22:00:00Z')"],
  [{ and: ['modified>2024'] }, "modified >= '2024-12-31T23:00:00Z'"],
  [{ and: ['modified<=yesterday'] }, "modified < '2024-06-02T22:00:00Z'"],
  [{ and: ['modified<this-month'] }, "modified < '2024-05-31T22:00:00Z'"],
  [{ and: ['modified>=this-week'] }, "modified >= '2024-06-02T22:00:00Z'"],
  [
    { and: ['created=2024-03-31'] },
    "(created >= '2024-03-30T23:00:00Z' AND created < '2024-03-31T22:00:00Z')",
  ],
])('%j is shown as %s', (input, shown) => {
  expect(renderFilters(parse(input))).toBe(shown);
});

test('words and operators inside a value stay in it (40)', () => {
  const texts = ['order', 'hash', 'in-progress', '2024-06', 'a:b', '-x', 'a>=b', 'not x', 'has:y', '"q"'];
  const parsed = parse({ and: texts.map((text) => `data.x=${text}`) });
  expect(parsed.and.map((condition) => condition.kind === 'comparison' && condition.text)).toEqual(texts);
});

const piece = fc.oneof(
  fc.constantFrom(
    '=',
    '!=',
    '>',
    '>=',
    '<',
    '<=',
    '~',
    '*',
    '**',
    '?',
    '.',
    ' ',
    '"',
    "'",
    ':',
    '#',
    '/',
    '\0',
  ),
  fc.constantFrom(
    'data.',
    'path',
    'tag',
    'title',
    'created',
    'words',
    'body',
    'links-to',
    'has:',
    'missing:',
  ),
  fc.constantFrom('2024', '-06', '-01', 'T10:00', 'today', '3', '1e9', 'a', 'É', '漢', '🦉', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const anyCondition = fc
  .tuple(
    fc.option(fc.constantFrom('data.x', 'path', 'tag>', 'title~', 'created', 'words=')),
    fc.array(piece, { maxLength: 8 }),
  )
  .map(([start, pieces]) => `${start ?? ''}${pieces.join('')}`);

test('whatever is typed is taken or refused as INVALID_PARAMS, and can be sent to a thread', () => {
  let taken = 0;
  fc.assert(
    fc.property(anyCondition, (condition) => {
      let parsed: ParsedFilters;
      try {
        parsed = parse({ and: [condition] });
      } catch (error) {
        const { code, details } = error as SlipboxError;
        expect(code).toBe('INVALID_PARAMS');
        const position = details?.position as number;
        expect(position >= 0 && position <= condition.length).toBe(true);
        return;
      }
      taken++;
      expect(structuredClone(parsed)).toEqual(parsed);
      expect(renderFilters(parsed).length).toBeGreaterThan(0);
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(100);
});
