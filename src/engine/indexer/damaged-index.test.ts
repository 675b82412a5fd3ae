import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  openScratchEngine,
  ownerCall,
  rebuild,
  type Scratch,
  writeManyNotes,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import { locateIndex } from '../db/index-location.ts';
import { type Engine, indexNotebook, listNotes } from '../index.ts';

const count = 150;

async function withIndexed(
  work: (one: Scratch, engine: Engine, index: string) => Promise<void>,
): Promise<void> {
  const one = makeScratch();
  writeManyNotes(one.root, count, 50);
  const engine = await openScratchEngine(one);
  try {
    await indexNotebook(engine, {}, ownerCall);
    await work(one, engine, locateIndex(one.cache, one.root).index);
  } finally {
    await engine.close();
    one.remove();
  }
}

async function titles(engine: Engine): Promise<string[]> {
  const { notes } = await listNotes(engine, { sortBy: 'path', limit: 1000, offset: 0 }, ownerCall);
  return notes.map((note) => note.title);
}

function overwrite(file: string, from: number, length: number): void {
  const fd = openSync(file, 'r+');
  writeSync(fd, Buffer.alloc(length, 0xa7), 0, length, from);
  closeSync(fd);
}

function eachPage(file: string, damage: (page: number) => void): void {
  for (let page = 1; page < statSync(file).size / 4096; page++) damage(page);
}

const damages: Record<string, (index: string) => void> = {
  'cut in half': (index) => truncateSync(index, Math.floor(statSync(index).size / 2)),
  'cut in the middle of a page': (index) => truncateSync(index, 4096 * 7 + 100),
  empty: (index) => truncateSync(index, 0),
  'one byte long': (index) => truncateSync(index, 1),
  'garbage all through': (index) => overwrite(index, 0, statSync(index).size),
  'damaged in its header': (index) => overwrite(index, 0, 100),
  'damaged in its first page': (index) => overwrite(index, 100, 3996),
  'damaged in every page but the first': (index) =>
    eachPage(index, (page) => overwrite(index, page * 4096, 4096)),
  'damaged in every page but the first ten': (index) =>
    eachPage(index, (page) => page >= 10 && overwrite(index, page * 4096, 4096)),
  'a text file': (index) => writeFileSync(index, 'not a database\n'.repeat(1000)),
  gone: (index) => rmSync(index),
};

test.each(Object.entries(damages))(
  'an index that is %s is made anew, at the start and under a running engine',
  (_how, damage) =>
    withIndexed(async (one, engine, index) => {
      // Closed first: what is still in the write-ahead log would hide the damage.
      await engine.close();
      damage(index);
      const again = await openScratchEngine(one);
      expect(await titles(again)).toHaveLength(count);
      writeNote(one.root, 'new.md', '# New\n');
      expect(await titles(again)).toContain('New');
      expect(findDifferences(dumpIndex(one), await rebuild(one))).toEqual([]);
      await again.close();

      const running = await openScratchEngine(one);
      try {
        expect(await titles(running)).toHaveLength(count + 1);
        damage(index);
        writeNote(one.root, 'newer.md', '# Newer\n');
        writeNote(one.root, 'folder 1/note 50.md', '# Changed\n');
        const after = await titles(running);
        expect(after).toHaveLength(count + 2);
        expect(after).toEqual(expect.arrayContaining(['Newer', 'Changed']));
        rmSync(path.join(one.root, 'newer.md'));
        expect(await titles(running)).toHaveLength(count + 1);
      } finally {
        await running.close();
      }
    }),
);

test('each single damaged page is noticed or harmless: the answers stay right', { timeout: 60_000 }, () =>
  withIndexed(async (one, engine, index) => {
    await engine.close();
    const whole = `${index}.whole`;
    copyFileSync(index, whole);
    const pages = Math.floor(statSync(index).size / 4096);
    for (let run = 0; run < 12; run++) {
      copyFileSync(whole, index);
      overwrite(index, Math.floor((run / 12) * pages) * 4096, 4096);
      const again = await openScratchEngine(one);
      writeNote(one.root, `extra ${run}.md`, `# Extra ${run}\n`);
      const found = await titles(again);
      expect(found, `page ${Math.floor((run / 12) * pages)}`).toHaveLength(count + 1 + run);
      expect(found).toContain(`Extra ${run}`);
      await again.close();
    }
  }),
);

test('the cache folder deleted under a running engine is made anew', () =>
  withIndexed(async (one, engine) => {
    rmSync(one.cache, { recursive: true });
    writeNote(one.root, 'new.md', '# New\n');
    expect(await titles(engine)).toHaveLength(count + 1);
    rmSync(one.cache, { recursive: true });
    expect(await titles(engine)).toHaveLength(count + 1);
    expect(findDifferences(dumpIndex(one), await rebuild(one))).toEqual([]);
  }));

test('damaged lock files do not stop the index', () =>
  withIndexed(async (one, engine) => {
    await engine.close();
    const { turnstile, lease } = locateIndex(one.cache, one.root);
    for (const file of [turnstile, lease]) writeFileSync(file, 'not a database\n'.repeat(1000));
    writeNote(one.root, 'new.md', '# New\n');
    const again = await openScratchEngine(one);
    try {
      expect(await titles(again)).toContain('New');
    } finally {
      await again.close();
    }
  }));

test('the file of another schema version is left as it is', () =>
  withIndexed(async (one, engine, index) => {
    await engine.close();
    const old = path.join(path.dirname(index), 'index-v0.db');
    writeFileSync(old, 'whatever the older version keeps');
    rmSync(index);
    const again = await openScratchEngine(one);
    expect(await titles(again)).toHaveLength(count);
    await again.close();
    expect(readFileSync(old, 'utf8')).toBe('whatever the older version keeps');
  }));

test('a cache that is a file is a clear error, and no longer one when it is put right', async () => {
  const one = makeScratch({ 'a.md': 'A' });
  const engine = await openScratchEngine(one);
  try {
    writeFileSync(one.cache, '');
    await expect(titles(engine)).rejects.toMatchObject({ name: 'SlipboxError', code: 'IO_ERROR' });
    await expect(titles(engine)).rejects.toThrow(one.cache);
    rmSync(one.cache);
    expect(await titles(engine)).toEqual(['a']);
  } finally {
    await engine.close();
    one.remove();
  }
});

/** Someone without rights, also where tests run as root. */
const asNobody = `
  import { openScratchEngine, ownerCall } from ${JSON.stringify(new URL('../../../test/scratch-notebook.ts', import.meta.url).href)};
  import { listNotes } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
  if (process.getuid?.() === 0) { process.setgid(65534); process.setuid(65534); }
  const engine = await openScratchEngine(JSON.parse(process.argv[1]));
  try {
    const { total } = await listNotes(engine, { sortBy: 'path', limit: 10, offset: 0 }, ownerCall);
    console.log(JSON.stringify({ total }));
  } catch (error) {
    console.log(JSON.stringify({ name: error.name, code: error.code, message: error.message }));
  }
  await engine.close();
`;

function runAsNobody(one: Scratch): { total?: number; code?: string; name?: string; message?: string } {
  const run = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', asNobody, JSON.stringify(one)],
    { encoding: 'utf8' },
  );
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return JSON.parse(run.stdout) as ReturnType<typeof runAsNobody>;
}

test('a cache folder that may not be written is a clear error', { timeout: 60_000 }, async () => {
  const one = makeScratch({ 'a.md': 'A' });
  const { folder, index } = locateIndex(one.cache, one.root);
  try {
    chmodSync(one.folder, 0o755);
    mkdirSync(one.cache, { mode: 0o555 });
    expect(runAsNobody(one)).toMatchObject({
      name: 'SlipboxError',
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining(one.cache),
    });
    mkdirSync(folder, { mode: 0o555 });
    expect(runAsNobody(one)).toMatchObject({
      name: 'SlipboxError',
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining(folder),
    });
    writeFileSync(index, '', { mode: 0o444 });
    expect(runAsNobody(one)).toMatchObject({
      name: 'SlipboxError',
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining(index),
    });
    expect(readdirSync(one.root)).toEqual(['a.md']);
  } finally {
    for (const place of [folder, one.cache]) if (existsSync(place)) chmodSync(place, 0o755);
    one.remove();
  }
});
