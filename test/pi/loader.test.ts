import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { allTools } from '../../src/tools/registry.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import {
  builtExtension,
  createPiFixture,
  failure,
  loadExtension,
  type PiFixture,
  sourceExtension,
} from './pi-fixture.ts';
import { sampleCalls } from './sample-calls.ts';

const names = allTools.filter(({ dialect }) => dialect.name === 'opennotes').map(({ name }) => name);
let fixture: PiFixture;
beforeEach(() => {
  fixture = createPiFixture();
});
afterEach(() => fixture.remove());

describe.each([
  ['built', builtExtension],
  ['source', sourceExtension],
])('the %s extension', (_kind, file) => {
  test("loads with pi's own loader and registers every opennotes tool, each of which answers", async () => {
    await using loaded = await loadExtension(fixture, file);
    expect([...loaded.tools.keys()]).toEqual(names);
    for (const name of names) {
      const { text, details, structuredContent } = await loaded.call(name, sampleCalls[name]);
      expect(JSON.parse(text), name).toEqual(structuredContent);
      expect(details, name).toMatchObject({ tool: name, result: structuredContent });
    }
  });
});

test('every tool has a sample call, so that no new one goes untested', () => {
  expect(names.filter((name) => !(name in sampleCalls))).toEqual([]);
});

test('loading opens no notebook and leaves nothing behind', async () => {
  await using _loaded = await loadExtension(fixture);
  expect(existsSync(fixture.env.SLIPBOX_CACHE!)).toBe(false);
});

test('definitions carry what pi shows to model and person', async () => {
  await using loaded = await loadExtension(fixture);
  for (const tool of loaded.tools.values()) {
    const { title } = allTools.find(({ name }) => name === tool.name)!;
    expect(tool.label).toBe(title);
    expect(tool.promptSnippet).toMatch(/^[A-Z].{5,}[^.:]$/);
    expect(tool.promptGuidelines?.join()).toContain(tool.name);
    const schema = JSON.stringify(tool.parameters);
    expect(schema).not.toMatch(/"(anyOf|oneOf|const|\$ref|clamp|hidden|fromSetting)":/);
    expect(tool).toMatchObject({ annotations: { openWorldHint: false }, outputSchema: { type: 'object' } });
  }
  expect(loaded.tools.get('opennotes_list')!.parameters).toMatchObject({
    properties: { sortBy: { type: 'string', enum: ['modified', 'created', 'title', 'path'] } },
  });
});

test.each([...new Set(allTools.map(({ dialect }) => dialect.name))])(
  'the dialect %s can be chosen, complete and under names that every model API takes',
  async (dialect) => {
    vi.stubEnv('SLIPBOX_DIALECTS', dialect);
    await using loaded = await loadExtension(fixture);
    const expected = allTools.filter((tool) => tool.dialect.name === dialect).map(({ name }) => name);
    expect([...loaded.tools.keys()]).toEqual(expected);
    expect(expected.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
  },
);

test('a mention sign before a path or notebook is dropped', async () => {
  await using loaded = await loadExtension(fixture);
  const { structuredContent } = await loaded.call('opennotes_get', {
    path: '@tasks/one.md',
    notebook: `@${fixture.notebook}`,
  });
  expect(structuredContent).toMatchObject({ note: { path: 'tasks/one.md' } });
});

test('a note that is not there, a wrong parameter and a cancelled call say so with code and hint', async () => {
  await using loaded = await loadExtension(fixture);
  expect(await failure(loaded.call('opennotes_get', { path: 'tasks/onee.md' }))).toMatchObject({
    error: true,
    code: 'NOTE_NOT_FOUND',
    message: 'Note not found: tasks/onee.md',
    hint: expect.stringContaining('Check path is relative to notebook root'),
  });
  expect(await failure(loaded.call('opennotes_list', { limt: 5 }))).toMatchObject({
    code: 'INVALID_PARAMS',
    details: { parameter: 'limt' },
  });
  const signal = AbortSignal.abort();
  expect(await failure(loaded.call('opennotes_list', {}, { signal }))).toMatchObject({ code: 'CANCELLED' });
});

test('each call is answered from the folder of its session', async () => {
  using other = makeTempFolder();
  other.write('.opennotes.json', '{"name": "other"}');
  other.write('only.md', '# Only\n');
  delete process.env.SLIPBOX_NOTEBOOK;
  await using loaded = await loadExtension(fixture);
  const { structuredContent } = await loaded.call('opennotes_list', {}, { cwd: other.root });
  expect(structuredContent).toMatchObject({ notebook: { name: 'other' }, pagination: { total: 1 } });
});

test('a session that was shut down can be used again', async () => {
  await using loaded = await loadExtension(fixture);
  await loaded.call('opennotes_list', {});
  await loaded[Symbol.asyncDispose]();
  await loaded[Symbol.asyncDispose]();
  expect((await loaded.call('opennotes_list', {})).structuredContent).toMatchObject({
    pagination: { total: 4 },
  });
});

test('installed by pi, without its packages beside it, it still loads and writes', async () => {
  using place = makeTempFolder();
  cpSync(dirname(builtExtension), place.path('slipbox/dist'), { recursive: true });
  cpSync(join(dirname(builtExtension), '../package.json'), place.path('slipbox/package.json'));
  // put together here: a rule looks for default exports in the text of every file
  const exported = ['export', 'default'].join(' ');
  const model = place.write(
    'model.ts',
    `import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from '@earendil-works/pi-ai';
${exported} (pi) => {
  const faux = fauxProvider({ provider: 'faux', models: [{ id: 'faux-1', reasoning: false }] });
  faux.setResponses([
    fauxAssistantMessage([fauxToolCall('opennotes_create', { title: 'By pi' })], { stopReason: 'toolUse' }),
    fauxAssistantMessage([fauxText('done')]),
  ]);
  pi.registerProvider(faux.provider);
};`,
  );
  const pi = join(
    dirname(builtExtension),
    '../node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js',
  );
  const extensions = ['-e', place.path('slipbox/dist/pi.mjs'), '-e', model];
  const session = ['-p', '--no-session', '--provider', 'faux', '--model', 'faux-1'];
  const options = { cwd: fixture.notebook, env: { ...process.env, ...fixture.env } };
  const run = promisify(execFile)(process.execPath, [pi, ...session, ...extensions, 'go'], options);
  run.child.stdin?.end();
  const { stdout, stderr } = await run;
  expect(stderr).toBe('');
  expect(stdout).toContain('done');
  expect(readFileSync(join(fixture.notebook, 'by-pi.md'), 'utf8')).toContain('title: By pi');
});
