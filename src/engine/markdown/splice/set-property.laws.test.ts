import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlipboxError } from '../../errors.ts';
import { findFrontmatter } from '../frontmatter-block.ts';
import { parseFullYaml } from '../yaml.ts';
import { applySplices } from './apply-splices.ts';
import { canonicalJson, withMember } from './json-value.ts';
import { setProperty } from './set-property.ts';

const word = fc.constantFrom('one', 'two words', 'Ünïcode', '漢字', 'x-1', 'a, b', "it's", 'say "hi"', '🎉');
const tail = fc.constantFrom('', '', ' # note', '   ', '  # [x]: "y"');
const gap = fc.constantFrom('', '', '\n', '# a comment\n', '  # further in\n', '\n# c: d\n\n');
const text = fc.oneof(
  word,
  fc.constantFrom(
    '',
    ' ',
    '---',
    '...',
    'a\nb',
    'a\n\n b\n',
    '\n',
    '01',
    'true',
    '2026-01-02',
    '# x',
    'k: v',
    '- a',
    '*x',
    '&x y',
    '[[a]]',
    '\ttab',
    'x ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => value.isWellFormed()),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e9, min: -1e9 }),
);
const scalar = fc.oneof(text, number, fc.boolean());
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(fc.oneof(tie('json'), fc.constant(null)), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('p', 'q', 'r'), text), tie('json'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

const single = (value: string) => `'${value.replaceAll("'", "''")}'`;
const double = (value: string) => JSON.stringify(value);
const indented = (lines: string[], by: string) => lines.map((line) => `${by}${line}\n`).join('');

/** Ways to write a value after `key:`, as people do; each ends in a line break. */
const written = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'one',
        'two words',
        '01234',
        '2026-11-15',
        '12:30',
        '7',
        '-1.5',
        'true',
        'no',
        '~',
        'null',
        '1e3',
      ),
      tail,
    )
    .map(([v, t]) => ` ${v}${t}\n`),
  fc.tuple(word, fc.constantFrom(single, double), tail).map(([v, quote, t]) => ` ${quote(v)}${t}\n`),
  tail.map((t) => `${t}\n`),
  fc
    .tuple(fc.array(word.map(single), { maxLength: 4 }), fc.constantFrom(', ', ',', ' , ', ',\n  '), tail)
    .map(([items, comma, t]) => ` [${items.join(comma)}]${t}\n`),
  fc
    .tuple(
      fc.array(fc.tuple(word, tail), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '  ', '    '),
      tail,
      gap,
    )
    .map(
      ([items, by, t, between]) =>
        `${t}\n${items.map(([v, end]) => `${by}- ${double(v)}${end}\n`).join(between.replaceAll(/^ +/gm, by))}`,
    ),
  fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r', '"s t"'), word), { minLength: 1, maxLength: 4 }),
      tail,
    )
    .map(
      ([pairs, t]) =>
        `${t}\n${indented(
          [...new Map(pairs)].map(([k, v]) => `${k}: ${double(v)}`),
          '  ',
        )}`,
    ),
  fc
    .tuple(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 3 }), tail)
    .map(([rows, t]) => `${t}\n${rows.map(([a, b]) => `- p: ${double(a)}\n  q: [${double(b)}]\n`).join('')}`),
  fc
    .tuple(
      fc.constantFrom('|', '>', '|-', '>-', '|+', '>+'),
      fc.constantFrom('', ' # note'),
      fc.array(fc.constantFrom('text', 'more: text', '# no comment', '  further in', ''), { maxLength: 4 }),
    )
    .map(
      ([header, t, lines]) =>
        ` ${header}${t}\n${indented(['first', ...lines], '    ').replaceAll(/^ +$/gm, '')}`,
    ),
  fc.tuple(word, word).map(([a, b]) => ` ${double(a).slice(0, -1)}\n  ${double(b).slice(1)}\n`),
  fc.constant(' plain\n  and more\n'),
  fc.constant(' {p: 1, q: [x, "y"], r}\n'),
  fc.constant(' &mine one\n'),
  fc.constant(' !!str 12\n'),
  fc.constant('\n  - - a\n    - b\n  - c\n'),
);
const keys = ['k', 'title', 'two words', '"in: quotes"', "'sq'", 'ключ', 'k.k', 'tags'];
const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), written, gap), {
  selector: ([key]) => key,
  maxLength: 6,
});

interface Case {
  lines: string[];
  names: string[];
  wrap: (yaml: string) => string;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    parts: entries,
    mark: fc.constantFrom('', '\ufeff'),
    fence: fc.constantFrom('---', '...', '--- '),
    body: fc.constantFrom('', '\n', '\nbody\n', '\n\n# A\n\n---\nk: v\n---', '\r\n'),
    crlf: fc.boolean(),
    first: gap,
  })
  .map(({ parts, mark, fence, body, crlf, first }) => {
    const ends = (value: string) => (crlf ? value.replaceAll(/\r?\n/g, '\r\n') : value);
    return {
      lines: [first, ...parts.flatMap(([key, value, after]) => [`${key}:${value}`, after])].map(ends),
      names: parts.map(([key]) => key.replaceAll(/["']/g, '')),
      wrap: (yaml) => `${mark}${ends('---\n')}${yaml}${fence}${ends(body)}`,
    };
  });

function read(note: string): Record<string, unknown> {
  const block = findFrontmatter(note)!;
  const { data, warning } = parseFullYaml(note.slice(block.yamlStart, block.yamlEnd));
  expect(warning).toBeUndefined();
  return data;
}

const isSlipboxError = (error: unknown) => {
  if (!(error instanceof SlipboxError) || error.code !== 'INVALID_PARAMS') throw error;
  return true;
};

describe('laws of setting a property', () => {
  it('changes its own lines only, and reads back', () => {
    fc.assert(
      fc.property(
        cases,
        fc.nat(),
        fc.oneof(json, fc.constant(null)),
        ({ lines, names, wrap }, pick, value) => {
          const note = wrap(lines.join(''));
          const before = read(note);
          const at = pick % (names.length + 1);
          const name = names[at] ?? 'added';
          const edited = setProperty(note, name, value);
          expect(applySplices(note, edited.splices)).toBe(edited.text);
          expect(canonicalJson(read(edited.text))).toBe(
            canonicalJson(withMember(before, name, value ?? undefined)),
          );
          if (at === names.length) {
            if (value === null) expect(edited.text).toBe(note);
            for (const line of lines) expect(edited.text).toContain(line.trimEnd());
            return;
          }
          const own = lines[1 + 2 * at]!;
          const start = wrap('\0').indexOf('\0') + lines.slice(0, 1 + 2 * at).join('').length;
          const head = note.slice(0, start);
          const tailEnd = note.slice(start + own.length);
          // blank lines after `|+` are part of its text; they must not become part of another such text when this one goes
          const joins = /: [|>]\+/.test(own) || (value === null && /: [|>]\+/.test(lines[2 * at - 1] ?? ''));
          const rest = joins ? tailEnd.replace(/^\s*\n/, '') : tailEnd;
          expect(edited.text.startsWith(head)).toBe(true);
          expect(edited.text.endsWith(rest)).toBe(true);
          if (value === null)
            expect(edited.text.slice(head.length, edited.text.length - rest.length).trim()).toBe('');
          expect(setProperty(edited.text, name, value).text).toBe(edited.text);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('there and back is the same note, for values of one style', () => {
    const styles: fc.Arbitrary<[string, unknown]> = fc.oneof(
      word.map((v): [string, unknown] => [double(v), 'other']),
      word.map((v): [string, unknown] => [single(v), 'other']),
      fc.constantFrom<[string, unknown]>(
        ['one', 'other'],
        ['7', 8],
        ['7', 'text'],
        ['true', false],
        ['01234', '05678'],
        ['2026-11-15', '2026-12-24'],
      ),
      fc.constantFrom<[string, unknown]>(
        ['[a, "b"]', ['a', 'b', 'c']],
        ["['a', b ]", ['x', 'a', 'b']],
        ['[]', ['a']],
      ),
      fc.constantFrom<[string, unknown]>(
        ['\n- a # c\n- "b"', ['a', 'b', 'c']],
        ['\n  - a\n  - b', ['x', 'a', 'b']],
      ),
      fc.constantFrom<[string, unknown]>(
        ['\n  p: 1 # c\n  q: 2', { p: 1, q: 3 }],
        ['{p: 1}', { p: 1, q: 2 }],
      ),
      fc.constantFrom<[string, unknown]>(['|\n  a\n  b', 'x\ny\nz\n'], ['>\n  a', 'x\n']),
    );
    fc.assert(
      fc.property(cases, styles, tail, ({ lines, names, wrap }, [source, other], end) => {
        fc.pre(!names.includes('mine'));
        const comment = source.includes('\n') ? '' : end;
        const note = wrap(
          `${lines.join('')}mine: ${source}${comment}\nlast: 1\n`.replaceAll(
            /\r?\n/g,
            lines.join('').includes('\r\n') ? '\r\n' : '\n',
          ),
        );
        const { mine } = read(note);
        const there = setProperty(note, 'mine', other).text;
        expect(there).not.toBe(note);
        expect(setProperty(there, 'mine', mine).text).toBe(note);
      }),
      { numRuns: 500 },
    );
  });

  it('an added property can be removed again', () => {
    fc.assert(
      fc.property(cases, json, ({ lines, wrap }, value) => {
        const note = wrap(lines.join(''));
        expect(setProperty(setProperty(note, 'added', value).text, 'added', null).text).toBe(note);
      }),
      { numRuns: 300 },
    );
  });

  const pieces = [
    'a',
    'b',
    ': ',
    ':',
    '\n',
    '\n',
    '\n  ',
    '\n- ',
    '\n  - ',
    ' ',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ', ',
    '&x ',
    '*x',
    '!!str ',
    '!t ',
    '|',
    '>',
    '|+\n  ',
    '# c',
    '? ',
    '<<: ',
    '~',
    '1',
    '01',
    '\t',
    '\r\n',
    '\r',
    '- ',
    '-',
    '%',
    '@',
    'a: 1\n',
    'b: "x"\n',
    'c:\n',
    '\ufeff',
    '\u0000',
    'é',
    '\u2028',
    'k: [a, b: c, {d}]\n',
    '&x k: *x\n',
    '? [a]\n: 1\n',
    '? k\n',
  ];

  it('on any frontmatter at all, either does just that or says why not', () => {
    let done = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 14 }),
        fc.constantFrom('a', 'b', 'c', 'k', 'new'),
        fc.oneof(json, fc.constant(null)),
        (parts, name, value) => {
          const note = `---\n${parts.join('')}\n---\nbody`;
          const block = findFrontmatter(note);
          const before = parseFullYaml(note.slice(block?.yamlStart ?? 0, block?.yamlEnd ?? 0));
          let edited: ReturnType<typeof setProperty>;
          try {
            edited = setProperty(note, name, value);
          } catch (error) {
            return isSlipboxError(error);
          }
          done++;
          expect(applySplices(note, edited.splices)).toBe(edited.text);
          const now = findFrontmatter(edited.text);
          const { data } = parseFullYaml(edited.text.slice(now?.yamlStart ?? 0, now?.yamlEnd ?? 0));
          expect(canonicalJson(data)).toBe(canonicalJson(withMember(before.data, name, value ?? undefined)));
          expect(edited.text.slice(now?.end)).toBe(
            note.slice(block?.end ?? (value === null ? undefined : 0)),
          );
          return true;
        },
      ),
      { numRuns: 2000 },
    );
    expect(done).toBeGreaterThan(250);
  });
});
