import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cliArguments, runCli, scratchEnvironment } from '../../../test/support/run-cli.ts';
import { makeTempFolder, type TempFolder } from '../../../test/support/temp-folder.ts';

interface Started extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly url: string;
  readonly said: string;
}

/** Waits until the server has said where it and its token are. */
async function start(
  folder: TempFolder,
  args: readonly string[] = [],
  notebook = folder.folder('notes'),
): Promise<Started> {
  const words = ['serve', '--http', '127.0.0.1:0', '--notebook', notebook, ...args];
  const env = scratchEnvironment(folder);
  const child = spawn(process.execPath, [...cliArguments, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (/token is in/.test(said)) break;
  }
  child.stderr.resume();
  return {
    child,
    said,
    url: /http:\S+/.exec(said)?.[0] ?? '',
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    },
  };
}

test('slipbox serve --http says where it and its token are, and ends in order when told to', async () => {
  using folder = makeTempFolder();
  folder.write('notes/a.md', '# Alpha\n');
  await using server = await start(folder);
  const file = folder.path('state/http-token');
  expect(server.said).toContain(`The token is in ${file}\n`);
  expect(server.said).not.toContain(folder.read('state/http-token').trim());
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  expect((await fetch(server.url, { method: 'POST', body: '{}' })).status).toBe(401);
  const before = performance.now();
  server.child.kill('SIGTERM');
  expect(await once(server.child, 'exit')).toEqual([0, null]);
  expect(performance.now() - before).toBeLessThan(4000);
});

test('slipbox serve --http says that its notebook is missing, and serves all the same', async () => {
  using folder = makeTempFolder();
  await using server = await start(folder, [], folder.path('missing'));
  expect(server.said).toMatch(
    /^slipbox warn: NOTEBOOK_NOT_FOUND: Notebook not found: .*missing \(--notebook\)/,
  );
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
});

test("a token of one's own is used, and nothing is written for it", async () => {
  using folder = makeTempFolder();
  const token = 'my-own-'.repeat(6);
  const file = folder.write('my-token', token);
  chmodSync(file, 0o600);
  await using server = await start(folder, ['--token-file', file]);
  const ask = (authorization: string) =>
    fetch(server.url, { method: 'DELETE', headers: { authorization } }).then(({ status }) => status);
  expect(await ask(`Bearer ${token}`)).toBe(400);
  expect(await ask(`Bearer x${token}`)).toBe(401);
  expect(() => folder.read('state/http-token')).toThrow();
});

test('addresses that others can reach, and options that would do nothing, are refused at once', () => {
  using folder = makeTempFolder();
  folder.folder('notes');
  const run = (...args: string[]) => runCli(folder, ['serve', ...args, '--notebook', folder.path('notes')]);
  const remote = run('--http', '0.0.0.0:0');
  expect(remote).toMatchObject({ status: 2, stdout: '' });
  expect(remote.stderr).toContain('--allow-remote');
  const useless = run('--token-file', 'x');
  expect(useless).toMatchObject({ status: 2, stdout: '' });
  expect(useless.stderr).toContain('Add --http 127.0.0.1:PORT');
});
