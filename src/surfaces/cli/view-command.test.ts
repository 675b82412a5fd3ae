import { expect, test } from 'vitest';
import { runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { owner } from '../../engine/index.ts';
import { commands } from './main.ts';
import { findCommand, parseCommand } from './parse-command.ts';
import { processTerminal } from './terminal.ts';

test('slipbox view --save keeps a query that runs by its name, and --delete takes it away', () => {
  using folder = makeTempFolder();
  folder.write('notes/a.md', '---\ntags: [work]\n---\n# Alpha\n');
  folder.write('notes/b.md', '---\ntags: [work]\n---\n# Beta\n\nonly a draft\n');
  const file = folder.write('notes/.opennotes.json', '{\n    "name": "Mine",\n    "extra": [1, 2]\n}\n');
  const notes = folder.path('notes');
  const slipbox = (...args: string[]) => runCli(folder, args, { cwd: notes });
  const query = '-draft tag:work | sort:title';
  expect(slipbox('view', '--save', 'work', '--description', 'Mine', '--', query)).toEqual({
    status: 0,
    stdout: `work (${file}): saved\n`,
    stderr: '',
  });
  const view = { name: 'work', description: 'Mine', query };
  const entry = JSON.stringify({ views: { work: view } }, null, 4).slice(2, -2);
  expect(folder.read('notes/.opennotes.json')).toBe(
    `{\n    "name": "Mine",\n    "extra": [1, 2],\n${entry}\n}\n`,
  );
  expect(slipbox('view', 'work').stdout).toMatch(/^a\.md +Alpha .*\n$/);
  const replaced = slipbox('opennotes', 'view', 'tag:work', '--save=work', '--json');
  expect(JSON.parse(replaced.stdout)).toEqual({
    notebook: { name: 'Mine', path: notes },
    file,
    view: { name: 'work', query: 'tag:work' },
    replaced: true,
    changed: true,
  });
  expect(slipbox('view', '--delete', 'work', '--read-only')).toMatchObject({ status: 5, stdout: '' });
  expect(slipbox('view', '--delete', 'work').stdout).toBe(`work (${file}): deleted\n`);
});

test.each([
  [['--save', 'x'], '--save needs a query'],
  [['--save', 'x', 'tag:a', 'tag:b'], 'Unexpected argument: tag:b'],
  [['--save', 'x', 'tag:a', '--delete', 'y'], '--delete cannot be used with --save'],
  [['--save', 'x', 'tag:a', '--list'], '--list cannot be used with --save'],
  [['--save', 'x', 'tag:a', '--param', 'a=b'], '--param cannot be used with --save'],
  [['--save', 'x', 'tag:a', '--limit', '5'], '--limit cannot be used with --save'],
  [['--save', 'x', 'tag:a', '--format', 'json'], 'Unknown option: --format'],
  [['--delete', 'x', '--offset', '5'], '--offset cannot be used with --delete'],
  [['--delete', 'x', 'tag:a'], '--delete takes one name and nothing else: tag:a'],
  [['--delete', 'x', '--description', 'd'], '--description goes only with --save'],
  [['today', '--description', 'd'], '--description goes only with --save'],
])('slipbox view %j is refused before anything is opened', async (args, message) => {
  const { command } = findCommand(commands, ['view'])!;
  const context = {
    terminal: processTerminal(),
    signal: new AbortController().signal,
    json: false,
    caller: owner,
    config: () => expect.unreachable(),
    helper: undefined,
    withEngine: () => expect.unreachable(),
  };
  const run = async () => command.run(parseCommand(command, args), context);
  await expect(run()).rejects.toThrow(expect.objectContaining({ code: 'INVALID_PARAMS', message }));
});
