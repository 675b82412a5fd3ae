import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Caller,
  callerOf,
  type Engine,
  listNotebooks,
  listNotes,
  loadConfig,
  openEngine,
  owner,
  type Progress,
} from '../../src/engine/index.ts';
import { main } from '../../src/surfaces/cli/main.ts';

let folder: string;
let engine: Engine | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipbox-policy-')));
  for (const name of ['one', 'two'])
    for (const file of ['open.md', 'Private/secret.md', 'Work/plan.md']) write(`${name}/${file}`, '# N\n');
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function write(name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const env = () => ({
  SLIPBOX_CACHE: join(folder, 'cache'),
  SLIPBOX_STATE: join(folder, 'state'),
  SLIPBOX_CONFIG: join(folder, 'config.json'),
  OPENNOTES_CONFIG: join(folder, 'opennotes.json'),
});

function open(
  config: object = {},
  flags: object = { notebook: [join(folder, 'one'), join(folder, 'two')] },
): Engine {
  write('config.json', JSON.stringify(config));
  const around = { env: env(), cwd: folder, home: folder, platform: process.platform };
  engine = openEngine(loadConfig({ flags: { indexWait: '60s', ...flags }, ...around }));
  return engine;
}

const { signal } = new AbortController();
const callAs = (caller: Caller) => ({ caller, signal, progress: () => undefined });

async function paths(caller: Caller = owner, notebook?: string): Promise<string[]> {
  const input = { sortBy: 'path', limit: 100, offset: 0, ...(notebook ? { notebook } : {}) } as const;
  return (await listNotes(engine!, input, callAs(caller))).notes.map(({ path }) => path);
}

describe('the policy in .slipbox.json', () => {
  it('holds for every caller but the person who says otherwise', async () => {
    write('one/.slipbox.json', JSON.stringify({ $schema: 'x', policy: { hidden: ['Private'] } }));
    open();
    expect(await paths()).toEqual(['Work/plan.md', 'open.md']);
    expect(await paths(callerOf({ read: ['**'] }))).toEqual(['Work/plan.md', 'open.md']);
    expect(await paths(callerOf({ read: ['Private', '*.md'] }))).toEqual(['open.md']);
    expect(await paths({ ...owner, unbound: true })).toHaveLength(3);
    expect(await paths(owner, 'two')).toHaveLength(3);
  });

  it('is read again as soon as it changes', async () => {
    open();
    expect(await paths()).toHaveLength(3);
    for (const [hidden, left] of [
      ['Private', 2],
      ['Work', 2],
      ['**', 0],
      ['none', 3],
    ] as const) {
      write('one/.slipbox.json', JSON.stringify({ policy: { hidden: [hidden] } }));
      expect(await paths()).toHaveLength(left);
    }
    rmSync(join(folder, 'one/.slipbox.json'));
    expect(await paths()).toHaveLength(3);
  });

  it('closes the notebook while it cannot be read, and no other', async () => {
    open();
    for (const text of [
      '{ policy',
      '[]',
      '{"policy": ["Private"]}',
      '{"policy": {"hide": ["Private"]}}',
      '{"policy": {"hidden": "Private"}}',
      '{"policy": {"hidden": ["../x"]}}',
      '{"policy": {"read": [7]}}',
      '{"policy": null}',
      '{"hidden": ["Private"]}',
      '{"Policy": {"hidden": ["Private"]}}',
      '{"policy": {"hidden": [" Private"]}}',
      '{"policy": {"hidden": ["!Work"]}}',
    ]) {
      write('one/.slipbox.json', text);
      await expect(paths(), text).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('.slipbox.json'),
      });
    }
    expect(await paths({ ...owner, unbound: true })).toHaveLength(3);
    expect(await paths(owner, 'two')).toHaveLength(3);
    const { notebooks, warnings } = await listNotebooks(engine!, callAs(owner));
    expect(notebooks.map(({ name, noteCount }) => [name, noteCount])).toEqual([
      ['one', undefined],
      ['two', 3],
    ]);
    expect(warnings?.items).toMatchObject([{ code: 'CONFIG_INVALID' }]);
  });

  it('closes the notebook when it is a link that leads nowhere, or a folder', async () => {
    symlinkSync(join(folder, 'nothing'), join(folder, 'one/.slipbox.json'));
    mkdirSync(join(folder, 'two/.slipbox.json'));
    open();
    await expect(paths()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(paths(owner, 'two')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('the policy in the configuration', () => {
  it('holds however the notebook is found, together with that of its own file', async () => {
    write('one/.slipbox.json', JSON.stringify({ policy: { hidden: ['Private'] } }));
    const policy = { read: ['Work', 'Private'], write: [] };
    open({ notebooks: [{ path: join(folder, 'one'), policy }] });
    expect(await paths()).toEqual(['Work/plan.md']);
    expect(await paths(owner, join(folder, 'one'))).toEqual(['Work/plan.md']);
    const { notebooks } = await listNotebooks(engine!, callAs(owner));
    expect(notebooks.map(({ noteCount }) => noteCount)).toEqual([1, 3]);
  });

  it('is refused with a slip in it', () => {
    expect(() => open({ notebooks: [{ path: 'one', policy: { hiden: ['Private'] } }] })).toThrow('notebooks');
    expect(() => open({ tokens: [{ name: 'a', sha256: 'short' }] })).toThrow('tokens');
    expect(() => open({ tokens: [{ name: 'a', file: 't', hidden: ['..'] }] })).toThrow('tokens');
    const twice = { name: 'a', sha256: 'a'.repeat(64) };
    expect(() => open({ tokens: [twice, twice] })).toThrow('tokens');
  });

  it('gives each token what it may see', () => {
    const sha256 = 'AB'.repeat(32);
    const token = { name: 'reader', sha256, read: ['Work'], write: [], notebooks: ['two'] };
    const { config } = open({ tokens: [token, { name: 'other', file: 'token.txt', notebooks: ['./one'] }] });
    expect(config.tokens).toEqual([
      { ...token, sha256: sha256.toLowerCase() },
      { name: 'other', file: join(folder, 'token.txt'), notebooks: [join(folder, 'one')] },
    ]);
  });
});

describe('a caller that knows only some notebooks', () => {
  const restricted = callerOf({ notebooks: ['two'] });

  it('finds no other, and is given one of its own when it names none', async () => {
    open({}, { notebook: [join(folder, 'one'), join(folder, 'two')] });
    await expect(paths(restricted, 'one')).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
      message: 'Notebook not found: one',
      details: { known: ['two'] },
    });
    await expect(paths(restricted, join(folder, 'one'))).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
    });
    const { notebooks, current } = await listNotebooks(engine!, callAs(restricted));
    expect(notebooks.map(({ name }) => name)).toEqual(['two']);
    expect(current?.name).toBe('two');
    expect(await paths(restricted)).toHaveLength(3);
  });

  it('opens no folder that is not known, even where others may', async () => {
    open({ openNotebooks: true }, { notebook: [join(folder, 'two')] });
    expect(await paths(owner, join(folder, 'one'))).toHaveLength(3);
    for (const caller of [restricted, callerOf({ hidden: ['Private'] })])
      await expect(paths(caller, join(folder, 'one'))).rejects.toMatchObject({ code: 'NOTEBOOK_NOT_FOUND' });
  });
});

it('a caller that sees a part is told nothing of how much else there is while the index is made', async () => {
  for (let i = 0; i < 2500; i++) write(`one/${i % 50 === 0 ? 'Work' : 'Private'}/note ${i}.md`, `# ${i}\n`);
  open({}, { notebook: join(folder, 'one'), indexWait: '50ms' });
  const steps: Progress[] = [];
  const list = (caller: Caller, progress: (step: Progress) => void) =>
    listNotes(engine!, { sortBy: 'path', limit: 1, offset: 0 }, { caller, signal, progress });
  const { index } = await list(callerOf({ read: ['Work'] }), (step) => steps.push(step));
  expect(index?.complete).toBe(false);
  expect(index?.found).toBe(index?.indexed);
  expect(index?.found).toBeLessThanOrEqual(51);
  expect(steps.every(({ total, message }) => total === undefined && !/\d/.test(message))).toBe(true);
  expect((await list(owner, () => undefined)).index?.found ?? 2503).toBeGreaterThan(2000);
});

it('a notebook inside another is hidden there once it has a policy of its own', async () => {
  const inner = 'one/In [it]';
  write(`${inner}/open.md`, '# N\n');
  write(`${inner}/Private/secret.md`, '# N\n');
  write(`${inner}/.opennotes.json`, '{"name": "inner"}');
  open({}, { notebook: [join(folder, 'one'), join(folder, inner)] });
  expect(await paths()).toHaveLength(5);
  write(`${inner}/.slipbox.json`, JSON.stringify({ policy: { hidden: ['Private'] } }));
  expect(await paths()).toEqual(['Private/secret.md', 'Work/plan.md', 'open.md']);
  expect(await paths(owner, 'inner')).toEqual(['open.md']);
  write(`${inner}/.slipbox.json`, 'broken');
  expect(await paths()).toHaveLength(3);
  await expect(paths(owner, 'inner')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

it('a person at the terminal is held to the policy unless --no-policy is said, and a server always is', async () => {
  write('one/.slipbox.json', JSON.stringify({ policy: { hidden: ['Private'] } }));
  const run = async (...words: string[]) => {
    const printed: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    const before = { ...process.env };
    Object.assign(process.env, env());
    process.stdout.write = ((text: string) => printed.push(String(text)) > 0) as typeof write;
    try {
      const code = await main([...words, '--notebook', join(folder, 'one'), '--json']);
      return { code, text: printed.join('') };
    } finally {
      process.stdout.write = write;
      process.env = before;
    }
  };
  expect((await run('list')).text).not.toContain('secret.md');
  expect((await run('list', '--no-policy')).text).toContain('secret.md');
  expect((await run('sql', '--no-policy', 'SELECT path FROM notes')).text).toContain('secret.md');
  const { code, text } = await run('serve', '--no-policy');
  expect(code).toBe(2);
  expect(text).toContain('INVALID_PARAMS');
});
