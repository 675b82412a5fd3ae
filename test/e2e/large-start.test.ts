import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, test } from 'vitest';
import { scratchEnvironment } from '../support/run-cli.ts';
import { makeTempFolder, type TempFolder } from '../support/temp-folder.ts';

const bin = join(import.meta.dirname, '../../bin/slipbox.mjs');
const count = 200;

interface Listed {
  notes: { title: string }[];
  pagination: { total: number };
}

let folder: TempFolder;
let env: Record<string, string>;
beforeAll(() => {
  folder = makeTempFolder();
  // every process and thread that is started says so
  folder.write('say.cjs', `require('fs').appendFileSync(process.env.STARTED, process.argv[1] + '\\n');`);
  env = {
    ...scratchEnvironment(folder),
    STARTED: folder.path('started'),
    NODE_OPTIONS: `--require ${folder.path('say.cjs')}`,
  };
  const words = (note: number) =>
    Array.from({ length: 4000 }, (_, at) => (note * 7919 + at * 104_729).toString(36)).join(' ');
  for (let note = 0; note < count; note++)
    folder.write(`notes/in ${note % 7}/${note}.md`, `# Note ${note}\n\n${words(note)}\n`);
  const { status } = spawnSync(process.execPath, [bin, 'index', '--notebook', folder.path('notes')], { env });
  expect(status).toBe(0);
  return () => folder[Symbol.dispose]();
});

async function list(args: string[], cwd = folder.root) {
  rmSync(folder.path('started'), { force: true });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'serve', ...args], env, cwd }),
  );
  const { structuredContent } = await client.callTool({ name: 'opennotes_list', arguments: { limit: 10 } });
  await client.close();
  const { notes, pagination } = structuredContent as Listed;
  return { titles: notes.map(({ title }) => title), total: pagination.total };
}

function started(): string[] {
  return readFileSync(folder.path('started'), 'utf8')
    .split('\n')
    .map((file) => basename(file));
}

test.each<[string, (notebook: string) => string[]]>([
  ['--notebook DIR', (notebook) => ['--notebook', notebook]],
  ['--notebook=DIR', (notebook) => [`--notebook=${notebook}`]],
  ['a relative path', () => ['--notebook', 'notes']],
])('a large notebook is looked at by a process beside the server (%s)', async (name, args) => {
  const title = `Written between two servers: ${name}`;
  folder.write('notes/in 3/between.md', `# ${title}\n`);
  const { titles, total } = await list(args(folder.path('notes')));
  expect(titles).toContain(title);
  expect(total).toBe(count + 1);
  expect(started()).toEqual(expect.arrayContaining(['slipbox.mjs', 'ahead-child.mjs']));
});

test('also the one in whose folder the server is started', async () => {
  folder.write('notes/.opennotes.json', '{"name": "Notes"}');
  expect(await list([], folder.path('notes'))).toMatchObject({ total: count + 1 });
  expect(started()).toContain('ahead-child.mjs');
});

test('a guess at another notebook does no harm', async () => {
  folder.write('small/one.md', '# One\n');
  expect(
    (await list(['--notebook', folder.path('small'), '--notebook', folder.path('notes')])).titles,
  ).toEqual(['One']);
  folder.write('config.json', JSON.stringify({ notebooks: [folder.path('small')] }));
  expect((await list(['--notebook', 'small'])).titles).toEqual(['One']);
});

test('it does not hold up a server that ends at once', () => {
  const args = [bin, 'serve', '--notebook', folder.path('notes'), '--help'];
  const took = [1, 2, 3].map(() => {
    const began = performance.now();
    expect(spawnSync(process.execPath, args, { env }).status).toBe(0);
    return performance.now() - began;
  });
  expect(Math.min(...took)).toBeLessThan(900);
});
