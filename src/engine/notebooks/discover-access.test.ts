import { chmodSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listNotebooks, resolveNotebook } from './discover.ts';
import { makeTestingMachine, type TestingMachine, withoutPrivileges } from './testing-machine.ts';

let machine: TestingMachine;
beforeEach(() => {
  machine = makeTestingMachine();
});
afterEach(() => machine.remove());

const notebook = (folder: string, config: object = {}) => {
  machine.write(`${folder}/.opennotes.json`, config);
  return machine.path(folder);
};
const register = (...paths: string[]) =>
  machine.write('home/.config/slipbox/config.json', { notebooks: paths });
type Input = Parameters<TestingMachine['load']>[0];
const list = (input?: Input) => listNotebooks(machine.load(input));
const resolve = (input?: Input, ref?: string) => resolveNotebook(machine.load(input), ref);
const pathOf = async (input?: Input, ref?: string) => (await resolve(input, ref)).path;

describe('trust', () => {
  test('a root outside its folder is used for registered and --notebook ones only', async () => {
    const notes = machine.folder('notes');
    const cwd = notebook('repo', { root: '../notes' });
    await expect(resolve({ cwd })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(resolve({ env: { SLIPBOX_NOTEBOOK: cwd } })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    expect(await pathOf({ flags: { notebook: cwd } })).toBe(notes);
    expect(await pathOf({ cwd, flags: { notebook: [cwd] } }, cwd)).toBe(notes);
    register(cwd);
    expect(await pathOf({ cwd })).toBe(notes);
    expect(await pathOf({ cwd: machine.folder('repo/sub') })).toBe(notes);
  });
});

describe('scenario 7: links and permissions', () => {
  test('a symlinked notebook opens as its real folder, a broken link is not there', async () => {
    const real = notebook('real', { name: 'Real' });
    symlinkSync(real, machine.path('link'));
    symlinkSync(machine.path('void'), machine.path('broken'));
    symlinkSync(machine.path('loop'), machine.path('loop'));
    register(machine.path('link'), machine.path('broken'), machine.path('loop'));
    expect((await list()).notebooks).toMatchObject([{ name: 'Real', path: real }]);
    expect(await pathOf({}, machine.path('link'))).toBe(real);
    expect(await pathOf({ flags: { notebook: machine.path('link') } })).toBe(real);
    await expect(resolve({ flags: { notebook: machine.path('broken') } })).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
    });
  });

  test('a config file that may not be read is a permission error that hides no other notebook', async () => {
    register(notebook('closed'), notebook('open'));
    chmodSync(machine.path('closed/.opennotes.json'), 0o000);
    chmodSync(machine.root, 0o755);
    const { notebooks, warnings } = await withoutPrivileges(() => list());
    expect(notebooks.map(({ name }) => name)).toEqual(['open']);
    expect(warnings).toMatchObject([
      { code: 'PERMISSION_DENIED', path: machine.path('closed/.opennotes.json') },
    ]);
  });

  test('a folder above that may not be looked into does not stop the search', async () => {
    const cwd = machine.folder('shut/inner');
    register(notebook('only'));
    chmodSync(machine.root, 0o755);
    chmodSync(machine.path('shut'), 0o600);
    expect(await withoutPrivileges(() => pathOf({ cwd }))).toBe(machine.path('only'));
    chmodSync(machine.path('shut'), 0o700);
  });
});
