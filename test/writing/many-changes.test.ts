import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { editNote, listBacklinks, moveNote, searchNotes } from '../../src/engine/index.ts';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  openScratchEngine,
  ownerCall,
  rebuild,
} from '../scratch-notebook.ts';

const count = 120;

function makeHub() {
  const linking = Array.from({ length: count }, (_, i) => [`in/note ${i}.md`, `# ${i}\n\nTo [[Hub]].\n`]);
  return makeScratch({ 'Hub.md': '# About\n', ...Object.fromEntries(linking) });
}

it('every call after a move of many links sees all of it, and the index ends as if built anew', async () => {
  const scratch = makeHub();
  const engine = await openScratchEngine(scratch);
  let place = 'Hub.md';
  for (let turn = 0; turn < 4; turn++) {
    const next = `moved/Hub ${turn}.md`;
    const moved = await moveNote(engine, { path: place, newPath: next, overwrite: false }, ownerCall);
    expect(moved.rewritten).toEqual({ links: count, notes: count });
    const { total } = await listBacklinks(
      engine,
      { note: next, limit: 1, offset: 0, maxBytes: 10_000 },
      ownerCall,
    );
    expect(total).toBe(count);
    await expect(
      listBacklinks(engine, { note: place, limit: 1, offset: 0, maxBytes: 10_000 }, ownerCall),
    ).rejects.toThrow(/not found/i);
    place = next;
  }
  await engine.close();
  expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
  scratch.remove();
});

it('changes that come at once with such a move are all made, one after the other', async () => {
  const scratch = makeHub();
  const engine = await openScratchEngine(scratch);
  const changes = [
    moveNote(engine, { path: 'Hub.md', newPath: 'One.md', overwrite: false }, ownerCall),
    ...Array.from({ length: 10 }, (_, i) =>
      editNote(engine, { path: `in/note ${i}.md`, edit: { kind: 'append', content: 'added\n' } }, ownerCall),
    ),
  ];
  await Promise.all(changes);
  const again = await moveNote(engine, { path: 'One.md', newPath: 'Two.md', overwrite: false }, ownerCall);
  expect(again.rewritten.links).toBe(count);
  // closed while the index may still be at it
  await engine.close();
  for (let i = 0; i < 10; i++)
    expect(readFileSync(path.join(scratch.root, `in/note ${i}.md`), 'utf8')).toBe(
      `# ${i}\n\nTo [[Two]].\nadded\n`,
    );
  const reopened = await openScratchEngine(scratch);
  const found = await searchNotes(
    reopened,
    { query: 'Two', limit: 10, offset: 0, fuzzy: false, snippets: false },
    ownerCall,
  );
  expect(found.total).toBe(count);
  await reopened.close();
  expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
  scratch.remove();
});
