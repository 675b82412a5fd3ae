import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { applyEdit, type Edit, edit } from '../../../test/scratch-edits.ts';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  openScratchEngine,
  openScratchWriter,
  ownerCall,
  rebuild,
  type Scratch,
  writeManyNotes,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import { locateIndex } from '../db/index-location.ts';
import { knownFolders } from '../db/queries/files.ts';
import { listNotes } from '../index.ts';
import { indexInBulk } from './bulk.ts';
import { IndexWriter } from './index-writer.ts';

const globs = ['one/**', '**/*.md', '🎒/**'];

/** How what was edited comes to the index: told by name, found by a sweep, or found by one that has a snapshot to go by. */
type Round = { edits: Edit[]; by: 'reconcile' | 'sweep' | 'snapshot' };

async function bringIn(writer: IndexWriter, scratch: Scratch, { edits, by }: Round): Promise<void> {
  if (by === 'snapshot') writer.saveSnapshots(knownFolders(writer.db));
  const dirty = new Set<string>();
  let rulesChanged = false;
  for (const one of edits) {
    const touched = applyEdit(scratch.root, one);
    if (touched === 'sweep') rulesChanged = true;
    else for (const disk of touched) dirty.add(disk);
  }
  await (rulesChanged || by !== 'reconcile' ? writer.sweep() : writer.reconcile([...dirty]));
}

async function differsFromRebuilt(scratch: Scratch, zones: readonly string[] = []): Promise<string[]> {
  return findDifferences(dumpIndex(scratch), await rebuild(scratch, zones));
}

async function withWriter(work: (scratch: Scratch, writer: IndexWriter) => Promise<void>): Promise<void> {
  const scratch = makeScratch();
  const writer = openScratchWriter(scratch);
  try {
    await work(scratch, writer);
  } finally {
    writer.close();
    scratch.remove();
  }
}

test('an index kept in step equals one built from nothing, whatever was done to the files', {
  timeout: 120_000,
}, async () => {
  const round = fc.record<Round>({
    edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
    by: fc.constantFrom('reconcile', 'reconcile', 'sweep', 'snapshot'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { maxLength: 10 }),
      fc.array(round, { minLength: 1, maxLength: 4 }),
      (before, rounds) =>
        withWriter(async (scratch, writer) => {
          for (const one of before) applyEdit(scratch.root, one);
          await writer.sweep();
          writer.register(globs);
          for (const one of rounds) await bringIn(writer, scratch, one);
          expect(await differsFromRebuilt(scratch, globs)).toEqual([]);
        }),
    ),
    { numRuns: 150 },
  );
});

test('a watching engine is at every call where a rebuild would be', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }),
      async (rounds) => {
        const scratch = makeScratch({ 'one/a.md': '# A\n', 'b.md': 'B\n' });
        const engine = await openScratchEngine(scratch);
        try {
          await listNotes(engine, { sortBy: 'path', limit: 1, offset: 0 }, ownerCall);
          for (const edits of rounds) {
            for (const one of edits) applyEdit(scratch.root, one);
            await listNotes(engine, { sortBy: 'path', limit: 1, offset: 0 }, ownerCall);
            expect(await differsFromRebuilt(scratch)).toEqual([]);
          }
        } finally {
          await engine.close();
          scratch.remove();
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('indexing in bulk gives what indexing one by one gives', { timeout: 60_000 }, () =>
  withWriter(async (scratch, writer) => {
    writeManyNotes(scratch.root, 300, 40);
    const edits = fc.sample(edit, { numRuns: 200, seed: 7 });
    for (const one of edits.slice(0, 100)) applyEdit(scratch.root, one);
    await indexInBulk(writer, writer.plan(), () => undefined);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
    for (const one of edits.slice(100)) applyEdit(scratch.root, one);
    await indexInBulk(writer, writer.plan(), () => undefined);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  }),
);

test(
  'a bulk index that lets others write all the time merges the segments that this leaves, in steps',
  {
    timeout: 60_000,
  },
  () =>
    withWriter(async (scratch, writer) => {
      writeManyNotes(scratch.root, 3000, 40);
      vi.spyOn(writer, 'isContended').mockReturnValue(true);
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
      const segments: number[] = [];
      const count = () => writer.db.get<{ n: number }>('SELECT count(DISTINCT segid) AS n FROM fts_idx')!.n;
      try {
        await indexInBulk(writer, writer.plan(), () => segments.push(count()));
      } finally {
        clock.mockRestore();
      }
      expect(segments.length).toBeGreaterThan(100);
      expect(Math.max(...segments)).toBeLessThan(50);
      expect(await differsFromRebuilt(scratch)).toEqual([]);
    }),
);

const nfd = 'Café'.normalize('NFD');

test.each(['md', 'pdf'])(
  'two names equal in NFC both stay, in whatever order they come and go (%s)',
  (ending) =>
    withWriter(async (scratch, writer) => {
      writeNote(scratch.root, `${nfd}.${ending}`, 'decomposed');
      await writer.sweep();
      for (const step of [
        () => writeNote(scratch.root, `Café.${ending}`, 'composed'),
        () => rmSync(path.join(scratch.root, `Café.${ending}`)),
        () => writeNote(scratch.root, `Café.${ending}`, 'again'),
        () => rmSync(path.join(scratch.root, `${nfd}.${ending}`)),
      ]) {
        step();
        await writer.reconcile([`Café.${ending}`, `${nfd}.${ending}`]);
        expect(await differsFromRebuilt(scratch)).toEqual([]);
      }
    }),
);

test('a folder spelled otherwise than its twin takes only its own files with it', () =>
  withWriter(async (scratch, writer) => {
    writeNote(scratch.root, 'Café/a.md', 'composed');
    writeNote(scratch.root, `${nfd}/a.md`, 'decomposed');
    await writer.sweep();
    rmSync(path.join(scratch.root, nfd), { recursive: true });
    await writer.reconcile([nfd]);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  }));

test('what a new rule hides goes, though the files are still there', () =>
  withWriter(async (scratch, writer) => {
    writeNote(scratch.root, 'drafts/a.md', 'A');
    writeNote(scratch.root, 'b.md', 'B');
    await writer.sweep();
    writeFileSync(path.join(scratch.root, '.slipboxignore'), 'drafts/\n');
    await writer.sweep();
    expect(dumpIndex(scratch).files).toHaveLength(1);
    mkdirSync(path.join(scratch.root, 'deep/drafts'), { recursive: true });
    writeNote(scratch.root, 'deep/drafts/c.md', 'C');
    await writer.reconcile(['deep/drafts', 'deep']);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  }));

test('a folder replaced by a symlink takes its notes out of the index', () =>
  withWriter(async (scratch, writer) => {
    writeNote(scratch.root, 'sub/a.md', 'A');
    await writer.sweep();
    const outside = path.join(scratch.folder, 'outside');
    renameSync(path.join(scratch.root, 'sub'), outside);
    symlinkSync(outside, path.join(scratch.root, 'sub'));
    await writer.reconcile(['sub/a.md']);
    expect(dumpIndex(scratch).files).toEqual([]);
    await writer.reconcile(['sub']);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  }));

test('a folder moved away and, while nobody watched, back is found again', () =>
  withWriter(async (scratch, writer) => {
    for (const name of ['one/a.md', 'one/b.md', 'c.md']) writeNote(scratch.root, name, name);
    await writer.sweep();
    // Files younger than two seconds are compared by content, not by a snapshot.
    writer.context.now = () => Date.now() + 60_000;
    await writer.sweep();
    writer.saveSnapshots(knownFolders(writer.db));
    renameSync(path.join(scratch.root, 'one'), path.join(scratch.root, 'two'));
    await writer.reconcile(['one', 'two']);
    renameSync(path.join(scratch.root, 'two'), path.join(scratch.root, 'one'));
    await writer.sweep();
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  }));

test('a plan made before another process wrote removes no note of that process', () =>
  withWriter(async (scratch, writer) => {
    writeNote(scratch.root, 'old.md', 'old');
    await writer.sweep();
    rmSync(path.join(scratch.root, 'old.md'));
    const stale = writer.plan();
    const other = openScratchWriter(scratch);
    await other.sweep();
    writeNote(scratch.root, 'new.md', 'takes the row id of the old one');
    await other.sweep();
    other.close();
    const { applier } = await writer.appliers();
    writer.write(() => applier().structure(stale, (disk, kind) => writer.isThere(disk, kind)));
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  }));

test('another time zone is taken in by the next sweep', () =>
  withWriter(async (scratch, writer) => {
    writeNote(scratch.root, 'a.md', '---\ncreated: 2024-05-06\n---\n');
    await writer.sweep();
    writer.context.now = () => Date.now() + 60_000;
    await writer.sweep();
    writer.saveSnapshots(knownFolders(writer.db));
    const location = locateIndex(scratch.cache, scratch.root);
    const created = () => JSON.parse(dumpIndex(scratch).notes![0]!)[7] as number;
    const berlin = created();
    const elsewhere = new IndexWriter({
      root: scratch.root,
      location,
      timeZone: 'Asia/Tokyo',
      cacheKiB: 1024,
    });
    await elsewhere.sweep();
    elsewhere.close();
    expect((berlin - created()) / 3_600_000).toBe(7);
  }));
