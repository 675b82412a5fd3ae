import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../../../test/support/run-cli.ts';
import { makeTempFolder, type TempFolder } from '../../../../test/support/temp-folder.ts';
import { type ClientForm, clientNames, clients } from './clients.ts';
import { setTomlEntry } from './toml-entry.ts';
import { uninstall, install as write } from './write-entry.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  folder.write('notes/a.md', '# A');
});
afterEach(() => folder[Symbol.dispose]());

const install = (...args: string[]) => runCli(folder, ['install', ...args]);
const notes = () => ['--notebook', 'notes'];

interface Entry {
  command: string;
  args: string[];
}

const cursorEntry = () => ({
  form: clients.cursor,
  file: folder.path('home/.cursor/mcp.json'),
  name: 'slipbox',
  entry: { command: 'x', args: [] },
});

test('an entry is added, the rest of the file stays as it is, and undo brings back every byte', () => {
  const before = '{\n    "theme" : "dark",\n    "mcpServers": {"other": {"command": "x"}}\n}\n';
  const file = folder.write('home/.cursor/mcp.json', before);
  const { status, stdout } = install('cursor', ...notes(), '--read-only');
  expect([status, stdout]).toEqual([0, `Cursor: added to ${file}\n  ${clients.cursor.next}\n`]);
  const after = readFileSync(file, 'utf8');
  expect(after).toContain('    "theme" : "dark",\n');
  const { mcpServers } = JSON.parse(after) as { mcpServers: Record<string, Entry> };
  expect(mcpServers.other).toEqual({ command: 'x' });
  expect(mcpServers.slipbox!.args.slice(1)).toEqual([
    'serve',
    '--notebook',
    folder.path('notes'),
    '--read-only',
  ]);
  expect(existsSync(mcpServers.slipbox!.command)).toBe(true);
  expect(existsSync(mcpServers.slipbox!.args[0]!)).toBe(true);
  expect(install('cursor', ...notes(), '--read-only').stdout).toContain('was already in');
  expect(install('cursor', '--undo').stdout).toBe(`Cursor: taken out of ${file}\n`);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(install('cursor', '--undo').stdout).toBe(`Cursor: was not in ${file}\n`);
});

test('what somebody changed since is kept by undo', () => {
  const file = folder.path('home/.cursor/mcp.json');
  install('cursor', ...notes());
  folder.write(
    'home/.cursor/mcp.json',
    readFileSync(file, 'utf8').replace('"mcpServers": {', '"mcpServers": {"new": {"command": "y"}, '),
  );
  install('cursor', '--undo');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { new: { command: 'y' } } });
});

test('a file that was not there is gone after undo', () => {
  install('gemini', ...notes());
  expect(existsSync(folder.path('home/.gemini/settings.json'))).toBe(true);
  install('gemini', '--undo');
  expect(existsSync(folder.path('home/.gemini/settings.json'))).toBe(false);
});

test('every client gets what it reads, where it reads it', async () => {
  const machine = { platform: 'linux' as const, home: folder.path('home'), env: {} };
  for (const client of clientNames) {
    const form: ClientForm = clients[client];
    const entry = client === 'pi' ? '/opt/slipbox' : { command: 'node', args: ['bin', 'serve'] };
    const installation = { form, file: form.user(machine), name: 'slipbox', entry };
    expect(await write(installation, folder.path('receipts.json')), client).toBe(true);
    const text = readFileSync(installation.file, 'utf8');
    if (client === 'codex')
      expect(text).toBe('[mcp_servers.slipbox]\ncommand = "node"\nargs = ["bin", "serve"]\n');
    else {
      const stored = (JSON.parse(text) as Record<string, unknown>)[form.key];
      expect(stored, client).toEqual(
        typeof entry === 'string' ? [entry] : { slipbox: { ...form.extra, ...entry } },
      );
    }
    expect(await uninstall(installation, folder.path('receipts.json')), client).toBe(true);
    expect(existsSync(installation.file), client).toBe(false);
  }
});

test('print and dry run write nothing', () => {
  const { stdout } = install('vscode', ...notes(), '--print');
  expect(JSON.parse(stdout)).toMatchObject({ servers: { slipbox: { type: 'stdio' } } });
  expect(install('vscode', ...notes(), '--dry-run').stdout).toContain('"servers"');
  expect(existsSync(folder.path('home/.config/Code'))).toBe(false);
});

test('the settings of one project', () => {
  expect(install('claude-code', ...notes(), '--project').status).toBe(0);
  expect(JSON.parse(folder.read('.mcp.json'))).toMatchObject({ mcpServers: { slipbox: { type: 'stdio' } } });
  const refused = install('claude-desktop', ...notes(), '--project');
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining('has no settings for one project') as unknown,
  ]);
});

test('a linked file stays a link, and keeps its mode', async () => {
  const real = folder.write('dotfiles/mcp.json', '{}\n');
  chmodSync(real, 0o640);
  folder.folder('home/.cursor');
  symlinkSync(real, cursorEntry().file);
  for (const [change, text] of [
    [write, 'slipbox'],
    [uninstall, '{}\n'],
  ] as const) {
    expect(await change(cursorEntry(), folder.path('receipts.json'))).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain(text);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(lstatSync(cursorEntry().file).isSymbolicLink()).toBe(true);
  }
});

test('a file with comments is left alone, and the way out is named', () => {
  const text = '{\n  // mine\n  "servers": {}\n}\n';
  folder.write('home/.config/Code/User/mcp.json', text);
  const { status, stderr } = install('vscode', ...notes());
  expect(status).toBe(1);
  expect(stderr).toContain('line 2, column 3');
  expect(stderr).toContain('--print');
  expect(folder.read('home/.config/Code/User/mcp.json')).toBe(text);
});

test('what cannot work is refused', () => {
  expect(install('cursor').stderr).toContain('No notebook');
  expect(install('emacs', ...notes()).stderr).toContain('Unknown client: emacs');
  expect(install('cursor', ...notes(), '--name', 'a b').status).toBe(2);
});

const entry = { command: 'npx', args: ['-y', 'slip"box'] };
const block = '[mcp_servers.slipbox]\ncommand = "npx"\nargs = ["-y", "slip\\"box"]\n';

test('a TOML table is set and taken out, and no other byte changes', () => {
  const before = 'model = "x"\n\n# about other\n[mcp_servers.other]\ncommand = "y"\n';
  const after = setTomlEntry(before, 'mcp_servers', 'slipbox', entry);
  expect(after).toBe(`${before}\n${block}`);
  expect(setTomlEntry(after, 'mcp_servers', 'slipbox', undefined)).toBe(before);
  expect(setTomlEntry('', 'mcp_servers', 'slipbox', entry)).toBe(block);
  const between = `a = 1\n\n[mcp_servers.slipbox]\ncommand = "old"\n[mcp_servers."slipbox".env]\nX = "1"\n\n# next\n[z]\n`;
  expect(setTomlEntry(between, 'mcp_servers', 'slipbox', entry)).toBe(`a = 1\n\n${block}\n# next\n[z]\n`);
  expect(setTomlEntry('a = 1\r\n', 'mcp_servers', 'slipbox', entry)).toBe(
    `a = 1\r\n\r\n${block.replaceAll('\n', '\r\n')}`,
  );
  expect(() => setTomlEntry('mcp_servers = {}\n', 'mcp_servers', 'slipbox', entry)).toThrow(
    'cannot be edited safely',
  );
});

test('doctor tells which clients start Slipbox, and when what they start is gone', () => {
  install('cursor', ...notes());
  install('codex', ...notes());
  folder.write(
    'home/.gemini/settings.json',
    '{"mcpServers": {"slipbox": {"command": "/gone/node", "args": ["/gone/slipbox.mjs"]}}}',
  );
  const { stdout } = runCli(folder, ['doctor', '--json', ...notes()]);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; fix?: string }[] };
  const found = checks.filter(({ name }) => name.startsWith('client ')).map(({ name, ok }) => [name, ok]);
  expect(found).toEqual([
    ['client Cursor', true],
    ['client Codex', true],
    ['client Gemini CLI', false],
  ]);
  expect(checks.find(({ name }) => name === 'client Gemini CLI')!.fix).toBe(
    'Run slipbox install gemini again',
  );
});

test('secrets of other servers stay private, a byte order mark stays where it is', () => {
  const before = '\uFEFF{"mcpServers": {"x": {"env": {"KEY": "secret"}}}}';
  const file = folder.write('home/.cursor/mcp.json', before);
  chmodSync(file, 0o600);
  expect(install('cursor', ...notes()).status).toBe(0);
  expect(readFileSync(file, 'utf8').startsWith('\uFEFF{')).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder.path('state/installed.json')).mode & 0o777).toBe(0o600);
  install('cursor', '--undo');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('undo leaves a file alone that has no entry', async () => {
  const file = folder.write('home/.cursor/mcp.json', '{"theme":"dark"}');
  const installation = { form: clients.cursor, file, name: 'slipbox', entry: { command: 'x', args: [] } };
  expect(await uninstall(installation, folder.path('receipts.json'))).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('{"theme":"dark"}');
});

test('an empty file is one without settings; undo brings it back, and leaves it alone when it has no entry', async () => {
  for (const empty of ['', '\n', '\uFEFF']) {
    const file = folder.write('home/.cursor/mcp.json', empty);
    expect(await uninstall(cursorEntry(), folder.path('receipts.json'))).toBe(false);
    expect(await write(cursorEntry(), folder.path('receipts.json'))).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain('slipbox');
    expect(await uninstall(cursorEntry(), folder.path('receipts.json'))).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(empty);
  }
});

test('what cannot be read as settings, or could not be taken back, is left as it is', async () => {
  const latin = Buffer.from('{"name": "caf\xE9"}', 'latin1');
  writeFileSync(folder.write('home/.cursor/mcp.json', ''), latin);
  const receipts = folder.path('receipts.json');
  await expect(write(cursorEntry(), receipts)).rejects.toThrow('is not UTF-8');
  expect(readFileSync(cursorEntry().file)).toEqual(latin);
  folder.write('home/.cursor/mcp.json', '{}');
  folder.write('receipts.json', '{');
  await expect(write(cursorEntry(), receipts)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  expect(readFileSync(cursorEntry().file, 'utf8')).toBe('{}');
  rmSync(cursorEntry().file);
  folder.folder('home/.cursor/mcp.json');
  folder.write('receipts.json', '{}');
  await expect(write(cursorEntry(), receipts)).rejects.toThrow('A folder lies where');
});

test('nothing is left beside the settings', async () => {
  folder.write('home/.cursor/mcp.json', '{}');
  await write(cursorEntry(), folder.path('receipts.json'));
  await uninstall(cursorEntry(), folder.path('receipts.json'));
  expect(readdirSync(folder.path('home/.cursor'))).toEqual(['mcp.json']);
});

test.each([
  '[mcp_servers]\nslipbox = { command = "x" }\n',
  'text = """\n[mcp_servers.slipbox]\n"""\n',
  '"mcp_servers" = {}\n',
])('TOML that cannot be edited safely is left alone (%#)', (text) => {
  expect(() => setTomlEntry(text, 'mcp_servers', 'slipbox', entry)).toThrow('cannot be edited safely');
});
