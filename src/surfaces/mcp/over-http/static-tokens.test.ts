import { chmodSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTempFolder, type TempFolder } from '../../../../test/support/temp-folder.ts';
import { canSee, loadConfig } from '../../../engine/index.ts';
import type { Access } from './principal.ts';
import { StaticTokens } from './static-tokens.ts';
import { sha256Of } from './testing-http.ts';

const secret = (name: string) => `${name}-`.repeat(12).slice(0, 40);
const hashed = (name: string, rule: object = {}) => ({ name, sha256: sha256Of(secret(name)), ...rule });

let folder: TempFolder;
let tokens: StaticTokens | undefined;
const told: string[] = [];
const ended: Access[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  writeToken('own', secret('own'));
  told.length = 0;
  ended.length = 0;
});
afterEach(() => {
  tokens?.close();
  folder[Symbol.dispose]();
});

const writeToken = (file: string, token: string) => chmodSync(folder.write(file, token), 0o600);
const configure = (...list: object[]) => folder.write('config.json', JSON.stringify({ tokens: list }));

/** Looks at the files whenever it is asked. */
function open(flags: object = {}): StaticTokens {
  const env = { SLIPBOX_CONFIG: folder.path('config.json') };
  const config = loadConfig({ flags, env, cwd: folder.root, home: folder.root, platform: process.platform });
  tokens = new StaticTokens({
    config,
    ownFile: folder.path('own'),
    everyMs: 0,
    warn: (message) => void told.push(message),
    onEnd: (access) => void ended.push(access),
  });
  return tokens;
}

async function who(name: string): Promise<string | undefined> {
  const verdict = await tokens!.authenticate(secret(name));
  return verdict && 'principal' in verdict ? verdict.principal.key : undefined;
}

async function accessOf(name: string): Promise<Access> {
  const verdict = await tokens!.authenticate(secret(name));
  if (verdict === undefined || !('principal' in verdict)) throw new Error(`${name} is refused`);
  return verdict.principal.access;
}

test('tokens come and go with the configuration; those that stay keep what they have', async () => {
  configure(hashed('ann'), hashed('bob'));
  open();
  const [ann, bob, own] = await Promise.all(['ann', 'bob', 'own'].map(accessOf));
  configure(hashed('bob'), hashed('cleo'));
  expect([await who('ann'), await who('cleo')]).toEqual([undefined, 'token:cleo']);
  expect(ended).toEqual([ann]);
  expect(ended[0]).toBe(ann);
  expect(await accessOf('bob')).toBe(bob);
  expect(await accessOf('own')).toBe(own);
  rmSync(folder.path('config.json'));
  expect(await who('bob')).toBeUndefined();
  expect(await accessOf('own')).toBe(own);
});

test('a rule that changes ends what the token had under the old one', async () => {
  configure(hashed('ann'));
  open();
  const wide = await accessOf('ann');
  configure(hashed('ann', { hidden: ['secret'] }));
  const narrow = await accessOf('ann');
  expect(canSee(wide.caller)('secret/a.md')).toBe(true);
  expect(canSee(narrow.caller)('secret/a.md')).toBe(false);
  expect(ended).toEqual([wide]);
});

test('another token in a file takes the place of the one before, the owner has none without a file', async () => {
  writeToken('phone', secret('phone'));
  configure({ name: 'phone', file: 'phone' });
  open();
  writeToken('phone', secret('newer'));
  writeToken('own', secret('mine'));
  expect([await who('phone'), await who('newer')]).toEqual([undefined, 'token:phone']);
  expect([await who('own'), await who('mine')]).toEqual([undefined, 'owner']);
  expect(ended).toHaveLength(2);
  rmSync(folder.path('own'));
  rmSync(folder.path('phone'));
  expect([await who('newer'), await who('mine')]).toEqual([undefined, undefined]);
});

test('what cannot be read counts as it was and is told, and holds up no other change', async () => {
  writeToken('phone', secret('phone'));
  configure(hashed('ann'), { name: 'phone', file: 'phone' });
  open();
  for (const broken of ['{"tokens": [', '[]', '{"tokens": [{"name": "x"}]}', '{"tokens": "all"}']) {
    folder.write('config.json', broken);
    expect([await who('ann'), await who('x')]).toEqual(['token:ann', undefined]);
  }
  expect(told).toHaveLength(4);
  folder.write('phone', 'short');
  configure({ name: 'phone', file: 'phone' }, { name: 'later', file: 'later' });
  expect([await who('ann'), await who('phone')]).toEqual([undefined, 'token:phone']);
  if (process.platform !== 'win32') {
    writeToken('phone', secret('leaked'));
    chmodSync(folder.path('phone'), 0o644);
    expect([await who('phone'), await who('leaked')]).toEqual(['token:phone', undefined]);
  }
  writeToken('later', secret('later'));
  expect(await who('later')).toBe('token:later');
});

test('a token that is given to a second name stays with the first', async () => {
  configure(hashed('ann', { hidden: ['secret'] }));
  open();
  configure({ ...hashed('ann'), name: 'eve' }, hashed('ann', { hidden: ['secret'] }));
  expect(await who('ann')).toBe('token:ann');
  configure({ ...hashed('own'), name: 'eve' });
  expect(await who('own')).toBe('owner');
  expect(told).toHaveLength(1);
  configure(hashed('ann'), { ...hashed('ann'), name: 'eve' });
  expect(await who('ann')).toBeUndefined();
});

test('at the start nothing is overlooked', () => {
  for (const list of [[{ name: 'phone', file: 'none' }], [hashed('own')], [{ name: 'x' }]]) {
    configure(...list);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  }
});

test('tokens that a program gave are not those of a file', async () => {
  configure(hashed('ann'));
  open({ tokens: [hashed('bob')] });
  expect([await who('ann'), await who('bob')]).toEqual([undefined, 'token:bob']);
  configure(hashed('cleo'));
  expect([await who('cleo'), await who('bob')]).toEqual([undefined, 'token:bob']);
});
