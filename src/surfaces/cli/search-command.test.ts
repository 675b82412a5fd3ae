import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const search = (...args: string[]) => runCli(folder, ['search', ...args, '--notebook', folder.path('notes')]);

const pathsOf = (stdout: string) =>
  (JSON.parse(stdout) as { results: { path: string }[] }).results.map(({ path }) => path);

beforeAll(() => {
  folder.write('notes/a.md', '---\nstatus: done\ntags: [x]\n---\n# Meeting\n\nthe agenda');
  folder.write('notes/b.md', '---\nstatus: open\n---\n# Other\n\nanother meeting');
  folder.write('notes/c.md', '---\nstatus: done\n---\n# Third\n\nnothing');
});

test('search takes the query as its argument, and conditions as flags that may be repeated', () => {
  expect(pathsOf(search('mtng', '--fuzzy', '--json').stdout)).toEqual(['a.md']);
  const both = search('e', '--and', 'data.status=done', '--and', 'tag=x', '--json');
  expect(pathsOf(both.stdout)).toEqual(['a.md']);
  const either = search('--or', 'tag=x', '--or', 'data.status=open', '--not', 'path=b.md', '--json');
  expect(pathsOf(either.stdout)).toEqual(['a.md']);
});

test('search prints notes with the lines found, and fails by exit code', () => {
  expect(search('agenda', '--snippets').stdout).toMatch(/^a\.md {2}Meeting {2}[\d-]+\n {4}7: the agenda\n$/);
  expect(search()).toMatchObject({ status: 2, stderr: expect.stringContaining('Nothing to search for') });
});

test('search --help lists the flags of the filters', () => {
  const { stdout } = search('--help');
  for (const flag of ['--and', '--or', '--not', '--fuzzy', '--snippets', '--sql'])
    expect(stdout).toContain(flag);
});
