import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Engine, indexNotebook, listNotes } from '../../src/engine/index.ts';
import {
  dumpIndex,
  findDifferences,
  makeScratch,
  openScratchEngine,
  ownerCall,
  rebuild,
  type Scratch,
  writeNote,
} from '../scratch-notebook.ts';

/** Thirty notes in three folders, all in the index. */
export async function makeIndexedScratch(): Promise<Scratch> {
  const notes = Array.from({ length: 30 }, (_, i) => [`in ${i % 3}/n${i}.md`, `# N ${i}\n`]);
  const scratch = makeScratch(Object.fromEntries(notes));
  const engine = await openScratchEngine(scratch);
  await indexNotebook(engine, {}, ownerCall);
  await engine.close();
  return scratch;
}

/** One note comes, titled `New: one`, one changes and one, titled `N 3`, goes. */
export function changeSome({ root }: Scratch): void {
  writeNote(root, 'in 1/new.md', '---\ntitle: "New: one"\n---\n[[n2]] #fresh');
  appendFileSync(path.join(root, 'in 2/n2.md'), 'more [[new]]\n');
  rmSync(path.join(root, 'in 0/n3.md'));
}

export async function listTitles(engine: Engine): Promise<string[]> {
  const { notes } = await listNotes(engine, { sortBy: 'path', offset: 0, limit: 1000 }, ownerCall);
  return notes.map(({ title }) => title);
}

/** The index, which nobody may have open, is what a rebuild would make of the folder. */
export async function expectAsRebuilt(scratch: Scratch): Promise<void> {
  expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
}
