import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { parseValue } from './parse-pairs.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
folder.write('notes/plan.md', '# Plan');

const slipbox = (args: string[], input = '') =>
  runCli(folder, ['claudesidian', ...args, '--notebook', folder.path('notes')], { input });

test('a note is changed from a terminal, without a context', () => {
  expect(slipbox(['append-content', 'plan', '-'], 'from stdin\n')).toMatchObject({
    status: 0,
    stdout: 'plan.md:2\n',
  });
  expect(slipbox(['set-property', 'plan', 'rating', '5'])).toMatchObject({ status: 0 });
  expect(folder.read('notes/plan.md')).toBe('---\nrating: 5\n---\n# Plan\nfrom stdin\n');
});

test('an error with --json has the shape of the dialect', () => {
  const { status, stdout } = slipbox(['delete-note', 'nowhere', '--json']);
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    success: false,
    error: 'Note not found at path: nowhere.md',
    code: 'NOTE_NOT_FOUND',
  });
});

test.each([
  ['5', 5],
  ['007', '007'],
  ['true', true],
  ['"5"', '5'],
  ['null', null],
  ['["a",1]', ['a', 1]],
  ['[[A link]]', '[[A link]]'],
  ['{"a":1}', { a: 1 }],
  ['2026-01-01', '2026-01-01'],
])('the value %s is %j', (text, value) => {
  expect(parseValue(text)).toEqual(value);
});
