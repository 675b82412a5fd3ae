import { describe, expect, it } from 'vitest';
import { callAs, openNotebook } from '../../../test/support/open-notebook.ts';
import { type Call, type Engine, indexNotebook, searchNotes } from '../index.ts';

type Input = Partial<Parameters<typeof searchNotes>[1]>;

const search = (engine: Engine, input: Input, call: Call = callAs(['**'])) =>
  searchNotes(engine, { fuzzy: false, snippets: false, limit: 50, offset: 0, ...input }, call);

const paths = async (engine: Engine, input: Input, call?: Call) =>
  (await search(engine, input, call)).results.map(({ path }) => path);

const notes = {
  'a.md': '---\ntitle: Apple pie\ntags: [food]\ncreated: 2024-01-02\n---\nBake the apple.',
  'b.md': '---\nstatus: done\n---\n# Banana\n\nNo apple here, only bananas.',
  'sub/c.md': '# Cherry\n\nSweet.',
};

describe('searchNotes', () => {
  it('gives summaries with a true total and says what was run', async () => {
    await using notebook = await openNotebook(notes);
    const found = await search(notebook.engine, { query: 'apple', limit: 1 });
    expect(found.total).toBe(2);
    expect(found.query).toEqual({ type: 'text', executed: 'title or body contains "apple"' });
    expect(found.results).toEqual([
      {
        path: 'a.md',
        title: 'Apple pie',
        tags: ['food'],
        created: expect.stringMatching(/^2024-01-0[12]T\d\d:00:00Z$/),
        modified: expect.stringMatching(/Z$/),
      },
    ]);
    expect(found.notebook.path).toBe(notebook.folder.root);
  });

  it('names the kind of search', async () => {
    await using notebook = await openNotebook(notes);
    const typeOf = async (input: Input) => (await search(notebook.engine, input)).query.type;
    expect(await typeOf({ query: 'aple', fuzzy: true })).toBe('fuzzy');
    expect(await typeOf({ filters: { and: ['tag=food'] } })).toBe('boolean');
    expect(await typeOf({ query: 'aple', fuzzy: true, filters: { not: ['tag=food'] } })).toBe('boolean');
    expect(await typeOf({ query: 'apple', filters: { and: [] } })).toBe('text');
  });

  it('wants words and filters both, and lists filters alone by the newest change', async () => {
    await using notebook = await openNotebook({
      ...notes,
      'b.md': '---\nmodified: 2020-01-01\nstatus: done\n---\napple',
      'd.md': '---\nmodified: 2021-01-01\nstatus: done\n---\npear',
      'e.md': '---\nmodified: 2021-01-01\nstatus: done\n---\napple',
    });
    const filters = { and: ['data.status=done'] };
    expect(await paths(notebook.engine, { query: 'apple', filters })).toEqual(['b.md', 'e.md']);
    expect(await paths(notebook.engine, { filters })).toEqual(['d.md', 'e.md', 'b.md']);
    expect(await paths(notebook.engine, { query: '  ', filters })).toEqual(['d.md', 'e.md', 'b.md']);
  });

  it('gives the matching lines when asked to', async () => {
    await using notebook = await openNotebook(notes);
    const { results } = await search(notebook.engine, { query: 'apple', snippets: true });
    expect(results.map(({ path, snippets }) => [path, snippets])).toEqual([
      ['a.md', [{ line: 6, text: 'Bake the apple.' }]],
      ['b.md', [{ line: 6, text: 'No apple here, only bananas.' }]],
    ]);
  });

  it('sees what was changed on disk the moment before', async () => {
    await using notebook = await openNotebook(notes);
    expect(await paths(notebook.engine, { query: 'newword' })).toEqual([]);
    notebook.folder.write('sub/c.md', 'a brand newword');
    expect(await paths(notebook.engine, { query: 'newword' })).toEqual(['sub/c.md']);
    expect(await paths(notebook.engine, { query: 'cherry' })).toEqual([]);
  });

  it('knows new words after many changes, and after the index was made anew', async () => {
    await using notebook = await openNotebook(notes);
    for (let i = 0; i < 20; i++) {
      notebook.folder.write('sub/c.md', `wordnumber${i} zz${i}zz`);
      expect(await paths(notebook.engine, { query: `umber${i} z${i}z` })).toEqual(['sub/c.md']);
    }
    expect(await paths(notebook.engine, { query: 'wordnumbr19', fuzzy: true })).toEqual(['sub/c.md']);
    notebook.folder.write('aa.md', 'aardvark wordnumber3');
    await indexNotebook(notebook.engine, { rebuild: true }, notebook.call);
    expect(await paths(notebook.engine, { query: 'ardvar' })).toEqual(['aa.md']);
    expect(await paths(notebook.engine, { query: 'umber3' })).toEqual(['aa.md']);
    expect(await paths(notebook.engine, { query: 'umber19' })).toEqual(['sub/c.md']);
  });

  it('hides what the caller may not see', async () => {
    await using notebook = await openNotebook(notes);
    const some = callAs(['sub/**']);
    expect((await search(notebook.engine, { query: 'apple' }, some)).total).toBe(0);
    expect(await paths(notebook.engine, { query: 'sweet' }, some)).toEqual(['sub/c.md']);
  });

  it.each<[string, Input, string]>([
    ['nothing', {}, 'query'],
    ['a blank query', { query: ' \n ' }, 'query'],
    ['an empty quotation', { query: ' "" ' }, 'query'],
    ['fuzzy without a query', { fuzzy: true }, 'fuzzy'],
    ['fuzzy with filters only', { fuzzy: true, filters: { and: ['tag=a'] } }, 'fuzzy'],
    ['sql and a query', { sql: 'SELECT 1', query: 'a' }, 'query'],
    ['sql and filters', { sql: 'SELECT 1', filters: { and: ['tag=a'] } }, 'filters'],
    ['sql and fuzzy', { sql: 'SELECT 1', fuzzy: true }, 'fuzzy'],
    ['sql and snippets', { sql: 'SELECT 1', snippets: true }, 'snippets'],
  ])('refuses %s', async (_, input, parameter) => {
    await using notebook = await openNotebook(notes);
    await expect(search(notebook.engine, input)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter },
    });
  });

  it('refuses filters without a condition, and filters that do not parse', async () => {
    await using notebook = await openNotebook(notes);
    for (const filters of [{}, { and: [] }, { and: ['nonsense'] }])
      await expect(search(notebook.engine, { filters })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  });

  it('stops when the call is cancelled', async () => {
    await using notebook = await openNotebook(notes);
    const call = { ...callAs(['**']), signal: AbortSignal.abort() };
    await expect(search(notebook.engine, { query: 'apple' }, call)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  it('answers many at once', async () => {
    await using notebook = await openNotebook(notes);
    const queries = ['apple', 'banana', 'sweet', 'zzz', 'pie'];
    const answers = await Promise.all(queries.map((query) => paths(notebook.engine, { query })));
    expect(answers).toEqual([['a.md', 'b.md'], ['b.md'], ['sub/c.md'], [], ['a.md']]);
  });
});
