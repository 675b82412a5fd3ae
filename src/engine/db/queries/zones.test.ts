import { rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeScratch,
  openScratchWriter,
  type Scratch,
  writeNote,
} from '../../../../test/scratch-notebook.ts';
import { callerOf, canSee, globNames, narrowCaller } from '../../access.ts';
import type { Caller } from '../../call.ts';
import type { IndexWriter } from '../../indexer/index-writer.ts';
import { compileGlobs } from '../../vault/glob.ts';
import { countMatching, pageInOrder } from './list-notes.ts';
import { findNoteByPath, notesByIds } from './notes.ts';
import { readState } from './state.ts';
import { missingGlobs, scopeOf } from './zones.ts';

let scratch: Scratch;
let writer: IndexWriter;
beforeEach(async () => {
  scratch = makeScratch();
  for (const name of names) writeNote(scratch.root, name, '# N\n');
  writer = openScratchWriter(scratch);
  await writer.sweep();
});
afterEach(() => {
  writer.close();
  scratch.remove();
});

const names = [
  'a.md',
  'work/a.md',
  'work/deep/b.md',
  'private/c.md',
  'work/private/d.md',
  '日本/e.md',
  'work/pic.png',
];
const caller = (...visible: string[]) => ({ visible, writable: [] });

const visibleTo = (...globs: string[]) => seenBy(caller(...globs));

function seenBy(who: Caller): string[] {
  const { db } = writer;
  const scope = scopeOf(db, who);
  const ids = pageInOrder(db, { prefix: '' }, scope, { by: 'path', descending: false }, 0, 1000);
  const byTitle = pageInOrder(db, { prefix: '' }, scope, { by: 'title', descending: false }, 0, 1000);
  const paths = notesByIds(db, ids).map((note) => note.path);
  expect(new Set(byTitle)).toEqual(new Set(ids));
  expect(countMatching(db, { prefix: '' }, scope)).toBe(ids.length);
  for (const one of names.filter((name) => name.endsWith('.md')))
    expect(findNoteByPath(db, one, scope) !== undefined, one).toBe(paths.includes(one));
  return paths;
}

test('whoever sees all needs no zones', () => {
  expect(missingGlobs(writer.db, caller('**', 'work/**'))).toEqual([]);
  expect(missingGlobs(writer.db, caller('**'))).toEqual([]);
  expect(scopeOf(writer.db, caller('**', 'work/**'))).toBe('all');
});

test('globs that are not registered show nothing, registered ones what they match', () => {
  expect(visibleTo('work/**')).toEqual([]);
  expect(missingGlobs(writer.db, caller('work/**', '*.md'))).toEqual(['work/**', '*.md']);
  writer.register(['work/**', '*.md']);
  expect(missingGlobs(writer.db, caller('work/**', '*.md'))).toEqual([]);
  expect(visibleTo('work/**')).toEqual(['work/a.md', 'work/deep/b.md', 'work/private/d.md']);
  expect(visibleTo('*.md')).toEqual(['a.md']);
  expect(visibleTo('*.md', 'work/**')).toEqual(['a.md', 'work/a.md', 'work/deep/b.md', 'work/private/d.md']);
  expect(visibleTo()).toEqual([]);
});

test('notes that come, go or change later are in the right zones', async () => {
  writer.register(['work/**']);
  writer.register(['**/private/**']);
  writeNote(scratch.root, 'work/later.md', 'x');
  writeNote(scratch.root, 'later.md', 'x');
  writeNote(scratch.root, 'work/a.md', '# Changed\n');
  rmSync(path.join(scratch.root, 'work/deep'), { recursive: true });
  await writer.reconcile(['work/later.md', 'later.md', 'work/a.md', 'work/deep']);
  expect(visibleTo('work/**')).toEqual(['work/a.md', 'work/later.md', 'work/private/d.md']);
  expect(visibleTo('**/private/**')).toEqual(['private/c.md', 'work/private/d.md']);
});

test('whatever is registered, in whatever order, each caller sees exactly what its globs match', () => {
  const glob = fc.constantFrom(
    'work/**',
    '**/*.md',
    '**/private/**',
    '*.md',
    '日本/*',
    '{a,private}/**',
    'nowhere/**',
    '**/[a-c].md',
  );
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(glob, { maxLength: 3 }), { maxLength: 4 }), (callers) => {
      for (const globs of callers) writer.register(globs);
      for (const globs of callers)
        expect(visibleTo(...globs)).toEqual(
          names.filter((one) => one.endsWith('.md') && compileGlobs(globs)(one)).sort(byCodePoint),
        );
    }),
    { numRuns: 60 },
  );
});

test('what is hidden or outside one of several rules is not seen, in whatever order they came', () => {
  const glob = fc.constantFrom('work', '**/private', '*.md', 'WORK/deep', 'work/*', '日本', '**');
  const globs = fc.uniqueArray(glob, { maxLength: 2 });
  const rule = fc.record({ read: globs, hidden: globs }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.array(fc.tuple(rule, rule), { minLength: 1, maxLength: 3 }), (pairs) => {
      const callers = pairs.map(([one, other]) => narrowCaller(callerOf(one), other));
      for (const each of callers) {
        if (missingGlobs(writer.db, each).length > 0) expect(seenBy(each)).toEqual([]);
        writer.register(globNames(each));
      }
      for (const each of callers)
        expect(seenBy(each)).toEqual(
          names.filter((one) => one.endsWith('.md') && canSee(each)(one)).sort(byCodePoint),
        );
    }),
    { numRuns: 60 },
  );
});

test('new globs are a new generation, since zones of the same numbers mean other notes', () => {
  const before = readState(writer.db).generation;
  writer.register(['work/**']);
  const after = readState(writer.db).generation;
  expect(after).toBeGreaterThan(before);
  writer.register(['work/**']);
  expect(readState(writer.db).generation).toBe(after);
});

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
