import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFixture } from './notebook-fixture.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'bin/slipbox.mjs');
const fixture = createFixture();
afterAll(fixture.remove);
const env = { PATH: process.env.PATH ?? '', HOME: dirname(fixture.notebook), ...fixture.env };

function slipbox(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: fixture.notebook,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const here = ['--notebook', fixture.notebook];

test('list shows the notes as aligned columns', () => {
  const { status, stdout } = slipbox('list', '--sort-by', 'path', ...here);
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^projects\/alpha\.md {2}Project Alpha +\d{4}-\d\d-\d\d {2}#project #active$/);
});

test('a page that is not the last says on stderr how to go on', () => {
  const { stdout, stderr } = slipbox('list', '-n', '1', ...here);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toBe('1 of 4 notes; next page: --offset 1\n');
});

test('a tool is also there under its dialect, and --json is what MCP answers', () => {
  const short = slipbox('list', 'tasks/*.md', '--sort-by', 'path', '--json', ...here);
  const long = slipbox('opennotes', 'list', 'tasks/*.md', '--sort-by', 'path', '--json', ...here);
  expect(short.stdout).toBe(long.stdout);
  expect(JSON.parse(short.stdout)).toMatchObject({
    notes: [{ path: 'tasks/one.md' }, { path: 'tasks/two.md' }],
    pagination: { total: 2 },
  });
});

test('get prints the note byte for byte', () => {
  const file = join(fixture.notebook, 'projects/alpha.md');
  expect(slipbox('get', 'projects/alpha.md', ...here).stdout).toBe(readFileSync(file, 'utf8'));
  expect(slipbox('get', 'Project Alpha', '--section', 'Plan > Risks', ...here).stdout).toContain('## Risks');
  expect(slipbox('get', 'projects/alpha.md', '--no-include-content', ...here).stdout).toContain(
    'title: Project Alpha',
  );
});

test('notebooks marks the current one', () => {
  expect(slipbox('notebooks', ...here).stdout).toMatch(/^\* notes .*explicit/);
});

test.each([
  [['list', '--limit', '0', ...here], 2, 'INVALID_PARAMS'],
  [['list', '--limit', 'many', ...here], 2, 'INVALID_PARAMS'],
  [['list', '--limt', '5', ...here], 2, 'INVALID_PARAMS'],
  [['get', ...here], 2, 'INVALID_PARAMS'],
  [['get', 'a', 'b', ...here], 2, 'INVALID_PARAMS'],
  [['get', 'a', '--content-limit', '{', ...here], 2, 'INVALID_PARAMS'],
  [['lsit'], 2, 'INVALID_PARAMS'],
  [['get', 'nowhere.md', ...here], 3, 'NOTE_NOT_FOUND'],
  [['list', '--notebook', '/nowhere/at/all'], 3, 'NOTEBOOK_NOT_FOUND'],
  [['get', '../secret.md', ...here], 5, 'PATH_TRAVERSAL'],
])('%j fails with exit code %i', (args, status, code) => {
  const json = slipbox(...args, '--json');
  expect(json.status).toBe(status);
  expect(JSON.parse(json.stdout)).toMatchObject({ error: true, code, hint: expect.any(String) });
  const human = slipbox(...args);
  expect(human.status).toBe(status);
  expect(human.stdout).toBe('');
  expect(human.stderr).toMatch(/^slipbox: .+\n {2}.+\n$/);
});

test('a mistyped command or option is answered with the nearest one', () => {
  expect(slipbox('lsit').stderr).toContain('Did you mean: slipbox list');
  expect(slipbox('list', '--limt', '5').stderr).toContain('Did you mean --limit?');
});

test('help and version are there for people', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(slipbox('--version').stdout).toBe(`${version}\n`);
  expect(slipbox().stdout).toContain('Usage: slipbox <command>');
  for (const words of [['list'], ['opennotes', 'get'], ['serve'], ['init'], ['index'], ['doctor']]) {
    const { status, stdout } = slipbox(...words, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: slipbox ${words.join(' ')}`);
  }
});

test('init makes a notebook that is then found from inside it', () => {
  const folder = join(dirname(fixture.notebook), 'fresh');
  const made = slipbox('init', folder, '--name', 'Fresh', '--json');
  expect(JSON.parse(made.stdout)).toMatchObject({
    notebook: { name: 'Fresh', path: folder },
    created: true,
    registered: false,
  });
  expect(existsSync(join(folder, '.opennotes.json'))).toBe(true);
  const again = slipbox('init', folder, '--register');
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('registered') });
  expect(JSON.parse(slipbox('notebooks', '--json').stdout)).toMatchObject({
    notebooks: expect.arrayContaining([expect.objectContaining({ name: 'Fresh', source: 'registered' })]),
  });
});

test('index reports what it did', () => {
  expect(JSON.parse(slipbox('index', '--rebuild', '--json', ...here).stdout)).toMatchObject({ notes: 4 });
  expect(slipbox('index', ...here).stdout).toMatch(/^notes: 4 notes, 0 changed, 0 removed, \d+ ms\n$/);
});

test('doctor finds nothing wrong with a healthy notebook', () => {
  const { status, stdout } = slipbox('doctor', '--json', ...here);
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string }[] };
  expect({ status, ok }).toEqual({ status: 0, ok: true });
  expect(checks.length).toBeGreaterThan(1);
});

test('a setting can be given as a flag to any command, and a wrong one is named', () => {
  expect(slipbox('list', '--time-zone', 'UTC', ...here).status).toBe(0);
  expect(slipbox('list', '--time-zone', 'Mars/Base', ...here).stderr).toContain('timeZone');
});

test('a reader that stops early is no failure', async () => {
  const child = spawn(process.execPath, [bin, 'get', 'long.md', ...here], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(stderr).not.toContain('EPIPE');
});

test('without a build the launcher says what to do', () => {
  const checkout = join(dirname(fixture.notebook), 'checkout');
  mkdirSync(checkout);
  cpSync(bin, join(checkout, 'bin/slipbox.mjs'));
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'bin/slipbox.mjs')], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'slipbox: this checkout is not built yet: run `npm run build`\n',
  });
});
