import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { note, openViews, type ViewNotebook } from '../../../test/support/open-views.ts';

const notes = {
  'a.md': note({ created: '2026-03-01', status: 'todo', owner: "O'Hara" }, '[[b]]'),
  'b.md': note({ created: '2026-03-10', status: 'done' }),
  'c.md': note({ created: '2026-03-17', status: 'todo' }),
  'd.md': note({ created: '2026-02-01' }),
};

const parameters = [{ name: 'x', required: true }];
const views = {
  all: { sql: 'SELECT path, title FROM notes ORDER BY path', description: 'Everything' },
  cut: { sql: 'SELECT path FROM notes ORDER BY path', limit: 2, offset: 1 },
  since: { sql: 'SELECT path FROM notes WHERE created >= {{today-7}}::TIMESTAMP ORDER BY path' },
  grouped: {
    sql: "SELECT path, data->>'$.status' AS status FROM notes ORDER BY path",
    group: 'status',
  },
  badGroup: { sql: 'SELECT path FROM notes', group: 'nope' },
  owned: { sql: "SELECT path FROM notes WHERE data->>'$.owner' = {{x}}", parameters },
  like: { sql: "SELECT path FROM notes WHERE title LIKE '%{{x}}%' ORDER BY path", parameters },
  many: {
    sql: "SELECT path FROM notes WHERE data->>'$.status' IN ({{status}}) ORDER BY path",
    parameters: [{ name: 'status', type: 'list', default: 'todo,done' }],
  },
  optional: { sql: 'SELECT {{x}}', parameters: [{ name: 'x' }] },
  wrong: { sql: 'DROP TABLE notes' },
};

let book: ViewNotebook;
beforeAll(async () => {
  book = await openViews({ notes, views });
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

describe('SQL views', () => {
  it('give the rows of their statement, in pages', async () => {
    const { rows, total, view } = await book.run('all', {}, { limit: 2, offset: 1 });
    expect(rows).toEqual([
      { path: 'b.md', title: 'b' },
      { path: 'c.md', title: 'c' },
    ]);
    expect(total).toBe(4);
    expect(view).toEqual({ name: 'all', description: 'Everything' });
  });

  it('have a limit and an offset of their own', async () => {
    expect(await book.paths('cut')).toEqual(['b.md', 'c.md']);
    const { rows, total } = await book.run('cut', {}, { limit: 5, offset: 2 });
    expect([rows, total]).toEqual([[], 2]);
    expect(await book.paths('cut', {}, { limit: 5, offset: 1 })).toEqual(['c.md']);
  });

  it('take date tokens and lists', async () => {
    expect(await book.paths('since')).toEqual(['c.md']);
    expect(await book.paths('many')).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await book.paths('many', { status: 'done' })).toEqual(['b.md']);
  });

  it('group by a column, with true counts', async () => {
    const { rows, groups } = await book.run('grouped', {}, { limit: 1 });
    expect(rows).toEqual([{ path: 'a.md', status: 'todo', group: 'todo' }]);
    expect(groups).toEqual([
      { key: 'done', count: 1 },
      { key: 'todo', count: 2 },
      { key: null, count: 1 },
    ]);
    await expect(book.run('badGroup')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      details: { key: 'group' },
    });
  });

  it('see only what the caller sees', async () => {
    const { rows, total } = await book.run('all', {}, { visible: ['b.md'] });
    expect([rows, total]).toEqual([[{ path: 'b.md', title: 'b' }], 1]);
  });

  it.each([
    ["O'Hara", ['a.md']],
    ["' OR '1'='1", []],
    ["'; DROP TABLE notes; --", []],
    ["\\' OR TRUE --", []],
    ['$$ OR TRUE', []],
  ])('take %j for a value and nothing else', async (x, expected) => {
    expect(await book.paths('owned', { x })).toEqual(expected);
    expect(await book.paths('like', { x })).toEqual([]);
  });

  it('say what is missing or refused', async () => {
    await expect(book.run('optional')).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'params.x' },
    });
    await expect(book.run('wrong')).rejects.toMatchObject({ code: 'INVALID_SQL' });
  });
});
