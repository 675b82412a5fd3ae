import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { type CliOptions, runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const slipbox = (args: string[], options: CliOptions = {}) => runCli(folder, args, options);

const notes = folder.path('notes');
const noteText = (path: string) => readFileSync(`${notes}/${path}`, 'utf8').replace(/created: .*\n/, '');

test('notebook create, list, register and add-context', () => {
  expect(slipbox(['notebook', 'create', 'notes', '--name', 'Mine', '--register'])).toMatchObject({
    status: 0,
    stdout: `Mine (${notes}): created, registered\n`,
  });
  const listed = JSON.parse(slipbox(['notebook', 'list', '--json']).stdout) as { notebooks: unknown[] };
  expect(listed.notebooks).toEqual([{ name: 'Mine', path: notes, source: 'registered', noteCount: 0 }]);
  expect(slipbox(['notebook', 'register', 'notes']).stdout).toBe(`Mine (${notes}): was already registered\n`);
  const other = folder.folder('other');
  expect(JSON.parse(slipbox(['notebook', 'register', other, '--name', 'Second', '--json']).stdout)).toEqual({
    notebook: { name: 'Second', path: other },
    registered: true,
  });
  const work = folder.folder('work');
  expect(slipbox(['notebook', 'add-context', 'work', '--notebook', notes]).stdout).toBe(
    'Mine: context added\n',
  );
  expect(slipbox(['notebook', 'add-context', '--notebook', notes], { cwd: work }).stdout).toBe(
    'Mine: had that context already\n',
  );
  expect(JSON.parse(readFileSync(`${notes}/.opennotes.json`, 'utf8'))).toMatchObject({ contexts: [work] });
  expect(slipbox(['notebook', 'add-context', 'nowhere', '--notebook', notes])).toMatchObject({ status: 3 });
});

test('create writes a note from its flags', () => {
  writeFileSync(`${notes}/.opennotes.json`, '{"name": "Mine", "templates": {"task": "## {{title}}\\n"}}');
  const flags = ['--path', 'tasks', '--template', 'task', '--content=- first', '--notebook', notes];
  const data = ['--data', 'n=5', '--data', 'tag=a', '--data', 'tag=b', '--data', 'deep:={"x":[1]}'];
  expect(slipbox(['create', 'Hello, World!', ...flags, ...data])).toEqual({
    status: 0,
    stdout: 'tasks/hello-world.md\n',
    stderr: '',
  });
  expect(noteText('tasks/hello-world.md')).toBe(
    '---\ntitle: Hello, World!\nn: 5\ntag:\n  - a\n  - b\ndeep:\n  x:\n    - 1\n---\n\n## Hello, World!\n\n- first\n',
  );
});

test('create takes its content from stdin, and says with --json what MCP says', () => {
  const args = ['opennotes', 'create', 'From a pipe', '--content', '-', '--json', '--notebook', notes];
  const { status, stdout } = slipbox(args, { input: 'Über\n' });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    created: { path: 'from-a-pipe.md', absolutePath: `${notes}/from-a-pipe.md`, title: 'From a pipe' },
    notebook: { name: 'Mine', path: notes },
    etag: expect.any(String),
  });
  expect(noteText('from-a-pipe.md')).toBe('---\ntitle: From a pipe\n---\n\nÜber\n');
  const again = slipbox(args, { input: 'other' });
  expect(again.status).toBe(4);
  expect(JSON.parse(again.stdout)).toMatchObject({
    code: 'NOTE_EXISTS',
    details: { path: 'from-a-pipe.md' },
  });
});

test('what is wrong on the command line is refused before anything is written', () => {
  const here = ['--notebook', notes];
  expect(slipbox(['create', 'A', '--data', 'x', ...here])).toMatchObject({ status: 2 });
  expect(slipbox(['create', 'A', '--read-only', ...here]).status).toBe(5);
  const latin = { input: Buffer.from([0xe9]) };
  expect(slipbox(['create', 'A', '--content', '-', ...here], latin).status).toBe(2);
  expect(slipbox(['create', 'A', '--dry-run', ...here]).stderr).toBe('Nothing was written\n');
  expect(existsSync(`${notes}/a.md`)).toBe(false);
});

test('a hint names the command, not the tool', () => {
  const { status, stderr } = slipbox(['view', 'no-such-view', '--notebook', notes]);
  expect(status).toBe(3);
  expect(stderr).toContain('Use slipbox view to list available views');
});
