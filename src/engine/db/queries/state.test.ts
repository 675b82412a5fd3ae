import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeScratch,
  openScratchWriter,
  type Scratch,
  writeNote,
} from '../../../../test/scratch-notebook.ts';
import type { IndexWriter } from '../../indexer/index-writer.ts';
import { type Change, readState, recordChanges } from './state.ts';

let scratch: Scratch;
let writer: IndexWriter;
beforeEach(() => {
  scratch = makeScratch();
  writer = openScratchWriter(scratch);
});
afterEach(() => {
  writer.close();
  scratch.remove();
});

const changed = (count: number): Change[] =>
  Array.from({ length: count }, (_, i) => ({ noteId: i + 1, path: `n${i}.md`, kind: 'changed' }));
const rows = () =>
  writer.db.all<{ generation: number; path: string; kind: string }>(
    'SELECT generation, path, kind FROM changes ORDER BY rowid',
  );
const generation = () => readState(writer.db).generation;

test('the generation rises by one with each write that changes something, and only then', async () => {
  recordChanges(writer.db, []);
  expect(generation()).toBe(0);
  writeNote(scratch.root, 'a.md', 'A');
  writeNote(scratch.root, 'b.md', 'B');
  await writer.reconcile(['a.md', 'b.md']);
  expect(generation()).toBe(1);
  await writer.reconcile(['a.md', 'b.md']);
  expect(generation()).toBe(1);
  writeNote(scratch.root, 'a.md', 'AA');
  await writer.reconcile(['a.md']);
  expect(generation()).toBe(2);
  expect(rows()).toEqual([
    { generation: 1, path: 'a.md', kind: 'added' },
    { generation: 1, path: 'b.md', kind: 'added' },
    { generation: 2, path: 'a.md', kind: 'changed' },
  ]);
});

test('a write that fails leaves generation and changes as they were', () => {
  expect(() =>
    writer.write(() => {
      recordChanges(writer.db, changed(3));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(generation()).toBe(0);
  expect(rows()).toEqual([]);
  writer.write(() => recordChanges(writer.db, changed(1)));
  expect(generation()).toBe(1);
});

test('up to 1,000 changes are named, more are one bulk row', () => {
  writer.write(() => recordChanges(writer.db, changed(1000)));
  expect(rows()).toHaveLength(1000);
  writer.write(() => recordChanges(writer.db, changed(1001)));
  expect(rows().slice(1000)).toEqual([{ generation: 2, path: '', kind: 'bulk' }]);
});

test('the last 10,000 changes are kept', () => {
  for (let i = 0; i < 13; i++) writer.write(() => recordChanges(writer.db, changed(1000)));
  const kept = rows();
  expect(kept).toHaveLength(10_000);
  expect(kept[0]?.generation).toBe(4);
  expect(kept.at(-1)?.generation).toBe(13);
});
