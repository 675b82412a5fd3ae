import { describe, expect, it } from 'vitest';
import { SlipboxError } from '../errors.ts';
import { parsePathPattern } from './path-pattern.ts';

describe('parsePathPattern', () => {
  it.each<[pattern: string, wanted: object]>([
    ['**', { prefix: '' }],
    ['**/*.md', { prefix: '' }],
    ['**/*', { prefix: '' }],
    ['*.md', { prefix: '', direct: true }],
    ['*.MD', { prefix: '', direct: true }],
    ['a/b/**', { prefix: 'a/b/' }],
    ['a/b/', { prefix: 'a/b/' }],
    ['a/*.md', { prefix: 'a/', direct: true }],
    ['a/**/*.md', { prefix: 'a/' }],
    ['a/x.md', { prefix: 'a/', direct: true, name: 'x.[mM][dD]' }],
    ['a/x*', { prefix: 'a/', direct: true, name: 'x*' }],
    ['**/x?.md', { prefix: '', name: 'x?.[mM][dD]' }],
    ['caf\u0065\u0301/**', { prefix: 'caf\u00e9/' }],
  ])('%s needs only the index', (pattern, wanted) => {
    expect(parsePathPattern(pattern)).toEqual(wanted);
  });

  it.each<[pattern: string, prefix: string, superset: string, yes: string, no: string]>([
    ['a/*/x.md', 'a/', 'a/*/x.[mM][dD]', 'a/b/x.MD', 'a/b/c/x.md'],
    ['**/a/**/x*.md', '', '*a/*x*.[mM][dD]', 'q/a/x1.md', 'a.md'],
    ['{a,b}/*.md', '', '*', 'b/x.Md', 'c/x.md'],
    ['a/[xy].md', 'a/', '*', 'a/y.MD', 'a/z.md'],
    ['*/x/**', '', '*/x/*', 'a/x/y/z.md', 'a/x.md'],
  ])('%s is decided path by path', (pattern, prefix, superset, yes, no) => {
    const { test, ...filter } = parsePathPattern(pattern);
    expect(filter).toEqual({ prefix, superset });
    expect([test!(yes), test!(no)]).toEqual([true, false]);
  });

  it.each([
    '../*.md',
    'a/../b',
    '/etc/*',
    '\\\\server\\*',
    'C:/*',
    '~/*',
    '.git/**',
    'a/.hidden/*',
    './*.md',
    'a\0b',
  ])('refuses %j', (pattern) => {
    expect(() => parsePathPattern(pattern)).toThrow(expect.objectContaining({ code: 'PATH_TRAVERSAL' }));
  });

  it('refuses a pattern of more than 1,000 characters', () => {
    expect(() => parsePathPattern('a'.repeat(1001))).toThrow(SlipboxError);
    expect(() => parsePathPattern('a'.repeat(1001))).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', details: { parameter: 'pattern' } }),
    );
  });
});
