import { spawnSync } from 'node:child_process';
import type { TempFolder } from './temp-folder.ts';

const main = new URL('../../src/surfaces/cli/main.ts', import.meta.url).href;
const script = `process.exitCode = await (await import(${JSON.stringify(main)})).main(process.argv.slice(1));`;

/** What Node is started with to run a command line from the source; the words of the command follow. */
export const cliArguments = [
  '--disable-warning=ExperimentalWarning',
  '--input-type=module',
  '-e',
  script,
  '--',
] as const;

/** A home of its own: no configuration, cache or state of whoever runs the tests is seen or touched. */
export function scratchEnvironment(folder: TempFolder): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder.folder('home'),
    SLIPBOX_CONFIG: folder.path('config.json'),
    OPENNOTES_CONFIG: folder.path('opennotes.json'),
    SLIPBOX_CACHE: folder.path('cache'),
    SLIPBOX_STATE: folder.path('state'),
  };
}

export interface CliOptions {
  cwd?: string;
  input?: string | Uint8Array;
  env?: Record<string, string>;
}

export interface CliResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one command line in a process of its own, at home in `folder`. */
export function runCli(folder: TempFolder, args: readonly string[], options: CliOptions = {}): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...cliArguments, ...args], {
    cwd: options.cwd ?? folder.root,
    env: { ...scratchEnvironment(folder), ...options.env },
    input: options.input ?? '',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
