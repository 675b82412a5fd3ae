import { appendFileSync, mkdirSync, renameSync, rmSync, unlinkSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeTempFolder, type TempFolder } from '../../../test/support/temp-folder.ts';
import { openWalker } from './walk.ts';
import { Watcher } from './watch.ts';

const open: { watcher: Watcher; temp: TempFolder }[] = [];
afterEach(() => {
  for (const { watcher, temp } of open.splice(0)) {
    watcher.close();
    temp[Symbol.dispose]();
  }
});

function watching(files: string[], options: { burstLimit?: number; onDirty?: () => void } = {}) {
  const temp = makeTempFolder();
  for (const file of files) temp.write(file, 'x');
  const walker = openWalker(temp.root, () => undefined);
  const watcher = new Watcher(temp.root, () => walker, options);
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    watcher.add([folder]);
    queue.push(...(walker.listFolder(folder)?.folders ?? []));
  }
  open.push({ watcher, temp });
  return { temp, watcher };
}

/** Paths reported until all wanted ones were, or in a second. */
async function dirtyUntil(watcher: Watcher, wanted: string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let round = 0; round < 100 && !wanted.every((path) => seen.has(path)); round++) {
    await sleep(10);
    for (const path of watcher.takeDirty()) seen.add(path);
  }
  return seen;
}

async function settle(watcher: Watcher): Promise<void> {
  await sleep(30);
  watcher.takeDirty();
}

describe('Watcher', () => {
  it('names files that are made, edited, touched, renamed and deleted, in folders too', async () => {
    const { temp, watcher } = watching(['edit.md', 'touch.md', 'sub/old.md', 'sub/delete.md']);
    temp.write('new.md');
    appendFileSync(temp.path('edit.md'), 'more');
    utimesSync(temp.path('touch.md'), 1, 1);
    renameSync(temp.path('sub/old.md'), temp.path('sub/renamed.md'));
    unlinkSync(temp.path('sub/delete.md'));
    const wanted = ['new.md', 'edit.md', 'touch.md', 'sub/old.md', 'sub/renamed.md', 'sub/delete.md'];
    expect([...(await dirtyUntil(watcher, wanted))].sort()).toEqual(wanted.sort());
  });

  it('says nothing when nothing happens, and each thing once', async () => {
    const { temp, watcher } = watching(['a.md']);
    expect(watcher.takeDirty()).toEqual([]);
    temp.write('a.md', 'y');
    await dirtyUntil(watcher, ['a.md']);
    await settle(watcher);
    expect(watcher.takeDirty()).toEqual([]);
  });

  it('reports what a change is seen within two turns of the event loop', async () => {
    const { temp, watcher } = watching(['a.md']);
    let missed = 0;
    for (let round = 0; round < 100; round++) {
      temp.write('a.md', `${round}`);
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      if (!watcher.takeDirty().includes('a.md')) missed++;
    }
    expect(missed).toBe(0);
  });

  it('passes over dot names', async () => {
    const { temp, watcher } = watching([]);
    temp.write('.hidden.md');
    temp.write('.git/config');
    temp.write('seen.md');
    expect([...(await dirtyUntil(watcher, ['seen.md']))]).toEqual(['seen.md']);
    expect(watcher.takeOverflow()).toBe(false);
  });

  it('asks for a sweep when the rules of what to leave out change', async () => {
    const { temp, watcher } = watching(['a.md', 'sub/b.md']);
    temp.write('sub/.slipboxignore', 'only the one at the top counts');
    await settle(watcher);
    expect(watcher.takeOverflow()).toBe(false);
    temp.write('.slipboxignore', 'a.md');
    await settle(watcher);
    expect(watcher.takeOverflow()).toBe(true);
    expect(watcher.takeOverflow()).toBe(false);
  });

  it('sees into folders that were made while it watched, however deep', async () => {
    const { temp, watcher } = watching([]);
    temp.folder('x/y/z');
    await dirtyUntil(watcher, ['x']);
    expect(watcher.watched).toBe(4);
    temp.write('x/y/z/deep.md');
    temp.folder('x/y/later');
    expect(await dirtyUntil(watcher, ['x/y/z/deep.md', 'x/y/later'])).toContain('x/y/z/deep.md');
    temp.write('x/y/later/note.md');
    expect(await dirtyUntil(watcher, ['x/y/later/note.md'])).toContain('x/y/later/note.md');
  });

  it('does not watch folders that are left out', async () => {
    const { temp, watcher } = watching(['.git/x', 'node_modules/y/z.md']);
    expect(watcher.watched).toBe(1);
    temp.folder('node_modules/more');
    temp.folder('.obsidian/plugins');
    await settle(watcher);
    expect(watcher.watched).toBe(1);
  });

  it('sees edits below a folder that was moved, by its new name', async () => {
    const { temp, watcher } = watching(['old/sub/a.md', 'old/b.md']);
    renameSync(temp.path('old'), temp.path('moved'));
    expect([...(await dirtyUntil(watcher, ['old', 'moved']))]).toEqual(
      expect.arrayContaining(['old', 'moved']),
    );
    await settle(watcher);
    expect(watcher.watched).toBe(3);
    temp.write('moved/sub/a.md', 'edited');
    temp.write('moved/sub/new.md');
    const seen = await dirtyUntil(watcher, ['moved/sub/a.md', 'moved/sub/new.md']);
    expect([...seen].sort()).toEqual(['moved/sub/a.md', 'moved/sub/new.md']);
  });

  it('sees edits below a folder that took the name of another', async () => {
    const { temp, watcher } = watching(['one/a.md', 'two/b.md']);
    rmSync(temp.path('one'), { recursive: true });
    renameSync(temp.path('two'), temp.path('one'));
    await dirtyUntil(watcher, ['one', 'two']);
    await settle(watcher);
    temp.write('one/b.md', 'edited');
    expect(await dirtyUntil(watcher, ['one/b.md'])).toContain('one/b.md');
    expect(watcher.watched).toBe(2);
  });

  it('sees into a folder that was deleted and made again', async () => {
    const { temp, watcher } = watching(['x/a.md', 'x/deep/b.md']);
    for (let round = 0; round < 5; round++) {
      rmSync(temp.path('x'), { recursive: true });
      mkdirSync(temp.path('x/deep'), { recursive: true });
      await dirtyUntil(watcher, ['x']);
      await settle(watcher);
      temp.write('x/deep/b.md', `${round}`);
      expect(await dirtyUntil(watcher, ['x/deep/b.md'])).toContain('x/deep/b.md');
    }
    rmSync(temp.path('x'), { recursive: true });
    await dirtyUntil(watcher, ['x']);
    await settle(watcher);
    expect(watcher.watched).toBe(1);
  });

  it('sees into a folder moved in from outside with all it holds', async () => {
    const { temp, watcher } = watching([]);
    using outside = makeTempFolder();
    outside.write('project/sub/a.md');
    renameSync(outside.path('project'), temp.path('project'));
    await dirtyUntil(watcher, ['project']);
    temp.write('project/sub/a.md', 'edited');
    expect(await dirtyUntil(watcher, ['project/sub/a.md'])).toContain('project/sub/a.md');
  });

  it('asks for a sweep when there were more events than the system keeps', async () => {
    const { temp, watcher } = watching([], { burstLimit: 50 });
    for (let i = 0; i < 10; i++) temp.write(`few-${i}.md`);
    await settle(watcher);
    expect(watcher.takeOverflow()).toBe(false);
    for (let i = 0; i < 100; i++) temp.write(`many-${i}.md`);
    await settle(watcher);
    expect(watcher.takeOverflow()).toBe(true);
    expect(watcher.takeOverflow()).toBe(false);
  });

  it('calls back when something became dirty', async () => {
    let calls = 0;
    const { temp, watcher } = watching(['a.md'], { onDirty: () => calls++ });
    temp.write('a.md', 'y');
    await dirtyUntil(watcher, ['a.md']);
    expect(calls).toBeGreaterThan(0);
  });

  it('hands out what others mark', () => {
    const { watcher } = watching([]);
    watcher.markDirty('a.md');
    watcher.markDirty('a.md');
    expect(watcher.takeDirty()).toEqual(['a.md']);
  });

  it('takes a folder that is gone by the time it is to be watched', () => {
    const { watcher } = watching([]);
    watcher.add(['never/there']);
    expect({ failure: watcher.failure, watched: watcher.watched }).toEqual({
      failure: undefined,
      watched: 1,
    });
  });

  it('is silent after it was closed', async () => {
    const { temp, watcher } = watching(['a.md', 'sub/b.md']);
    watcher.close();
    temp.write('a.md', 'y');
    await sleep(30);
    expect(watcher.takeDirty()).toEqual([]);
  });
});
