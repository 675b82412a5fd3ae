import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlipboxError } from '../../errors.ts';
import type { FilterInput } from './parse-filters.ts';
import { indexNotes } from './testing-view.ts';

// Small worlds, so that conditions hit: the same few words, numbers and dates in notes and in conditions.

const word = fc.constantFrom(
  'a',
  'B',
  'ab',
  'É',
  'e\u0301',
  'x y',
  '10%',
  'a_b',
  '[a]',
  'a/b',
  'ſ',
  '漢字',
  '🦉',
  '"q"',
  'a\\b',
);
const amount = fc.constantFrom(-1, 0, 2, 2.5, 10, 1e21);
const moment = fc.constantFrom(
  '2024-05-31',
  '2024-06-01',
  '2024-06-01T23:30:00Z',
  '2024-06',
  '2025-01-01T10:00',
);
const scalar = fc.oneof(
  word,
  amount,
  moment,
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
  amount.map(String),
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ n: scalar, 'a.b': scalar }, { requiredKeys: [] }),
  fc.array(fc.record({ n: scalar }), { maxLength: 2 }),
);
const folder = fc.constantFrom('', 'p/', 'P/q/', 'p_q/');
const name = fc.constantFrom('a', 'b', 'B1', 'É', '10% [x]', 'ab');

const note = fc.record({
  path: fc.tuple(folder, name).map(([where, file]) => `${where}${file}.md`),
  data: fc.record(
    {
      k: value,
      K: value,
      other: value,
      'k.n': scalar,
      title: fc.constantFrom('a', 'Ab', 'É b'),
      tags: fc.array(fc.constantFrom('a', 'A/b', 'a/b/c', 'ab', 'é')),
    },
    { requiredKeys: [] },
  ),
  created: fc.constantFrom(
    '2024-05-31T21:59:59Z',
    '2024-05-31T22:00:00Z',
    '2024-06-15T12:00:00Z',
    '2025-01-01T00:00:00Z',
  ),
  links: fc.array(
    fc.tuple(folder, name).map(([where, file]) => `${where}${file}`),
    { maxLength: 2 },
  ),
});
type Note = typeof note extends fc.Arbitrary<infer T> ? T : never;

const order = fc.constantFrom('=', '!=', '>', '>=', '<', '<=', '~');
const equal = fc.constantFrom('=', '!=');
const glob = fc.constantFrom(
  '*',
  'a*',
  '?',
  '*b',
  '**',
  'p/*',
  '**/a*',
  'P/**',
  '*/q/*',
  '*[*',
  'é*',
  '?b',
  'p?q/',
);
const typed = fc.oneof(word, amount.map(String), moment, fc.constantFrom('true', '2024', '2'), glob);
const datum = fc.constantFrom('data.k', 'data.K', 'data.other', 'data.k.n', 'data.k.a.b', 'data.none');
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));
const condition = fc.oneof(
  { weight: 4, arbitrary: join(datum, order, typed) },
  join(
    fc.constantFrom('has:', 'missing:'),
    fc.oneof(datum, fc.constantFrom('tag', 'links-to', 'linked-by', 'title')),
  ),
  join(
    fc.constantFrom('tag', 'title'),
    order,
    fc.oneof(fc.constantFrom('a', 'A/B', 'ab', 'É', 'a/b/c', 'é b'), glob),
  ),
  join(
    fc.constant('path'),
    order,
    fc.oneof(join(folder, name), join(folder, name, fc.constant('.md')), glob, word),
  ),
  join(
    fc.constantFrom('created'),
    fc.constantFrom('=', '!=', '>', '>=', '<', '<='),
    fc.oneof(moment, fc.constant('2024')),
  ),
  join(fc.constantFrom('links-to', 'linked-by'), equal, fc.oneof(join(folder, name), glob)),
);

const fold = (text: string) => text.normalize('NFC').toLowerCase();

/** By splitting and regular expressions: slow, and nothing like the code that is tested. */
function matchesGlob(glob: string, text: string, byFolder: boolean): boolean {
  let pattern = '';
  const folded = fold(glob);
  for (let i = 0; i < folded.length; i++) {
    const atStart = i === 0 || folded[i - 1] === '/';
    const stars = /^\*+/.exec(folded.slice(i))?.[0].length ?? 0;
    const alone = atStart && stars > 1 && (folded[i + stars] ?? '/') === '/';
    if (byFolder && alone) {
      pattern += i + stars === folded.length ? '.+' : '(?:.+/)?';
      i += stars;
    } else if (stars > 0) {
      pattern += byFolder ? '[^/]*' : '.*';
      i += stars - 1;
    } else if (folded[i] === '?') pattern += byFolder ? '[^/]' : '.';
    else pattern += folded[i]!.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  }
  // without the flag a pair of surrogates would be two characters
  return new RegExp(`^${pattern}$`, 'su').test(fold(text));
}

const periods: Record<string, [string, string]> = {
  '2024': ['2023-12-31T23:00:00Z', '2024-12-31T23:00:00Z'],
  '2024-06': ['2024-05-31T22:00:00Z', '2024-06-30T22:00:00Z'],
  '2024-05-31': ['2024-05-30T22:00:00Z', '2024-05-31T22:00:00Z'],
  '2024-06-01': ['2024-05-31T22:00:00Z', '2024-06-01T22:00:00Z'],
  '2024-06-01T23:30:00Z': ['2024-06-01T23:30:00Z', '2024-06-01T23:30:01Z'],
  '2025-01-01T10:00': ['2025-01-01T09:00:00Z', '2025-01-01T09:01:00Z'],
};
const isNumber = (text: string) =>
  text.trim() !== '' && /^[+-]?[\d.]+(e\+?\d+)?$/.test(text) && !Number.isNaN(Number(text));
const order3 = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

function within(time: string, [from, to]: [string, string]): number {
  const ms = Date.parse(time);
  return ms < Date.parse(from) ? -1 : ms < Date.parse(to) ? 0 : 1;
}

function holds(sign: number, operator: string): boolean {
  return { '=': sign === 0, '>': sign > 0, '>=': sign >= 0, '<': sign < 0, '<=': sign <= 0 }[operator]!;
}

function scalarHolds(actual: unknown, operator: string, text: string): boolean {
  if (actual === null || typeof actual === 'object') return false;
  const shown = String(actual);
  const start = typeof actual === 'string' ? periods[actual]?.[0] : undefined;
  const period = periods[text];
  if (operator === '~') return fold(shown).includes(fold(text));
  if (operator === '=') {
    if (/[*?]/.test(text)) return matchesGlob(text, shown, false);
    if (fold(shown) === fold(text)) return true;
    if (typeof actual === 'number' && isNumber(text)) return actual === Number(text);
    return start !== undefined && period !== undefined && within(start, period) === 0;
  }
  if (isNumber(text) && (typeof actual === 'number' || (typeof actual === 'string' && isNumber(actual))))
    return holds(order3(Number(actual), Number(text)), operator);
  if (start !== undefined && period !== undefined) return holds(within(start, period), operator);
  return holds(Buffer.compare(Buffer.from(fold(shown)), Buffer.from(fold(text))), operator);
}

/** Everything that a dotted name can mean. */
function reach(value: unknown, keys: string[]): unknown[] {
  if (keys.length === 0) return Array.isArray(value) ? [value, ...value] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => reach(item, keys));
  if (value === null || typeof value !== 'object') return [];
  return keys.flatMap((_, i) => {
    const wanted = keys.slice(0, i + 1).join('.');
    const names = Object.keys(value);
    const spelled = names.includes(wanted) ? [wanted] : names.filter((one) => fold(one) === fold(wanted));
    return spelled.flatMap((one) => reach((value as Record<string, unknown>)[one], keys.slice(i + 1)));
  });
}

const says = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (typeof value === 'object' ? Object.values(value).some(says) : String(value).trim() !== '');

const titleOf = ({ data, path }: Note) => data.title ?? path.slice(path.lastIndexOf('/') + 1, -3);

function isNamed(one: Note, text: string, all: readonly Note[]): boolean {
  if (/[*?]/.test(text)) return matchesGlob(text, one.path, true);
  if (text.endsWith('/')) return fold(one.path).startsWith(fold(text));
  const byPath = (note: Note) => fold(note.path) === fold(text.endsWith('.md') ? text : `${text}.md`);
  const byTitle = (note: Note) => fold(titleOf(note)) === fold(text);
  const byName = (note: Note) => fold(note.path.slice(note.path.lastIndexOf('/') + 1, -3)) === fold(text);
  return (([byPath, byTitle, byName].find((level) => all.some(level)) ?? byPath) as typeof byPath)(one);
}

const linked = (from: Note, to: Note) => from.links.some((link) => `${link}.md` === to.path);

function fulfils(one: Note, text: string, all: readonly Note[]): boolean {
  const presence = /^(has|missing):(.*)$/.exec(text);
  if (presence) return (presence[1] === 'has') === hasField(one, presence[2]!, all);
  const [, field, operator, value] = /^(.*?)(!=|>=|<=|=|>|<|~)(.*)$/s.exec(text)!;
  if (operator === '!=') return !fulfils(one, `${field}=${value}`, all);
  return compare(one, field!, operator!, value!, all);
}

function hasField(one: Note, field: string, all: readonly Note[]): boolean {
  if (field === 'title') return true;
  if (field === 'tag') return (one.data.tags ?? []).length > 0;
  if (field === 'links-to') return all.some((other) => linked(one, other));
  if (field === 'linked-by') return all.some((other) => linked(other, one));
  return reach(one.data, field.split('.').slice(1)).some(says);
}

function compare(one: Note, field: string, operator: string, value: string, all: readonly Note[]): boolean {
  const isGlob = operator === '=' && /[*?]/.test(value);
  const byText = (text: string) => scalarHoldsText(text, operator, value);
  switch (field) {
    case 'tag': {
      const tags = one.data.tags ?? [];
      if (operator !== '=') return tags.some(byText);
      const wanted = value.replace(/\/+$/, '');
      return tags.some((tag) =>
        tag.split('/').some((_, i, parts) => {
          const part = parts.slice(0, i + 1).join('/');
          return isGlob ? matchesGlob(wanted, part, true) : fold(part) === fold(wanted);
        }),
      );
    }
    case 'title':
      return isGlob ? matchesGlob(value, titleOf(one), false) : byText(titleOf(one));
    case 'path':
      if (operator !== '=') return byText(one.path);
      if (isGlob)
        return (
          matchesGlob(value.endsWith('/') ? `${value}**` : value, one.path, true) && !value.endsWith('/')
        );
      if (value.endsWith('/')) return fold(one.path).startsWith(fold(value));
      return fold(one.path) === fold(value.endsWith('.md') ? value : `${value}.md`);
    case 'created':
      return holds(within(one.created, periods[value]!), operator);
    case 'links-to':
      return all.some((other) => linked(one, other) && isNamed(other, value, all));
    case 'linked-by':
      return all.some((other) => linked(other, one) && isNamed(other, value, all));
    default:
      return reach(one.data, field.split('.').slice(1)).some((actual) =>
        scalarHolds(actual, operator, value),
      );
  }
}

function scalarHoldsText(text: string, operator: string, value: string): boolean {
  if (operator === '~') return fold(text).includes(fold(value));
  return holds(Buffer.compare(Buffer.from(fold(text)), Buffer.from(fold(value))), operator);
}

function write({ data, created, links }: Note): string {
  const lines = Object.entries({ ...data, created }).map(
    ([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`,
  );
  return `---\n${lines.join('\n')}\n---\n${links.map((link) => `[x](</${link}.md>)\n`).join('')}[y](http://x.y)\n`;
}

test('the index finds what a look at every note finds', async () => {
  const world = fc.record({
    notes: fc.uniqueArray(note, { selector: ({ path }) => fold(path), minLength: 3, maxLength: 20 }),
    conditions: fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), {
      minLength: 60,
      maxLength: 60,
    }),
  });
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ notes, conditions }) => {
      using notebook = await indexNotes(Object.fromEntries(notes.map((one) => [one.path, write(one)])));
      const check = (input: FilterInput, test: (one: Note) => boolean) => {
        const expected = notes.filter(test).map(({ path }) => path);
        if (expected.length > 0 && expected.length < notes.length) hits++;
        expect(notebook.find(input), JSON.stringify(input)).toEqual(expected.sort());
      };
      for (const texts of conditions) {
        const [first, ...rest] = texts;
        check({ and: texts }, (one) => texts.every((text) => fulfils(one, text, notes)));
        check({ not: texts }, (one) => !texts.some((text) => fulfils(one, text, notes)));
        check(
          { and: [first!], or: rest },
          (one) =>
            fulfils(one, first!, notes) &&
            (rest.length === 0 || rest.some((text) => fulfils(one, text, notes))),
        );
      }
    }),
    { numRuns: 15 },
  );
  expect(hits).toBeGreaterThan(300);
});

test('whatever is typed finds something or nothing, and a refusal is INVALID_PARAMS', async () => {
  using notebook = await indexNotes({
    'a.md': '---\nk: [a, 2, 2024-06-01]\ntags: [a/b]\n---\n# T\n\ntext [[b]]\n',
    'p/b.md': '---\nK: {n: É}\n---\n🦉 漢字 [[a]]\n',
  });
  const noise = fc.oneof(
    fc.constantFrom(
      '=',
      '>=',
      '<',
      '~',
      '*',
      '**',
      '?',
      '[',
      ']',
      '{',
      '\\',
      '%',
      '_',
      '"',
      "'",
      ';',
      '/',
      '#',
      '\0',
      '\ud800',
    ),
    fc.constantFrom(
      'a',
      '2024',
      'today',
      'É',
      'ſ',
      '漢',
      '🦉',
      '\u0307',
      'İ',
      ' ',
      '.',
      '..',
      'K',
      'a*a*a*a*a*a*a*b',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const start = fc.constantFrom(
    'data.k',
    'data.k.n',
    'path',
    'title',
    'tag',
    'body',
    'links-to',
    'linked-by',
    'has:data.',
    'words',
    'created',
    '',
  );
  const text = fc
    .tuple(start, fc.constantFrom('=', '!=', '~', '>', '<=', ''), fc.array(noise, { maxLength: 6 }))
    .map(([field, operator, pieces]) => `${field}${operator}${pieces.join('')}`);
  let found = 0;
  fc.assert(
    fc.property(text, (one) => {
      try {
        const matching = notebook.find({ and: [one] });
        const rest = notebook.find({ not: [one] });
        expect([...matching, ...rest].sort()).toEqual(['a.md', 'p/b.md']);
        if (matching.length > 0) found++;
      } catch (error) {
        expect(error).toBeInstanceOf(SlipboxError);
        expect((error as SlipboxError).code).toBe('INVALID_PARAMS');
      }
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(100);
});
