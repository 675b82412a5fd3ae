import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startApp } from '../support/gtd-app.ts';
import { editDatabase, filesBeside, type OpenGtd, openGtd } from '../support/open-gtd.ts';

// How long the app writes meanwhile; more than the few seconds of every run with GTD_SECONDS.
const seconds = Number(process.env.GTD_SECONDS ?? 2);

const items = [
  { id: 'first', title: 'round 0', order: 0 },
  { id: 'last', title: 'round 0', order: 1 },
];

interface Seen {
  rounds: Set<number>;
  calls: number;
}

/** Reads with every tool for a while; each answer must be from one moment. */
async function readFor(gtd: OpenGtd, ms: number): Promise<Seen> {
  const seen: Seen = { rounds: new Set(), calls: 0 };
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const root = await gtd.ask('get_root_items', { response_format: 'json' });
    expect(root.isError, root.text).toBeUndefined();
    const [first, last] = root.data.items as { title: string }[];
    expect(first?.title).toBe(last?.title);
    seen.rounds.add(Number(first?.title.split(' ')[1]));
    for (const [tool, args] of [
      ['get_children', { parent_id: 'first', limit: 5 }],
      ['search_items', { query: 'round', limit: 5 }],
      ['get_item', { item_id: 'last' }],
    ] as const) {
      const answer = await gtd.ask(tool, args);
      expect(answer.isError, answer.text).toBeUndefined();
    }
    seen.calls += 4;
  }
  return seen;
}

test('beside an app that writes in WAL mode every call answers, fresh and whole, and the app never waits', {
  timeout: 60_000 + seconds * 1000,
}, async () => {
  await using gtd = await openGtd({ sample: { items, wal: true } });
  await using app = await startApp('write', gtd.file);
  const { rounds, calls } = await readFor(gtd, seconds * 1000);
  const { written, busy } = (await app.finish()) as { written: number; busy: number };
  console.log(`WAL: ${calls} calls beside ${written} commits, ${busy} refused to the app`);
  expect(busy).toBe(0);
  expect(written).toBeGreaterThan(20 * seconds);
  expect(rounds.size).toBeGreaterThan(5);
  expect([...rounds]).toEqual([...rounds].sort((a, b) => a - b));
});

test('beside an app that writes with a rollback journal every call answers, fresh and whole', {
  timeout: 60_000 + seconds * 1000,
}, async () => {
  await using gtd = await openGtd({ sample: { items } });
  await using app = await startApp('write', gtd.file);
  const { rounds, calls } = await readFor(gtd, seconds * 1000);
  const { written, busy } = (await app.finish()) as { written: number; busy: number };
  console.log(`journal: ${calls} calls beside ${written} commits, ${busy} refused to the app`);
  expect(written).toBeGreaterThan(5 * seconds);
  expect(rounds.size).toBeGreaterThan(0);
  expect(busy).toBeLessThan(written / 50 + 5);
});

test.each([true, false])('a read writes nothing (WAL: %s)', async (wal) => {
  await using gtd = await openGtd({ sample: { items, wal } });
  await using _app = await startApp('open', gtd.file);
  await sleep(100);
  const files = filesBeside(gtd).filter((name) => !name.endsWith('-shm'));
  const state = () =>
    files.map((name) => {
      const path = gtd.folder.path(`data/${name}`);
      return [name, createHash('sha256').update(readFileSync(path)).digest('hex'), statSync(path).mtimeMs];
    });
  const before = state();
  expect(files.includes('gtd.sqlite-wal')).toBe(wal);
  for (let i = 0; i < 10; i++) expect((await gtd.ask('get_root_items')).text).toContain('## In the log');
  expect(state()).toEqual(before);
  expect(filesBeside(gtd).filter((name) => !name.endsWith('-shm'))).toEqual(files);
});

test.each([true, false])('a change is in the very next answer, whatever was kept (WAL: %s)', async (wal) => {
  await using gtd = await openGtd({ sample: { items, wal } });
  for (let i = 0; i < 12; i++) {
    if (i % 3 !== 0) await gtd.ask('search_items', { query: 'change' });
    if (i % 4 === 0) await sleep(120);
    editDatabase(gtd, [`UPDATE items SET title = 'change ${i}' WHERE id = 'first'`]);
    const { data } = await gtd.ask('search_items', { query: 'change' });
    expect(data.items).toMatchObject([{ title: `change ${i}` }]);
  }
});
