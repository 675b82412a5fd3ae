import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from './database.ts';
import { Lease, Turnstile } from './turnstile.ts';

let folder: string;
let started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'slipbox-turnstile-'));
});
afterEach(async () => {
  await Promise.all(started.map(kill));
  started = [];
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Another process that runs `code` with the turnstile module at hand; `said` waits for a line of its output. */
function start(code: string): { child: ChildProcess; said(line: string): Promise<void> } {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const text = `
    import { Database } from ${module('./database.ts')};
    import { Lease, Turnstile } from ${module('./turnstile.ts')};
    const say = (line) => process.stdout.write(line + '\\n');
    const open = (name) => new Database(${JSON.stringify(folder)} + '/' + name, { busyTimeout: 30_000, cacheKiB: 64 });
    const forever = () => setInterval(() => undefined, 1000);
    ${code}
  `;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  let wake = () => {};
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
    wake();
  });
  const said = async (line: string) => {
    while (!output.includes(`${line}\n`))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return { child, said };
}

const openIndex = () => new Database(at('index.db'), { busyTimeout: 30_000, cacheKiB: 64 });
const waitingWriter = `
  const turnstile = new Turnstile(${'FOLDER'} + '/turnstile.db');
  const index = open('index.db');
  say('ready');
  turnstile.pass(() => index.exec('BEGIN IMMEDIATE'));
  say('in');
  index.exec('COMMIT');
  say('done');
`;
const writer = () => waitingWriter.replace('FOLDER', JSON.stringify(folder));

test('nobody waits: not contended', () => {
  const turnstile = new Turnstile(at('turnstile.db'));
  expect(turnstile.isContended()).toBe(false);
  turnstile.pass(() => undefined);
  expect(turnstile.isContended()).toBe(false);
  turnstile.close();
});

test('a writer that waits for the index is noticed by the one that holds it, and comes next', async () => {
  const turnstile = new Turnstile(at('turnstile.db'));
  const index = openIndex();
  turnstile.pass(() => index.exec('BEGIN IMMEDIATE'));
  expect(turnstile.isContended()).toBe(false);
  const other = start(writer());
  await other.said('ready');
  const deadline = Date.now() + 20_000;
  while (!turnstile.isContended() && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(turnstile.isContended()).toBe(true);
  index.exec('COMMIT');
  // Going straight back in queues behind the one that waits.
  turnstile.pass(() => index.exec('BEGIN IMMEDIATE'));
  index.exec('COMMIT');
  await other.said('done');
  expect(turnstile.isContended()).toBe(false);
  index.close();
  turnstile.close();
});

test('what fails inside lets the turnstile go', () => {
  const turnstile = new Turnstile(at('turnstile.db'));
  expect(() =>
    turnstile.pass(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  turnstile.pass(() => undefined);
  turnstile.close();
});

test('a holder that dies frees the turnstile and the index', async () => {
  const holder = start(`
    const turnstile = new Turnstile(${JSON.stringify(at('turnstile.db'))});
    const index = open('index.db');
    turnstile.pass(() => {
      index.exec('BEGIN IMMEDIATE');
      say('held');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });
  `);
  await holder.said('held');
  const turnstile = new Turnstile(at('turnstile.db'));
  expect(turnstile.isContended()).toBe(true);
  await kill(holder.child);
  expect(turnstile.isContended()).toBe(false);
  const index = openIndex();
  turnstile.pass(() => index.exec('BEGIN IMMEDIATE'));
  index.exec('COMMIT');
  index.close();
  turnstile.close();
});

test('a lease is held by one at a time, in this process and in others', async () => {
  const file = at('bulk.db');
  expect(Lease.isHeld(file)).toBe(false);
  const mine = Lease.tryTake(file);
  expect(mine).toBeDefined();
  expect(Lease.tryTake(file)).toBeUndefined();
  expect(Lease.isHeld(file)).toBe(true);
  const code = `say(String(Lease.isHeld(${JSON.stringify(file)})));`;
  await start(code).said('true');
  mine?.release();
  await start(code).said('false');
  expect(Lease.isHeld(file)).toBe(false);
});

test('the lease of a process that dies is free', async () => {
  const file = at('bulk.db');
  const holder = start(`globalThis.held = Lease.tryTake(${JSON.stringify(file)}); say('held'); forever();`);
  await holder.said('held');
  expect(Lease.isHeld(file)).toBe(true);
  await kill(holder.child);
  const lease = Lease.tryTake(file);
  expect(lease).toBeDefined();
  lease?.release();
});
