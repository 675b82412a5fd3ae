import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { note, openViews, type ViewNotebook } from '../../../test/support/open-views.ts';

const day = (date: string) => ({ created: date, modified: date });

const notes = {
  'a.md': note({ ...day('2026-03-01'), tags: ['work'], status: 'todo', priority: 2 }, 'the budget [[b]]'),
  'b.md': note(
    { ...day('2026-03-10'), tags: ['work', 'home'], status: 'done', priority: 10, owner: '*' },
    'budget plan',
  ),
  'projects/c.md': note(
    { ...day('2026-03-15'), status: 'in-progress', title: 'Sea; DROP', owner: "O'Hara" },
    'order',
  ),
  'projects/deep/d.md': note({ ...day('2026-02-01'), Status: 'Todo', owner: 'ann' }, 'plan of the budget'),
  'e.md': note({ ...day('2026-03-17'), tags: ['home'] }, 'quiet'),
};

const views = {
  work: { description: 'Work notes', filter: 'tag=work', sort: 'modified' },
  mixed: {
    filter: {
      and: ['has:data.status'],
      or: ['tag=home', { and: ['path=projects/**', 'data.owner=ann'] }],
      not: ['data.status=todo'],
    },
    sort: ['title'],
  },
  since: {
    filter: 'modified>={{from}}',
    sort: 'path',
    parameters: [{ name: 'from', type: 'date', default: '{{today-7}}' }],
  },
  month: { filter: { and: ['modified>={{this_month}}', 'modified<{{next_month}}'] }, sort: 'path' },
  owned: { filter: 'data.owner={{who}}', parameters: [{ name: 'who', required: true }] },
  named: { filter: 'title~{{part}}', parameters: [{ name: 'part' }], sort: 'path' },
  byStatus: {
    filter: 'data.status={{status}}',
    parameters: [{ name: 'status', type: 'list', required: true }],
    sort: 'path',
  },
  notStatus: {
    filter: 'data.status!={{status}}',
    parameters: [{ name: 'status', type: 'list', required: true }],
    sort: 'path',
  },
  top: { sort: 'modified:desc', limit: 3, offset: 1 },
  grouped: { group: 'status', sort: 'path' },
  byTag: { group: 'tag', sort: 'path', filter: 'tag=work' },
  byDay: { group: 'created', sort: 'path', limit: 2 },
  byFolder: { group: 'folder', sort: 'path' },
  byPriority: {
    filter: 'has:data.priority',
    sort: 'priority',
    columns: ['data.priority', 'words', 'folder'],
  },
  jot: { query: 'budget -tag:home | sort:path' },
  jotOr: { query: 'tag:home OR status:in-progress | sort:path limit:2 group:status' },
  jotPhrase: { query: '"budget plan"' },
  jotRelevance: { query: 'budget plan' },
  jotParam: { query: '{{word}} | sort:path', parameters: [{ name: 'word', required: true }] },
  duck: {
    name: 'duck',
    query: {
      conditions: [
        { field: "metadata->>'status'", operator: 'IN', value: 'todo,done' },
        { field: 'file_path', operator: 'LIKE', value: '%.md' },
      ],
      order_by: "(metadata->>'priority')::INTEGER DESC, updated_at",
      limit: 20,
      distinct: false,
      having: [],
      aggregate_columns: {},
    },
  },
  duckParam: {
    parameters: [{ name: 'p', type: 'string', required: true }],
    query: {
      conditions: [{ field: "metadata->>'owner'", operator: '=', value: '{{p}}' }],
      select_columns: ["metadata->>'owner' AS who"],
    },
  },
  duckNull: { query: { conditions: [{ field: 'status', operator: 'IS NULL' }] } },
  duckLike: {
    query: { conditions: [{ field: 'path', operator: 'LIKE', value: 'projects/%' }], order_by: 'path' },
  },
  duckOr: {
    query: {
      conditions: [
        { field: 'status', operator: '=', value: 'done' },
        { field: 'path', operator: '=', value: 'e.md', logic: 'OR' },
      ],
      order_by: 'path',
    },
  },
};

let book: ViewNotebook;
beforeAll(async () => {
  book = await openViews({ notes, views });
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

describe('filter views', () => {
  it('select, and sort dates newest first unless told otherwise', async () => {
    expect(await book.paths('work')).toEqual(['b.md', 'a.md']);
    expect((await book.run('work')).view).toEqual({ name: 'work', description: 'Work notes' });
  });

  it('nest and, or, not', async () => {
    expect(await book.paths('mixed')).toEqual(['b.md']);
  });

  it('take date tokens, also as the value of a parameter', async () => {
    expect(await book.paths('since')).toEqual(['e.md', 'projects/c.md']);
    expect(await book.paths('since', { from: '2026-03-10' })).toEqual(['b.md', 'e.md', 'projects/c.md']);
    expect(await book.paths('since', { from: '{{yesterday}}' })).toEqual(['e.md']);
    expect(await book.paths('month')).toEqual(['a.md', 'b.md', 'e.md', 'projects/c.md']);
    expect(await book.paths('month', {}, { now: '2026-02-28T23:59:59Z' })).toEqual(['projects/deep/d.md']);
  });

  it('take lists: any of them for =, none for !=', async () => {
    expect(await book.paths('byStatus', { status: 'done,todo' })).toEqual([
      'a.md',
      'b.md',
      'projects/deep/d.md',
    ]);
    expect(await book.paths('notStatus', { status: 'done,todo' })).toEqual(['e.md', 'projects/c.md']);
  });

  it('leave out a condition whose optional parameter is not given', async () => {
    expect(await book.paths('named')).toHaveLength(5);
    expect(await book.paths('named', { part: 'sea' })).toEqual(['projects/c.md']);
  });

  it('have a limit and an offset of their own, inside of which pages lie', async () => {
    const { rows, total } = await book.run('top');
    expect(total).toBe(3);
    expect(rows.map(({ path }) => path)).toEqual(['projects/c.md', 'b.md', 'a.md']);
    expect(await book.paths('top', {}, { offset: 2, limit: 2 })).toEqual(['a.md']);
  });

  it('show the columns asked for, and always the path', async () => {
    expect((await book.run('byPriority')).rows).toEqual([
      { path: 'a.md', priority: 2, words: 3, folder: '' },
      { path: 'b.md', priority: 10, words: 2, folder: '' },
    ]);
  });
});

describe('groups', () => {
  it('count everything; a note without value is in the group null, which comes last', async () => {
    const { rows, groups, total } = await book.run('grouped', {}, { limit: 1, offset: 3 });
    expect(groups).toEqual([
      { key: 'done', count: 1 },
      { key: 'in-progress', count: 1 },
      { key: 'Todo', count: 2 },
      { key: null, count: 1 },
    ]);
    expect(rows).toMatchObject([{ path: 'projects/deep/d.md', group: 'Todo' }]);
    expect(total).toBe(5);
  });

  it('hold a note once for each of its values', async () => {
    const { rows, groups, total } = await book.run('byTag');
    expect(groups).toEqual([
      { key: 'home', count: 1 },
      { key: 'work', count: 2 },
    ]);
    expect(rows.map(({ group, path }) => [group, path])).toEqual([
      ['home', 'b.md'],
      ['work', 'a.md'],
      ['work', 'b.md'],
    ]);
    expect(total).toBe(3);
  });

  it('are days and folders too', async () => {
    expect((await book.run('byDay')).groups).toEqual([
      { key: '2026-03-01', count: 1 },
      { key: '2026-03-10', count: 1 },
    ]);
    expect((await book.run('byFolder')).groups).toEqual([
      { key: 'projects', count: 1 },
      { key: 'projects/deep', count: 1 },
      { key: null, count: 3 },
    ]);
  });
});

describe('views of OpenNotes', () => {
  it('in query text', async () => {
    expect(await book.paths('jot')).toEqual(['a.md', 'projects/deep/d.md']);
    const { rows, groups } = await book.run('jotOr');
    expect(rows.map(({ path }) => path)).toEqual(['b.md', 'e.md']);
    expect(groups).toEqual([
      { key: 'done', count: 1 },
      { key: null, count: 1 },
    ]);
    expect(await book.paths('jotPhrase')).toEqual(['b.md']);
  });

  it('in query text come best first when they search for words and do not sort', async () => {
    expect((await book.paths('jotRelevance'))[0]).toBe('b.md');
  });

  it('as objects', async () => {
    expect(await book.paths('duck')).toEqual(['b.md', 'a.md', 'projects/deep/d.md']);
    expect((await book.run('duckParam', { p: 'ann' })).rows).toEqual([
      { path: 'projects/deep/d.md', who: 'ann' },
    ]);
    expect(await book.paths('duckNull')).toEqual(['e.md']);
    expect(await book.paths('duckLike')).toEqual(['projects/c.md', 'projects/deep/d.md']);
    expect(await book.paths('duckOr')).toEqual(['b.md', 'e.md']);
  });
});

describe('values that try to be more than values', () => {
  it.each([
    ["O'Hara", ['projects/c.md']],
    ['*', ['b.md']],
    ['?', []],
    ['a*', []],
    ["ann' OR '1'='1", []],
    ['=ann', []],
    ['ann | limit:0', []],
    ['{{today}}', []],
    ['"; DROP TABLE notes; --', []],
  ])('owner %j', async (who, expected) => {
    expect(await book.paths('owned', { who })).toEqual(expected);
    expect(await book.paths('duckParam', { p: who })).toEqual(expected);
  });

  it.each(['quiet OR budget', '-quiet', 'tag:work', 'has:status', 'plan" "budget', 'x | sort:title'])(
    'word %j is looked for as it stands',
    async (word) => {
      expect(await book.paths('jotParam', { word })).toEqual([]);
    },
  );

  it('a word that is there is found', async () => {
    expect(await book.paths('jotParam', { word: 'budget plan' })).toEqual(['b.md']);
  });

  it('a value that makes no sense is told apart from a view that makes none', async () => {
    await using own = await openViews({
      notes,
      views: { long: { filter: 'words>{{n}}', parameters: [{ name: 'n' }] }, bad: { filter: 'words>many' } },
    });
    await expect(own.run('long', { n: 'many' })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'params.n' },
    });
    await expect(own.run('bad')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      details: { view: 'bad', key: 'filter' },
    });
  });
});
