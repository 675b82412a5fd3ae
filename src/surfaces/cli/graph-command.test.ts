import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const slipbox = (...args: string[]) => runCli(folder, [...args, '--notebook', folder.path('notes')]);

beforeAll(() => {
  folder.write('notes/a.md', '# A\n\n[[b]] [[nowhere]] <https://example.com>');
  folder.write('notes/b.md', '# B\n\n[[c]]');
  folder.write('notes/c.md', '# C');
});

test('graph draws the notes around a note', () => {
  const { status, stdout } = slipbox('graph', 'a', '--depth', '1', '--direction', 'out');
  expect(stdout).toBe('flowchart LR\n  n0(["A"])\n  n1["B"]\n  n0 --> n1\n');
  expect(status).toBe(0);
  expect(slipbox('graph', 'b', '--format', 'dot').stdout).toMatch(/^digraph notes \{/);
  expect(slipbox('graph', 'a', '--limit', '2').stderr).toContain('only the nearest 2 are shown');
});

test.each([
  [['graph', 'nobody'], 3],
  [['graph'], 2],
  [['graph', 'a', '--depth', '0'], 2],
  [['graph', 'a', '--format', 'svg'], 2],
])('slipbox %j ends with %i', (args, exit) => {
  expect(slipbox(...args).status).toBe(exit);
});

test('every tool is a command, with one flag for each parameter', () => {
  const json = (...args: string[]) => JSON.parse(slipbox('flint', ...args, '--json').stdout);
  expect(json('get-backlinks', 'b').results).toMatchObject([{ source: 'a.md', line: 3 }]);
  expect(json('search-by-links', '--has-links-to', 'b', '--has-links-to', 'c').pagination.total).toBe(2);
  expect(json('search-by-links', '--external-domains', 'example.com', '--broken-links').results).toHaveLength(
    1,
  );
  expect(json('get-notes', '--identifier', 'a', '--identifier', 'zz').results).toHaveLength(2);
  expect(slipbox('flint', 'find-broken-links').stdout).toBe('a.md:3  [[nowhere]]  no such note\n');
  const help = slipbox('flint', 'search-by-links', '--help').stdout;
  expect(help.match(/--has-links-to/g)).toHaveLength(1);
  expect(help).toContain('--notebook');
  expect(help).not.toContain('vault');
});
