import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeScratch, openScratchWriter, type Scratch } from '../../../../test/scratch-notebook.ts';
import type { IndexWriter } from '../../indexer/index-writer.ts';
import { brokenLinks, countBroken } from './broken-links.ts';
import {
  backlinksOf,
  externalLinksOf,
  linkedNotes,
  linkingNotes,
  type OrphanDefinition,
  orphanIds,
  outgoingOf,
} from './links.ts';
import { type Scope, scopeOf } from './zones.ts';

const files = {
  'hub.md': '# Hub\n\n[[#Hub]] [[a]]\n',
  'a.md': '[[hub]] and [[hub#Gone]]\n\n[[hub|again]] ![[pic.png]] https://example.org\n',
  'b/one.md': 'x\n\n[[gone]] [[hub]]\n\n[m](../a.md) [x](missing.md)\n',
  'b/two.md': '[[one]]\n',
  'secret/s.md': '[[hub]] [[lonely]] [[nowhere]]\n',
  'lonely.md': '[[lonely]] ![[pic.png]]\n',
  'tagged.md': '#tag\n',
  'kept.md': '---\ncategory: x\n---\n',
  'wishes.md': '[[s]]\n',
  'pic.png': 'x',
};

let scratch: Scratch;
let writer: IndexWriter;
let visible: Scope;

beforeEach(async () => {
  scratch = makeScratch(files);
  writer = openScratchWriter(scratch);
  await writer.sweep();
  writer.finish();
  const globs = ['*', 'b/**'];
  writer.register(globs);
  visible = scopeOf(writer.db, { visible: globs, writable: [] });
});

afterEach(() => {
  writer.close();
  scratch.remove();
});

const idOf = (path: string) => writer.db.get<{ id: number }>('SELECT id FROM files WHERE path = ?', path)!.id;
const pathsOf = (ids: ArrayLike<number>) =>
  Array.from(
    ids,
    (id) => writer.db.get<{ path: string }>('SELECT path FROM files WHERE id = ?', id)!.path,
  ).sort();
const all = { limit: 100, offset: 0 };

test('notes that link to a note, themselves left out, and notes that a note links to', () => {
  expect(pathsOf(linkingNotes(writer.db, [idOf('hub.md')], 'all'))).toEqual([
    'a.md',
    'b/one.md',
    'secret/s.md',
  ]);
  expect(pathsOf(linkingNotes(writer.db, [idOf('hub.md'), idOf('b/one.md')], visible))).toEqual([
    'a.md',
    'b/one.md',
    'b/two.md',
  ]);
  expect(pathsOf(linkedNotes(writer.db, [idOf('a.md'), idOf('lonely.md')], 'all'))).toEqual(['hub.md']);
  expect(pathsOf(linkedNotes(writer.db, [idOf('b/one.md')], 'all'))).toEqual(['a.md', 'hub.md']);
});

test('what may not be seen neither links nor is linked to', () => {
  expect(pathsOf(linkingNotes(writer.db, [idOf('lonely.md')], visible))).toEqual([]);
  expect(pathsOf(linkingNotes(writer.db, [idOf('secret/s.md')], visible))).toEqual([]);
  expect(pathsOf(linkedNotes(writer.db, [idOf('wishes.md')], visible))).toEqual([]);
  expect(pathsOf(linkedNotes(writer.db, [idOf('wishes.md')], 'all'))).toEqual(['secret/s.md']);
});

test.each<[OrphanDefinition, string[], string[]]>([
  [
    'no-incoming',
    ['b/two.md', 'kept.md', 'tagged.md', 'wishes.md'],
    ['b/two.md', 'kept.md', 'lonely.md', 'tagged.md', 'wishes.md'],
  ],
  ['no-links', ['kept.md', 'tagged.md'], ['kept.md', 'lonely.md', 'tagged.md']],
  ['isolated', [], ['lonely.md']],
])('orphans by %s, seen whole and in part', (definition, whole, part) => {
  expect(pathsOf(orphanIds(writer.db, definition, 'all'))).toEqual(whole);
  expect(pathsOf(orphanIds(writer.db, definition, visible))).toEqual(part);
});

const brief = ({ path, line, raw, state }: { path: string; line: number; raw: string; state: number }) =>
  `${path}:${line} ${raw} ${state}`;

test('broken links come by path and line, with what is there of them', () => {
  const { rows, total } = brokenLinks(writer.db, 'all', all);
  expect(rows.map(brief)).toEqual([
    'a.md:1 [[hub#Gone]] 2',
    'b/one.md:3 [[gone]] 1',
    'b/one.md:5 [x](missing.md) 1',
    'secret/s.md:1 [[nowhere]] 1',
  ]);
  expect(rows.map(({ found }) => found)).toEqual(['hub.md', null, null, null]);
  expect([total, countBroken(writer.db, 'all')]).toEqual([4, 4]);
});

test('a link to what may not be seen is broken, one from there is not counted', () => {
  const { rows, total } = brokenLinks(writer.db, visible, all);
  expect(rows.map(brief)).toEqual([
    'a.md:1 [[hub#Gone]] 2',
    'b/one.md:3 [[gone]] 1',
    'b/one.md:5 [x](missing.md) 1',
    'wishes.md:1 [[s]] 1',
  ]);
  expect(rows[3]).toMatchObject({ found: null });
  expect([total, countBroken(writer.db, visible)]).toEqual([4, 4]);
});

test('backlinks come one per link, by path and line, without those of the note itself', () => {
  const { rows, total } = backlinksOf(writer.db, idOf('hub.md'), visible, all);
  expect(rows.map(brief)).toEqual([
    'a.md:1 [[hub]] 0',
    'a.md:1 [[hub#Gone]] 2',
    'a.md:3 [[hub|again]] 0',
    'b/one.md:3 [[hub]] 0',
  ]);
  expect(total).toBe(4);
  expect(backlinksOf(writer.db, idOf('hub.md'), 'all', all).total).toBe(5);
  expect(backlinksOf(writer.db, idOf('pic.png'), 'all', all).rows.map(brief)).toEqual([
    'a.md:3 ![[pic.png]] 0',
    'lonely.md:1 ![[pic.png]] 0',
  ]);
});

test('links of a note, into the notebook and out of it', () => {
  const { rows, total } = outgoingOf(writer.db, idOf('a.md'), 'all', all);
  expect(rows.map(({ line, path, title, state }) => [line, path, title, state])).toEqual([
    [1, 'hub.md', 'Hub', 0],
    [1, 'hub.md', 'Hub', 2],
    [3, 'hub.md', 'Hub', 0],
    [3, 'pic.png', null, 0],
  ]);
  expect(total).toBe(4);
  const external = externalLinksOf(writer.db, idOf('a.md'), all);
  expect(external.rows.map(({ target }) => target)).toEqual(['https://example.org']);
  expect(external.total).toBe(1);
  expect(outgoingOf(writer.db, idOf('wishes.md'), visible, all).rows).toMatchObject([
    { raw: '[[s]]', state: 1, dst: null, path: null, title: null },
  ]);
});

test('pages together are the whole list, whatever their size', () => {
  const lists = {
    broken: (limit: number, offset: number) => brokenLinks(writer.db, visible, { limit, offset }),
    back: (limit: number, offset: number) => backlinksOf(writer.db, idOf('hub.md'), 'all', { limit, offset }),
    out: (limit: number, offset: number) => outgoingOf(writer.db, idOf('a.md'), 'all', { limit, offset }),
  };
  for (const list of Object.values(lists)) {
    const whole: { rows: unknown[]; total: number } = list(100, 0);
    for (const size of [1, 2, 3]) {
      const pages: unknown[] = [];
      for (let offset = 0; offset < whole.total; offset += size) pages.push(...list(size, offset).rows);
      expect(pages).toEqual(whole.rows);
    }
    expect(list(5, whole.total)).toEqual({ rows: [], total: whole.total });
  }
});
