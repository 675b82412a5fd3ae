import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConfigFlags, loadConfig, settings } from './config.ts';
import { makeTestingMachine, type TestingMachine } from './notebooks/testing-machine.ts';

let machine: TestingMachine;
beforeEach(() => {
  machine = makeTestingMachine();
});
afterEach(() => machine.remove());

const file = (content: string | object) => machine.write('home/.config/slipbox/config.json', content);
const load = (flags: ConfigFlags = {}, env: Record<string, string> = {}) => machine.load({ flags, env });

describe('scenario 10: where values come from', () => {
  test('defaults when there is no file', () => {
    expect(load()).toMatchObject({
      notebooks: [],
      dialects: undefined,
      tools: undefined,
      toolPrefix: 'opennotes_',
      defaultPageSize: 50,
      budget: { bytes: 51_200, lines: 2000, contentShare: 0.75 },
      context: 'auto',
      workspaces: {},
      timeZone: 'host',
      fileNames: 'auto',
      sqlTimeout: 30_000,
      indexWait: 3000,
      gtdDb: undefined,
      readOnly: false,
      openNotebooks: false,
      advertiseSeedNames: false,
      logLevel: 'warn',
      warnings: [],
    });
  });

  test('the file overrides a default, a variable the file, a flag the variable; sources say which', () => {
    const path = file({ indexWait: 1000, toolPrefix: 'file_', readOnly: true, defaultPageSize: null });
    const config = load({ indexWait: '3s' }, { SLIPBOX_INDEX_WAIT: '2000', SLIPBOX_TOOL_PREFIX: 'env_' });
    expect(config).toMatchObject({
      indexWait: 3000,
      toolPrefix: 'env_',
      readOnly: true,
      defaultPageSize: 50,
    });
    expect(config.sources).toMatchObject({
      indexWait: '--index-wait',
      toolPrefix: 'SLIPBOX_TOOL_PREFIX',
      readOnly: path,
      defaultPageSize: 'default',
    });
    expect(load({ readOnly: false }).readOnly).toBe(false);
  });

  test('an empty variable is as good as none', () => {
    expect(load({}, { SLIPBOX_INDEX_WAIT: '', OPENNOTES_NOTEBOOK: '' })).toMatchObject({
      indexWait: 3000,
      envNotebook: undefined,
    });
  });

  test('every scalar setting has a variable named after it', () => {
    expect(Object.values(settings).flatMap(({ env }) => env)).toEqual([
      'SLIPBOX_DIALECTS',
      'SLIPBOX_TOOLS',
      'SLIPBOX_TOOL_PREFIX',
      'SLIPBOX_DEFAULT_PAGE_SIZE',
      'SLIPBOX_CONTEXT',
      'SLIPBOX_TIME_ZONE',
      'SLIPBOX_FILE_NAMES',
      'SLIPBOX_SQL_TIMEOUT',
      'SLIPBOX_INDEX_WAIT',
      'SLIPBOX_GTD_DB',
      'DIRECTGTD_DB',
      'SLIPBOX_READ_ONLY',
      'SLIPBOX_OPEN_NOTEBOOKS',
      'SLIPBOX_ADVERTISE_SEED_NAMES',
      'SLIPBOX_LOG_LEVEL',
    ]);
  });

  test('every setting is described and its own default is a value it accepts', () => {
    for (const setting of Object.values(settings)) {
      expect(setting.description, setting.key).toMatch(/\.$/);
      expect(setting.reads, setting.key).not.toBe('');
      if (setting.default === undefined) expect(setting.defaultText, setting.key).toBeDefined();
      else file({ [setting.key]: setting.default });
      expect(load()[setting.key], setting.key).toEqual(setting.default);
    }
  });
});

describe('values', () => {
  test('lists take commas and repetition, paths take ~ and start at the file or the working folder', () => {
    expect(load({ dialects: 'flint, opennotes' }).dialects).toEqual(['flint', 'opennotes']);
    expect(load({ tools: ['get_*,search', 'search'] }).tools).toEqual(['get_*', 'search']);
    expect(load({}, { DIRECTGTD_DB: 'gtd.db' }).gtdDb).toBe(machine.path('elsewhere/gtd.db'));
    file({ gtdDb: 'gtd.db', notebooks: ['~/a', 'b', { path: '/c', name: ' See ' }] });
    expect(load().gtdDb).toBe(machine.path('home/.config/slipbox/gtd.db'));
    expect(load().notebooks).toEqual([
      { path: machine.path('home/a') },
      { path: machine.path('home/.config/slipbox/b') },
      { path: '/c', name: 'See' },
    ]);
  });

  test('booleans and durations as people write them', () => {
    for (const text of ['1', 'true', 'YES', 'on'])
      expect(load({}, { SLIPBOX_READ_ONLY: text }).readOnly).toBe(true);
    for (const text of ['0', 'false', 'No', 'off'])
      expect(load({}, { SLIPBOX_READ_ONLY: text }).readOnly).toBe(false);
    expect(load({ sqlTimeout: '1.5s' }).sqlTimeout).toBe(1500);
    expect(load({ sqlTimeout: '2m' }).sqlTimeout).toBe(120_000);
    expect(load({ sqlTimeout: '250' }).sqlTimeout).toBe(250);
  });

  test('a part of the budget leaves the rest as it is', () => {
    file({ budget: { bytes: 9000 } });
    expect(load().budget).toEqual({ bytes: 9000, lines: 2000, contentShare: 0.75 });
  });

  test.each([
    ['notebooks', ['a', 5]],
    ['notebooks', '/a'],
    ['notebooks', [{ name: 'x' }]],
    ['dialects', ['flint', 'klingon']],
    ['dialects', []],
    ['tools', ['a b']],
    ['toolPrefix', 'has space'],
    ['defaultPageSize', 0],
    ['defaultPageSize', 1.5],
    ['defaultPageSize', '50'],
    ['budget', { bytes: 'many' }],
    ['budget', { contentShare: 2 }],
    ['context', 'maybe'],
    ['workspaces', { w: '../out' }],
    ['workspaces', { w: '/abs' }],
    ['timeZone', 'Mars/Olympus'],
    ['fileNames', 'uuid'],
    ['sqlTimeout', '-1s'],
    ['indexWait', 'soon'],
    ['gtdDb', ''],
    ['readOnly', 'true'],
    ['openNotebooks', 1],
    ['logLevel', 'loud'],
  ])('%s: %j in the file is refused with file, key, value and what is accepted', (key, value) => {
    const path = file({ [key]: value });
    expect(() => load()).toThrowError(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining(
          `Invalid ${key} in ${path}: ${JSON.stringify(value)} (accepted: `,
        ) as string,
        details: expect.objectContaining({ key, value, from: path }) as object,
      }),
    );
  });

  test('a bad flag or variable is named as such', () => {
    expect(() => load({ logLevel: 'loud' })).toThrow(
      'Invalid logLevel in --log-level: "loud" (accepted: one of silent',
    );
    expect(() => load({}, { SLIPBOX_INDEX_WAIT: 'x' })).toThrow(
      'Invalid indexWait in SLIPBOX_INDEX_WAIT: "x"',
    );
    expect(() => load({}, { SLIPBOX_DEFAULT_PAGE_SIZE: '5x' })).toThrow('a whole number from 1 to 1000');
  });
});

describe('files', () => {
  test('unknown keys are reported and do no harm', () => {
    const path = file({ $schema: 's', indexWiat: 1, budget: { byte: 1 } });
    expect(load().warnings).toEqual([
      { path, code: 'CONFIG_INVALID', message: `Unknown key "indexWiat" in ${path}: it has no effect` },
      { path, code: 'CONFIG_INVALID', message: `Unknown key "budget.byte" in ${path}: it has no effect` },
    ]);
  });

  test('our own file must be sound', () => {
    file('{"indexWait": 5,\n}');
    expect(() => load()).toThrowError(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        details: expect.objectContaining({ line: 2 }) as object,
      }),
    );
  });

  test('OpenNotes’ file gives notebooks, and is only warned about when broken', () => {
    machine.write('home/.config/opennotes/config.json', {
      notebooks: ['/n', 5],
      views: { v: {} },
      notebookpath: 'x',
    });
    const config = load();
    expect(config.openNotesNotebooks).toEqual([{ path: '/n' }]);
    expect(config.warnings).toHaveLength(1);
    machine.write('home/.config/opennotes/config.json', '{');
    expect(load()).toMatchObject({
      openNotesNotebooks: [],
      warnings: [{ code: 'CONFIG_INVALID' }],
    });
  });

  test('SLIPBOX_CONFIG and OPENNOTES_CONFIG name other files', () => {
    machine.write('other/s.json', { indexWait: 7 });
    machine.write('other/o.json', { notebooks: ['rel'] });
    const config = load(
      {},
      { SLIPBOX_CONFIG: '../other/s.json', OPENNOTES_CONFIG: machine.path('other/o.json') },
    );
    expect(config.indexWait).toBe(7);
    expect(config.openNotesNotebooks).toEqual([{ path: machine.path('other/rel') }]);
  });

  const on = (platform: NodeJS.Platform, env: Record<string, string>, home: string) => {
    const { configFile, openNotesFile, cacheDir, stateDir } = loadConfig({
      flags: {},
      env,
      cwd: '/',
      home,
      platform,
    });
    return { configFile, openNotesFile, cacheDir, stateDir };
  };

  test('stand where each system keeps such things', () => {
    expect(on('linux', {}, '/absent')).toEqual({
      configFile: '/absent/.config/slipbox/config.json',
      openNotesFile: '/absent/.config/opennotes/config.json',
      cacheDir: '/absent/.cache/slipbox',
      stateDir: '/absent/.local/state/slipbox',
    });
    const xdg = { XDG_CONFIG_HOME: '/absent/c', XDG_CACHE_HOME: 'relative', XDG_STATE_HOME: '/absent/s' };
    expect(on('linux', xdg, '/absent')).toMatchObject({
      configFile: '/absent/c/slipbox/config.json',
      cacheDir: '/absent/.cache/slipbox',
      stateDir: '/absent/s/slipbox',
    });
    expect(on('darwin', {}, '/absent')).toEqual({
      configFile: '/absent/Library/Application Support/slipbox/config.json',
      openNotesFile: '/absent/Library/Application Support/opennotes/config.json',
      cacheDir: '/absent/Library/Caches/slipbox',
      stateDir: '/absent/Library/Application Support/slipbox/state',
    });
    expect(on('win32', { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L' }, 'C:\\absent')).toEqual({
      configFile: 'C:\\R\\slipbox\\config.json',
      openNotesFile: 'C:\\R\\opennotes\\config.json',
      cacheDir: 'C:\\L\\slipbox\\cache',
      stateDir: 'C:\\L\\slipbox\\state',
    });
    expect(on('linux', { SLIPBOX_CACHE: '/tmp/c', SLIPBOX_STATE: '~/s' }, '/absent')).toMatchObject({
      cacheDir: '/tmp/c',
      stateDir: '/absent/s',
    });
  });
});
