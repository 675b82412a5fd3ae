import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  openScratchWriter,
  rebuild,
  type Scratch,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import type { Database } from '../db/database.ts';
import { edgeProgress } from '../db/queries/edges.ts';
import type { IndexWriter } from '../indexer/index-writer.ts';
import { EdgeMaker } from './make-edges.ts';

const count = 1200;
const linksEach = 8;

/** Enough links for three portions, some of a name that two notes have, some to what is not there. */
function writeNotes(root: string): void {
  for (let i = 0; i < count; i++) {
    const links = Array.from({ length: linksEach }, (_, k) => `[[note ${(i * 7 + k * 13) % (count + 20)}]]`);
    writeNote(root, `f${i % 5}/note ${i % 1190}.md`, `# Heading\n\n${links.join(' ')} [[#Heading]]\n`);
  }
}

async function withFirstIndex(work: (scratch: Scratch, writer: IndexWriter) => Promise<void>): Promise<void> {
  const scratch = makeScratch();
  const writer = openScratchWriter(scratch);
  try {
    writeNotes(scratch.root);
    await writer.sweep();
    await work(scratch, writer);
  } finally {
    writer.close();
    scratch.remove();
  }
}

const edgesMade = (db: Database) => db.get<{ n: number }>('SELECT count(*) AS n FROM edges')!.n;

test('a first index leaves edges for later, and they come in portions', { timeout: 30_000 }, () =>
  withFirstIndex(async (_, writer) => {
    expect(edgesMade(writer.db)).toBe(0);
    const maker = new EdgeMaker(writer.db);
    const portions: number[] = [];
    while (writer.write(() => maker.makePortion())) portions.push(edgesMade(writer.db));
    expect(portions.length).toBeGreaterThan(2);
    expect(portions[0]).toBeLessThan(5000);
    expect(edgesMade(writer.db)).toBe(writer.db.get<{ n: number }>('SELECT count(*) AS n FROM links')!.n);
    expect(edgeProgress(writer.db).after).toBeUndefined();
    expect(writer.write(() => maker.makePortion())).toBe(false);
  }),
);

test(
  'changes between two portions, by this writer or another, are in what is made',
  { timeout: 60_000 },
  () =>
    withFirstIndex(async (scratch, writer) => {
      const other = openScratchWriter(scratch);
      while (writer.tidy() && edgesMade(writer.db) === 0);
      const before = edgesMade(writer.db);
      expect(before).toBeGreaterThan(0);
      writeNote(scratch.root, 'f0/note 1201.md', '[[note 3]] [[note 1205]]\n');
      writeNote(scratch.root, 'f0/note 0.md', '[[note 1]] no heading any more\n');
      rmSync(path.join(scratch.root, 'f1/note 1.md'));
      await other.reconcile(['f0/note 1201.md', 'f0/note 0.md', 'f1/note 1.md']);
      while (edgeProgress(writer.db).after !== undefined) writer.tidy();
      expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
      other.close();
    }),
);

test('another writer goes on where one stopped', { timeout: 30_000 }, () =>
  withFirstIndex(async (scratch, writer) => {
    while (writer.tidy() && edgesMade(writer.db) === 0);
    const before = edgesMade(writer.db);
    const maker = new EdgeMaker(writer.db);
    const other = openScratchWriter(scratch);
    other.write(() => new EdgeMaker(other.db).makePortion());
    other.close();
    expect(edgesMade(writer.db)).toBeGreaterThan(before);
    while (writer.write(() => maker.makePortion()));
    expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
  }),
);

test('a note with more links than a portion has is made whole', { timeout: 30_000 }, async () => {
  const scratch = makeScratch({
    'big.md': Array.from({ length: 9000 }, (_, i) => `[[n${i % 3}]]`).join(' '),
    'n1.md': '[[big]]',
  });
  const writer = openScratchWriter(scratch);
  await writer.sweep();
  writer.finish();
  expect(writer.db.tuples('SELECT state, count(*) FROM edges GROUP BY state ORDER BY state')).toEqual([
    [0, 3001],
    [1, 6000],
  ]);
  writer.close();
  scratch.remove();
});

test('where there is no link there is nothing to make', async () => {
  const scratch = makeScratch({ 'a.md': 'no link' });
  const writer = openScratchWriter(scratch);
  await writer.sweep();
  writer.finish();
  expect(edgeProgress(writer.db).after).toBeUndefined();
  writer.close();
  scratch.remove();
});

test('an emptied index has no edges, and makes them again', { timeout: 30_000 }, async () => {
  const scratch = makeScratch({ 'a.md': '[[b]]', 'b.md': '[[c]]' });
  const writer = openScratchWriter(scratch);
  await writer.sweep();
  writer.finish();
  expect(edgesMade(writer.db)).toBe(2);
  writer.empty();
  expect(edgesMade(writer.db)).toBe(0);
  await writer.sweep();
  expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
  expect(edgesMade(writer.db)).toBe(2);
  writer.close();
  scratch.remove();
});
