import { describe, expect, it } from 'vitest';
import { parseFrontmatter, parseFullYaml } from './yaml.ts';
import { parseFastYaml } from './yaml-fast.ts';

/** A small generator with a seed: the same documents in every run. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const scalars = [
  'a',
  'two words',
  'a, b',
  'x: y',
  'x:y',
  'a #b',
  'a#b',
  '# c',
  '"q"',
  "'s'",
  "'it''s'",
  '"a\\nb"',
  '"a" b',
  '"a',
  "'",
  '""',
  "''",
  '1',
  '-1',
  '+1',
  '0012',
  '01',
  '1.50',
  '.5',
  '-.5',
  '5.',
  '1e3',
  '1e999',
  '0x1F',
  '0o17',
  '1_000',
  '.inf',
  '-.INF',
  '.nan',
  '-0',
  '12345678901234567890',
  '2024-01-02',
  '2024-01-02 10:00',
  '10:30',
  'true',
  'False',
  'yes',
  'no',
  'null',
  '~',
  'Null',
  'NULL',
  '[a, b]',
  '[]',
  '[ ]',
  '[a,,b]',
  '[a, ]',
  '[a]]',
  '[a',
  'a]',
  'b}',
  '{}',
  '{a: 1}',
  '{a: b, c: "d"}',
  '{a:b}',
  '{a: b,}',
  '{a: 1, a: 2}',
  '{a: }',
  "{a: 'b'c}",
  '{a: b c , d: -1}',
  '{ a : b}',
  '{a b: null, c: ~}',
  '{a: b}}',
  '{a: b: c}',
  '{, a: b}',
  '[[x]]',
  '"[[x]]"',
  '[1, "b, c", \'d\']',
  '[a b, -1]',
  '[null, ~, true]',
  '[a: b]',
  '[#x]',
  '[- 1]',
  '["a"b]',
  "[it's]",
  '&a b',
  '*a',
  '!t x',
  '!!str 1',
  '|',
  '>',
  '>-',
  '- x',
  '-',
  '-x',
  '-1a',
  '?',
  '? x',
  ':',
  ':x',
  '%x',
  '@x',
  '`x`',
  'é',
  '漢字',
  '🎉',
  'a\tb',
  '\ta',
  'a\u0085b',
  'a\u2028b',
  'a\u00a0b',
  '\ufeffa',
  '---',
  '...',
  '<<',
  'a:',
  'a: ',
  'http://x.org/a#b',
  'a  b',
  'a\\b',
  '=',
  'a|b',
  'a > b',
  '!',
  '&',
  '*',
  ',',
  'a,',
  ', a',
  '{',
  '}',
  '[',
  ']',
  '{a',
  'x [y]',
  "a 'b'",
  'a "b"',
  "''a",
  '#',
  ' #',
];
const keys = [
  'title',
  'tags',
  'a',
  'b',
  'key two',
  'x-y',
  'x.y',
  'null',
  'true',
  '1',
  '0012',
  '~',
  '<<',
  '__proto__',
  'constructor',
  '"q"',
  "'s'",
  'é',
  '漢',
  'a b ',
  '- a',
  '? a',
  '[a]',
  '{a}',
  '&a b',
  '*a',
  '!t',
  '#k',
  'k#',
  'k #',
  '@',
  'toString',
  '.5',
  '-',
  '--- a',
  'a/b',
  'a:b',
  '',
  ' ',
  'Null',
  '\ufeffk',
];

/** Maps in maps, lists in them, block scalars; now and then with an indent that is not what it should be. */
function randomBlock(
  random: () => number,
  pick: <T>(list: readonly T[]) => T,
  key: string,
  newline: string,
): string {
  const lines: string[] = [];
  const shift = () => (random() < 0.06 ? pick([-2, -1, 1, 2]) : 0);
  const put = (indent: number, text: string) =>
    lines.push(`${' '.repeat(Math.max(0, indent + shift()))}${text}`);
  const below = (indent: number, name: string, depth: number): void => {
    const kind = random();
    if (kind < 0.3) put(indent, `${name}: ${pick(scalars)}`);
    else if (kind < 0.45) {
      put(indent, `${name}: ${pick(['>', '>-', '|', '|-', '|', '>-', '>+', '|2', '> # c', '|-  '])}`);
      const inner = indent + pick([0, 1, 2, 2, 4]);
      for (let line = Math.floor(random() * 4); line > 0; line--)
        put(inner, random() < 0.85 ? pick(scalars) : pick(['', ' ', '# c', 'a: b', '- a', 'end ', '...']));
    } else if (kind < 0.6) {
      put(indent, `${name}:${pick(['', ' ', ' # c'])}`);
      const inner = indent + pick([0, 2]);
      for (let item = Math.floor(random() * 3); item > 0; item--) {
        put(
          inner,
          `-${pick([' ', ' ', '  '])}${random() < 0.5 ? '' : `${pick(['k', 'x'])}: `}${pick(scalars)}`,
        );
        if (random() < 0.4) put(inner + 2, `${pick(['z', 'k'])}:${pick(['', ' '])}${pick(scalars)}`);
        if (random() < 0.15) put(inner + 4, `- ${pick(scalars)}`);
      }
    } else {
      put(indent, `${name}:`);
      if (random() < 0.1) put(indent, pick(['# c', '', '  # c']));
      const inner = indent + pick([1, 2, 2, 4]);
      for (let child = Math.floor(random() * 3); child > 0; child--)
        if (depth < 3)
          below(inner, random() < 0.9 ? `${pick(['k', 'x', 'key'])}${child}` : pick(keys), depth + 1);
    }
  };
  below(0, key, 0);
  return lines.map((line) => line + newline).join('');
}

function randomDocument(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const newline = random() < 0.15 ? '\r\n' : '\n';
  let out = '';
  const entries = Math.floor(random() * 4) + (random() < 0.02 ? 0 : 1);
  for (let entry = 0; entry < entries; entry++) {
    const key = random() < 0.75 ? pick(keys.slice(0, 7)) + (random() < 0.3 ? entry : '') : pick(keys);
    const kind = random();
    const indent = ' '.repeat(random() < 0.9 ? 0 : Math.floor(random() * 3));
    if (kind < 0.45)
      out += `${indent}${key}:${pick([' ', ' ', ' ', '  ', '', '\t'])}${pick(scalars)}${pick(['', '', '', ' ', ' # c', '\t'])}${newline}`;
    else if (kind < 0.75) {
      out += `${indent}${key}:${pick(['', '', ' ', ' # c'])}${newline}`;
      const even = ' '.repeat(pick([0, 2, 2, 4]));
      const items = Math.floor(random() * 4);
      for (let item = 0; item < items; item++) {
        const shift = random() < 0.85 ? even : ' '.repeat(Math.floor(random() * 5));
        out += `${shift}-${pick([' ', ' ', ' ', '  ', ''])}${random() < 0.92 ? pick(scalars) : ''}${newline}`;
        if (random() < 0.05) out += pick(['', '  ', '# c', '  # c', '    more', '  k: v', '\t']) + newline;
      }
    } else if (kind < 0.83) out += randomBlock(random, pick, key, newline);
    else if (kind < 0.88)
      out += `${key}: ${pick(scalars)}${newline}${pick(['  more', ' x: y', '  - z', '\tq'])}${newline}`;
    else
      out +=
        pick([
          '',
          ' ',
          '# c',
          '  # c',
          'text',
          '- a',
          '...',
          '--- ',
          'a:b',
          '%Y',
          '\t',
          ': x',
          `${key}:${newline}${newline}  - a`,
        ]) + newline;
  }
  return random() < 0.2 ? out.slice(0, -newline.length) : out;
}

function compareWithFull(count: number, seed: number): { accepted: number; different: string[] } {
  const random = randomSource(seed);
  const different: string[] = [];
  let accepted = 0;
  for (let run = 0; run < count; run++) {
    const yaml = randomDocument(random);
    const fast = parseFastYaml(yaml);
    if (fast === undefined) continue;
    accepted++;
    const full = parseFullYaml(yaml);
    if (full.warning !== undefined || JSON.stringify(fast) !== JSON.stringify(full.data)) {
      different.push(`${JSON.stringify(yaml)} fast ${JSON.stringify(fast)} full ${JSON.stringify(full)}`);
    }
  }
  return { accepted, different };
}

describe('the fast path', () => {
  it('never differs from the full parser', () => {
    const { accepted, different } = compareWithFull(
      Number(process.env.YAML_FUZZ_RUNS ?? 20_000),
      Number(process.env.YAML_FUZZ_SEED ?? 1),
    );
    expect(different.slice(0, 10)).toEqual([]);
    expect(accepted).toBeGreaterThan(1500);
  }, 600_000);

  it.each([
    ['an uneven list indent', 'a:\n  - x\n - y\n'],
    ['a stray bracket', 'a: [b]]\n'],
    ['an empty flow item', 'a: [b,,c]\n'],
    ['an empty list item', 'a:\n  - \n  - b\n'],
    ['a value that goes on in the next line', 'a: b\n  c\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['a line that fits no map around it', 'a:\n    b: 1\n  c: 2\n'],
    ['a list in a list', 'a:\n  - - b\n'],
    ['a blank line in a block scalar', 'a: |\n  x\n\n  y\n'],
  ])('leaves %s to the full parser', (_, yaml) => {
    expect(parseFastYaml(yaml)).toBeUndefined();
  });

  it('takes what most notes have', () => {
    const yaml =
      'title: A note\ntags: [a, "b c"]\naliases:\n  - One\n  - Two\ncreated: 2024-01-02\ndone: false\nempty:\n';
    const data = {
      title: 'A note',
      tags: ['a', 'b c'],
      aliases: ['One', 'Two'],
      created: '2024-01-02',
      done: false,
      empty: null,
    };
    expect(parseFastYaml(yaml)).toEqual(data);
    expect(parseFastYaml(yaml.replaceAll('\n', '\r\n'))).toEqual(data);
  });

  it('takes maps in maps and simple block scalars', () => {
    const yaml =
      'project:\n  name: Alpha\n  tags:\n  - a\n  lead:\n    who: Ann # c\n  open: true\nlog:\n  - on: 2024-01-02\n    to: {kind: x, n: 2}\n  - two\nabout: >-\n  one\n  two\ntext: |\n  one\n  two\n';
    const data = {
      project: { name: 'Alpha', tags: ['a'], lead: { who: 'Ann' }, open: true },
      log: [{ on: '2024-01-02', to: { kind: 'x', n: 2 } }, 'two'],
      about: 'one two',
      text: 'one\ntwo\n',
    };
    expect(parseFastYaml(yaml)).toEqual(data);
    expect(parseFastYaml(yaml.replaceAll('\n', '\r\n'))).toEqual(data);
  });
});

describe('values as JSON', () => {
  it.each([
    ['2024-01-02', '2024-01-02'],
    ['0012', '0012'],
    ['-012', '-012'],
    ['00.5', '00.5'],
    ['0x1F', '0x1F'],
    ['0o17', '0o17'],
    ['1_000', '1_000'],
    ['.nan', '.nan'],
    ['-.inf', '-.inf'],
    ['1e999', '1e999'],
    ['12345678901234567890', '12345678901234567890'],
    ['42', 42],
    ['-1.5', -1.5],
    ['0', 0],
    ['0.5', 0.5],
    ['1e3', 1000],
    ['yes', 'yes'],
    ['True', true],
    ['~', null],
    ['!!timestamp 2001-12-14', '2001-12-14'],
    ['!!binary aGk=', 'aGk='],
    ['{a: [1, {b: c}]}', { a: [1, { b: 'c' }] }],
    ['|\n  two\n  lines', 'two\nlines\n'],
  ])('reads %s', (source, value) => {
    expect(parseFrontmatter(`a: ${source}\n`)).toEqual({ data: { a: value }, warning: undefined });
    expect(parseFullYaml(`a: ${source}\n`)).toEqual({ data: { a: value }, warning: undefined });
  });

  it('makes every key a string as typed', () => {
    const { data } = parseFrontmatter('1: a\nnull: b\ntrue: c\n0012: d\n? [x, y]\n: e\n');
    expect(data).toEqual({ 1: 'a', null: 'b', true: 'c', '0012': 'd', '["x","y"]': 'e' });
  });

  it('keeps __proto__ an ordinary key', () => {
    const { data } = parseFrontmatter('__proto__: {polluted: true}\na: 1\n');
    expect(Object.keys(data)).toEqual(['__proto__', 'a']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(JSON.stringify(data)).toBe('{"__proto__":{"polluted":true},"a":1}');
  });

  it('lets the last of two equal keys win, with a warning', () => {
    expect(parseFrontmatter('a: 1\nb: 2\na: 3\n')).toEqual({
      data: { a: 3, b: 2 },
      warning: 'Duplicate property "a" on line 4: the last one counts',
    });
  });

  it('writes aliases out, the latest anchor of a name first', () => {
    expect(parseFrontmatter('a: &x {p: &y 1}\nb: &y 2\nc: *x\nd: *y\n').data).toEqual({
      a: { p: 1 },
      b: 2,
      c: { p: 1 },
      d: 2,
    });
  });
});

describe('what cannot be read', () => {
  it.each([
    ['broken YAML, with the line in the file', 'a: 1\nb: [c\n', /^Invalid YAML on line [34]: /],
    ['a compact mapping', 'ok: 1\na: b: c\n', /^Invalid YAML on line 3: /],
    ['a list', '- a\n- b\n', /not a list of properties/],
    ['a text', 'just words\n', /not a list of properties/],
    ['an alias without an anchor', 'a: *b\n', /Unresolved alias b/],
    ['an anchor that holds itself', 'a: &a [*a]\n', /too deeply/],
    ['deep nesting', `a: ${'['.repeat(30_000)}`, /too deeply|Invalid YAML/],
    ['too much of it', `a: {}\n${'b: |\n  x\n'.repeat(10_000)}`, /too large/],
  ])('gives no properties and a warning for %s', (_, yaml, warning) => {
    const result = parseFrontmatter(yaml);
    expect(result.data).toEqual({});
    expect(result.warning).toMatch(warning);
  });

  it('refuses a billion laughs at once', () => {
    let yaml = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n';
    for (let level = 1; level < 10; level++)
      yaml += `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]\n`;
    const started = performance.now();
    expect(parseFrontmatter(yaml)).toEqual({ data: {}, warning: expect.stringMatching(/expands too far/) });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('has nothing to say about an empty block', () => {
    for (const yaml of ['', '\n', '# only a comment\n', '---\n', '~\n']) {
      expect(parseFrontmatter(yaml), yaml).toEqual({ data: {}, warning: undefined });
    }
  });

  it('takes a bounded time for hostile input', () => {
    const size = 60_000;
    const inputs = [
      '[',
      '{a: ',
      '- ',
      '? ',
      ': ',
      '&a ',
      '*a,',
      '!',
      '%a\n',
      '#\n',
      '"',
      "'",
      'a: >\n\n',
      '{',
      'a:\n ',
      '\t',
      '- - ? ',
    ];
    for (const part of inputs) {
      const started = performance.now();
      parseFrontmatter(`a: ${part.repeat(Math.floor(size / part.length))}`);
      parseFrontmatter(part.repeat(Math.floor(size / part.length)));
      expect(performance.now() - started, JSON.stringify(part)).toBeLessThan(2500);
    }
  });
});
