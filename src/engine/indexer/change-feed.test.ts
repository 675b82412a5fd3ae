import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeScratch, openScratchWriter, type Scratch, writeNote } from '../../../test/scratch-notebook.ts';
import { locateIndex } from '../db/index-location.ts';
import { recordChanges } from '../db/queries/state.ts';
import { ChangeFeed, type NoteChanges } from './change-feed.ts';
import { IndexReader } from './index-reader.ts';
import type { IndexWriter } from './index-writer.ts';

let scratch: Scratch;
let writer: IndexWriter;
let reader: IndexReader;
let feed: ChangeFeed;
beforeEach(async () => {
  scratch = makeScratch({ 'a.md': 'a', 'b.md': 'b' });
  writer = openScratchWriter(scratch);
  await writer.sweep();
  reader = new IndexReader(locateIndex(scratch.cache, scratch.root));
  feed = new ChangeFeed(reader);
});
afterEach(() => {
  reader.close();
  writer.close();
  scratch.remove();
});

function listen(): { told: NoteChanges[]; stop: () => void } {
  const told: NoteChanges[] = [];
  return { told, stop: feed.add((changes) => told.push(changes)) };
}

test('a listener is told what came, changed and went since the last look, once', async () => {
  const { told } = listen();
  feed.look();
  expect(told).toEqual([]);
  writeNote(scratch.root, 'a.md', 'changed');
  writeNote(scratch.root, 'c.md', 'new');
  rmSync(path.join(scratch.root, 'b.md'));
  await writer.reconcile(['a.md', 'b.md', 'c.md']);
  feed.look();
  feed.look();
  expect(told).toHaveLength(1);
  expect(told[0]!.everything).toBe(false);
  expect(new Set(told[0]!.notes)).toEqual(
    new Set([
      { path: 'a.md', kind: 'changed' },
      { path: 'b.md', kind: 'removed' },
      { path: 'c.md', kind: 'added' },
    ]),
  );
});

test('who comes later is not told what came before, who leaves is told no more', async () => {
  const first = listen();
  writeNote(scratch.root, 'a.md', 'changed');
  await writer.reconcile(['a.md']);
  const second = listen();
  expect(first.told).toHaveLength(1);
  first.stop();
  writeNote(scratch.root, 'b.md', 'changed');
  await writer.reconcile(['b.md']);
  feed.look();
  expect(first.told).toHaveLength(1);
  expect(second.told.map(({ notes }) => notes)).toEqual([[{ path: 'b.md', kind: 'changed' }]]);
});

test('too much to name, or an index made anew, is everything', () => {
  const { told } = listen();
  writer.write(() => recordChanges(writer.db, [{ noteId: 0, path: '', kind: 'bulk' }]));
  feed.look();
  const step = (first: number) =>
    Array.from({ length: 1000 }, (_, i) => ({
      noteId: first + i,
      path: `n${i}.md`,
      kind: 'changed' as const,
    }));
  for (let i = 0; i < 12; i++) writer.write(() => recordChanges(writer.db, step(i)));
  feed.look();
  writer.write(() => writer.db.exec('UPDATE state SET generation = 0'));
  feed.look();
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ everything: true, notes: [] })));
});

test('an index that is not there or cannot be read is no news', () => {
  const { told } = listen();
  reader.close();
  writer.close();
  rmSync(scratch.cache, { recursive: true });
  feed.look();
  expect(told).toEqual([]);
  writer = openScratchWriter(scratch);
});
