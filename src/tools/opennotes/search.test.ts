import { describe, expect, it } from 'vitest';
import { openNotebook } from '../../../test/support/open-notebook.ts';
import { serveTool } from '../registry.ts';
import { runTool } from '../run-tool.ts';
import { opennotesSearch } from './search.ts';

const served = serveTool(opennotesSearch, { toolPrefix: 'opennotes_', defaultPageSize: 50 });
const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const plain = { bold: (text: string) => text, dim: (text: string) => text };

interface Found {
  results: Record<string, unknown>[];
  pagination: { total: number; hasMore: boolean; nextOffset?: number };
  _guidance?: string;
}

async function openSearch(notes: Record<string, string>) {
  const notebook = await openNotebook(notes);
  const run = async (args: Record<string, unknown>) =>
    (await runTool(served, notebook.engine, args, { ...notebook.call, budget })) as unknown as Found;
  return { notebook, run, [Symbol.asyncDispose]: () => notebook[Symbol.asyncDispose]() };
}

const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`note-${i}.md`, `# Note ${i}\n\nthe word ${'x'.repeat(i * 20)}`]),
);

describe('opennotes_search', () => {
  it('gives pages that make up the whole, also when the budget cuts them', async () => {
    await using search = await openSearch(many);
    const seen: unknown[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Found = await search.run({ query: 'word', snippets: true, maxBytes: 2000, offset });
      expect(page.pagination.total).toBe(60);
      expect(page._guidance === undefined).toBe(!page.pagination.hasMore);
      seen.push(...page.results.map(({ path }) => path));
      offset = page.pagination.nextOffset;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it('answers in the documented order of fields', async () => {
    await using search = await openSearch({ 'a.md': '# A\n\nword' });
    const found = await search.run({ query: 'word' });
    expect(Object.keys(found)).toEqual(['results', 'pagination', 'query']);
    expect(Object.keys(found.results[0]!)).toEqual(['path', 'title', 'tags', 'created', 'modified']);
  });

  it.each([
    [{ query: 'a', limit: 0 }, 'limit'],
    [{ query: 'a', offset: -1 }, 'offset'],
    [{ query: 'a', fuzzy: 'yes' }, 'fuzzy'],
    [{ query: 5 }, 'query'],
    [{ filters: { and: 'tag=a' } }, 'filters.and'],
    [{ filters: { xor: ['tag=a'] } }, 'filters.xor'],
    [{ text: 'a' }, 'text'],
  ])('refuses %j', async (args, parameter) => {
    await using search = await openSearch({ 'a.md': 'a' });
    await expect(search.run(args)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter },
    });
  });

  it('lowers a limit above the maximum and takes null for left out', async () => {
    await using search = await openSearch({ 'a.md': 'word' });
    const found = await search.run({ query: 'word', limit: 5000, sql: null, filters: null });
    expect(found.pagination).toMatchObject({ pageSize: 1000, total: 1 });
  });

  it('shows a person notes with their lines', async () => {
    await using search = await openSearch({ 'a.md': '# Alpha\n\nthe word' });
    const found = await search.run({ query: 'word', snippets: true });
    const text = opennotesSearch.render(found as never, plain);
    expect(text).toMatch(/^a\.md {2}Alpha {2}\d{4}-\d\d-\d\d\n {4}3: the word$/);
  });

  it('runs SQL', async () => {
    await using search = await openSearch({ 'a.md': '# Alpha\n\nthe word' });
    const found = await search.run({ sql: 'SELECT path, title FROM notes' });
    expect(found).toMatchObject({
      results: [{ path: 'a.md', title: 'Alpha' }],
      pagination: { total: 1 },
      query: { type: 'sql' },
    });
  });
});
