import { utimesSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { note, openViews, type ViewNotebook } from '../../../test/support/open-views.ts';

const old = { created: '2025-01-01', modified: '2025-01-01' };

// The present is 2026-03-18T12:00:00Z throughout.
const notes = {
  'today-created.md': note({ created: '2026-03-18T08:00:00Z', modified: '2026-03-10', tags: ['Work'] }),
  'today-modified.md': note({ created: '2025-06-01', modified: '2026-03-18T11:00:00Z', tags: 'work, home' }),
  'yesterday.md': note({ created: '2026-03-17', modified: '2026-03-17T23:59:59Z' }),
  'week-old.md': note({ created: '2026-03-11', modified: '2026-03-11T00:00:00Z', tags: ['home'] }),
  'eight-days.md': note({ created: '2026-03-10', modified: '2026-03-10T23:59:59Z', tags: [] }),
  'future.md': note({ created: '2030-01-01', modified: '2030-01-01', category: 'plan' }),
  'board/a.md': note({ ...old, status: 'todo', priority: 2 }),
  'board/b.md': note({ ...old, status: 'Todo', priority: 'high' }),
  'board/c.md': note({ ...old, status: 'todo' }),
  'board/d.md': note({ created: '2025-01-01', modified: '2025-02-01', status: 'todo' }),
  'board/e.md': note({ ...old, status: ['done', 'todo'], priority: 'P3' }),
  'board/f.md': note({ ...old, status: 'done', priority: 'urgent' }),
  'board/g.md': note({ ...old, status: 'waiting', stage: 'in-progress' }),
  'links/hub.md': note(
    old,
    '[[leaf]] [[#Top]]\n\n# Top\n\n![[picture.png]] [web](https://example.com) #inline',
  ),
  'links/leaf.md': note(old, 'nothing'),
  'links/self.md': note(old, 'see [[self]]'),
  'links/out.md': note(old, 'to [[hub]]'),
  'links/lost.md': note(
    old,
    'a [[leeaf]] and [x](nowhere/at-all.md) and [[hub#Tob]]\n\n```\n[[in code]]\n```\n[m](mailto:a@b.c) [h](http://x.y) ![[gone.png]]',
  ),
  'links/only-picture.md': note(old, '![[picture.png]]'),
  'links/picture.png': 'x',
};

let book: ViewNotebook;
beforeAll(async () => {
  book = await openViews({ notes });
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

describe('today', () => {
  it('shows what was created or modified today, newest change first', async () => {
    expect(await book.paths('today')).toEqual(['today-modified.md', 'today-created.md']);
  });

  it('takes the day from the configured time zone', async () => {
    const files = { 'late.md': note({ created: '2020-01-01', modified: '2026-03-17T23:30:00Z' }) };
    await using berlin = await openViews({ notes: files, timeZone: 'Europe/Berlin' });
    expect(await berlin.paths('today')).toEqual(['late.md']);
    expect(await berlin.paths('today', {}, { now: '2026-03-17T22:59:59Z' })).toEqual([]);
    expect(await berlin.paths('today', {}, { now: '2026-03-17T23:00:00Z' })).toEqual(['late.md']);
  });

  it('has days of 23 and 25 hours where clocks change', async () => {
    const at = (modified: string) => note({ created: '2020-01-01', modified });
    await using berlin = await openViews({
      timeZone: 'Europe/Berlin',
      notes: {
        'spring-first.md': at('2026-03-28T23:00:00Z'),
        'spring-last.md': at('2026-03-29T21:59:59Z'),
        'spring-after.md': at('2026-03-29T22:00:00Z'),
        'autumn-first.md': at('2026-10-24T22:00:00Z'),
        'autumn-last.md': at('2026-10-25T22:59:59Z'),
        'autumn-after.md': at('2026-10-25T23:00:00Z'),
      },
    });
    const on = (now: string) => berlin.paths('today', {}, { now });
    expect(await on('2026-03-29T12:00:00Z')).toEqual(['spring-last.md', 'spring-first.md']);
    expect(await on('2026-10-25T12:00:00Z')).toEqual(['autumn-last.md', 'autumn-first.md']);
  });
});

describe('recent and stale', () => {
  it('shows what was modified in the last seven days', async () => {
    expect(await book.paths('recent')).toEqual([
      'future.md',
      'today-modified.md',
      'yesterday.md',
      'week-old.md',
    ]);
  });

  it('takes days as text or number', async () => {
    expect(await book.paths('recent', { days: '8' })).toContain('eight-days.md');
    expect(await book.paths('recent', { days: 0 })).toEqual(['future.md', 'today-modified.md']);
  });

  it('shows what was not modified for long, oldest first and then by path', async () => {
    const paths = await book.paths('stale');
    expect(paths[0]).toBe('board/a.md');
    expect(paths.at(-1)).toBe('board/d.md');
    expect(paths).toHaveLength(13);
    expect(await book.paths('stale', { days: 100_000 })).toEqual([]);
    expect((await book.paths('stale', { days: 5 })).slice(-3)).toEqual([
      'today-created.md',
      'eight-days.md',
      'week-old.md',
    ]);
  });

  it.each(['1.5', '-1', 'many', '100001', ''])('refuses %j as a number of days', async (days) => {
    await expect(book.run('recent', { days })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'params.days' },
    });
  });
});

describe('kanban', () => {
  it('has columns in their order, and inside each priority, then the newest change', async () => {
    const { rows, groups, total } = await book.run('kanban');
    expect(groups).toEqual([
      { key: 'todo', count: 5 },
      { key: 'in-progress', count: 0 },
      { key: 'done', count: 2 },
    ]);
    expect(rows.map(({ group, path }) => [group, path])).toEqual([
      ['todo', 'board/b.md'],
      ['todo', 'board/a.md'],
      ['todo', 'board/e.md'],
      ['todo', 'board/d.md'],
      ['todo', 'board/c.md'],
      ['done', 'board/f.md'],
      ['done', 'board/e.md'],
    ]);
    expect(total).toBe(7);
    expect(rows[0]).toMatchObject({ status: 'Todo', priority: 'high', title: 'b', tags: [] });
    expect(rows[3]).not.toHaveProperty('priority');
  });

  it('takes its columns as one parameter with commas, and another property', async () => {
    const { groups } = await book.run('kanban', { status: 'done, waiting' });
    expect(groups).toEqual([
      { key: 'done', count: 2 },
      { key: 'waiting', count: 1 },
    ]);
    const staged = await book.run('kanban', { by: 'stage' });
    expect(staged.rows.map(({ group, path }) => [group, path])).toEqual([['in-progress', 'board/g.md']]);
  });

  it('can have tags for columns', async () => {
    const { rows } = await book.run('kanban', { by: 'tag', status: 'work,inline' });
    expect(rows.map(({ group, path }) => [group, path])).toEqual([
      ['work', 'today-modified.md'],
      ['work', 'today-created.md'],
      ['inline', 'links/hub.md'],
    ]);
  });

  it('counts groups over all pages', async () => {
    const { rows, groups, total } = await book.run('kanban', {}, { limit: 2, offset: 4 });
    expect(rows.map(({ path }) => path)).toEqual(['board/c.md', 'board/f.md']);
    expect(groups?.[0]).toEqual({ key: 'todo', count: 5 });
    expect(total).toBe(7);
  });
});

describe('untagged', () => {
  it('shows notes without any tag, also inline ones, newest first', async () => {
    const paths = await book.paths('untagged');
    expect(paths.slice(0, 3)).toEqual(['future.md', 'yesterday.md', 'eight-days.md']);
    expect(paths).not.toContain('links/hub.md');
    expect(paths).toHaveLength(15);
  });
});

describe('orphans', () => {
  const inLinks = (paths: unknown[]) => paths.filter((path) => String(path).startsWith('links/'));

  it('no-incoming: no other note links to it', async () => {
    expect(inLinks(await book.paths('orphans'))).toEqual([
      'links/lost.md',
      'links/only-picture.md',
      'links/out.md',
      'links/self.md',
    ]);
  });

  it('no-links: nor does it link to a note', async () => {
    expect(inLinks(await book.paths('orphans', { definition: 'no-links' }))).toEqual([
      'links/only-picture.md',
      'links/self.md',
    ]);
  });

  it('isolated: nor has it tags or a category', async () => {
    const paths = await book.paths('orphans', { definition: 'isolated' });
    expect(inLinks(paths)).toEqual(['links/only-picture.md', 'links/self.md']);
    expect(paths).not.toContain('today-created.md');
    expect(paths).not.toContain('future.md');
    expect(paths).toContain('yesterday.md');
  });

  it('refuses another definition, naming those there are', async () => {
    await expect(book.run('orphans', { definition: 'alone' })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'params.definition', allowed: ['no-incoming', 'no-links', 'isolated'] },
    });
  });

  it('does not count links from notes the caller cannot see', async () => {
    const visible = ['links/leaf.md', 'links/lost.md'];
    expect(await book.paths('orphans', {}, { visible })).toEqual(['links/leaf.md', 'links/lost.md']);
  });
});

describe('broken-links', () => {
  it('has one row per link, with the closest name there is', async () => {
    const { rows, total } = await book.run('broken-links');
    expect(total).toBe(4);
    expect(rows).toEqual([
      { path: 'links/lost.md', line: 5, raw: '[[leeaf]]', closest: 'links/leaf.md' },
      { path: 'links/lost.md', line: 5, raw: '[x](nowhere/at-all.md)', closest: null },
      { path: 'links/lost.md', line: 5, raw: '[[hub#Tob]]', closest: 'links/hub.md#Top' },
      { path: 'links/lost.md', line: 10, raw: '![[gone.png]]', closest: null },
    ]);
  });

  it('shows a link to a note the caller cannot see as if that note did not exist', async () => {
    const { rows } = await book.run('broken-links', {}, { visible: ['links/out.md'] });
    expect(rows).toEqual([{ path: 'links/out.md', line: 5, raw: '[[hub]]', closest: null }]);
  });

  it('goes on where the page before ended', async () => {
    const all = (await book.run('broken-links')).rows;
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((offset) => book.run('broken-links', {}, { limit: 1, offset })),
    );
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all);
  });
});

describe('tags', () => {
  it('counts notes per tag ignoring case, most used first', async () => {
    const { rows, total } = await book.run('tags');
    expect(rows).toEqual([
      { tag: 'home', count: 2 },
      { tag: 'Work', count: 2 },
      { tag: 'inline', count: 1 },
    ]);
    expect(total).toBe(3);
  });

  it('leaves out what the caller cannot see', async () => {
    const { rows } = await book.run('tags', {}, { visible: ['today-modified.md'] });
    expect(rows).toEqual([
      { tag: 'home', count: 1 },
      { tag: 'work', count: 1 },
    ]);
  });
});

describe('random', () => {
  it('gives the same notes for the same seed, each once', async () => {
    const first = await book.paths('random', { seed: 'x', count: 8 });
    expect(await book.paths('random', { seed: 'x', count: 8 })).toEqual(first);
    expect(new Set(first).size).toBe(8);
    expect(await book.paths('random', { seed: 'y', count: 8 })).not.toEqual(first);
  });

  it('tells the seed it made up, so that pages belong together', async () => {
    const { view, total } = await book.run('random');
    expect(total).toBe(5);
    const again = await book.paths('random', { seed: view.params?.seed });
    expect(again).toHaveLength(5);
    const next = await book.paths('random', { seed: view.params?.seed }, { offset: 2 });
    expect(next).toEqual(again.slice(2));
  });

  it('gives every note when asked for more than there are', async () => {
    const paths = await book.paths('random', { count: 1000, seed: '1' });
    expect(paths).toHaveLength(Object.keys(notes).length - 1);
  });
});

it('shows only what the caller sees, in rows and in counts, in every view', async () => {
  const visible = ['board/**'];
  for (const view of [
    'today',
    'recent',
    'kanban',
    'untagged',
    'orphans',
    'broken-links',
    'stale',
    'random',
  ]) {
    const { rows, total } = await book.run(view, {}, { visible });
    expect(rows.every(({ path }) => String(path).startsWith('board/'))).toBe(true);
    expect(total).toBe(rows.length);
  }
});

it('has what is written, moved in time or deleted by anyone before the call', async () => {
  await using fresh = await openViews({ notes: { 'a.md': 'a', 'b.md': '#tag' } });
  expect(await fresh.paths('untagged')).toEqual(['a.md']);
  fresh.folder.write('b.md', 'no tag any more');
  fresh.folder.write('c.md', 'new');
  expect((await fresh.paths('untagged')).sort()).toEqual(['a.md', 'b.md', 'c.md']);
  const past = new Date('2020-05-05T00:00:00Z');
  utimesSync(fresh.folder.path('a.md'), past, past);
  expect(await fresh.paths('stale')).toEqual(['a.md']);
});

it('pages of every view put together are the whole view', async () => {
  for (const view of ['stale', 'kanban', 'untagged', 'orphans', 'tags']) {
    const whole = await book.run(view);
    const rows: unknown[] = [];
    for (let offset = 0; offset < whole.total; offset += 3)
      rows.push(...(await book.run(view, {}, { limit: 3, offset })).rows);
    expect(rows).toEqual(whole.rows);
  }
});
