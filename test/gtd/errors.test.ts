import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { SlipboxError } from '../../src/engine/index.ts';
import { directgtd } from '../../src/tools/directgtd/dialect.ts';
import { startApp } from '../support/gtd-app.ts';
import { manyItems } from '../support/gtd-database.ts';
import { editDatabase, filesBeside, openGtd } from '../support/open-gtd.ts';
import { isRoot } from '../support/temp-folder.ts';

// Every kind of failure, produced for real.

const sample = { items: [{ id: 'a', title: 'A' }] };
const everyTool: [string, Record<string, unknown>][] = [
  ['get_root_items', {}],
  ['get_children', { parent_id: 'a' }],
  ['get_item', { item_id: 'a' }],
  ['search_items', { query: 'a' }],
  ['list_due', {}],
  ['list_tags', {}],
];

test('a missing database: the text names the place with ~ for the home folder, in every tool', async () => {
  await using gtd = await openGtd({});
  for (const [tool, args] of everyTool) {
    const { text, isError } = await gtd.ask(tool, args);
    expect(isError).toBe(true);
    expect(text).toBe(
      'Error: Database not found at ~/data/gtd.sqlite. Please ensure DirectGTD is installed and has created its database.',
    );
  }
  expect(filesBeside(gtd)).toEqual([]);
});

test('a missing folder is a missing database, and the place the app uses is the default', async () => {
  await using gtd = await openGtd({ flags: { gtdDb: undefined } });
  const { text } = await gtd.ask('get_root_items');
  expect(text).toBe(
    'Error: Database not found at ~/Library/Application Support/DirectGTD/directgtd.sqlite. Please ensure DirectGTD is installed and has created its database.',
  );
});

test('no permission to read: the text suggests checking permissions', async () => {
  await using gtd = await openGtd({ sample });
  chmodSync(gtd.folder.root, 0o755);
  chmodSync(dirname(gtd.file), 0o755);
  chmodSync(gtd.file, 0o000);
  const { text, isError } = await asNobody(() => gtd.ask('get_root_items'));
  expect(isError).toBe(true);
  expect(text).toBe('Error: Cannot open database at ~/data/gtd.sqlite. Please check file permissions.');
});

test('a folder in place of the file cannot be opened', async () => {
  await using gtd = await openGtd({});
  mkdirSync(gtd.file);
  expect((await gtd.ask('get_root_items')).text).toBe(
    'Error: Cannot open database at ~/data/gtd.sqlite. Please check file permissions.',
  );
});

test('a corrupted database: the text suggests checking its integrity', async () => {
  await using gtd = await openGtd({ sample: { items: manyItems(2000, 50) } });
  const file = openSync(gtd.file, 'r+');
  for (let page = 1; page < 100; page++) writeSync(file, Buffer.alloc(4000, 0xa5), 0, 4000, page * 4096);
  closeSync(file);
  const { text, isError } = await gtd.ask('get_root_items');
  expect(isError).toBe(true);
  expect(text).toBe('Error: Database file is corrupted. Please check the DirectGTD database integrity.');
});

test('a file that is no database', async () => {
  await using gtd = await openGtd({});
  gtd.folder.write('data/gtd.sqlite', 'This is a text and no database. '.repeat(500));
  const { text, isError } = await gtd.ask('get_root_items');
  expect(isError).toBe(true);
  expect(text).toBe('Error: Database error: file is not a database');
});

test('an empty file and a database of something else have no table of items', async () => {
  await using gtd = await openGtd({});
  gtd.folder.write('data/gtd.sqlite', '');
  expect((await gtd.ask('get_root_items')).text).toBe('Error: Database error: no such table: items');
  expect(readFileSync(gtd.file)).toHaveLength(0);
  editDatabase(gtd, ['CREATE TABLE other(x)']);
  const { text, isError } = await gtd.ask('search_items', { query: 'x' });
  expect(isError).toBe(true);
  expect(text).toBe('Error: Database error: no such table: items');
});

test('a table of items without the columns is an error that names the column', async () => {
  await using gtd = await openGtd({});
  gtd.folder.write('data/gtd.sqlite', '');
  editDatabase(gtd, ['CREATE TABLE items(id, title)']);
  expect((await gtd.ask('get_root_items')).text).toBe('Error: Database error: no such column: i.parent_id');
});

test('a database locked by a writer is waited for, then an error; after the commit it is read', async () => {
  await using gtd = await openGtd({ sample });
  await using app = await startApp('lock', gtd.file);
  const started = performance.now();
  const { text, isError } = await gtd.ask('get_root_items');
  expect(performance.now() - started).toBeGreaterThan(1000);
  expect(isError).toBe(true);
  expect(text).toBe('Error: Database error: database is locked');
  const waiting = gtd.ask('get_root_items');
  await app.finish();
  expect((await waiting).text).toContain('## A changed');
});

test('a call that waits for a lock can be cancelled', async () => {
  await using gtd = await openGtd({ sample });
  await using _app = await startApp('lock', gtd.file);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  const started = performance.now();
  const call = { name: 'directgtd_get_root_items', arguments: {} };
  await expect(gtd.client.callTool(call, { signal: abort.signal })).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(1000);
});

test('an app that stopped in the middle of a commit leaves a state that is not read, and not repaired by us', async () => {
  await using gtd = await openGtd({ sample: { items: manyItems(3000, 50) } });
  const app = await startApp('crash', gtd.file);
  await app.kill();
  const before = readFileSync(gtd.file);
  expect(filesBeside(gtd)).toContain('gtd.sqlite-journal');
  const { text, isError } = await gtd.ask('get_root_items');
  expect(isError).toBe(true);
  expect(text).toMatch(/^Error: Database error: /);
  expect(text).not.toContain('half done');
  expect(readFileSync(gtd.file).equals(before)).toBe(true);
});

test('what an app left in its log when it was killed is read all the same', async () => {
  await using gtd = await openGtd({ sample: { ...sample, wal: true } });
  const app = await startApp('open', gtd.file);
  await app.kill();
  const log = readFileSync(`${gtd.file}-wal`);
  expect((await gtd.ask('get_root_items')).text).toContain('## In the log');
  rmSync(`${gtd.file}-shm`);
  expect((await gtd.ask('get_root_items')).text).toContain('## In the log');
  expect(readFileSync(`${gtd.file}-wal`).equals(log)).toBe(true);
});

test('in a folder that cannot be written, a WAL database is read as it stands', async () => {
  await using gtd = await openGtd({ sample: { ...sample, wal: true } });
  const app = await startApp('open', gtd.file);
  await app.kill();
  rmSync(`${gtd.file}-shm`);
  for (const name of ['gtd.sqlite', 'gtd.sqlite-wal']) chmodSync(gtd.folder.path(`data/${name}`), 0o444);
  chmodSync(gtd.folder.root, 0o755);
  chmodSync(dirname(gtd.file), 0o555);
  const { text } = await asNobody(() => gtd.ask('get_root_items'));
  chmodSync(dirname(gtd.file), 0o755);
  expect(text).toContain('## A\n');
  expect(filesBeside(gtd)).toEqual(['gtd.sqlite', 'gtd.sqlite-wal']);
});

test('a link to the database is followed, also to its log', async () => {
  await using gtd = await openGtd({ sample: { ...sample, wal: true } });
  gtd.folder.folder('elsewhere');
  const link = gtd.folder.path('elsewhere/link.sqlite');
  symlinkSync(gtd.file, link);
  await using linked = await openGtd({ flags: { gtdDb: link } });
  await using _app = await startApp('open', gtd.file);
  expect((await linked.ask('get_root_items')).text).toContain('## In the log');
});

test('after an error the next call works as if nothing had been', async () => {
  await using gtd = await openGtd({ sample });
  chmodSync(gtd.file, 0o644);
  gtd.folder.write('data/gtd.sqlite', 'not a database'.repeat(100));
  expect((await gtd.ask('get_root_items')).isError).toBe(true);
  rmSync(gtd.file);
  expect((await gtd.ask('get_root_items')).text).toContain('not found');
  gtd.folder.write('data/gtd.sqlite', '');
  editDatabase(gtd, [
    'CREATE TABLE items(id, title, parent_id, sort_order, created_at, modified_at, completed_at, due_date, earliest_start_time)',
  ]);
  expect((await gtd.ask('get_root_items')).text).toBe('No root items found in DirectGTD database.');
});

test('what is no error of the database is an unexpected one, as text', () => {
  const text = (cause: unknown) => directgtd.errorText!(new SlipboxError('INTERNAL', 'Something', { cause }));
  expect(text('a plain text')).toBe('Error: Unexpected error occurred: a plain text');
  expect(text(new TypeError('boom'))).toBe('Error: Unexpected error occurred: Something');
});

/** Runs as somebody whom permissions bind. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  process.setegid?.(65534);
  process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
