import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withFileMutationQueue } from '@earendil-works/pi-coding-agent';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPiFixture, type Loaded, launcher, loadExtension, type PiFixture } from './pi-fixture.ts';

let fixture: PiFixture;
beforeEach(() => {
  fixture = createPiFixture();
});
afterEach(() => fixture.remove());

/** A context with somebody to notify. */
function person(cwd = fixture.notebook) {
  const said: { message: string; type: string }[] = [];
  const ui = { notify: (message: string, type: string) => void said.push({ message, type }) };
  return { said, ctx: { cwd, hasUI: true, ui, isProjectTrusted: () => true } };
}

async function startSession(loaded: Loaded, ctx: unknown): Promise<void> {
  for (const start of loaded.handlers.get('session_start') ?? [])
    await start({ type: 'session_start', reason: 'startup' }, ctx);
}

async function ask(loaded: Loaded, args: string): Promise<{ message: string; type: string }> {
  const { said, ctx } = person();
  await loaded.command.handler(args, ctx);
  expect(said).toHaveLength(1);
  return said[0]!;
}

test('/opennotes says version, notebook, notes and index', async () => {
  await using loaded = await loadExtension(fixture);
  const { message, type } = await ask(loaded, '');
  expect(type).toBe('info');
  expect(message.split('\n')).toEqual([
    expect.stringMatching(/^Slipbox \d+\.\d+\.\d+, in this process$/),
    `Current notebook: notes (${fixture.notebook})`,
    'Notes: 4 (index up to date)',
    'Notebooks: 1',
    expect.stringMatching(/^Tools: .*opennotes_list/),
  ]);
  expect((await ask(loaded, ' status ')).message).toBe(message);
});

test('/opennotes notebooks and doctor', async () => {
  await using loaded = await loadExtension(fixture);
  expect((await ask(loaded, 'notebooks')).message).toBe(`* notes (explicit, 4 notes): ${fixture.notebook}`);
  expect((await ask(loaded, 'doctor')).message).toMatch(/^ok {2}node: Node \d/);
  expect(await ask(loaded, 'nonsense')).toEqual({
    message: 'Unknown subcommand: nonsense. Use one of: status, notebooks, doctor',
    type: 'warning',
  });
});

test('/opennotes answers the same through an executable', async () => {
  await using inside = await loadExtension(fixture);
  const expected = (await ask(inside, 'status')).message.replace('in this process', `by ${launcher}`);
  vi.stubEnv('SLIPBOX_CLI_PATH', launcher);
  await using outside = await loadExtension(fixture);
  expect((await ask(outside, 'status')).message).toBe(expected);
  expect((await ask(outside, 'doctor')).message).toContain(`notebook ${fixture.notebook}: 4 notes`);
});

test('/opennotes without a notebook says how to get one, and a failure is its code and hint', async () => {
  delete process.env.SLIPBOX_NOTEBOOK;
  await using loaded = await loadExtension(fixture);
  const { said, ctx } = person(fixture.agent.root);
  await loaded.command.handler('', ctx);
  expect(said[0]?.message).toContain('Current notebook: none');
  vi.stubEnv('OPENNOTES_CLI_PATH', '/nowhere/slipbox');
  await using broken = await loadExtension(fixture);
  expect(await ask(broken, '')).toEqual({
    message: 'CLI_NOT_FOUND: OpenNotes CLI not found: /nowhere/slipbox\nInstall: `npm install -g slipbox`',
    type: 'error',
  });
});

test('/opennotes works where there is nobody to notify', async () => {
  await using loaded = await loadExtension(fixture);
  const written: string[] = [];
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  await loaded.command.handler('', { cwd: fixture.notebook, hasUI: false, ui: { notify: () => undefined } });
  write.mockRestore();
  expect(written.join('')).toContain('Current notebook: notes');
});

test('subcommands are completed', async () => {
  await using loaded = await loadExtension(fixture);
  const values = (prefix: string) =>
    (loaded.command.complete(prefix) as { value: string }[] | null)?.map(({ value }) => value) ?? null;
  expect(values('')).toEqual(['status', 'notebooks', 'doctor']);
  expect(values('do')).toEqual(['doctor']);
  expect(values('x')).toBeNull();
});

test('wrong settings are said when a session starts, and the session starts', async () => {
  const own = { toolPrefix: 'not good', cliPath: '/nowhere/slipbox' };
  fixture.agent.write('settings.json', JSON.stringify({ config: { slipbox: own } }));
  await using loaded = await loadExtension(fixture);
  const { said, ctx } = person();
  await startSession(loaded, ctx);
  expect(said.map(({ type }) => type)).toEqual(['warning', 'warning']);
  expect(said[0]?.message).toMatch(/^Slipbox: Invalid toolPrefix in .*settings\.json: "not good"/);
  expect(said[1]?.message).toMatch(/^Slipbox: OpenNotes CLI not found: \/nowhere\/slipbox\. Install:/);
  expect([...loaded.tools.keys()]).toContain('opennotes_list');
});

test('a session without faults starts silently', async () => {
  await using loaded = await loadExtension(fixture);
  const { said, ctx } = person();
  await startSession(loaded, ctx);
  expect(said).toEqual([]);
});

test('a prefix from the settings of pi names the tools', async () => {
  fixture.agent.write('settings.json', JSON.stringify({ config: { slipbox: { toolPrefix: 'notes_' } } }));
  await using loaded = await loadExtension(fixture);
  expect([...loaded.tools.keys()].every((name) => name.startsWith('notes_'))).toBe(true);
  expect((await loaded.call('notes_list', {})).structuredContent).toMatchObject({ pagination: { total: 4 } });
});

test('a write waits for the other changes that pi makes at the same place', async () => {
  await using loaded = await loadExtension(fixture);
  const gate = Promise.withResolvers<void>();
  const held = withFileMutationQueue(join(fixture.notebook, 'ideas'), () => gate.promise);
  const created = loaded.call('opennotes_create', { title: 'Queued', path: 'ideas' });
  await pause(700);
  expect(existsSync(join(fixture.notebook, 'ideas/queued.md'))).toBe(false);
  gate.resolve();
  await held;
  await created;
  expect(existsSync(join(fixture.notebook, 'ideas/queued.md'))).toBe(true);
});
