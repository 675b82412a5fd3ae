import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  noteText,
  openScratchEngine,
  ownerCall,
  rebuild,
  type Scratch,
  writeManyNotes,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import { watchThreads } from '../../../test/support/watch-threads.ts';
import { locateIndex } from '../db/index-location.ts';
import { type Engine, indexNotebook, listBrokenLinks, listNotes } from '../index.ts';
import { bulkThreshold } from './bulk-threshold.ts';
import { IndexReader } from './index-reader.ts';

const count = bulkThreshold + 100;
const racyFor = 2000;

let large: Scratch;
beforeAll(async () => {
  large = makeScratch({ '.slipboxignore': 'secret/\n', 'secret/plan.md': '# Plan\n' });
  writeManyNotes(large.root, count - 1, 300);
  writeNote(large.root, 'one.md', '# One\n\n[[plan]] and [[nowhere]]\n');
  symlinkSync(large.folder, path.join(large.root, 'out'));
  await sleep(racyFor + 100); // what was only just written is read a second time
  return () => large.remove();
});

const threads: string[] = [];
let engine: Engine | undefined;
beforeEach(() => {
  watchThreads(threads);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await engine?.close();
  engine = undefined;
});

async function open(one: Pick<Scratch, 'root' | 'cache' | 'folder'>): Promise<Engine> {
  engine = await openScratchEngine(one);
  return engine;
}

/** The large notebook with a cache of its own. */
function largeWith(cache: string): Scratch {
  return { ...large, cache: path.join(large.folder, cache) };
}

async function list(from: Engine) {
  return listNotes(from, { sortBy: 'path', offset: 0, limit: 1_000_000 }, ownerCall);
}

async function paths(from: Engine): Promise<string[]> {
  return (await list(from)).notes.map((note) => note.path).sort();
}

test('a large notebook is indexed without a writer thread, which comes later to tidy up', {
  timeout: 60_000,
}, async () => {
  const one = largeWith('no-writer');
  const opened = await open(one);
  expect(await indexNotebook(opened, {}, ownerCall)).toMatchObject({ notes: count, changed: count });
  const { total, index, warnings } = await list(opened);
  expect({ total, index }).toEqual({ total: count, index: undefined });
  expect(JSON.stringify(warnings)).toContain('SYMLINK_OUT');
  expect(threads).toEqual([]);

  const reader = new IndexReader(locateIndex(one.cache, one.root));
  expect(reader.state?.unfinished).toBe(true);
  while (reader.state?.unfinished) await sleep(100);
  reader.close();
  expect(threads).toEqual(['writer-worker']);
});

test('links to files that are left out are known right after a first index', {
  timeout: 60_000,
}, async () => {
  const opened = await open(largeWith('left-out'));
  await indexNotebook(opened, {}, ownerCall);
  expect(threads).toEqual([]);
  const broken = JSON.stringify(await listBrokenLinks(opened, { limit: 10, offset: 0 }, ownerCall));
  expect(broken).toContain('nowhere');
  expect(broken).not.toContain('plan');
});

test('a cache that cannot be used for a large notebook is a clear error until it is put right', {
  timeout: 60_000,
}, async () => {
  const one = largeWith('a-file');
  writeFileSync(one.cache, '');
  const opened = await open(one);
  for (const ask of [() => indexNotebook(opened, {}, ownerCall), () => list(opened)]) {
    await expect(ask()).rejects.toMatchObject({ name: 'SlipboxError', code: 'IO_ERROR' });
    await expect(ask()).rejects.toThrow(one.cache);
  }
  rmSync(one.cache);
  expect((await list(opened)).total).toBe(count);
});

test('getting ready writes nothing, and boots the writer thread', async () => {
  const small = makeScratch({ 'a.md': '# A\n', 'in/b.md': '# B\n' });
  try {
    const opened = await open(small);
    opened.prepare();
    await vi.waitFor(() => expect(threads).toEqual(['writer-worker']));
    expect(existsSync(small.cache)).toBe(false);
    writeNote(small.root, 'late/c.md', '# C\n');
    expect(await paths(opened)).toEqual(['a.md', 'in/b.md', 'late/c.md']);
    writeNote(small.root, 'late/d.md', '# D\n');
    expect(await paths(opened)).toContain('late/d.md');
    expect(threads).toEqual(['writer-worker']);
  } finally {
    await engine?.close();
    small.remove();
  }
});

test.each([false, true])(
  'a small notebook answers while its first index is made (got ready first: %s)',
  async (ready) => {
    const small = makeScratch();
    try {
      writeManyNotes(small.root, 1500, 300);
      // long enough that no thread that answers can be slower to start
      const words = Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}`).join(' ');
      for (let i = 0; i < 8; i++) writeNote(small.root, `long/${i}.md`, words.replaceAll('w', `w${i}`));
      engine = await openScratchEngine(small, { SLIPBOX_INDEX_WAIT: '0' });
      if (ready) {
        engine.prepare();
        await vi.waitFor(() => expect(threads).toEqual(['writer-worker']));
      }
      expect((await list(engine)).index).toMatchObject({ complete: false });
      await indexNotebook(engine, {}, ownerCall);
      expect((await list(engine)).total).toBe(1508);
    } finally {
      await engine?.close();
      small.remove();
    }
  },
);

test('what comes before the first call, while a large notebook is indexed and after is in the next answer', {
  timeout: 60_000,
}, async () => {
  const one = largeWith('changing');
  const opened = await open(one);
  opened.prepare();
  await sleep(200);
  expect(existsSync(one.cache)).toBe(false);
  const expected = new Set([
    'one.md',
    ...Array.from({ length: count - 1 }, (_, i) => `folder ${Math.floor(i / 300)}/note ${i}.md`),
  ]);
  // listed already, not watched yet
  writeNote(one.root, 'late/first.md', '# First\n');
  expected.add('late/first.md');

  const titles = new Map<string, string>();
  let round = 0;
  const change = () => {
    const at = (i: number) => `folder ${Math.floor(i / 300)}/note ${i}.md`;
    const [gone, changed] = [at((round * 397) % 2000), at((round * 211 + 5) % 2000)];
    rmSync(path.join(one.root, gone), { force: true });
    expected.delete(gone);
    titles.delete(gone);
    writeNote(one.root, changed, `# Changed ${round}\n`);
    expected.add(changed);
    titles.set(changed, `Changed ${round}`);
    writeNote(one.root, `new ${round % 3}/n${round}.md`, noteText(round));
    expected.add(`new ${round % 3}/n${round}.md`);
    round++;
  };
  const timer = setInterval(change, 15);
  try {
    await indexNotebook(opened, {}, ownerCall);
  } finally {
    clearInterval(timer);
  }
  expect(round).toBeGreaterThan(10);
  mkdirSync(path.join(one.root, 'late/deep'));
  writeNote(one.root, 'late/deep/last.md', '# Last\n');
  writeNote(one.root, 'late/second.md', '# Second\n');
  for (const name of ['late/deep/last.md', 'late/second.md']) expected.add(name);
  const { notes } = await list(opened);
  expect(notes.map((note) => note.path).sort()).toEqual([...expected].sort());
  expect(notes.filter((note) => titles.has(note.path) && titles.get(note.path) !== note.title)).toEqual([]);
  await opened.close();
  expect(findDifferences(dumpIndex(one), await rebuild(one))).toEqual([]);
});
