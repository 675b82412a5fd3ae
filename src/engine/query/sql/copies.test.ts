import * as duck from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeScratch,
  openScratchWriter,
  type Scratch,
  writeNote,
} from '../../../../test/scratch-notebook.ts';
import { locateIndex } from '../../db/index-location.ts';
import { openReader } from '../../db/open-index.ts';
import type { IndexWriter } from '../../indexer/index-writer.ts';
import { ScopedDatabase } from './scoped-database.ts';

let scratch: Scratch;
let writer: IndexWriter;
let database: ScopedDatabase;

beforeEach(async () => {
  scratch = makeScratch();
  for (let i = 0; i < 5; i++) writeNote(scratch.root, `n${i}.md`, `---\nk: ${i}\n---\n#t${i}\n`);
  writer = openScratchWriter(scratch);
  await writer.sweep();
  const memory = { database: 2 ** 27, process: 2 ** 31 };
  database = await ScopedDatabase.open(duck, { root: scratch.root, scope: 'all', memory }, () => undefined);
});
afterEach(() => {
  database.close();
  writer.close();
  scratch.remove();
});

async function withReader<T>(work: (db: ReturnType<typeof openReader>) => Promise<T>): Promise<T> {
  const db = openReader(locateIndex(scratch.cache, scratch.root));
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const copy = (goOn: boolean) => withReader((db) => database.copyNext(db, async () => goOn));
const ask = (sql: string) =>
  withReader((db) =>
    database.reading(
      db,
      async () => (await (await database.connection.run(sql)).getRowsJson()) as unknown[][],
    ),
  );
const isCopied = async () =>
  !JSON.stringify(await ask('EXPLAIN SELECT tag FROM tags')).includes('SLIPBOX_SCAN');

test('a table is copied when it is wanted, and followed from then on', async () => {
  expect(await copy(true)).toBe(false);
  database.copies.want(['tags', 'tasks', 'nonsense']);
  expect(database.copies.next()).toBe('tags');
  expect(await copy(true)).toBe(true);
  expect(database.copies.next()).toBeUndefined();
  expect(await isCopied()).toBe(true);
  writeNote(scratch.root, 'n0.md', '#other #more\n');
  await writer.reconcile(['n0.md']);
  expect(await ask("SELECT tag FROM tags WHERE path = 'n0.md' ORDER BY 1")).toEqual([['more'], ['other']]);
  expect(await ask('SELECT count(*) FROM tags')).toEqual([['6']]);
  expect(await isCopied()).toBe(true);
});

test('a copy that takes too much room is given up, for good', async () => {
  database.copies.want(['tags']);
  expect(await copy(false)).toBe(true);
  expect(database.copies.has('tags')).toBe(false);
  database.copies.want(['tags']);
  expect(database.copies.next()).toBeUndefined();
  expect(await ask('SELECT count(*) FROM tags')).toEqual([['5']]);
  expect(await isCopied()).toBe(false);
});

test('a copy of links is left when anything changes', async () => {
  writeNote(scratch.root, 'n1.md', '[[late]]\n');
  await writer.reconcile(['n1.md']);
  writer.finish();
  database.copies.want(['links']);
  await copy(true);
  const broken = () => ask('SELECT target_path, broken FROM links');
  expect(await broken()).toEqual([[null, true]]);
  writeNote(scratch.root, 'late.md', 'x\n');
  await writer.reconcile(['late.md']);
  expect(await broken()).toEqual([['late.md', false]]);
  expect(database.copies.has('links')).toBe(false);
});
