import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScratchEngine, type Scratch, writeNote } from '../../../test/scratch-notebook.ts';
import {
  changeSome,
  expectAsRebuilt,
  listTitles,
  makeIndexedScratch,
} from '../../../test/support/indexed-scratch.ts';
import { watchThreads } from '../../../test/support/watch-threads.ts';
import { locateIndex } from '../db/index-location.ts';
import type { Engine } from '../index.ts';
import { entryUrl } from './entry-url.ts';
import { startAhead } from './start-ahead.ts';

let scratch: Scratch;
let engine: Engine | undefined;
let helper: ChildProcess | undefined;
const threads: string[] = [];
/** What the helper said, in bytes. */
let said = 0;

beforeEach(async () => {
  scratch = await makeIndexedScratch();
  watchThreads(threads);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.close();
  engine = undefined;
  helper?.kill();
  scratch.remove();
});

function start(...args: string[]): ChildProcess {
  helper = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  said = 0;
  helper.stdout!.on('data', (piece: Buffer) => {
    said += piece.length;
  });
  return helper;
}

const startHelper = () => start(fileURLToPath(entryUrl('ahead-child')));

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function titles(): Promise<string[]> {
  return listTitles(engine!);
}

async function expectRight(): Promise<void> {
  await engine?.close();
  engine = undefined;
  await expectAsRebuilt(scratch);
}

async function prepareWith(child: ChildProcess): Promise<void> {
  engine = await openScratchEngine(scratch);
  engine.prepare(child);
}

test('a process beside the starting one finds that nothing changed', async () => {
  await prepareWith(startHelper());
  expect(await titles()).toHaveLength(30);
  expect(said).toBeGreaterThan(0);
  expect(await ended(helper!)).toBe(0);
  expect(threads).toEqual([]);
});

test('what it finds changed is in the first answer, without a thread', async () => {
  changeSome(scratch);
  await prepareWith(startHelper());
  const found = await titles();
  expect(found).toContain('New: one');
  expect(found).not.toContain('N 3');
  expect(await ended(helper!)).toBe(0);
  expect(threads).toEqual([]);
  await expectRight();
});

test('what changes after the folders are watched is in the first answer, too', async () => {
  changeSome(scratch);
  await prepareWith(startHelper());
  await vi.waitUntil(() => said > 0);
  appendFileSync(path.join(scratch.root, 'in 1/new.md'), '\n# Later\n');
  writeNote(scratch.root, 'in 1/latest.md', '# Latest\n');
  expect(await titles()).toEqual(expect.arrayContaining(['New: one', 'Latest']));
  await expectRight();
});

test('many changes that it finds are for the writer thread', async () => {
  for (let i = 0; i < 250; i++) writeNote(scratch.root, `more/m${i}.md`, `# M ${i}\n`);
  await prepareWith(startHelper());
  expect(await titles()).toContain('M 249');
  expect(said).toBeGreaterThan(0);
  expect(threads).toEqual(['writer-worker']);
  await expectRight();
});

test.each([
  ['ends without a word', ['-e', '0']],
  ['fails', ['-e', 'process.exit(3)']],
  ['breaks off', ['-e', 'process.stdout.write(Buffer.from([99, 0, 0, 0, 1]))']],
  ['talks nonsense', ['-e', 'process.stdout.write(Buffer.from([2, 0, 0, 0, 1, 2]))']],
  ['cannot be started', ['--no-such-option']],
])('when it %s, the folder is compared all the same', async (_, args) => {
  changeSome(scratch);
  await prepareWith(start(...args));
  expect(await titles()).toContain('New: one');
  await expectRight();
});

test('one that is gone before it is asked is not waited for', async () => {
  changeSome(scratch);
  const child = startHelper();
  child.kill();
  await ended(child);
  await prepareWith(child);
  expect(await titles()).toContain('New: one');
});

test('nobody is left behind: neither by an end before the answer, nor where there is nothing to compare', async () => {
  await prepareWith(startHelper());
  await engine!.close();
  await ended(helper!);

  rmSync(scratch.cache, { recursive: true });
  await prepareWith(startHelper());
  await ended(helper!);
  expect(said).toBe(0);
  expect(await titles()).toHaveLength(30);
});

test('it is started only for an index that is worth it, and ends with whoever started it', async () => {
  const { index } = locateIndex(scratch.cache, scratch.root);
  expect(startAhead(scratch.root, scratch.cache)).toBeUndefined();
  expect(startAhead(path.join(scratch.root, 'nowhere'), scratch.cache)).toBeUndefined();
  expect(startAhead(scratch.root, path.join(scratch.folder, 'other'))).toBeUndefined();

  mkdirSync(path.dirname(index), { recursive: true });
  writeFileSync(index, '');
  truncateSync(index, 30_000_000);
  helper = startAhead(scratch.root, scratch.cache);
  expect(helper?.pid).toBeGreaterThan(0);
  helper!.stdin!.end();
  expect(await ended(helper!)).toBe(0);
});
