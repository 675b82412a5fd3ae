import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callAs, openNotebook } from '../../../../test/support/open-notebook.ts';
import type { Call } from '../../call.ts';
import { searchContent } from '../../index.ts';
import { cutSnippet, findHit } from './content-snippet.ts';
import type { ContentQuery } from './search-content.ts';

async function openSearch(notes: Record<string, string>) {
  const notebook = await openNotebook(notes);
  const search = (query: string, more: Partial<ContentQuery> = {}, call: Call = notebook.call) =>
    searchContent(
      notebook.engine,
      { query, paths: [], snippetLength: 200, limit: 100, offset: 0, ...more },
      call,
    );
  const paths = async (query: string, more?: Partial<ContentQuery>, call?: Call) =>
    (await search(query, more, call)).hits.map(({ path }) => path);
  return { notebook, search, paths, [Symbol.asyncDispose]: () => notebook[Symbol.asyncDispose]() };
}

describe('the ladder', () => {
  const notes = {
    'z/garden plan.md': 'Nothing.\n',
    'y/notes on the garden plan.md': 'Nothing.\n',
    'x/body.md': 'This is the Garden Plan of 2024.\n',
    'w/apart.md': 'A plan for the garden.\n',
    'v/only.md': 'A garden.\n',
    'u/gardn-pln.md': 'Nothing.\n',
    't/other.md': 'Nothing.\n',
  };

  it('is the same for names and texts', async () => {
    await using search = await openSearch(notes);
    const { hits, total } = await search.search('garden plan');
    expect(hits.map(({ path, score }) => [path, score])).toEqual([
      ['z/garden plan.md', 1],
      ['y/notes on the garden plan.md', 0.97],
      ['x/body.md', 0.9],
      ['w/apart.md', 0.8],
      ['v/only.md', expect.closeTo(0.45, 1)],
      ['u/gardn-pln.md', expect.closeTo(0.14, 1)],
    ]);
    expect(total).toBe(6);
  });

  it('does not count what sentences are held together by', async () => {
    await using search = await openSearch(notes);
    expect((await search.paths('what is the plan of the garden')).slice(0, 4).sort()).toEqual(
      ['w/apart.md', 'x/body.md', 'y/notes on the garden plan.md', 'z/garden plan.md'].sort(),
    );
    expect(await search.paths('the')).toContain('x/body.md');
  });

  it('takes separators in names for spaces, and knows shortened and misspelt names', async () => {
    await using search = await openSearch({
      'weekly_status-report.md': '-\n',
      'Management Meeting.md': '-\n',
      'other.md': '-\n',
    });
    expect((await search.search('weekly status report')).hits).toMatchObject([{ score: 1, method: 'fuzzy' }]);
    expect(await search.paths('mgmt mtng')).toEqual(['Management Meeting.md']);
    expect(await search.paths('weekly stauts')).toEqual(['weekly_status-report.md']);
    expect(await search.paths('zzzzzzz')).toEqual([]);
  });

  it('finds names again after notes were renamed, changed and removed', async () => {
    await using search = await openSearch({ 'alpha.md': '-\n', 'beta.md': '-\n' });
    expect(await search.paths('alpah')).toEqual(['alpha.md']);
    search.notebook.folder.write('gamma.md', '---\ntitle: Alphabet soup\n---\n');
    expect(await search.paths('alphabte')).toEqual(['gamma.md']);
    search.notebook.folder.write('gamma.md', 'no title\n');
    expect(await search.paths('alphabte')).toEqual([]);
    expect(await search.paths('gamna')).toEqual(['gamma.md']);
  });

  it('looks for text in any script', async () => {
    await using search = await openSearch({
      'a.md': '会議の議事録です。\n',
      'b.md': 'Das Café öffnet früh.\n',
      'c.md': 'I know C++ and C#.\n',
      'd.md': 'Owls 🦉 everywhere.\n',
    });
    expect(await search.paths('議事録')).toEqual(['a.md']);
    expect(await search.paths('cafe')).toEqual(['b.md']);
    expect(await search.paths('FRÜH')).toEqual(['b.md']);
    expect(await search.paths('C++')).toEqual(['c.md']);
    expect(await search.paths('🦉')).toEqual(['d.md']);
    expect((await search.search('früh')).hits[0]!.snippet).toContain('früh');
  });
});

describe('what is found', () => {
  it('is only what the caller sees, in counts too', async () => {
    await using search = await openSearch({ 'open/a.md': 'needle\n', 'secret/needle.md': 'needle\n' });
    const found = await search.search('needle', {}, callAs(['open/**']));
    expect(found).toMatchObject({ total: 1, hits: [{ path: 'open/a.md' }] });
    expect(await search.paths('needle', { paths: ['secret'] }, callAs(['open/**']))).toEqual([]);
    expect(await search.paths('nedle', {}, callAs(['open/**']))).toEqual([]);
  });

  it('is as the disk has it now', async () => {
    await using search = await openSearch({ 'a.md': 'before\n' });
    expect(await search.paths('before')).toEqual(['a.md']);
    search.notebook.folder.write('a.md', 'after\n');
    expect(await search.paths('before')).toEqual([]);
    expect(await search.paths('after')).toEqual(['a.md']);
  });

  it('survives any query', async () => {
    await using search = await openSearch({ 'a.md': 'some text "quoted" here\n', 'b.md': '' });
    for (const query of [
      '"',
      '""',
      '" "',
      '\0',
      '***',
      '[',
      '\\',
      '"unclosed',
      'a'.repeat(5000),
      'x '.repeat(2000),
    ]) {
      const { hits, total } = await search.search(query);
      expect(hits.length, JSON.stringify(query.slice(0, 20))).toBe(total);
    }
  });
});

describe('a snippet', () => {
  it('keeps within its length in characters, whatever they are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 20, max: 200 }), (before, after, length) => {
        const snippet = cutSnippet(before + after, before.length, length);
        expect([...snippet].length).toBeLessThanOrEqual(length);
        expect(snippet.isWellFormed()).toBe(true);
        if ([...(before + after)].length <= length) expect(snippet).toBe((before + after).trim());
      }),
    );
  });

  it('shows what was found', () => {
    const text = `${'word '.repeat(200)}needle ${'word '.repeat(200)}`;
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), (length) => {
        const snippet = cutSnippet(text, text.indexOf('needle'), length);
        expect(snippet).toMatch(/^\.\.\..*needle.*\.\.\.$/);
        expect([...snippet].length).toBeGreaterThan(length / 2);
      }),
    );
  });

  it('is found where the whole query stands, before its words', () => {
    expect(findHit('plan first\nthen the garden plan', ['garden plan', 'garden', 'plan'])).toBe(20);
    expect(findHit('ẞ plan', ['plan'])).toBe(2);
    expect(findHit('İİİ plan', ['plan'])).toBe(4);
    expect(findHit('nothing', ['plan'])).toBeUndefined();
  });
});
