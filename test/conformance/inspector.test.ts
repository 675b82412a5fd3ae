import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialectNames } from '../../src/engine/index.ts';
import { allTools } from '../../src/tools/registry.ts';
import { createFixture } from '../e2e/notebook-fixture.ts';
import { sampleDatabase, writeGtdDatabase } from '../support/gtd-database.ts';
import { type Era, eras } from '../support/mcp-client.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'bin/slipbox.mjs');
const require = createRequire(import.meta.url);
const inspector = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const fixture = createFixture();
const home = join(dirname(fixture.notebook), 'home');
const gtdDb = join(dirname(fixture.notebook), 'tasks.sqlite');

beforeAll(() => {
  mkdirSync(home);
  writeGtdDatabase(gtdDb, 'app', sampleDatabase(Date.now()));
});
afterAll(fixture.remove);

/** Asks the built server through the inspector; it keeps a catalogue in the home folder, so that is another one. */
function inspect(era: Era, ...flags: string[]): Promise<{ code: number; out: string; err: string }> {
  const server = [process.execPath, bin, 'serve', '--notebook', fixture.notebook, '--gtd-db', gtdDb];
  const chosen = ['--dialects', dialectNames.join(',')];
  const args = [
    inspector,
    '--cli',
    '-q',
    '--format',
    'json',
    '--protocol-era',
    era,
    ...flags,
    '--',
    ...server,
    ...chosen,
  ];
  const env = { PATH: process.env.PATH ?? '', ...fixture.env, HOME: home };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
  });
}

describe.concurrent.each<Era>(eras)('%s', (era) => {
  test('the strict lint finds no error in any tool', async () => {
    expect(existsSync(join(root, 'dist/main.mjs')), 'npm run build comes first').toBe(true);
    const { code, out, err } = await inspect(era, '--strict', '--method', 'tools/list');
    expect(err).not.toMatch(/^Error/m);
    expect(code, err.slice(0, 2000)).toBe(0);
    const { tools } = (JSON.parse(out) as { result: { tools: { name: string }[] } }).result;
    expect(tools).toHaveLength(allTools.length);
  });

  test('the skill is what its digest says', async () => {
    const { code, out, err } = await inspect(era, '--method', 'skills/list', '--verify');
    expect(code, err).toBe(0);
    expect(out).toContain('"outcome":"verified"');
  });
});

test.concurrent('notes are listed', async () => {
  const { code, out, err } = await inspect('modern', '--method', 'resources/list');
  expect(code, err).toBe(0);
  expect(out).toContain('note://notes/projects/alpha.md');
});
