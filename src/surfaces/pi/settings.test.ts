import { expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { resolveSettings, type SettingsSource } from './settings.ts';

interface Given {
  env?: Record<string, string>;
  pi?: Record<string, unknown>;
  project?: Record<string, unknown>;
  config?: unknown;
}

function resolve({ env = {}, pi = {}, project, config }: Given) {
  using folder = makeTempFolder();
  const file = folder.path('config.json');
  if (config !== undefined)
    folder.write('config.json', typeof config === 'string' ? config : JSON.stringify(config));
  const sources: SettingsSource[] = [
    ...(project === undefined ? [] : [{ from: 'project settings', values: project }]),
    { from: 'user settings', values: pi },
  ];
  const elsewhere = { SLIPBOX_CONFIG: file, OPENNOTES_CONFIG: folder.path('opennotes.json') };
  return resolveSettings({ env: { ...elsewhere, ...env }, sources, cwd: folder.root });
}

const prefixOf = (given: Given) => resolve(given).toolPrefix;

test('a variable wins over pi, pi over the configuration of Slipbox, that over the default', () => {
  const config = { toolPrefix: 'file_' };
  const pi = { toolPrefix: 'pi_' };
  expect(prefixOf({})).toBe('opennotes_');
  expect(prefixOf({ config })).toBe('file_');
  expect(prefixOf({ config, pi })).toBe('pi_');
  expect(prefixOf({ config, pi, project: { toolPrefix: 'project_' } })).toBe('project_');
  expect(prefixOf({ config, pi, env: { OPENNOTES_TOOL_PREFIX: 'env_' } })).toBe('env_');
  expect(prefixOf({ env: { OPENNOTES_TOOL_PREFIX: 'theirs_', SLIPBOX_TOOL_PREFIX: 'ours_' } })).toBe('ours_');
});

test('the prefix is in names, descriptions and hints, the page size in schemas', () => {
  const { tools } = resolve({ pi: { toolPrefix: 'notes_' }, env: { OPENNOTES_PAGE_SIZE: '7' } });
  expect(tools.every(({ name }) => name.startsWith('notes_'))).toBe(true);
  const list = tools.find(({ name }) => name === 'notes_list')!;
  expect(list.description).toContain('notes_get');
  expect(list.input).toMatchObject({ properties: { limit: { default: 7 } } });
  expect(list.rename('see {prefix}views')).toBe('see notes_views');
});

test('the opennotes tools are the default, whatever else there is', () => {
  expect(new Set(resolve({}).tools.map(({ tool }) => tool.dialect.name))).toEqual(new Set(['opennotes']));
});

test('with readOnly in the configuration there is no tool that writes', () => {
  const { tools } = resolve({ config: { readOnly: true } });
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.filter(({ tool }) => tool.effect !== 'read')).toEqual([]);
});

test('a budget may be smaller than what pi takes, never larger', () => {
  expect(resolve({ pi: { budget: { bytes: 9_000_000, lines: 90_000 } } }).budget).toMatchObject({
    bytes: 51_200,
    lines: 2000,
  });
  expect(resolve({ config: { budget: { bytes: 10_000 } } }).budget).toMatchObject({
    bytes: 10_000,
    lines: 2000,
  });
});

test.each<[string, Given, RegExp]>([
  ['a prefix', { pi: { toolPrefix: 'no spaces' } }, /Invalid toolPrefix in user settings: "no spaces"/],
  ['a page size', { env: { OPENNOTES_PAGE_SIZE: 'many' } }, /Invalid defaultPageSize in OPENNOTES_PAGE_SIZE/],
  ['our own variable', { env: { SLIPBOX_TOOL_PREFIX: '!' } }, /Invalid toolPrefix in SLIPBOX_TOOL_PREFIX/],
  ['a dialect', { pi: { dialects: ['klingon'] } }, /Invalid dialects in user settings/],
  ['a budget', { pi: { budget: { bytes: -1 } } }, /Invalid budget in user settings/],
  ['a path', { pi: { cliPath: 5 } }, /Invalid cliPath in user settings: 5/],
  ['a key', { pi: { toolprefix: 'x_' } }, /Unknown setting "toolprefix".*did you mean toolPrefix/],
  ['the configuration file', { config: '{ not json' }, /config\.json/],
  ['a tool', { config: { tools: ['nonsense'] } }, /No tool matches nonsense/],
])('%s that is wrong is reported, and the defaults hold', (_what, given, problem) => {
  const settings = resolve(given);
  expect(settings.problems.join('\n')).toMatch(problem);
  expect(settings).toMatchObject({ toolPrefix: 'opennotes_', defaultPageSize: 50, cliPath: undefined });
  expect(settings.tools.map(({ name }) => name)).toContain('opennotes_list');
});

test('what is wrong in one place does not hide what is right in the next', () => {
  expect(prefixOf({ env: { OPENNOTES_TOOL_PREFIX: '!' }, pi: { toolPrefix: 'pi_' } })).toBe('pi_');
});

test('the executable comes from a variable or from pi', () => {
  expect(resolve({ pi: { cliPath: 'slipbox' } }).cliPath).toBe('slipbox');
  expect(resolve({ pi: { cliPath: 'slipbox' }, env: { OPENNOTES_CLI_PATH: '/x/y' } }).cliPath).toBe('/x/y');
});

test('without any settings there is nothing to report', () => {
  expect(resolve({}).problems).toEqual([]);
});
