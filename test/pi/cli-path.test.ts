import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTools } from '../../src/tools/registry.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { createPiFixture, failure, launcher, loadExtension, type PiFixture } from './pi-fixture.ts';
import { sampleCalls } from './sample-calls.ts';

let fixture: PiFixture;
beforeEach(() => {
  fixture = createPiFixture();
});
afterEach(() => fixture.remove());

test('every tool answers through a slipbox executable as it does in the process', async () => {
  await using inside = await loadExtension(fixture);
  vi.stubEnv('SLIPBOX_CLI_PATH', launcher);
  await using outside = await loadExtension(fixture);
  for (const { name, effect } of allTools.filter(({ name }) => name in sampleCalls)) {
    const args = { ...sampleCalls[name], ...(effect === 'read' ? {} : { dryRun: true }) };
    const expected = await inside.call(name, args);
    const { structuredContent, text } = await outside.call(name, args);
    expect(Object.keys(structuredContent), name).toEqual(Object.keys(expected.structuredContent));
    expect(JSON.parse(text)).toEqual(structuredContent);
  }
});

test('filters, booleans and parameters of views reach it', async () => {
  vi.stubEnv('SLIPBOX_CLI_PATH', launcher);
  await using loaded = await loadExtension(fixture);
  const filters = { and: ['path=tasks/*'], not: ['tag=open'] };
  const found = await loaded.call('opennotes_search', { filters, snippets: false });
  expect(found.structuredContent).toMatchObject({ results: [{ path: 'tasks/one.md' }] });
  const viewed = await loaded.call('opennotes_views', { view: 'recent', params: { days: '3' } });
  expect(viewed.structuredContent).toMatchObject({
    view: { params: { days: '3' } },
    pagination: { total: 4 },
  });
});

test('a note is written through it, long texts and typed fields included', async () => {
  fixture.agent.write('settings.json', JSON.stringify({ config: { slipbox: { cliPath: launcher } } }));
  await using loaded = await loadExtension(fixture);
  const content = `-\n${'long '.repeat(60_000)}`;
  await loaded.call('opennotes_create', { title: '--help', path: 'deep', content, data: { code: '007' } });
  const text = readFileSync(join(fixture.notebook, 'deep/help.md'), 'utf8');
  expect(text).toContain(content);
  expect(text).toMatch(/code: ["']007["']/);
});

test('its errors keep code and hint, and name tools as pi knows them', async () => {
  vi.stubEnv('SLIPBOX_CLI_PATH', launcher);
  vi.stubEnv('OPENNOTES_TOOL_PREFIX', 'notes_');
  await using loaded = await loadExtension(fixture);
  expect(await failure(loaded.call('notes_get', { path: 'nowhere.md' }))).toMatchObject({
    error: true,
    code: 'NOTE_NOT_FOUND',
    message: 'Note not found: nowhere.md',
  });
  expect(await failure(loaded.call('notes_views', { view: 'nonsense' }))).toMatchObject({
    code: 'VIEW_NOT_FOUND',
    hint: expect.stringContaining('notes_views'),
  });
  expect(await failure(loaded.call('notes_list', { limit: 0 }))).toMatchObject({ code: 'INVALID_PARAMS' });
  const filters = { notebook: ['/'] };
  expect(await failure(loaded.call('notes_search', { query: 'x', filters }))).toMatchObject({
    code: 'INVALID_PARAMS',
    details: { parameter: 'filters.notebook' },
  });
});

test('a call may not open a folder that is no known notebook', async () => {
  vi.stubEnv('SLIPBOX_CLI_PATH', launcher);
  using elsewhere = makeTempFolder();
  elsewhere.write('secret.md', 'secret');
  await using loaded = await loadExtension(fixture);
  expect(await failure(loaded.call('opennotes_list', { notebook: elsewhere.root }))).toMatchObject({
    code: 'NOTEBOOK_NOT_FOUND',
    details: { known: ['notes'] },
  });
  const { structuredContent } = await loaded.call('opennotes_list', { notebook: 'notes' });
  expect(structuredContent).toMatchObject({ pagination: { total: 4 } });
});

test('the settings of pi hold for it too', async () => {
  const own = { cliPath: launcher, defaultPageSize: 2, budget: { bytes: 2000 } };
  fixture.agent.write('settings.json', JSON.stringify({ config: { slipbox: own } }));
  await using loaded = await loadExtension(fixture);
  expect((await loaded.call('opennotes_list', {})).structuredContent).toMatchObject({
    pagination: { pageSize: 2 },
  });
  const { text } = await loaded.call('opennotes_get', { path: 'long.md' });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2000);
});

test.each([
  ['a path', '/nowhere/slipbox', /^OpenNotes CLI not found/, ['/nowhere/slipbox']],
  ['a name', 'no-such-slipbox', /^OpenNotes CLI not found in PATH/, undefined],
])(
  '%s with nothing behind it is CLI_NOT_FOUND, with where it was sought',
  async (_what, path, message, sought) => {
    vi.stubEnv('OPENNOTES_CLI_PATH', path);
    const folders = Array.from({ length: 30 }, (_, i) => `/somewhere/${i}`);
    vi.stubEnv('PATH', folders.join(':'));
    await using loaded = await loadExtension(fixture);
    expect(await failure(loaded.call('opennotes_list', {}))).toEqual({
      error: true,
      code: 'CLI_NOT_FOUND',
      message: expect.stringMatching(message),
      hint: 'Install: `npm install -g slipbox`',
      details: { searchedPaths: sought ?? folders.slice(0, 20) },
    });
  },
);

test('an executable that is no slipbox is said to be none', async () => {
  const script = fixture.agent.write('other', '#!/bin/sh\necho hello\n');
  chmodSync(script, 0o755);
  vi.stubEnv('OPENNOTES_CLI_PATH', script);
  await using loaded = await loadExtension(fixture);
  expect(await failure(loaded.call('opennotes_list', {}))).toMatchObject({
    code: 'CLI_NOT_FOUND',
    message: expect.stringContaining('did not answer as slipbox does: hello'),
  });
});

test('cancelling ends the process', async () => {
  const started = fixture.agent.path('started');
  const script = fixture.agent.write('slow', `#!/bin/sh\necho $$ > ${started}\nexec sleep 60\n`);
  chmodSync(script, 0o755);
  vi.stubEnv('OPENNOTES_CLI_PATH', script);
  await using loaded = await loadExtension(fixture);
  const abort = new AbortController();
  const call = failure(loaded.call('opennotes_list', {}, { signal: abort.signal }));
  await vi.waitFor(() => expect(existsSync(started) && readFileSync(started, 'utf8')).toMatch(/\d+\n/));
  abort.abort();
  expect(await call).toMatchObject({ code: 'CANCELLED' });
  const pid = Number(readFileSync(started, 'utf8'));
  for (let i = 0; i < 40 && isAlive(pid); i++) await pause(50);
  expect(isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('a name is looked up in PATH', async () => {
  using folder = makeTempFolder();
  const script = folder.path('my-slipbox');
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`);
  chmodSync(script, 0o755);
  vi.stubEnv('PATH', `${folder.root}:${process.env.PATH}`);
  vi.stubEnv('OPENNOTES_CLI_PATH', 'my-slipbox');
  await using loaded = await loadExtension(fixture);
  expect((await loaded.call('opennotes_list', {})).structuredContent).toMatchObject({
    pagination: { total: 4 },
  });
});
