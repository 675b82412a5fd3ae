import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const env = {
  PATH: process.env.PATH ?? '',
  HOME: folder.folder('home'),
  SLIPBOX_CONFIG: folder.path('config.json'),
  OPENNOTES_CONFIG: folder.path('opennotes.json'),
  SLIPBOX_CACHE: folder.path('cache'),
  SLIPBOX_STATE: folder.path('state'),
};
const main = new URL('main.ts', import.meta.url).href;
const script = `process.exitCode = await (await import(${JSON.stringify(main)})).main(process.argv.slice(1));`;

function search(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      script,
      '--',
      'search',
      ...args,
      '--notebook',
      folder.path('notes'),
    ],
    { cwd: folder.root, env, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

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
