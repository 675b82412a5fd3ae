import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, extname, isAbsolute, join, resolve } from 'node:path';
import { SlipboxError } from '../../engine/index.ts';

export interface Cli {
  readonly file: string;
  /** What stands before the arguments of the call. */
  readonly args: readonly string[];
  /** As it was set. */
  readonly path: string;
}

const mostPaths = 20;

/** The executable a setting names: by path, or by a name in PATH. Throws CLI_NOT_FOUND. */
export function findCli(cliPath: string, cwd: string, env: NodeJS.ProcessEnv): Cli {
  const isName = !/[/\\]/.test(cliPath) && !cliPath.startsWith('~');
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = isName
    ? folders.flatMap((folder) => spellings(env).map((ending) => join(folder, cliPath + ending)))
    : [resolve(cwd, cliPath.replace(/^~(?=[/\\]|$)/, homedir()))];
  const found = places.find(isRunnable);
  if (found !== undefined) return { ...command(found), path: cliPath };
  const searched = isName ? [...new Set(folders)] : places;
  throw new SlipboxError(
    'CLI_NOT_FOUND',
    isName ? `OpenNotes CLI not found in PATH: ${cliPath}` : `OpenNotes CLI not found: ${cliPath}`,
    { details: { searchedPaths: searched.slice(0, mostPaths) } },
  );
}

/** A script is given to Node by name: on Windows nothing else starts it, elsewhere it spares the search for one. */
function command(file: string): Pick<Cli, 'file' | 'args'> {
  if (!/^\.[cm]?js$/.test(extname(file))) return { file, args: [] };
  const isNode = /^node(\.exe)?$/i.test(basename(process.execPath));
  return { file: isNode ? process.execPath : 'node', args: [file] };
}

function spellings(env: NodeJS.ProcessEnv): readonly string[] {
  return process.platform === 'win32' ? (env.PATHEXT ?? '.EXE').split(';') : [''];
}

function isRunnable(file: string): boolean {
  if (!isAbsolute(file)) return false;
  try {
    if (!statSync(file).isFile()) return false;
    if (!/^\.[cm]?js$/.test(extname(file))) accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
