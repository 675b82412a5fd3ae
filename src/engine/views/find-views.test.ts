import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openViews } from '../../../test/support/open-views.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { getView, listViewDefinitions } from './find-views.ts';

const notes = { 'a.md': 'to [[b]]', 'b.md': 'here' };
const names = ['today', 'recent', 'kanban', 'untagged', 'orphans', 'broken-links', 'stale', 'tags', 'random'];

describe('the list of views', () => {
  it('has the built-in ones with their parameters', async () => {
    await using book = await openViews({ notes });
    const { views, warnings } = await book.list();
    expect(views.map(({ name }) => name)).toEqual(names);
    expect(views.every(({ origin, description }) => origin === 'built-in' && description !== '')).toBe(true);
    expect(views.find(({ name }) => name === 'kanban')?.parameters?.[0]).toEqual({
      name: 'status',
      type: 'list',
      required: false,
      default: 'todo,in-progress,done',
      description: 'Columns, in order',
    });
    expect(warnings).toBeUndefined();
  });

  it('has the notebook before the global ones before the built-in ones, for listing and running', async () => {
    await using book = await openViews({
      notes,
      views: {
        b: { filter: 'title=b', description: 'notebook' },
        recent: { filter: 'title=a', description: 'mine' },
      },
      global: {
        views: [
          { name: 'z', filter: 'title=a' },
          { name: 'b', filter: 'title=a', description: 'global' },
        ],
      },
      openNotes: { views: { c: { query: 'title:a' }, z: { query: 'title:b', description: 'theirs' } } },
    });
    const { views } = await book.list();
    expect(views.map(({ name, origin }) => `${origin} ${name}`)).toEqual([
      'notebook b',
      'notebook recent',
      'global c',
      'global z',
      ...names.filter((name) => name !== 'recent').map((name) => `built-in ${name}`),
    ]);
    expect(await book.paths('b')).toEqual(['b.md']);
    expect((await book.run('recent')).view.description).toBe('mine');
    expect(await book.paths('z')).toEqual(['a.md']);
    expect(await book.paths('c')).toEqual(['a.md']);
  });

  it('is what the files say now', async () => {
    await using book = await openViews({ notes, views: {} });
    await expect(book.run('mine')).rejects.toMatchObject({ code: 'VIEW_NOT_FOUND' });
    writeFileSync(book.openNotesFile, JSON.stringify({ views: { mine: { filter: 'title=a' } } }));
    expect(await book.paths('mine')).toEqual(['a.md']);
  });

  it.each<[string, string | object]>([
    ['is no JSON', '{ "views": '],
    ['has views that are none', { views: 'all of them' }],
    ['has nothing', {}],
  ])('survives a global file that %s', async (_, openNotes) => {
    await using book = await openViews({ notes, openNotes, views: { own: { filter: 'title=a' } } });
    const { views, warnings } = await book.list();
    expect(views.map(({ name }) => name)).toEqual(['own', ...names]);
    expect(warnings?.items.map(({ code }) => code) ?? []).toEqual(
      Object.keys(openNotes).length === 0 ? [] : ['CONFIG_INVALID'],
    );
    expect(await book.paths('own')).toEqual(['a.md']);
  });

  it('leaves out a view that is wrong, and says why', async () => {
    await using book = await openViews({
      notes,
      views: { good: { filter: 'title=a' }, wrong: { filtr: 'x' }, '': { filter: 'x=1' }, stale: { sql: 7 } },
    });
    const { views, warnings } = await book.list();
    expect(views.map(({ name }) => name)).toEqual(['good', ...names.filter((name) => name !== 'stale')]);
    expect(warnings?.count).toBe(3);
    await expect(book.run('stale')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(await book.paths('good')).toEqual(['a.md']);
  });

  it('is one per notebook', async () => {
    await using one = await openViews({ notes, views: { mine: { filter: 'title=a' } } });
    await using two = await openViews({ notes, views: {} });
    expect(await one.paths('mine')).toEqual(['a.md']);
    await expect(two.run('mine')).rejects.toMatchObject({ code: 'VIEW_NOT_FOUND' });
  });
});

describe('a view that is not there', () => {
  it('is an error with what there is and what was probably meant', async () => {
    await using book = await openViews({ notes });
    await expect(book.run('kanbam')).rejects.toMatchObject({
      code: 'VIEW_NOT_FOUND',
      message: 'View not found: kanbam',
      hint: 'Did you mean kanban? Use {prefix}views to list available views',
      details: { name: 'kanbam', nearest: 'kanban', available: names },
    });
    await expect(book.run('__proto__')).rejects.toMatchObject({ code: 'VIEW_NOT_FOUND' });
  });
});

describe('a definition that cannot be used', () => {
  it.each<[object | string, string]>([
    ['tag:work', ''],
    [{}, ''],
    [{ description: 'nothing' }, ''],
    [{ filter: 'a' }, 'filter'],
    [{ filter: '{{x}}=1', parameters: [{ name: 'x' }] }, 'filter'],
    [{ filter: 'data.x={{y}}' }, 'filter'],
    [{ filter: 'data.x={{env:HOME}}' }, 'filter'],
    [{ filter: { and: ['data.x=1'], nand: [] } }, 'filter.nand'],
    [{ filter: { or: ['data.x=1', 'nope'] } }, 'filter.or[1]'],
    [{ filter: {} }, 'filter'],
    [{ filter: 'data.x=1', sort: 'a b c' }, 'sort'],
    [{ filter: 'data.x=1', group: 'upper(x)' }, 'group'],
    [{ filter: 'data.x=1', limit: 0 }, 'limit'],
    [{ filter: 'data.x=1', offset: -1 }, 'offset'],
    [{ filter: 'data.x=1', having: 'x' }, 'having'],
    [{ sql: 'SELECT 1', sort: 'x' }, 'sort'],
    [{ sql: '' }, 'sql'],
    [{ sql: 'SELECT {{nope}}' }, 'sql'],
    [{ query: 7 }, 'query'],
    [{ query: 'a', type: 'special' }, 'type'],
    [{ query: '{{nope}}' }, 'query'],
    [
      { query: { conditions: [{ field: 'x', operator: 'NOT IN', value: '1' }] } },
      'query.conditions[0].operator',
    ],
    [
      { query: { conditions: [{ field: 'upper(x)', operator: '=', value: '1' }] } },
      'query.conditions[0].field',
    ],
    [{ query: { conditions: [{ field: 'x', operator: '=' }] } }, 'query.conditions[0].value'],
    [{ query: { conditions: [], having: [{ a: 1 }] } }, 'query.having'],
    [{ query: { aggregate_columns: { n: 'COUNT(*)' } } }, 'query.aggregate_columns'],
    [{ query: { select_columns: ['content'] } }, 'query.select_columns[0]'],
    [{ query: { order_by: 'random()' } }, 'query.order_by'],
    [{ query: { where: 'x' } }, 'query.where'],
    [{ filter: 'data.x=1', parameters: [{ name: 'a b' }] }, 'parameters[0].name'],
    [{ filter: 'data.x=1', parameters: [{ name: 'a', type: 'file' }] }, 'parameters[0].type'],
    [
      { filter: 'data.x=1', parameters: [{ name: 'a', type: 'date', default: 'soon' }] },
      'parameters[0].default',
    ],
    [{ filter: 'data.x=1', parameters: [{ name: 'a' }, { name: 'a' }] }, 'parameters'],
  ])('%j', (definition, key) => {
    using folder = makeTempFolder();
    const file = folder.write('.opennotes.json', JSON.stringify({ views: { v: definition } }));
    const sources = [{ origin: 'notebook', file }] as const;
    let error: unknown;
    try {
      getView(sources, 'v');
    } catch (thrown) {
      error = thrown;
    }
    const details = { file, view: 'v', ...(key === '' ? {} : { key }) };
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', details });
    const { warnings } = listViewDefinitions(sources);
    expect(warnings).toEqual([{ path: file, code: 'CONFIG_INVALID', message: (error as Error).message }]);
  });

  it('names the tokens there are when one is unknown', () => {
    using folder = makeTempFolder();
    const views = { v: { filter: 'created>{{7_days_ago}}' } };
    const file = folder.write('.opennotes.json', JSON.stringify({ views }));
    expect(() => getView([{ origin: 'notebook', file }], 'v')).toThrow(
      /unknown \{\{7_days_ago\}\}.*today, yesterday/,
    );
  });
});
