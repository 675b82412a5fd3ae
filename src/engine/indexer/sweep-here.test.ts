import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScratchEngine, type Scratch, writeNote } from '../../../test/scratch-notebook.ts';
import {
  changeSome,
  expectAsRebuilt,
  listTitles,
  makeIndexedScratch,
} from '../../../test/support/indexed-scratch.ts';
import { watchThreads } from '../../../test/support/watch-threads.ts';
import { Database } from '../db/database.ts';
import { locateIndex } from '../db/index-location.ts';
import type { Engine } from '../index.ts';

let scratch: Scratch;
let engine: Engine | undefined;
const threads: string[] = [];

beforeEach(async () => {
  scratch = await makeIndexedScratch();
  watchThreads(threads);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.close();
  engine = undefined;
  scratch.remove();
});

async function titles(): Promise<string[]> {
  engine ??= await openScratchEngine(scratch);
  return listTitles(engine);
}

async function expectRight(): Promise<void> {
  await engine?.close();
  engine = undefined;
  await expectAsRebuilt(scratch);
}

test.each([false, true])(
  'a few changes since the last time need no thread (got ready first: %s)',
  async (ready) => {
    changeSome(scratch);
    engine = await openScratchEngine(scratch);
    if (ready) engine.prepare();
    const found = await titles();
    expect(found).toContain('New: one');
    expect(found).not.toContain('N 3');
    expect(threads).toEqual([]);
    await expectRight();
  },
);

test('many changes, or large ones, are for the writer thread', async () => {
  for (let i = 0; i < 250; i++) writeNote(scratch.root, `more/m${i}.md`, `# M ${i}\n`);
  expect(await titles()).toContain('M 249');
  expect(threads).toEqual(['writer-worker']);
  await expectRight();

  threads.length = 0;
  writeNote(scratch.root, 'large.md', `# Large\n\n${'word '.repeat(200_000)}`);
  expect(await titles()).toContain('Large');
  expect(threads).toEqual(['writer-worker']);
});

test('while another process writes, this one waits in its thread and goes on serving', async () => {
  changeSome(scratch);
  const other = new Database(locateIndex(scratch.cache, scratch.root).index, {
    busyTimeout: 0,
    cacheKiB: 64,
  });
  other.exec('BEGIN IMMEDIATE');
  engine = await openScratchEngine(scratch);
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const asked = titles();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(turns).toBeGreaterThan(20);
  other.exec('ROLLBACK');
  other.close();
  clearInterval(timer);
  expect(await asked).toContain('New: one');
  expect(threads).toEqual(['writer-worker']);
  await expectRight();
});

test('what changes after that is in the next answer', async () => {
  changeSome(scratch);
  expect(await titles()).toContain('New: one');
  writeNote(scratch.root, 'in 1/newer.md', '# Newer\n');
  expect(await titles()).toContain('Newer');
  writeNote(scratch.root, 'other/newest.md', '# Newest\n');
  expect(await titles()).toContain('Newest');
  await expectRight();
});
