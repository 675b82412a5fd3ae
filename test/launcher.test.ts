import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findFolders } from '../src/engine/config-folders.ts';
import { makeTempFolder } from './support/temp-folder.ts';

const launcher = fileURLToPath(new URL('../bin/slipbox.mjs', import.meta.url));
const run = (env: Record<string, string>) =>
  execFileSync(process.execPath, [launcher, '--version'], { env: { PATH: process.env.PATH!, ...env } });

it.each<[string, (home: string) => Record<string, string>]>([
  ['where the system has it', () => ({})],
  ['where XDG says', (home) => ({ XDG_CACHE_HOME: join(home, 'elsewhere') })],
  ['not where a relative XDG path says', () => ({ XDG_CACHE_HOME: 'relative' })],
  ['where Slipbox is told', (home) => ({ SLIPBOX_CACHE: join(home, 'own') })],
  ['below the home folder', () => ({ SLIPBOX_CACHE: '~/own' })],
])('compiled code is kept in the cache folder, %s', (_, settings) => {
  using folder = makeTempFolder();
  const env = { HOME: folder.root, ...settings(folder.root) };
  run(env);
  const around = { env, cwd: process.cwd(), home: folder.root, platform: process.platform };
  expect(readdirSync(join(findFolders(around).cacheDir, 'code'))).toHaveLength(1);
});

it('compiled code is not kept for those who do not want it, or want it elsewhere', () => {
  using folder = makeTempFolder();
  const cache = join(folder.root, 'cache');
  run({ HOME: folder.root, SLIPBOX_CACHE: cache, NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(existsSync(cache)).toBe(false);
  run({ HOME: folder.root, SLIPBOX_CACHE: cache, NODE_COMPILE_CACHE: join(folder.root, 'mine') });
  expect(existsSync(cache)).toBe(false);
  expect(existsSync(join(folder.root, 'mine'))).toBe(true);
});

it('a server keeps compiled code of its own: with other flags nobody could use it', () => {
  using folder = makeTempFolder();
  const cache = join(folder.root, 'cache');
  const env = { PATH: process.env.PATH!, HOME: folder.root, SLIPBOX_CACHE: cache };
  const serve = () =>
    execFileSync(process.execPath, [launcher, 'serve'], {
      env,
      input: '',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const kept = () => readdirSync(join(cache, 'code'), { recursive: true, withFileTypes: true });
  run(env);
  serve();
  expect(readdirSync(join(cache, 'code')).sort()).toEqual(['other', 'server']);
  const before = kept().map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs);
  run(env);
  serve();
  expect(kept().map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs)).toEqual(before);
});
