import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob, compileGlobs, compilePlainGlob } from './glob.ts';

describe('compileGlob', () => {
  it.each<[glob: string, yes: string[], no: string[]]>([
    ['*', ['a.md', ''], ['a/b.md']],
    ['*.md', ['a.md', '.md'], ['a.MD', 'a/b.md', 'a.mdx']],
    ['**', ['a', 'a/b/c.md'], []],
    ['***', ['a', 'a/b/c.md'], []],
    ['a/**', ['a/b', 'a/b/c.md'], ['a', 'ab', 'b/a/c']],
    ['**/a.md', ['a.md', 'x/a.md', 'x/y/a.md'], ['ba.md', 'a.md/x']],
    ['a/**/b.md', ['a/b.md', 'a/x/b.md', 'a/x/y/b.md'], ['ab.md', 'a/xb.md']],
    ['**/a/**', ['a/b', 'x/a/b/c'], ['a', 'x/a', 'ab/c']],
    ['**/**', ['a', 'a/b'], []],
    ['a**b', ['ab', 'axb'], ['a/b']],
    ['**b', ['b', 'ab'], ['a/b']],
    ['?.md', ['a.md', 'é.md', '😀.md', '字.md'], ['ab.md', '.md', '/.md']],
    ['a?c', ['abc', 'a😀c'], ['ac', 'a/c', 'abbc']],
    ['[abc].md', ['a.md', 'c.md'], ['d.md', 'A.md', 'ab.md']],
    ['[a-c]', ['b'], ['d', '-']],
    ['[a-]', ['a', '-'], ['b']],
    ['[!a-c]', ['d', '!'], ['b']],
    ['[^a]', ['b', '^'], ['a']],
    ['[]a]', [']', 'a'], ['b']],
    ['[!]a]', ['b'], [']', 'a']],
    ['[!]', ['[!]'], ['a', '!']],
    ['[a', ['[a'], ['a']],
    ['[z-a]', [], ['z', 'a', 'm']],
    ['[😀-😂]', ['😁'], ['😄', '😀😁']],
    ['[\uE000-😀]', ['\uFFFD'], ['a']],
    ['{a,b}.md', ['a.md', 'b.md'], ['c.md', '{a,b}.md']],
    ['{a,{b,c}}', ['a', 'b', 'c'], ['d']],
    ['{a/b,c}/d', ['a/b/d', 'c/d'], ['a/d']],
    ['{a,}b', ['ab', 'b'], ['aab']],
    ['{a}', ['{a}'], ['a']],
    ['{a,b', ['{a,b'], ['a', 'b']],
    ['\\{a,b\\}', ['{a,b}'], ['a', 'b']],
    ['\\*', ['*'], ['a']],
    ['\\[a]', ['[a]'], ['a']],
    ['a\\', ['a\\'], ['a']],
    ['100%.md', ['100%.md'], ['100.md']],
    ['a.b', ['a.b'], ['aXb']],
    ['cafe\u0301/*', ['caf\u00e9/x'], ['cafe/x']],
    ['', [''], ['a']],
  ])('%s', (glob, yes, no) => {
    const test = compileGlob(glob);
    expect(yes.filter((path) => !test(path))).toEqual([]);
    expect(no.filter((path) => test(path))).toEqual([]);
  });

  it('matches what a slow reference matcher matches', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '*',
      '?',
      '/',
      '**',
      '**/',
      '[ab]',
      '[!a]',
      'é',
      '😀',
      '/**',
      '*a',
    );
    const glob = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', 'c', 'é', '😀', 'ab'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    let matches = 0;
    fc.assert(
      fc.property(glob, path, (pattern, text) => {
        const expected = slowMatch(pattern, text);
        if (expected) matches++;
        expect(compileGlob(pattern)(text)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
    expect(matches).toBeGreaterThan(100);
  });

  it('matches a path by itself with its special characters escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const path = text.normalize('NFC');
        expect(compileGlob(path.replace(/[\\*?[\]{},]/g, '\\$&'))(path)).toBe(true);
      }),
    );
  });

  it.each([
    ['stars', '*a'.repeat(200).concat('b'), 'a'.repeat(4000)],
    ['folders', `${'**/a/'.repeat(200)}b`, 'a/'.repeat(2000)],
    ['both', `${'**/*a*a*a/'.repeat(50)}b`, `${'aaaaaaaaaa/'.repeat(300)}c`],
    ['braces', '{a,b}'.repeat(200), 'a'.repeat(400)],
    ['open braces', '{a,'.repeat(20_000), 'a'],
    ['commas', `{${','.repeat(20_000)}`, 'a'],
    ['open classes', '['.repeat(20_000), 'a'],
    ['alternatives', `{${'a,'.repeat(20_000)}}`, 'b'],
  ])('a hostile pattern ends soon: %s', (_, glob, path) => {
    const start = performance.now();
    expect(compileGlob(glob)(path)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('compilePlainGlob', () => {
  it('takes braces as they are', () => {
    expect(compilePlainGlob('{a,b}')('{a,b}')).toBe(true);
    expect(compilePlainGlob('{a,b}')('a')).toBe(false);
  });
});

describe('compileGlobs', () => {
  it('matches what any of them matches', () => {
    const test = compileGlobs(['public/**', '*.md']);
    expect(['public/a', 'b.md', 'c/d.md', 'public'].map((path) => test(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('matches nothing without globs, and everything with **', () => {
    expect(compileGlobs([])('a')).toBe(false);
    expect(compileGlobs(['x', '**'])('a/b')).toBe(true);
  });
});

/** Tries every way, one character or folder at a time: exponential, and too plain to be wrong. */
function slowMatch(glob: string, path: string): boolean {
  const segments = glob.split('/');
  if (/^\*{2,}$/.test(segments.at(-1)!)) segments.push('*');
  return matchFolders(segments, path.split('/'));
}

function matchFolders(globs: string[], names: string[]): boolean {
  const [glob, ...rest] = globs;
  if (glob === undefined) return names.length === 0;
  if (/^\*{2,}$/.test(glob))
    return names.some((_, i) => matchFolders(rest, names.slice(i))) || matchFolders(rest, []);
  return names.length > 0 && matchName([...glob], [...names[0]!]) && matchFolders(rest, names.slice(1));
}

function matchName(glob: string[], name: string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return name.length === 0;
  if (first === '*') return matchName(rest, name) || (name.length > 0 && matchName(glob, name.slice(1)));
  if (name.length === 0) return false;
  if (first === '[') {
    const wanted = rest[0] === '!' ? name[0] !== 'a' : name[0] === 'a' || name[0] === 'b';
    return wanted && matchName(rest.slice(rest.indexOf(']') + 1), name.slice(1));
  }
  return (first === '?' || first === name[0]) && matchName(rest, name.slice(1));
}
