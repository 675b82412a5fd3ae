import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileNoteGlob, openGlobs, takesAll, toRegex } from './glob-match.ts';

const segment = fc.array(
  fc.constantFrom(
    'a',
    'b',
    'B',
    '.',
    '.md',
    '.MD',
    '*',
    '?',
    '+',
    '(',
    ')',
    '$',
    '^',
    '|',
    '中',
    'é',
    '🎉',
    ' ',
  ),
  { minLength: 1, maxLength: 4 },
);
const joined = (parts: readonly (readonly string[])[]) => parts.map((part) => part.join('')).join('/');
const glob = fc
  .array(fc.oneof({ weight: 4, arbitrary: segment }, fc.constantFrom(['**'], ['***'])), {
    minLength: 1,
    maxLength: 4,
  })
  .map(joined)
  .filter((text) => !text.split('/').some((part) => part.startsWith('.')));
const path = fc
  .array(
    fc.array(fc.constantFrom('a', 'b', 'B', '.md', '.MD', '+', '(', '$', '中', 'é', '🎉', ' '), {
      minLength: 1,
      maxLength: 4,
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map(joined)
  // no note has such a path
  .filter((text) => !text.split('/').some((part) => part.startsWith('.')));

test('the regular expression for DuckDB matches what the glob matches', () => {
  fc.assert(
    fc.property(glob, path, (text, candidate) => {
      const regex = toRegex([text]);
      if (regex === null) return;
      expect(new RegExp(regex, 'u').test(candidate), `${text} ~ ${candidate}`).toBe(
        compileNoteGlob(text)(candidate),
      );
    }),
    { numRuns: 8_000 },
  );
});

test('what the regular expression cannot say is left to us', () => {
  const texts = ['a[bc].md', '{a,b}.md', 'a\\*.md', 'a.md*', 'a.M?', '*D', 'b/a.m*d*'];
  for (const text of texts) expect(toRegex([text])).toBeNull();
  for (const text of ['a.md', '*.MD', 'draft*', 'a.m??', 'md/**']) expect(toRegex([text])).not.toBeNull();
});

test('the case of the extension does not matter, however it is meant', () => {
  for (const text of ['a.md*', 'a.m?', 'a.md', 'a.MD', '*d', 'a*'])
    for (const path of ['a.md', 'a.MD', 'a.Md'])
      expect(compileNoteGlob(text)(path), `${text} ~ ${path}`).toBe(true);
});

test('globs that take everything are known as such', () => {
  expect(['**', '**/*', '**/*.md', './**/*.MD'].map((text) => takesAll([text]))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['*', '*.md', 'a/**'].map((text) => takesAll([text]))).toEqual([false, false, false]);
});

test('a list matches what one of it matches', () => {
  const globs = openGlobs();
  const list = JSON.stringify(['a/*.md', '{b,c}.md']);
  expect(['a/x.md', 'b.md', 'd.md', 'a/b/x.md'].map((one) => globs.test(one, list))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(globs.test('a.md', '"a.md"')).toBe(true);
  expect(globs.test('a.md', '3')).toBe(false);
});

test('a glob that leaves the notebook is refused', () => {
  for (const text of ['../a', '/a', 'a/../b', '~/a', '.git/*'])
    expect(() => compileNoteGlob(text), text).toThrow(`Path traversal blocked: ${text}`);
});
