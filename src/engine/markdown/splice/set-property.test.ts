import { describe, expect, it } from 'vitest';
import { parseFullYaml } from '../yaml.ts';
import { findChangedLines } from './changed-lines.ts';
import { setProperty } from './set-property.ts';

const set = (text: string, name: string, value: unknown) => setProperty(text, name, value).text;
const block = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nbody\n`;

const note = block(
  '# who and when',
  'title: "A plan: first"   # quoted on purpose',
  "author: 'O''Brien'",
  'zip: 01234',
  'date: 2026-11-15',
  'time: 12:30:00',
  'big: 12345678901234567890',
  'done: no',
  'tags: [a, "b c", \'d\']  # flow',
  'base: &base one',
  'copy: *base',
  'empty:',
  'status: draft',
);

describe('setting one property', () => {
  it('changes one line of thirteen, whatever stands on the others', () => {
    const { text, splices } = setProperty(note, 'status', 'done');
    expect(text).toBe(note.replace('status: draft', 'status: done'));
    expect(findChangedLines(note, text, splices)).toEqual([
      { line: 14, removed: 1, lines: ['status: done'] },
    ]);
  });

  it.each<[string, unknown, string, string]>([
    ['title', 'New', 'title: "A plan: first"   #', 'title: "New"   #'],
    ['title', 7, 'title: "A plan: first"   #', 'title: 7   #'],
    ['author', "it's", "'O''Brien'", "'it''s'"],
    ['author', 'two\nlines', "'O''Brien'", '"two\\nlines"'],
    ['zip', '05678', '01234', '05678'],
    ['zip', '12', 'zip: 01234', 'zip: "12"'],
    ['zip', 5678, '01234', '5678'],
    ['date', '2026-12-01', '2026-11-15', '2026-12-01'],
    ['done', true, 'done: no', 'done: true'],
    ['done', 'yes', 'done: no', 'done: yes'],
    ['status', 'true', 'status: draft', 'status: "true"'],
    ['status', '01234', 'status: draft', 'status: "01234"'],
    ['status', '[[Note]]', 'status: draft', 'status: "[[Note]]"'],
    ['status', '$& $1', 'status: draft', 'status: "$& $1"'],
    ['tags', ['a', 'b c', 'd', 'e'], "'d']", "'d', e]"],
    ['tags', ['b c'], '[a, "b c", \'d\']', '["b c"]'],
    ['tags', ['a', 'x, y', 'd'], '"b c"', '"x, y"'],
    ['tags', [], '[a, "b c", \'d\']', '[]'],
    ['tags', 'a', '[a, "b c", \'d\']', 'a'],
    ['empty', 'no longer', 'empty:', 'empty: no longer'],
    ['empty', ['x'], 'empty:', 'empty: [x]'],
    ['copy', 'own', '*base', 'own'],
    ['new', 1, 'status: draft\n', 'status: draft\nnew: 1\n'],
    ['new key', ['a', 1], 'status: draft\n', 'status: draft\nnew key: [a, 1]\n'],
    ['a: b', '', 'status: draft\n', 'status: draft\n"a: b": ""\n'],
    ['ключ', 'é', 'status: draft\n', 'status: draft\nключ: é\n'],
    ['zip', null, 'zip: 01234\n', ''],
    ['title', null, 'title: "A plan: first"   # quoted on purpose\n', ''],
    ['empty', null, 'empty:\n', ''],
  ])('%s to %j', (name, value, from, to) => {
    expect(set(note, name, value)).toBe(note.replace(from, () => to));
  });

  it.each<[string, unknown]>([
    ['title', 'A plan: first'],
    ['zip', '01234'],
    ['tags', ['a', 'b c', 'd']],
    ['copy', 'one'],
    ['big', '12345678901234567890'],
    ['absent', null],
  ])('leaves the note as it is when %s is %j already', (name, value) => {
    expect(setProperty(note, name, value)).toEqual({ text: note, splices: [] });
  });
});

describe('lists and objects', () => {
  const lines = block('# top', 'list: # key', '- a # one', '# between', '-   "b"', '- c', 'after: 1');

  it.each<[string, unknown, string, string]>([
    ['adds at the end', ['a', 'b', 'c', 'd'], '- c\n', '- c\n- d\n'],
    ['adds at the start', ['x', 'a', 'b', 'c'], '- a', '- x\n- a'],
    ['adds in between', ['a', 'x', 'b', 'c'], '- a # one\n', '- a # one\n- x\n'],
    ['takes one away with its comment', ['b', 'c'], '- a # one\n', ''],
    ['takes away every other', ['b'], '- a # one\n# between\n-   "b"\n- c\n', '# between\n-   "b"\n'],
    ['changes one in its quotes', ['a', 'x', 'c'], '"b"', '"x"'],
    ['becomes empty', [], 'list: # key\n- a # one\n# between\n-   "b"\n- c\n', 'list: [] # key\n'],
    ['becomes a text', 'x', 'list: # key\n- a # one\n# between\n-   "b"\n- c\n', 'list: x # key\n'],
    ['goes', null, 'list: # key\n- a # one\n# between\n-   "b"\n- c\n', ''],
  ])('a list %s', (_, value, from, to) => {
    expect(lines).toContain(from);
    expect(set(lines, 'list', value)).toBe(lines.replace(from, () => to));
  });

  const map = block('map:', '    p: 1 # one', '    q:', '        - x', '    r: {s: 1, t}', 'after: 1');

  it.each<[string, unknown, string, string]>([
    ['changes a member', { p: 2, q: ['x'], r: { s: 1, t: null } }, 'p: 1 #', 'p: 2 #'],
    [
      'changes deeper',
      { p: 1, q: ['x', 'y'], r: { s: 1, t: null } },
      '        - x\n',
      '        - x\n        - y\n',
    ],
    [
      'changes between braces',
      { p: 1, q: ['x'], r: { s: 2, t: 3, u: 4 } },
      '{s: 1, t}',
      '{s: 2, t: 3, u: 4}',
    ],
    ['loses one between braces', { p: 1, q: ['x'], r: { t: null } }, '{s: 1, t}', '{t}'],
    ['loses its first', { q: ['x'], r: { s: 1, t: null } }, '    p: 1 # one\n', ''],
    ['loses its last', { p: 1, q: ['x'] }, '    r: {s: 1, t}\n', ''],
    ['gains one', { p: 1, q: ['x'], r: { s: 1, t: null }, n: 'v' }, 't}\n', 't}\n    n: v\n'],
    ['becomes empty', {}, 'map:\n    p: 1 # one\n    q:\n        - x\n    r: {s: 1, t}\n', 'map: {}\n'],
  ])('an object %s', (_, value, from, to) => {
    expect(map).toContain(from);
    expect(set(map, 'map', value)).toBe(map.replace(from, () => to));
  });

  it.each<[string, string[], unknown, string[]]>([
    [
      'the first of a list',
      ['l:', '  - a: 1', '    b: 2', '  - c'],
      [{ b: 2 }, 'c'],
      ['l:', '  - b: 2', '  - c'],
    ],
    ['an object in a list', ['l:', '- a: 1', '- b: 2'], [{ a: 1 }], ['l:', '- a: 1']],
    [
      'one more object',
      ['l:', '- a: 1', '  b: 2'],
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      ['l:', '- a: 1', '  b: 2', '- a: 3', '  b: 4'],
    ],
    ['an object by a text', ['l:', '- a: 1', '  b: 2', '- c'], ['x', 'c'], ['l:', '- x', '- c']],
    [
      'lists in lists',
      ['l:', '- - a', '  - b', '- c'],
      [['n', 'a', 'b'], 'c'],
      ['l:', '- - n', '  - a', '  - b', '- c'],
    ],
    [
      'a flow list over lines',
      ['l: [', '  a,', '  b # c', ']'],
      ['a', 'b', 'd'],
      ['l: [', '  a,', '  b,', '  d # c', ']'],
    ],
    [
      'a list by a list in the same style',
      ['k: {a: 1}', 'l: x # c'],
      ['p'],
      ['k: {a: 1}', 'l: # c', '  - p'],
    ],
  ])('%s', (_, before, value, after) => {
    expect(set(block(...before), 'l', value)).toBe(block(...after));
  });
});

describe('texts of several lines', () => {
  it.each<[string, string[], unknown, string[]]>([
    [
      '| stays',
      ['t: | # c', '    a', '    b', 'z: 1'],
      'x\n\ny\n',
      ['t: | # c', '    x', '', '    y', 'z: 1'],
    ],
    ['| without a last line break', ['t: |', '  a', 'z: 1'], 'x', ['t: |-', '  x', 'z: 1']],
    ['|+ and the blank lines it has', ['t: |+', '  a', '', 'z: 1'], 'x\n', ['t: |', '  x', 'z: 1']],
    ['| with more at its end', ['t: |', '  a', 'z: 1'], 'x\n\n', ['t: |+', '  x', '', 'z: 1']],
    ['> on one line', ['t: >-', '  a', '  b', 'z: 1'], 'x y', ['t: >-', '  x y', 'z: 1']],
    ['> with lines', ['t: >-', '  a', '  b', 'z: 1'], 'x\ny', ['t: |-', '  x', '  y', 'z: 1']],
    ['what | cannot hold', ['t: |', '  a', 'z: 1'], ' x\u0000', ['t: " x\\u0000"', 'z: 1']],
    ['| by a number', ['t: | # c', '  a', '', 'z: 1'], 5, ['t: 5 # c', '', 'z: 1']],
    ['| by a list', ['t: | # c', '  a', 'z: 1'], ['x'], ['t: # c', '  - x', 'z: 1']],
    ['| removed', ['t: |', '  a', '', '  b', 'z: 1'], null, ['z: 1']],
    ['a plain one', ['t: a', '  b # c', 'z: 1'], 'x', ['t: x # c', 'z: 1']],
    ['a quoted one', ['t: "a', '  b"', 'z: 1'], 'x', ['t: "x"', 'z: 1']],
    ['one below its key', ['t:', '  a', 'z: 1'], 'x', ['t:', '  x', 'z: 1']],
    ['one below its key by a list', ['t:', '  a # c', 'z: 1'], ['x'], ['t: # c', '  - x', 'z: 1']],
  ])('%s', (_, before, value, after) => {
    expect(set(block(...before), 't', value)).toBe(block(...after));
  });
});

describe('frontmatter of other shapes', () => {
  it.each<[string, string, unknown, string]>([
    ['none', 'text\n', 1, '---\nk: 1\n---\ntext\n'],
    ['none, in an empty note', '', 1, '---\nk: 1\n---\n'],
    ['none, with a mark', '\ufefftext', ['a'], '\ufeff---\nk:\n  - a\n---\ntext'],
    ['none, in CRLF', 'a\r\nb', ['a'], '---\r\nk:\r\n  - a\r\n---\r\na\r\nb'],
    ['none, above a rule', '---\ntext', 1, '---\nk: 1\n---\n---\ntext'],
    ['empty', '---\n---\nb', 1, '---\nk: 1\n---\nb'],
    ['empty, in CRLF', '---\r\n---\r\nb', 1, '---\r\nk: 1\r\n---\r\nb'],
    ['empty, never left', '---\n---', 1, '---\nk: 1\n---'],
    ['only comments', '---\n# c\n\n# d\n---\n', 1, '---\n# c\n\n# d\nk: 1\n---\n'],
    ['only blank lines', '---\n\n---\n', 1, '---\nk: 1\n\n---\n'],
    ['ended by dots', '---\na: 1\n...\nb', 1, '---\na: 1\nk: 1\n...\nb'],
    ['ended by a comment', '---\na: 1\n# end\n---\n', 1, '---\na: 1\n# end\nk: 1\n---\n'],
    ['ended by blank lines', '---\na: 1\n\n\n---\n', 1, '---\na: 1\nk: 1\n\n\n---\n'],
    ['ended by a text with blank lines', '---\na: |+\n  x\n\n---\n', 1, '---\na: |+\n  x\n\nk: 1\n---\n'],
    ['CRLF', '\ufeff---\r\na: 1\r\nk: 2 # c\r\n---\r\nb', 'x', '\ufeff---\r\na: 1\r\nk: x # c\r\n---\r\nb'],
    [
      'CRLF, block list',
      '---\r\nk:\r\n  - a\r\n---\r\n',
      ['a', 'b'],
      '---\r\nk:\r\n  - a\r\n  - b\r\n---\r\n',
    ],
    ['CRLF, block text', '---\r\nk: |\r\n  a\r\n---\r\n', 'x\ny\n', '---\r\nk: |\r\n  x\r\n  y\r\n---\r\n'],
    ['indented', '---\n  a: 1\n---\n', ['x'], '---\n  a: 1\n  k:\n    - x\n---\n'],
    ['in braces, added', '---\n{a: 1}\n---\n', 'x', '---\n{a: 1, k: x}\n---\n'],
    [
      'in braces, changed',
      '---\n{"a": 1, k: y, c: 2}\n---\n',
      'x, y',
      '---\n{"a": 1, k: "x, y", c: 2}\n---\n',
    ],
    ['in braces, removed', '---\n{a: 1, k: y}\n---\n', null, '---\n{a: 1}\n---\n'],
    ['in braces, the only one removed', '---\n{k: y}\n---\n', null, '---\n{}\n---\n'],
    ['in empty braces', '---\n{}\n---\n', 1, '---\n{k: 1}\n---\n'],
    ['the only one removed', '---\nk: 1\n---\nb', null, '---\n---\nb'],
    ['key in quotes', '---\n"k": 1\n---\n', 2, '---\n"k": 2\n---\n'],
    ['key with a mark of its own', '---\n? k\n: 1\n---\n', 2, '---\n? k\n: 2\n---\n'],
    ['an anchor nobody uses', '---\nk: &a 1\n---\n', 2, '---\nk: &a 2\n---\n'],
    ['a tag that still holds', '---\nk: !!str 01\n---\n', '02', '---\nk: !!str 02\n---\n'],
    ['a tag that no longer holds', '---\nk: !!str 01\n---\n', 2, '---\nk: 2\n---\n'],
    ['another one there twice', '---\na: 1\na: 2\nk: 1\n---\n', 2, '---\na: 1\na: 2\nk: 2\n---\n'],
  ])('%s', (_, before, value, after) => {
    expect(set(before, 'k', value)).toBe(after);
  });

  it('finds a key in another Unicode form', () => {
    expect(set('---\ncafe\u0301: 1\n---\n', 'caf\u00e9', 2)).toBe('---\ncafe\u0301: 2\n---\n');
  });

  it('takes __proto__ and constructor for names like others', () => {
    const text = set(set(block('a: 1'), '__proto__', 'x'), 'constructor', { toString: 1 });
    const { data } = parseFullYaml(text.slice(4, text.indexOf('---\nbody')));
    expect(Object.entries(data)).toEqual([
      ['a', 1],
      ['__proto__', 'x'],
      ['constructor', { toString: 1 }],
    ]);
    expect(set(text, '__proto__', null)).not.toContain('__proto__');
  });
});

describe('what is refused', () => {
  const refuses = (text: string, name: string, value: unknown, message: RegExp) =>
    expect(() => set(text, name, value)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', message: expect.stringMatching(message) }),
    );

  it.each([
    ['a tab', 'a:\n\t- b'],
    ['an open quote', 'a: "b'],
    ['an open bracket', 'a: [b'],
    ['a bare line', 'a: 1\nb'],
    ['a template', 'a: {{title}} x'],
    ['an alias for nothing', 'a: *b'],
    ['a list', '- a\n- b'],
    ['a text', 'just text'],
    ['too much', `a: ${'x'.repeat(70_000)}`],
    ['too deep', `a: ${'['.repeat(3000)}${']'.repeat(3000)}`],
  ])('frontmatter with %s', (_, yaml) => {
    refuses(block(yaml), 'k', 1, /^Property "k" cannot be changed: the frontmatter is not valid YAML \(/);
    refuses(block(yaml), 'a', null, /not valid YAML/);
  });

  it('a property that others refer to', () => {
    refuses(note, 'base', 'two', /"base" cannot be changed: another one refers to its anchor &base$/);
    refuses(note, 'base', null, /refers to its anchor &base$/);
    refuses(block('a: {b: &x 1, c: *x}', 'd: *x'), 'a', { b: 2, c: 2 }, /refers to its anchor &x$/);
  });

  it('a property that is there twice', () => {
    refuses(block('a: 1', 'b: 2', 'a: 3'), 'a', 4, /has it more than once/);
  });

  it('a value too long for frontmatter', () => {
    refuses(
      block('a: 1'),
      'a',
      'x'.repeat(70_000),
      /invalid frontmatter \(Frontmatter is too large to be read\)$/,
    );
    refuses('', 'a', 'x'.repeat(70_000), /too large/);
  });

  it.each([
    ['no name', '', 1],
    ['a blank name', ' ', 1],
    ['half a character', 'a', '\ud800'],
    ['infinity', 'a', Number.POSITIVE_INFINITY],
    ['nothing', 'a', undefined],
    ['a function', 'a', () => 1],
    ['a number nobody can read back', 'a', 2 ** 60],
  ])('%s', (_, name, value) => {
    refuses(block('a: 1'), name, value, /./);
    refuses('text', name, value, /./);
  });
});

it('does not look at the text below the frontmatter', () => {
  const body = 'a line of text\n'.repeat(100_000);
  const text = `---\na: 1 # c\n---\n${body}`;
  set(text, 'a', 2);
  const times = [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    set(text, 'a', 3);
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(20);
});
