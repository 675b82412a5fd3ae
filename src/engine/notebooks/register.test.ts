import { chmodSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listNotebooks, resolveNotebook } from './discover.ts';
import { addContext, initNotebook, registerNotebook } from './register.ts';
import { makeTestingMachine, type TestingMachine, withoutPrivileges } from './testing-machine.ts';

let machine: TestingMachine;
beforeEach(() => {
  machine = makeTestingMachine();
});
afterEach(() => machine.remove());

const registeredPaths = () =>
  (JSON.parse(machine.read('home/.config/slipbox/config.json')) as { notebooks: unknown[] }).notebooks;

describe('initNotebook', () => {
  test('writes a config file with root "." into a new or an existing folder', async () => {
    machine.folder('old');
    for (const dir of ['old', 'new/deep']) {
      const result = await initNotebook({ dir: `../${dir}`, name: 'Garden' }, machine.load());
      expect(result).toMatchObject({
        created: true,
        registered: false,
        notebook: { name: 'Garden', path: machine.path(dir), kind: 'opennotes', source: 'explicit' },
      });
      expect(machine.read(`${dir}/.opennotes.json`)).toBe('{\n  "root": ".",\n  "name": "Garden"\n}\n');
      expect(readdirSync(machine.path(dir))).toEqual(['.opennotes.json']);
    }
  });

  test('never replaces a config file, of either name, and makes its missing root', async () => {
    const text = '{"root":"notes","views":{},"mine":1}';
    machine.write('nb/.jot.json', text);
    const { created, notebook } = await initNotebook(
      { dir: machine.path('nb'), name: 'Other' },
      machine.load(),
    );
    expect(created).toBe(false);
    expect(notebook.path).toBe(machine.path('nb/notes'));
    expect(machine.read('nb/.jot.json')).toBe(text);
    expect(readdirSync(machine.path('nb'))).toEqual(['.jot.json', 'notes']);
  });

  test('does not follow an outside root of a folder nobody registered', async () => {
    machine.write('nb/.opennotes.json', { root: '../other' });
    const dir = machine.path('nb');
    await expect(initNotebook({ dir }, machine.load())).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(existsSync(machine.path('other'))).toBe(false);
    expect((await initNotebook({ dir, register: true }, machine.load())).notebook.path).toBe(
      machine.path('other'),
    );
  });

  test('registers an Obsidian vault without writing into it, keeping its name with the registration', async () => {
    machine.folder('vault/.obsidian');
    const dir = machine.path('vault');
    const result = await initNotebook({ dir, name: 'Second Brain', register: true }, machine.load());
    expect(result).toMatchObject({
      created: false,
      registered: true,
      notebook: { name: 'Second Brain', kind: 'obsidian' },
    });
    expect(readdirSync(dir)).toEqual(['.obsidian']);
    expect((await listNotebooks(machine.load())).notebooks).toEqual([result.notebook]);
  });

  test('refuses a broken config, and everything when read-only', async () => {
    machine.write('nb/.opennotes.json', '{');
    const dir = machine.path('nb');
    await expect(initNotebook({ dir }, machine.load())).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    const readOnly = machine.load({ flags: { readOnly: true } });
    await expect(initNotebook({ dir: machine.path('x') }, readOnly)).rejects.toMatchObject({
      code: 'READ_ONLY',
    });
    expect(existsSync(machine.path('x'))).toBe(false);
  });
});

describe('registerNotebook', () => {
  test('scenario 6: registering twice, also by another way to it, stores one entry', async () => {
    const dir = machine.folder('nb');
    symlinkSync(dir, machine.path('link'));
    const again = async (path: string) => (await registerNotebook({ dir: path }, machine.load())).registered;
    expect([
      await again(dir),
      await again(dir),
      await again(machine.path('link')),
      await again('../nb/'),
    ]).toEqual([true, false, false, false]);
    expect(registeredPaths()).toEqual([dir]);
  });

  test('what OpenNotes has registered is not registered again', async () => {
    machine.write('nb/.opennotes.json', {});
    machine.write('home/.config/opennotes/config.json', { notebooks: [machine.path('nb')] });
    expect((await registerNotebook({ dir: '../nb' }, machine.load())).registered).toBe(false);
    expect(existsSync(machine.slipboxFile)).toBe(false);
  });

  test('scenario 8: keeps unknown keys, comments on nothing, and renames in place', async () => {
    const dir = machine.folder('nb');
    machine.write(
      'home/.config/slipbox/config.json',
      `{"$schema": "s", "notebooks": ["/gone", "${dir}"], "mine": {"b": 1, "a": 2}}`,
    );
    const { registered } = await registerNotebook({ dir, name: 'Named' }, machine.load());
    expect(registered).toBe(true);
    expect(machine.read('home/.config/slipbox/config.json')).toBe(
      `{"$schema": "s", "notebooks": ["/gone",{"path":"${dir}","name":"Named"}], "mine": {"b": 1, "a": 2}}`,
    );
    expect((await resolveNotebook(machine.load(), 'Named')).path).toBe(dir);
  });

  test('a new name leaves the policy of a notebook as it is', async () => {
    const dir = machine.folder('nb');
    const policy = { hidden: ['Private'] };
    machine.write('home/.config/slipbox/config.json', { notebooks: [{ path: dir, policy, other: 1 }] });
    await registerNotebook({ dir, name: 'Named' }, machine.load());
    expect(JSON.parse(machine.read('home/.config/slipbox/config.json'))).toEqual({
      notebooks: [{ path: dir, policy, other: 1, name: 'Named' }],
    });
    expect((await resolveNotebook(machine.load(), 'Named')).policies).toEqual([policy]);
  });

  test('many at once are all there afterwards', async () => {
    const dirs = Array.from({ length: 8 }, (_, index) => machine.folder(`nb${index}`));
    const config = machine.load();
    await Promise.all(dirs.map((dir) => registerNotebook({ dir }, config)));
    expect(registeredPaths().toSorted()).toEqual(dirs);
  });

  test('a folder that is not there is an error', async () => {
    await expect(registerNotebook({ dir: 'gone' }, machine.load())).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
    });
  });
});

describe('addContext', () => {
  const open = async () => await resolveNotebook(machine.load({ cwd: machine.path('nb') }), undefined);

  test('scenario 6: adding an existing context is a no-op', async () => {
    machine.write('nb/.opennotes.json', '{"name": "x", "contexts": ["~/project"]}');
    machine.folder('home/project');
    const notebook = await open();
    const config = machine.load();
    expect(await addContext({ notebook, dir: machine.path('home/project') }, config)).toBe(false);
    expect(await addContext({ notebook, dir: machine.path('elsewhere') }, config)).toBe(true);
    expect(await addContext({ notebook, dir: '.' }, config)).toBe(false);
    expect(machine.read('nb/.opennotes.json')).toBe(
      `{"name": "x", "contexts": ["~/project","${machine.path('elsewhere')}"]}`,
    );
  });

  test('scenario 8: saving preserves views, $schema and unknown keys', async () => {
    const text =
      '{\n\t"$schema": "s",\n\t"views": {"b": 1, "a": 2},\n\t"config_version": 2,\n\t"x": [1.0]\n}\n';
    machine.write('nb/.opennotes.json', text);
    await addContext({ notebook: await open(), dir: '.' }, machine.load());
    expect(machine.read('nb/.opennotes.json')).toBe(
      text.replace('[1.0]\n', `[1.0],\n\t"contexts": [\n\t\t"${machine.path('elsewhere')}"\n\t]\n`),
    );
  });

  test('scenario 7: a read-only folder gives a permission error', async () => {
    machine.write('nb/.opennotes.json', {});
    const notebook = await open();
    chmodSync(machine.root, 0o755);
    chmodSync(machine.path('nb'), 0o555);
    await withoutPrivileges(async () => {
      await expect(addContext({ notebook, dir: '.' }, machine.load())).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
        message: `Permission denied: ${notebook.configFile}`,
      });
      await expect(initNotebook({ dir: '../nb/sub' }, machine.load())).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      });
    });
    chmodSync(machine.path('nb'), 0o755);
  });

  test('needs a config file, an existing folder and the right to write', async () => {
    machine.folder('nb/.obsidian');
    const config = machine.load();
    await expect(addContext({ notebook: await open(), dir: '.' }, config)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    machine.write('nb/.opennotes.json', {});
    const notebook = await open();
    await expect(addContext({ notebook, dir: 'gone' }, config)).rejects.toMatchObject({
      code: 'FOLDER_NOT_FOUND',
    });
    const readOnly = machine.load({ flags: { readOnly: true } });
    await expect(addContext({ notebook, dir: '.' }, readOnly)).rejects.toMatchObject({ code: 'READ_ONLY' });
  });
});
