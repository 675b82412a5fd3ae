import { describe, expect, it } from 'vitest';
import { openNotebook } from '../../../../test/support/open-notebook.ts';
import { searchRelevant } from '../../index.ts';

describe('searchRelevant', () => {
  const page = { limit: 20, offset: 0, explain: false };

  it('answers from what is on disk at the time of the call', async () => {
    await using notebook = await openNotebook({ 'a.md': '# A\n\nboiler', 'b.md': '# B\n\nvalve' });
    const find = (query: string) => searchRelevant(notebook.engine, { query, ...page }, notebook.call);
    expect((await find('boiler')).notes.map(({ path }) => path)).toEqual(['a.md']);
    notebook.folder.write('b.md', '# B\n\nIn line three: the boiler');
    const { notes, total } = await find('boiler');
    expect(total).toBe(2);
    expect(notes.find(({ path }) => path === 'b.md')).toMatchObject({
      title: 'B',
      line: 3,
      snippet: 'In line three: the boiler',
    });
  });

  it.each(['', '   ', '?!', '—', '\n'])('refuses a question without a word: %j', async (query) => {
    await using notebook = await openNotebook({ 'a.md': 'a' });
    await expect(searchRelevant(notebook.engine, { query, ...page }, notebook.call)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'query' },
    });
  });

  it('gives an empty page past the end, with the true total', async () => {
    await using notebook = await openNotebook({ 'a.md': 'boiler', 'b.md': 'boiler' });
    const input = { query: 'boiler', limit: 20, offset: 2, explain: false };
    expect(await searchRelevant(notebook.engine, input, notebook.call)).toMatchObject({
      notes: [],
      total: 2,
    });
  });
});
