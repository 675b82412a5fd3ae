import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  openScratchEngine,
  ownerCall,
  rebuild,
  type Scratch,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import { watchThreads } from '../../../test/support/watch-threads.ts';
import { Database } from '../db/database.ts';
import { locateIndex } from '../db/index-location.ts';
import { type Engine, indexNotebook, listNotes } from '../index.ts';

let scratch: Scratch;
let engine: Engine | undefined;
const threads: string[] = [];

beforeEach(async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`in ${i % 3}/n${i}.md`, `# N ${i}\n`]),
  );
  scratch = makeScratch(notes);
  const first = await openScratchEngine(scratch);
  await indexNotebook(first, {}, ownerCall);
  await first.close();
  watchThreads(threads);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.close();
  engine = undefined;
  scratch.remove();
});

function changeSome(): void {
  writeNote(scratch.root, 'in 1/new.md', '# New\n\n[[n2]] #fresh');
  appendFileSync(path.join(scratch.root, 'in 2/n2.md'), 'more [[new]]\n');
  rmSync(path.join(scratch.root, 'in 0/n3.md'));
}

async function titles(): Promise<string[]> {
  engine ??= await openScratchEngine(scratch);
  const { notes } = await listNotes(engine, { sortBy: 'path', offset: 0, limit: 1000 }, ownerCall);
  return notes.map(({ title }) => title);
}

async function expectRight(): Promise<void> {
  await engine?.close();
  engine = undefined;
  expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
}

test.each([false, true])(
  'a few changes since the last time need no thread (got ready first: %s)',
  async (ready) => {
    changeSome();
    engine = await openScratchEngine(scratch);
    if (ready) engine.prepare();
    const found = await titles();
    expect(found).toContain('New');
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
  changeSome();
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
  expect(await asked).toContain('New');
  expect(threads).toEqual(['writer-worker']);
  await expectRight();
});

test('what changes after that is in the next answer', async () => {
  changeSome();
  expect(await titles()).toContain('New');
  writeNote(scratch.root, 'in 1/newer.md', '# Newer\n');
  expect(await titles()).toContain('Newer');
  writeNote(scratch.root, 'other/newest.md', '# Newest\n');
  expect(await titles()).toContain('Newest');
  await expectRight();
});
