import { mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigFlags } from '../config.ts';
import { listNotebooks, resolveNotebook } from './discover.ts';
import { makeTestingMachine, type TestingMachine } from './testing-machine.ts';

let machine: TestingMachine;
beforeEach(() => {
  machine = makeTestingMachine();
});
afterEach(() => machine.remove());

const notebook = (folder: string, config: object = {}) => {
  machine.write(`${folder}/.opennotes.json`, config);
  return machine.path(folder);
};
const vault = (folder: string) => machine.folder(folder, '.obsidian').slice(0, -'/.obsidian'.length);
const register = (...paths: unknown[]) =>
  machine.write('home/.config/slipbox/config.json', { notebooks: paths });
interface Input {
  flags?: ConfigFlags;
  env?: Record<string, string>;
  cwd?: string;
}
const list = (input: Input = {}) => listNotebooks(machine.load(input));
const resolve = (input: Input = {}, ref?: string) => resolveNotebook(machine.load(input), ref);
const pathOf = async (input: Input = {}, ref?: string) => (await resolve(input, ref)).path;

describe('what is a notebook', () => {
  test('scenario 1: a directory with a config file is one, without is not, an empty path is not', async () => {
    const cwd = notebook('nb', { name: 'Mine' });
    expect(await resolve({ cwd })).toEqual({
      name: 'Mine',
      path: cwd,
      configFile: machine.path('nb/.opennotes.json'),
      kind: 'opennotes',
      source: 'ancestor',
    });
    await expect(resolve()).rejects.toMatchObject({ code: 'NOTEBOOK_NOT_FOUND' });
    await expect(resolve({ cwd }, '')).rejects.toMatchObject({ code: 'NOTEBOOK_NOT_FOUND' });
    await expect(resolve({ cwd, flags: { notebook: '' } })).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
    });
  });

  test('an Obsidian vault is one as it is, named after its folder', async () => {
    const cwd = vault('My Vault');
    expect(await resolve({ cwd })).toEqual({
      name: 'My Vault',
      path: cwd,
      kind: 'obsidian',
      source: 'ancestor',
    });
  });

  test('any folder is one when --notebook names it', async () => {
    const dir = machine.folder('plain');
    const expected = { name: 'plain', path: dir, kind: 'plain', source: 'explicit' };
    expect(await resolve({ flags: { notebook: dir } })).toEqual(expected);
    expect(await resolve({ flags: { notebook: ['../plain'] }, cwd: machine.path('elsewhere') })).toEqual(
      expected,
    );
  });

  test('scenario 2: a missing root and broken JSON are clear errors, and nothing is made', async () => {
    await expect(resolve({ cwd: notebook('a', { root: 'gone' }) })).rejects.toMatchObject({
      code: 'FOLDER_NOT_FOUND',
    });
    machine.write('b/.opennotes.json', '{oops');
    await expect(resolve({ cwd: machine.path('b') })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('which one is current', () => {
  test('scenario 3: cwd beats context, context beats ancestor, an ancestor is found from deep down', async () => {
    const outer = notebook('outer');
    const deep = machine.folder('outer/a/b/c/d');
    expect(await pathOf({ cwd: deep })).toBe(outer);
    const byContext = notebook('other', { contexts: [machine.path('outer/a')] });
    register(byContext);
    expect(await pathOf({ cwd: deep })).toBe(byContext);
    const own = notebook('outer/a/b/c/d');
    expect(await pathOf({ cwd: deep })).toBe(own);
  });

  test('scenario 3: none found is an error that says what to do', async () => {
    await expect(resolve()).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
      message: 'No notebook found in context',
      hint: 'Specify --notebook or cd to a notebook directory',
      details: { known: [] },
    });
  });

  test('the nearest ancestor wins, also a vault', async () => {
    notebook('outer');
    const inner = vault('outer/inner');
    expect(await pathOf({ cwd: machine.folder('outer/inner/x/y') })).toBe(inner);
  });

  test('scenario 4: --notebook beats the variable, the variable beats the working folder', async () => {
    const [flag, env, cwd] = [notebook('flag'), notebook('env'), notebook('cwd')];
    expect(await pathOf({ flags: { notebook: [flag, env] }, env: { OPENNOTES_NOTEBOOK: env }, cwd })).toBe(
      flag,
    );
    expect(await pathOf({ env: { OPENNOTES_NOTEBOOK: env }, cwd })).toBe(env);
    expect(await pathOf({ env: { SLIPBOX_NOTEBOOK: env }, cwd })).toBe(env);
    expect(await pathOf({ env: { SLIPBOX_NOTEBOOK: '' }, cwd })).toBe(cwd);
  });

  test('scenario 4: a notebook that is named but not there is an error naming it, with no fall-through', async () => {
    const cwd = notebook('cwd', { name: 'Here' });
    const gone = machine.path('gone');
    const error = { code: 'NOTEBOOK_NOT_FOUND', message: `Notebook not found: ${gone}` };
    await expect(resolve({ cwd }, gone)).rejects.toMatchObject({ ...error, details: { known: ['Here'] } });
    await expect(resolve({ cwd, flags: { notebook: gone } })).rejects.toMatchObject(error);
    await expect(resolve({ cwd, env: { OPENNOTES_NOTEBOOK: gone } })).rejects.toMatchObject(error);
    const { notebooks, current, warnings } = await list({ cwd, flags: { notebook: gone } });
    expect(notebooks).toHaveLength(1);
    expect(current).toBeUndefined();
    expect(warnings).toMatchObject([{ code: 'NOTEBOOK_NOT_FOUND' }]);
  });

  test('a flag or variable may name a registered notebook', async () => {
    const work = notebook('w', { name: 'Work' });
    register(work);
    expect(await pathOf({ flags: { notebook: 'work' }, cwd: notebook('cwd') })).toBe(work);
    expect(await pathOf({ env: { SLIPBOX_NOTEBOOK: 'Work' } })).toBe(work);
  });

  test('the only registered one, but never one of several', async () => {
    const one = notebook('one');
    register(one, machine.path('gone'), one);
    expect(await pathOf()).toBe(one);
    register(one, notebook('two'));
    await expect(resolve()).rejects.toMatchObject({
      message: 'No notebook found in context',
      details: { known: ['one', 'two'] },
    });
  });

  test('a second registered notebook that is broken does not make the first the only one', async () => {
    machine.write('broken/.opennotes.json', '{');
    register(notebook('one'), machine.path('broken'));
    await expect(resolve()).rejects.toMatchObject({ code: 'NOTEBOOK_NOT_FOUND' });
  });
});

describe('scenario 8: contexts', () => {
  test('/a/foo does not capture /a/foobar', async () => {
    machine.folder('a/foo');
    const cwd = machine.folder('a/foobar/x');
    register(notebook('n1', { contexts: [machine.path('a/foo')] }), notebook('n2'));
    await expect(resolve({ cwd })).rejects.toMatchObject({ code: 'NOTEBOOK_NOT_FOUND' });
    expect(await pathOf({ cwd: machine.folder('a/foo/x') })).toBe(machine.path('n1'));
  });

  test('the longest one wins, whichever was registered first', async () => {
    const cwd = machine.folder('a/b/c');
    const wide = notebook('wide', { contexts: [machine.path('a'), '/nowhere'] });
    const narrow = notebook('narrow', { contexts: [machine.path('a/b')] });
    register(wide, narrow);
    expect(await pathOf({ cwd })).toBe(narrow);
    register(narrow, wide);
    expect(await pathOf({ cwd })).toBe(narrow);
  });

  test('links are followed and ~ is the home folder', async () => {
    const cwd = machine.folder('home/projects/x');
    const two = notebook('two');
    register(notebook('one', { contexts: ['~/projects'] }), two);
    expect(await pathOf({ cwd })).toBe(machine.path('one'));
    symlinkSync(machine.path('home/projects'), machine.path('link'));
    register(notebook('one', { contexts: [machine.path('link')] }), two);
    expect(await pathOf({ cwd })).toBe(machine.path('one'));
    expect(await pathOf({ cwd: machine.path('link/x') })).toBe(machine.path('one'));
  });
});

describe('the list', () => {
  test('scenario 5: registered and ancestor ones without duplicates, stale paths skipped', async () => {
    const reg = notebook('reg', { name: 'Reg' });
    const up = notebook('up', { name: 'Up' });
    const both = notebook('up/both', { name: 'Both' });
    symlinkSync(reg, machine.path('link-to-reg'));
    register(reg, machine.path('gone'), machine.path('link-to-reg'), both);
    machine.write('home/.config/opennotes/config.json', {
      notebooks: [reg, notebook('go', { name: 'Go' }), machine.folder('no-config')],
    });
    const { notebooks, current, warnings } = await list({ cwd: machine.folder('up/both/deep') });
    expect(notebooks.map(({ name, source }) => [name, source])).toEqual([
      ['Reg', 'registered'],
      ['Both', 'registered'],
      ['Go', 'registered'],
      ['Up', 'ancestor'],
    ]);
    expect(current).toBe(notebooks[1]);
    expect(warnings).toEqual([]);
    expect(up).toBe(notebooks[3]?.path);
  });

  test('one broken configuration is a warning and hides no other', async () => {
    const file = machine.write('bad/.opennotes.json', '{\n"a": }');
    const outside = notebook('nb/rooted', { root: machine.home });
    register(machine.path('bad'), notebook('good'), notebook('rootless', { root: 'gone' }));
    const { notebooks, warnings } = await list({ cwd: outside });
    expect(notebooks.map(({ name }) => name)).toEqual(['good']);
    expect(warnings).toMatchObject([
      { path: file, code: 'CONFIG_INVALID', message: expect.stringContaining('line 2') as string },
      { path: machine.path('rootless/.opennotes.json'), code: 'FOLDER_NOT_FOUND' },
      { path: machine.path('nb/rooted/.opennotes.json'), code: 'CONFIG_INVALID' },
    ]);
    await expect(resolve({}, machine.path('bad'))).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(resolve({}, 'bad')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  test('scenario 9: two notebooks are two, each with its own folder and config', async () => {
    register(notebook('one', { root: 'n', views: { a: {} } }), notebook('two', { root: 'n' }));
    mkdirSync(machine.path('one/n'));
    mkdirSync(machine.path('two/n'));
    const { notebooks } = await list();
    expect(notebooks.map(({ name, path, configFile }) => [name, path, configFile])).toEqual([
      ['one', machine.path('one/n'), machine.path('one/.opennotes.json')],
      ['two', machine.path('two/n'), machine.path('two/.opennotes.json')],
    ]);
  });
});

describe('naming one in a call', () => {
  test('by exact name, then ignoring case, in NFC, or by a path to it', async () => {
    const [lower, upper] = [notebook('a', { name: 'work' }), notebook('b', { name: 'Work' })];
    const cafe = notebook('c', { root: 'notes', name: 'Café' });
    machine.folder('c/notes');
    register(lower, upper, cafe);
    expect(await pathOf({}, 'work')).toBe(lower);
    expect(await pathOf({}, 'Work')).toBe(upper);
    await expect(resolve({}, 'WORK')).rejects.toThrow('Several notebooks are called WORK');
    expect(await pathOf({}, 'cafe\u0301')).toBe(machine.path('c/notes'));
    expect(await pathOf({}, 'CAFÉ')).toBe(machine.path('c/notes'));
    expect(await pathOf({}, cafe)).toBe(machine.path('c/notes'));
    expect(await pathOf({}, `${cafe}/notes/`)).toBe(machine.path('c/notes'));
    expect(await pathOf({ cwd: machine.path('elsewhere') }, '../a')).toBe(lower);
  });

  test('two of one name are both listed; the name is an error that lists the paths', async () => {
    const paths = [notebook('a', { name: 'Same' }), notebook('b', { name: 'Same' })];
    register(...paths);
    expect((await list()).notebooks).toHaveLength(2);
    await expect(resolve({}, 'Same')).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
      details: { candidates: paths },
    });
    await expect(resolve({ flags: { notebook: 'Same' } })).rejects.toMatchObject({
      details: { candidates: paths },
    });
    register({ path: paths[0], name: 'Other' }, paths[1]);
    expect(await pathOf({}, 'Same')).toBe(paths[1]);
    expect(await pathOf({}, 'Other')).toBe(paths[0]);
  });

  test('a path the server does not know is refused, unless a setting opens it', async () => {
    const unknown = notebook('unknown', { name: 'Unknown' });
    const plain = machine.folder('just/notes');
    for (const path of [unknown, plain, machine.root, '/', '/etc', 'x\0y', 'x'.repeat(10_000)])
      await expect(resolve({}, path)).rejects.toMatchObject({ code: 'NOTEBOOK_NOT_FOUND' });
    const flags = { openNotebooks: true };
    expect(await resolve({ flags }, unknown)).toMatchObject({ path: unknown, source: 'explicit' });
    expect(await resolve({ flags }, plain)).toMatchObject({ path: plain, kind: 'plain' });
    notebook('unknown', { root: '../just' });
    await expect(resolve({ flags }, unknown)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
