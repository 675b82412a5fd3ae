import { posix, win32 } from 'node:path';

/** What the process was started in and with; passed in so that nothing below a surface looks at `process`. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

export interface Folders {
  readonly configFile: string;
  readonly openNotesFile: string;
  readonly cacheDir: string;
  readonly stateDir: string;
}

/** Where this system keeps configuration, caches and state of programs, with the variables that move them. */
export function findFolders(around: Surroundings): Folders {
  const { join } = pathsOf(around);
  const { config, cache, state } = systemFolders(around);
  const moved = (variable: string) => {
    const value = around.env[variable];
    return value === undefined || value === '' ? undefined : resolvePath(value, around.cwd, around);
  };
  return {
    configFile: moved('SLIPBOX_CONFIG') ?? join(config, 'slipbox', 'config.json'),
    openNotesFile: moved('OPENNOTES_CONFIG') ?? join(config, 'opennotes', 'config.json'),
    cacheDir: moved('SLIPBOX_CACHE') ?? cache,
    stateDir: moved('SLIPBOX_STATE') ?? state,
  };
}

function systemFolders(around: Surroundings): { config: string; cache: string; state: string } {
  const { env, home, platform } = around;
  const { join, isAbsolute } = pathsOf(around);
  // The XDG rules say that a relative value is to be ignored, not resolved.
  const given = (variable: string, otherwise: string) => {
    const value = env[variable];
    return value !== undefined && isAbsolute(value) ? value : otherwise;
  };
  if (platform === 'win32') {
    const local = given('LOCALAPPDATA', join(home, 'AppData', 'Local'));
    return {
      config: given('APPDATA', join(home, 'AppData', 'Roaming')),
      cache: join(local, 'slipbox', 'cache'),
      state: join(local, 'slipbox', 'state'),
    };
  }
  if (platform === 'darwin') {
    const support = join(home, 'Library', 'Application Support');
    return {
      config: support,
      cache: join(home, 'Library', 'Caches', 'slipbox'),
      state: join(support, 'slipbox', 'state'),
    };
  }
  return {
    config: given('XDG_CONFIG_HOME', join(home, '.config')),
    cache: join(given('XDG_CACHE_HOME', join(home, '.cache')), 'slipbox'),
    state: join(given('XDG_STATE_HOME', join(home, '.local', 'state')), 'slipbox'),
  };
}

/** A path as a person writes it: `~` is the home folder, a relative one starts at `base`. */
export function resolvePath(
  written: string,
  base: string,
  around: Pick<Surroundings, 'home' | 'platform'>,
): string {
  const { resolve, join } = pathsOf(around);
  if (written === '~') return around.home;
  if (/^~[/\\]/.test(written)) return join(around.home, written.slice(2));
  return resolve(base, written);
}

export function pathsOf({ platform }: Pick<Surroundings, 'platform'>): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
