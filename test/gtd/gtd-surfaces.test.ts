import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { sampleDatabase, writeGtdDatabase } from '../support/gtd-database.ts';
import { cliArguments, runCli, scratchEnvironment } from '../support/run-cli.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const file = folder.path('gtd.sqlite');
writeGtdDatabase(file, 'app', sampleDatabase(Date.now()));
folder.write('notes/a.md', '# A\n');
const notebook = ['--notebook', folder.path('notes')];

const slipbox = (args: readonly string[], env: Record<string, string> = {}) => runCli(folder, args, { env });

test('at a terminal the text comes in the format asked for, the object with --json', () => {
  const here = ['--gtd-db', file];
  const text = slipbox(['directgtd', 'get-root-items', '-n', '2', ...here]);
  expect(text.stderr).toBe('');
  expect(text.stdout).toMatch(/^# DirectGTD Root Items\n\nFound 5 root-level items\n\n## Inbox\n/);
  expect(text.stdout).toMatch(/Next page: offset 2\n$/);
  const json = slipbox(['directgtd', 'search-items', 'website', '--response-format', 'json', ...here]);
  expect(JSON.parse(json.stdout)).toMatchObject({ total: 1, items: [{ id: 'site' }] });
  const same = slipbox(['directgtd', 'search-items', 'website', '--json', ...here]);
  expect(JSON.parse(same.stdout)).toEqual(JSON.parse(json.stdout));
});

test('the database is found by flag, variable and configuration, in this order', () => {
  const found = (args: string[], variables = {}) => slipbox(['directgtd', 'list-tags', ...args], variables);
  expect(found(['--gtd-db', file]).status).toBe(0);
  expect(found([], { DIRECTGTD_DB: file }).status).toBe(0);
  expect(found(['--gtd-db', folder.path('nowhere.sqlite')], { DIRECTGTD_DB: file }).status).toBe(3);
  folder.write('config.json', JSON.stringify({ gtdDb: file }));
  expect(found([]).status).toBe(0);
  folder.write('config.json', '{}');
  const missing = found([]);
  expect(missing.status).toBe(3);
  expect(missing.stderr).toContain(
    'Database not found at ~/Library/Application Support/DirectGTD/directgtd.sqlite.',
  );
});

test('the place the app uses on macOS is looked at without being named, its sandbox too', () => {
  for (const place of ['Library', 'Library/Containers/com.zendegi.DirectGTD/Data/Library']) {
    const home = folder.folder(`homes/${place.length}`);
    folder.folder(`homes/${place.length}/${place}/Application Support/DirectGTD`);
    writeGtdDatabase(
      `${home}/${place}/Application Support/DirectGTD/directgtd.sqlite`,
      'app',
      sampleDatabase(Date.now()),
    );
    const { stdout } = slipbox(['directgtd', 'get-item', 'site'], { HOME: home });
    expect(stdout).toContain('# New website');
  }
});

test('doctor says which database there is, and what is wrong with it', () => {
  const check = (args: string[]) => {
    const { stdout } = slipbox(['doctor', '--json', ...notebook, ...args]);
    const { checks } = JSON.parse(stdout) as {
      checks: { name: string; ok: boolean; detail: string; fix?: string }[];
    };
    return checks.find(({ name }) => name === 'directgtd database');
  };
  expect(check(['--gtd-db', file])).toMatchObject({ ok: true, detail: expect.stringContaining('14 items') });
  expect(check([])).toMatchObject({ ok: true, detail: expect.stringContaining('none') });
  expect(check(['--gtd-db', folder.path('nowhere.sqlite')])).toMatchObject({
    ok: false,
    detail: expect.stringContaining('Database not found at'),
    fix: expect.stringContaining('--gtd-db'),
  });
  folder.write('broken.sqlite', 'x'.repeat(5000));
  expect(check(['--gtd-db', folder.path('broken.sqlite')])).toMatchObject({ ok: false });
});

/** Starts a server, asks for its tools, and gives what it said. */
async function serve(args: readonly string[]) {
  const child = spawn(process.execPath, [...cliArguments, 'serve', ...args], {
    env: scratchEnvironment(folder),
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const next = async () => JSON.parse((await lines.next()).value as string).result;
  const clientInfo = { name: 'test', version: '1.0.0' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  const { serverInfo } = await next();
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  const { tools } = (await next()) as { tools: { name: string }[] };
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  await ended;
  return { serverInfo, names: tools.map(({ name }) => name), stderr };
}

const isGtd = (name: string) => name.startsWith('directgtd_');

test('serving nothing else, it is the server of the seed, with its start line on stderr', async () => {
  const { serverInfo, names, stderr } = await serve(['--dialects', 'directgtd', '--gtd-db', file]);
  expect(serverInfo).toMatchObject({ name: 'directgtd-mcp-server', version: '1.0.0' });
  expect(names[0]).toBe('directgtd_get_root_items');
  expect(names).toHaveLength(6);
  expect(names.every(isGtd)).toBe(true);
  expect(stderr).toBe('DirectGTD MCP server running via stdio\n');
});

test('in the default set the tools are served when there is a database, and hidden when there is none', async () => {
  const among = await serve([...notebook, '--gtd-db', file]);
  expect(among.serverInfo.name).toBe('slipbox');
  expect(among.names.filter(isGtd)).toHaveLength(6);
  expect(among.names).toContain('opennotes_list');
  expect(among.stderr).not.toContain('DirectGTD MCP server');
  const without = await serve(notebook);
  expect(without.names.filter(isGtd)).toEqual([]);
});
