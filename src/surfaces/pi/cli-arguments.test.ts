import { expect, test } from 'vitest';
import type { Tool } from '../../tools/define-tool.ts';
import { opennotesCreate } from '../../tools/opennotes/create.ts';
import { opennotesGet } from '../../tools/opennotes/get.ts';
import { opennotesList } from '../../tools/opennotes/list.ts';
import { opennotesSearch } from '../../tools/opennotes/search.ts';
import { commandLine } from './cli-arguments.ts';

const words = (tool: unknown, args: Record<string, unknown>) => commandLine(tool as Tool, args).words;

test('values cannot be taken for options or for a shell', () => {
  expect(words(opennotesGet, { path: '--help', section: '-x; rm -rf ~', includeContent: false })).toEqual([
    'opennotes',
    'get',
    '--json',
    '--section=-x; rm -rf ~',
    '--no-include-content',
    '--',
    '--help',
  ]);
});

test('numbers, names in kebab case and omitted values', () => {
  expect(words(opennotesList, { sortBy: 'title', limit: 5, offset: null, pattern: undefined })).toEqual([
    'opennotes',
    'list',
    '--json',
    '--sort-by=title',
    '--limit=5',
    '--',
  ]);
});

test('an object whose fields are flags is spread', () => {
  const filters = { and: ['tag=a', '--help'], not: ['path=x*'] };
  expect(words(opennotesSearch, { query: 'q', fuzzy: true, filters })).toEqual([
    'opennotes',
    'search',
    '--json',
    '--fuzzy',
    '--and=tag=a',
    '--and=--help',
    '--not=path=x*',
    '--',
    'q',
  ]);
});

test('fields keep their types, and a text goes through stdin', () => {
  const args = { title: 'T', content: '-\nlong', data: { code: '007', list: ['a'], n: 5 } };
  expect(commandLine(opennotesCreate as never, args)).toEqual({
    words: [
      'opennotes',
      'create',
      '--json',
      '--content=-',
      '--data=code:="007"',
      '--data=list:=["a"]',
      '--data=n:=5',
      '--',
      'T',
    ],
    input: '-\nlong',
  });
});

test.each([
  ['a key that a command line cannot carry', { title: 'x', data: { 'a=b': 1 } }, 'data'],
  ['a value longer than a command line takes', { title: 'x'.repeat(200_000) }, 'title'],
])('%s is named', (_what, args, parameter) => {
  expect(() => words(opennotesCreate, args)).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAMS', details: { parameter } }),
  );
});
