import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ConfigFlags, type LoadedConfig, loadConfig } from '../config.ts';

/** A home folder of its own for one test, with nothing of the real machine in reach. Used by tests only. */
export interface TestingMachine {
  readonly root: string;
  readonly home: string;
  readonly slipboxFile: string;
  readonly openNotesFile: string;
  path(...segments: string[]): string;
  folder(...segments: string[]): string;
  write(path: string, content: string | object): string;
  read(path: string): string;
  load(input?: { flags?: ConfigFlags; env?: Record<string, string>; cwd?: string }): LoadedConfig;
  remove(): void;
}

export function makeTestingMachine(): TestingMachine {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'slipbox-')));
  const home = join(root, 'home');
  const path = (...segments: string[]) => join(root, ...segments);
  const write = (relative: string, content: string | object) => {
    const file = path(relative);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return file;
  };
  const folder = (...segments: string[]) => {
    mkdirSync(path(...segments), { recursive: true });
    return path(...segments);
  };
  folder('home');
  folder('elsewhere');
  return {
    root,
    home,
    slipboxFile: path('home/.config/slipbox/config.json'),
    openNotesFile: path('home/.config/opennotes/config.json'),
    path,
    folder,
    write,
    read: (relative) => readFileSync(path(relative), 'utf8'),
    load: ({ flags = {}, env = {}, cwd = path('elsewhere') } = {}) =>
      loadConfig({ flags, env, cwd, home, platform: 'linux' }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Permissions do not bind root, which tests in containers often run as. */
export async function withoutPrivileges<T>(action: () => Promise<T>): Promise<T> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    return await action();
  } finally {
    if (root) process.seteuid?.(0);
  }
}
