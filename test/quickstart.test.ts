import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchEnvironment } from './support/run-cli.ts';
import { makeTempFolder } from './support/temp-folder.ts';

const root = join(import.meta.dirname, '..');
const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const env = scratchEnvironment(folder);
cpSync(join(root, 'samples/notebook'), folder.path('home/notes'), { recursive: true });

const page = readFileSync(join(root, 'docs/quickstart.md'), 'utf8');
const commands = [...page.matchAll(/^slipbox (.+?)(?:\s+#.*)?$/gm)].map(([, line]) => line!);

test('every command of the quickstart does what it says', { timeout: 90_000 }, () => {
  expect(commands.length).toBeGreaterThan(10);
  for (const line of commands) {
    const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
    const given = args.map((arg) => arg.replace(/^~(?=\/|$)/, folder.path('home')));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'bin/slipbox.mjs'), ...given],
      { cwd: folder.root, env, input: '', encoding: 'utf8' },
    );
    expect([line, status, stderr.includes('slipbox: ')]).toEqual([line, 0, false]);
    expect(stdout.length, line).toBeGreaterThan(0);
  }
});
