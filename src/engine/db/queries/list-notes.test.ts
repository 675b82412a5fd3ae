import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeScratch, openScratchWriter } from '../../../../test/scratch-notebook.ts';
import { parsePathPattern } from '../../query/path-pattern.ts';
import { compileGlob } from '../../vault/glob.ts';
import type { NoteRecord } from '../note-record.ts';
import {
  countMatching,
  matchingIds,
  type NoteOrder,
  pageInOrder,
  type SortKey,
  sortIds,
} from './list-notes.ts';
import { insertAttachment, insertNote } from './write-note.ts';
import { openZones, registerGlobs, scopeOf } from './zones.ts';

interface Given {
  path: string;
  title: string;
  created: number;
  modified: number;
}

function toRecord({ path, title, created, modified }: Given): NoteRecord {
  const empty = { title, headings: '', tags: '', body: '' };
  return {
    disk: path,
    path,
    stat: { size: 1, mtime: 1, ctime: 1, ino: 1 },
    racy: false,
    title,
    titleKey: title.toLowerCase(),
    nameKey: '',
    noteId: null,
    created,
    modified,
    words: 0,
    lines: 0,
    hash: '',
    encoding: 'utf8',
    tags: '[]',
    aliases: [],
    data: '{}',
    warningCode: null,
    warning: null,
    properties: [],
    tagRows: [],
    links: [],
    kin: [],
    headings: '[]',
    blocks: '[]',
    tasks: '[]',
    full: empty,
  };
}

const segment = fc.constantFrom(
  'a',
  'b',
  'ab',
  'Ä',
  'desk',
  'desk0',
  'desk-',
  '日本',
  '🗂',
  'z z',
  "it's",
  '100%',
  '[x]',
  'a.b',
);
const place = fc
  .tuple(fc.array(segment, { maxLength: 3 }), segment)
  .map(([folders, name]) => [...folders.map((one) => `${one}/`), `${name}.md`].join(''));
const given = fc.record<Given>({
  path: place,
  title: fc.constantFrom('One', 'two', 'Zwei', 'Ärger', '🗂', '', 'one'),
  created: fc.nat({ max: 5 }),
  modified: fc.nat({ max: 5 }),
});
const pattern = fc.constantFrom(
  '**',
  '*',
  '*.md',
  'desk/**',
  'desk/',
  'desk/*',
  'desk/*.md',
  '**/a.md',
  '**/*a*.md',
  'a?.md',
  '日本/**',
  '🗂/*.md',
  '🗂/?.md',
  '*/a.md',
  '*/*/*.md',
  '{a,b}/**',
  'desk/**/ab.md',
  '[a-b].md',
  '**/🗂/**',
  '**/desk/*',
  'a/b/a.md',
  'desk0/**',
  'nowhere/**',
  '**/?.md',
  'A*',
  'a.b/**',
);
const order = fc.record<NoteOrder>({
  by: fc.constantFrom<SortKey>('modified', 'created', 'title', 'path'),
  descending: fc.boolean(),
});
const visible = fc.constantFrom(['**'], ['desk/**'], ['**/a.md', '日本/**'], ['nothing/**']);

const codePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The order as said: newest first for dates, ties by path; the other direction is the exact reverse. */
function compare({ by, descending }: NoteOrder): (a: Given, b: Given) => number {
  const forward = (a: Given, b: Given) =>
    by === 'path'
      ? codePoints(a.path, b.path)
      : by === 'title'
        ? codePoints(a.title.toLowerCase(), b.title.toLowerCase()) || codePoints(a.path, b.path)
        : b[by] - a[by] || codePoints(a.path, b.path);
  const stored = by === 'modified' || by === 'created';
  return descending === stored ? forward : (a, b) => forward(b, a);
}

test('counts, pages and orders are those of a plain filter and sort', { timeout: 60_000 }, async () => {
  const globs = ['desk/**', '**/a.md', '日本/**', 'nothing/**'];
  const question = fc.record({
    pattern,
    order,
    visible,
    offset: fc.nat({ max: 8 }),
    limit: fc.integer({ min: 1, max: 7 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(given, { selector: (note) => note.path, maxLength: 25 }),
      fc.array(question, { minLength: 1, maxLength: 12 }),
      async (notes, questions) => {
        const scratch = makeScratch();
        const writer = openScratchWriter(scratch);
        const { db } = writer;
        try {
          const idOf = new Map<number, Given>();
          writer.write(() => {
            registerGlobs(db, globs);
            const zoneOf = openZones(db);
            for (const note of notes) idOf.set(insertNote(db, toRecord(note), zoneOf(note.path)), note);
            insertAttachment(
              db,
              { ...toRecord({ path: 'desk/pic.png', title: '', created: 0, modified: 0 }) },
              zoneOf('desk/pic.png'),
            );
          });
          for (const asked of questions) {
            const filter = parsePathPattern(asked.pattern);
            const scope = scopeOf(db, { visible: asked.visible, writable: [] });
            const test = compileGlob(asked.pattern.replace(/\/$/, '/**'));
            const right = notes
              .filter(({ path }) => test(path) && asked.visible.some((glob) => compileGlob(glob)(path)))
              .sort(compare(asked.order))
              .map(({ path }) => path);
            const paths = (ids: number[]) => ids.map((id) => idOf.get(id)!.path);
            const { offset, limit } = asked;
            expect(countMatching(db, filter, scope)).toBe(right.length);
            expect(paths([...matchingIds(db, filter, scope)]).sort()).toEqual([...right].sort());
            expect(paths([...sortIds(db, matchingIds(db, filter, scope), asked.order)])).toEqual(right);
            expect(paths(pageInOrder(db, filter, scope, asked.order, offset, limit))).toEqual(
              right.slice(offset, offset + limit),
            );
          }
        } finally {
          writer.close();
          scratch.remove();
        }
      },
    ),
    { numRuns: 150 },
  );
});
