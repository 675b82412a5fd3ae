import { describe, expect, it } from 'vitest';
import { openNotebook } from '../../../test/support/open-notebook.ts';
import { serveTool } from '../registry.ts';
import { runTool } from '../run-tool.ts';
import { searchNotesTool } from './search-notes.ts';

const served = serveTool(searchNotesTool, { toolPrefix: 'opennotes_', defaultPageSize: 50 });
const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const plain = { bold: (text: string) => text, dim: (text: string) => text };

interface Found {
  results: Record<string, unknown>[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean; nextOffset?: number };
}

async function openSearch(notes: Record<string, string>) {
  const notebook = await openNotebook(notes);
  const run = async (args: Record<string, unknown>) =>
    (await runTool(served, notebook.engine, args, { ...notebook.call, budget })) as unknown as Found;
  return { notebook, run, [Symbol.asyncDispose]: () => notebook[Symbol.asyncDispose]() };
}

const many = Object.fromEntries(
  Array.from({ length: 130 }, (_, i) => [`note-${i}.md`, `# Note ${i}\n\nboiler ${'x '.repeat(i)}`]),
);

describe('search_notes', () => {
  it('keeps to its limits: 20 by default, 100 at most', async () => {
    await using search = await openSearch(many);
    const sizes = async (args: object) => {
      const { results, pagination } = await search.run({ query: 'boiler', ...args });
      return { rows: results.length, ...pagination };
    };
    expect(await sizes({})).toEqual({
      rows: 20,
      total: 130,
      limit: 20,
      offset: 0,
      hasMore: true,
      nextOffset: 20,
    });
    expect(await sizes({ limit: 100 })).toMatchObject({ rows: 100, limit: 100 });
    expect(await sizes({ limit: 101 })).toMatchObject({ rows: 100, limit: 100 });
    expect(await sizes({ max_results: 7 })).toMatchObject({ rows: 7, limit: 7 });
    expect(await sizes({ offset: 110 })).toEqual({
      rows: 20,
      total: 130,
      limit: 20,
      offset: 110,
      hasMore: false,
    });
    expect(await sizes({ offset: 130 })).toEqual({
      rows: 0,
      total: 130,
      limit: 20,
      offset: 130,
      hasMore: false,
    });
  });

  it('gives pages that make up the whole, also when the budget cuts them', async () => {
    await using search = await openSearch(many);
    const seen: unknown[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Found = await search.run({ query: 'boiler', maxBytes: 2500, limit: 100, offset });
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(2500);
      seen.push(...page.results.map(({ path }) => path));
      offset = page.pagination.nextOffset;
    }
    expect(new Set(seen).size).toBe(130);
    expect(seen).toHaveLength(130);
  });

  it('answers with the documented fields', async () => {
    await using search = await openSearch({
      'a.md': '---\nid: A1\ntags: [home]\n---\n# A\n\nThe boiler leaks.',
    });
    const { results } = await search.run({ query: 'is the boiler leaking?', explain: true });
    expect(Object.keys(results[0]!)).toEqual([
      'id',
      'path',
      'title',
      'tags',
      'created',
      'modified',
      'score',
      'line',
      'snippet',
      'explain',
    ]);
    expect(results[0]).toMatchObject({
      id: 'A1',
      path: 'a.md',
      tags: ['home'],
      line: 7,
      snippet: 'The boiler leaks.',
    });
    const sum = Object.values(results[0]!.explain as Record<string, number>).reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(results[0]!.score as number, 9);
    const [row] = (await search.run({ query: 'boiler' })).results;
    expect(row).not.toHaveProperty('explain');
  });

  it.each([
    [{ query: 'a', limit: 0 }, 'limit'],
    [{ query: 'a', limit: -1 }, 'limit'],
    [{ query: 'a', limit: 1.5 }, 'limit'],
    [{ query: 'a', offset: -1 }, 'offset'],
    [{ query: 'a', explain: 'yes' }, 'explain'],
    [{ query: '' }, 'query'],
    [{ query: ' ?' }, 'query'],
    [{}, 'query'],
    [{ query: 'a', tags: [] }, 'tags'],
  ])('refuses %j', async (args, parameter) => {
    await using search = await openSearch({ 'a.md': 'a' });
    await expect(search.run(args)).rejects.toMatchObject({ code: 'INVALID_PARAMS', details: { parameter } });
  });

  it('knows only known notebooks', async () => {
    await using search = await openSearch({ 'a.md': 'a' });
    await expect(search.run({ query: 'a', vaultId: 'elsewhere' })).rejects.toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
    });
  });

  it('shows a person the note, the line and, when asked, the parts of the score', async () => {
    await using search = await openSearch({ 'a.md': '# A\n\nThe boiler leaks.' });
    const result = await search.run({ query: 'boiler', explain: true });
    const text = searchNotesTool.render(result as never, plain);
    expect(text).toMatch(/^a\.md {2}A {2}\d/);
    expect(text).toContain('3: The boiler leaks.');
    expect(text).toMatch(/words \d/);
    expect(searchNotesTool.notice(result as never)).toBe('');
  });
});
