import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { note, openViews, type ViewNotebook } from '../../../test/support/open-views.ts';
import { owner } from '../../engine/index.ts';
import { serveTool } from '../registry.ts';
import { runTool } from '../run-tool.ts';
import { jsonBytes } from '../shorten.ts';
import { opennotesViews } from './views.ts';

const plain = { bold: (text: string) => text, dim: (text: string) => text };
const budget = { bytes: 50_000, lines: 2_000, contentShare: 0.75 };
const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    `n${String(i).padStart(2, '0')}.md`,
    note(
      { status: i % 2 === 0 ? 'todo' : 'done', created: '2025-01-01', modified: '2025-01-01' },
      '[[nowhere]]',
    ),
  ]),
);

let book: ViewNotebook;
beforeAll(async () => {
  const views = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`view-${i}`, { filter: 'title=x', description: 'd'.repeat(60) }]),
  );
  book = await openViews({ notes: many, views });
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

type Answer = Record<string, unknown> & {
  views?: { name: string }[];
  results?: Record<string, unknown>[];
  pagination?: Record<string, unknown>;
  groups?: unknown[];
};

async function call(args: object, bytes = budget.bytes): Promise<Answer> {
  const served = serveTool(opennotesViews, { toolPrefix: 'opennotes_', defaultPageSize: 50 });
  const signal = new AbortController().signal;
  const toolCall = { caller: owner, signal, progress: () => undefined, budget: { ...budget, bytes } };
  return runTool(served, book.engine, args, toolCall) as Promise<Answer>;
}

describe('without a view', () => {
  it('lists all views at once, whatever the limit', async () => {
    const { views, pagination, notebook } = await call({ limit: 1 });
    expect(views).toHaveLength(49);
    expect(pagination).toBeUndefined();
    expect(notebook).toMatchObject({ name: 'Views' });
    expect(await call({ list: true })).toEqual(await call({}));
  });

  it('pages when the budget forces it, and the pages are the list', async () => {
    const names: string[] = [];
    for (let offset: unknown = 0; offset !== undefined; ) {
      const page = await call({ offset }, 2_000);
      expect(jsonBytes(page)).toBeLessThanOrEqual(2_000);
      names.push(...page.views!.map(({ name }) => name));
      offset = page.pagination?.nextOffset;
      if (offset !== undefined) expect(page._guidance).toContain(`{ offset: ${offset} }`);
    }
    expect(names).toEqual((await call({})).views!.map(({ name }) => name));
  });

  it('takes no parameters of a view', async () => {
    await expect(call({ params: { days: 3 } })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'params' },
    });
  });
});

describe('with a view', () => {
  it('answers with the view, a page of results and where it stands', async () => {
    const answer = await call({ view: 'stale', limit: 2, offset: 2, params: { days: 5 } });
    expect(answer).toMatchObject({
      view: { name: 'stale', params: { days: '5' } },
      results: [{ path: 'n02.md' }, { path: 'n03.md' }],
      pagination: { total: 60, returned: 2, page: 2, pageSize: 2, hasMore: true, nextOffset: 4 },
      notebook: { name: 'Views' },
      _guidance: 'More results available. To fetch next page: { offset: 4 }',
    });
    expect(Object.keys(answer.results![0]!)).toEqual(['path', 'title', 'tags', 'created', 'modified']);
  });

  it('takes 50 by default, 1000 at most', async () => {
    expect((await call({ view: 'stale' })).pagination).toMatchObject({ returned: 50, pageSize: 50 });
    expect((await call({ view: 'stale', limit: 5000 })).pagination).toMatchObject({
      returned: 60,
      pageSize: 1000,
    });
  });

  it.each([{ limit: 0 }, { limit: 1.5 }, { offset: -1 }, { params: 'x' }, { parms: {} }])(
    'refuses %j',
    async (wrong) => {
      await expect(call({ view: 'stale', ...wrong })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    },
  );

  it('keeps to the budget without skipping or repeating', async () => {
    const paths: unknown[] = [];
    for (let offset: unknown = 0; offset !== undefined; ) {
      const page = await call({ view: 'kanban', offset }, 1_500);
      expect(jsonBytes(page)).toBeLessThanOrEqual(1_500);
      expect(page.groups).toEqual([
        { key: 'todo', count: 30 },
        { key: 'in-progress', count: 0 },
        { key: 'done', count: 30 },
      ]);
      paths.push(...page.results!.map(({ path }) => path));
      offset = page.pagination?.nextOffset;
    }
    expect(paths).toHaveLength(60);
    expect(new Set(paths).size).toBe(60);
  });

  it('is not there: says what is', async () => {
    await expect(call({ view: 'kanbn' })).rejects.toMatchObject({
      code: 'VIEW_NOT_FOUND',
      message: 'View not found: kanbn',
      details: { nearest: 'kanban' },
    });
  });
});

describe('for a person', () => {
  it('shows groups under their headings, with their true counts', async () => {
    const text = opennotesViews.render((await call({ view: 'kanban', limit: 1 })) as never, plain);
    expect(text.split('\n')).toEqual([
      'todo (30)',
      expect.stringMatching(/^ {2}n00\.md +n00 +2025-01-01/),
      'in-progress (0)',
      'done (30)',
    ]);
  });

  it('shows views with what they take, and rows that are no notes by their fields', async () => {
    expect(opennotesViews.render((await call({})) as never, plain)).toMatch(/^recent +built-in .*days=7$/m);
    const broken = opennotesViews.render((await call({ view: 'broken-links', limit: 1 })) as never, plain);
    expect(broken).toMatch(/^n00\.md +6 +\[\[nowhere\]\]$/);
  });
});
