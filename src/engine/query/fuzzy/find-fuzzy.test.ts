import { describe, expect, it } from 'vitest';
import { indexForSearch } from '../search/testing-search.ts';

const notes = {
  'meeting.md': '# Meeting notes\n\nAgenda and minutes.',
  'project.md': '# Project Alpha\n\nThe performance of the team.',
  'heading.md': '# Weekly\n\n## Meeting\n\nnothing else',
  'body.md': '# Diary\n\nWe had a meeting today.',
  'typo.md': '# Scratch\n\nA meetign was planned.',
  'other.md': '# Gardening\n\nTomatoes, compost, and rain. 会議',
};

describe('fuzzy search', () => {
  it.each([
    ['mtng', ['meeting.md']],
    ['Projet', ['project.md']],
    ['meetng nots', ['meeting.md']],
    ['preformance', ['project.md']],
    ['performence', ['project.md']],
    ['gradening', ['other.md']],
    ['tomatos', ['other.md']],
    ['会議', ['other.md']],
    ['会試', []],
    ['xqzvbn', []],
    ['meeting xqzvbn', []],
    ['elephant', []],
    ['"meeting notes"', ['meeting.md']],
    ['agendaa "meeting notes"', ['meeting.md']],
    ['agendaa "notes meeting"', []],
  ])('finds %s', async (query, paths) => {
    using notebook = await indexForSearch(notes);
    expect(notebook.find(query, { fuzzy: true })).toEqual(paths);
  });

  it('puts exact above misspelt, title above heading above text, fewer typos first, then by path', async () => {
    using notebook = await indexForSearch({
      ...notes,
      'b-two.md': '# Note\n\nmeetnig meetnigs',
      'a-title-typo.md': '# Meetng\n\nx',
    });
    expect(notebook.find('meeting', { fuzzy: true })).toEqual([
      'meeting.md',
      'heading.md',
      'body.md',
      'a-title-typo.md',
      'b-two.md',
      'typo.md',
    ]);
  });

  it('takes short words as they are written', async () => {
    using notebook = await indexForSearch({ 'a.md': 'the cat', 'b.md': 'the car', 'c.md': 'cats' });
    expect(notebook.find('cat', { fuzzy: true })).toEqual(['a.md']);
  });

  it('finds at least what the text search finds, for words of four letters and more', async () => {
    using notebook = await indexForSearch(notes);
    for (const query of ['meet', 'form', 'agenda minutes', 'ardenin']) {
      const fuzzy = notebook.find(query, { fuzzy: true });
      for (const path of notebook.find(query)) expect(fuzzy).toContain(path);
    }
  });

  it('finds accented words by unaccented ones', async () => {
    using notebook = await indexForSearch({ 'a.md': 'Ünïcödé été', 'b.md': 'unicode' });
    expect(notebook.find('unicode', { fuzzy: true })).toEqual(['b.md', 'a.md']);
    expect(notebook.find('ete', { fuzzy: true })).toEqual(['a.md']);
  });

  it('says which words it looked for instead', async () => {
    using notebook = await indexForSearch(notes);
    expect(notebook.search('meetng', { fuzzy: true }).executed).toBe('fuzzy "meetng" (or meeting)');
  });

  it('looks for what holds no word as text', async () => {
    using notebook = await indexForSearch({ 'a.md': 'x -> y', 'b.md': 'x' });
    expect(notebook.find('->', { fuzzy: true })).toEqual(['a.md']);
  });

  it('quotes the lines with the words that were meant', async () => {
    using notebook = await indexForSearch(notes);
    const { snippets } = notebook.search('agennda', { fuzzy: true, snippets: true });
    expect(snippets).toEqual([[{ line: 3, text: 'Agenda and minutes.' }]]);
  });
});
