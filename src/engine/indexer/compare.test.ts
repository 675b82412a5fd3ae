import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratch, openScratchWriter, type Scratch, timeZone } from '../../../test/scratch-notebook.ts';
import { locateIndex } from '../db/index-location.ts';
import { compare } from './compare.ts';
import { IndexReader } from './index-reader.ts';
import { isEmptyPlan } from './plan.ts';

let scratch: Scratch;
let reader: IndexReader;
const file = (name: string) => join(scratch.root, name);
const soFar: number[] = [];
const look = (zone = timeZone) =>
  compare(
    { root: scratch.root, timeZone: zone, stateDir: join(scratch.folder, 'state'), reader },
    ({ notes }) => soFar.push(notes.length),
  );

beforeEach(async () => {
  soFar.length = 0;
  scratch = makeScratch({ 'a.md': '# A\n', 'in/b.md': '# B\n', 'in/deep/c.md': '# C\n', 'in/d.png': 'x' });
  const writer = openScratchWriter(scratch);
  await writer.sweep();
  writer.finish();
  // as if they had been written long before they were read
  writer.write(() => writer.db.run('UPDATE files SET racy = 0'));
  writer.saveSnapshots(['', 'in', 'in/deep']);
  writer.close();
  reader = new IndexReader(locateIndex(scratch.cache, scratch.root));
});

afterEach(() => {
  reader.close();
  scratch.remove();
});

describe('a comparison that writes nothing', () => {
  it('finds nothing where nothing changed', async () => {
    const compared = (await look())!;
    expect(isEmptyPlan(compared.plan)).toBe(true);
    expect(new Set(soFar)).toEqual(new Set([0]));
    expect(compared.plan.found).toBe(3);
  });

  it.each<[string, () => void, object]>([
    ['a changed note', () => appendFileSync(file('in/b.md'), 'more'), { notes: ['in/b.md'] }],
    ['a new note', () => writeFileSync(file('in/e.md'), 'new'), { notes: ['in/e.md'] }],
    ['a new attachment', () => writeFileSync(file('e.png'), 'new'), { attachments: ['e.png'] }],
    ['a removed note', () => rmSync(file('a.md')), { removed: [expect.objectContaining({ disk: 'a.md' })] }],
    [
      'a removed folder',
      () => rmSync(file('in/deep'), { recursive: true }),
      { foldersRemoved: ['in/deep'], removed: [expect.objectContaining({ disk: 'in/deep/c.md' })] },
    ],
    ['a new folder', () => mkdirSync(file('new')), { foldersAdded: ['new'] }],
  ])('finds %s', async (_, change, expected) => {
    change();
    const compared = (await look())!;
    expect(isEmptyPlan(compared.plan)).toBe(false);
    expect(compared.plan).toMatchObject(expected);
  });

  it('leaves it to the writer when the time zone, the rules or a crash make a difference', async () => {
    expect(await look('Asia/Tokyo')).toBeUndefined();
    writeFileSync(file('.slipboxignore'), 'in/deep/\n');
    expect(await look()).toBeUndefined();
    rmSync(file('.slipboxignore'));
    expect(await look()).toBeDefined();
    mkdirSync(join(scratch.folder, 'state'));
    writeFileSync(join(scratch.folder, 'state', 'x.commit'), '');
    expect(await look()).toBeUndefined();
  });

  it('leaves it to the writer when there is no index, or one that cannot be read', async () => {
    const { index } = locateIndex(scratch.cache, scratch.root);
    reader.close();
    writeFileSync(index, 'not a database');
    expect(await look()).toBeUndefined();
    rmSync(index);
    expect(await look()).toBeUndefined();
  });

  it('lets others have their turn in a folder of many notes', async () => {
    for (let i = 0; i < 3000; i++) writeFileSync(file(`in/n${i}.md`), '');
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const compared = (await look())!;
    clearInterval(timer);
    expect(compared.plan.notes).toHaveLength(3000);
    expect(turns).toBeGreaterThan(1);
    // what is found is told on the way
    expect(soFar.some((count) => count > 0 && count < 3000)).toBe(true);
  });
});
