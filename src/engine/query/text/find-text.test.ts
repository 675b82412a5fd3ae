import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexForSearch } from '../search/testing-search.ts';
import { dropAccents } from './accents.ts';
import { findText } from './find-text.ts';
import { parseQuery } from './parse-query.ts';

const special = {
  'a.md': '# Notes on C++\n\nTemplates and @mentions of bob, x² and 2 + 2 = 4.',
  'b.md': '---\ntitle: Café life\nsecret: hiddenword\n---\nThe cafe is not a café. #hashtags here, c + d.',
  'c.md': '# Performance\n\nTop performance reports. The meeting notes, and the notes of the meeting.',
  'd.md': '# Other\n\n会議の議事録です。東京タワー\n\nA party 🎉 in 東京 tower',
  'e.md': '# Quotes\n\nHe said "hello,\nworld" — and don\'t stop. foo.bar_baz',
};

describe('text search', () => {
  it.each([
    ['PERFORMANCE', ['c.md']],
    ['formanc', ['c.md']],
    ['C++', ['a.md']],
    ['@mentions', ['a.md']],
    ['#hashtags', ['b.md']],
    ['2 + 2', ['a.md']],
    ['x²', ['a.md']],
    ['"hello', ['e.md']],
    ["don't", ['e.md']],
    ['foo.bar_baz', ['e.md']],
    ['bar_b', ['e.md']],
    ['🎉', ['d.md']],
    ['議事', ['d.md']],
    ['録', ['d.md']],
    ['タワー', ['d.md']],
    ['hiddenword', []],
    ['absentword', []],
  ])('finds %s', async (query, paths) => {
    using notebook = await indexForSearch(special);
    expect(notebook.find(query)).toEqual(paths);
  });

  it.each([
    ['"hello world"', ['e.md']],
    ['"ello worl"', ['e.md']],
    ['"world hello"', []],
    ['"meeting notes"', ['c.md']],
    ['"of the meet"', ['c.md']],
    ['"東京 tower"', ['d.md']],
    ['"C++"', ['a.md']],
    ['"notes on C++"', ['a.md']],
    ['"notes on C#"', []],
    ['"2 2"', ['a.md']],
  ])('takes %s for words in a row', async (query, paths) => {
    using notebook = await indexForSearch(special);
    expect(notebook.find(query)).toEqual(paths);
  });

  it('puts words as they are written above words with accents, and never drops accents that were given', async () => {
    using notebook = await indexForSearch({
      'a.md': 'un café crème',
      'b.md': 'a cafe creme',
      'c.md': 'cafe crème',
    });
    expect(notebook.find('cafe')).toEqual(['b.md', 'c.md', 'a.md']);
    expect(notebook.find('café')).toEqual(['a.md']);
    expect(notebook.find('cafe creme')).toEqual(['b.md', 'c.md', 'a.md']);
    expect(notebook.find('"cafe creme"')).toEqual(['b.md', 'a.md', 'c.md']);
  });

  it('ranks the phrase, then title hits, then whole words, then relevance, then path', async () => {
    using notebook = await indexForSearch({
      'e-phrase.md': 'some red apple here',
      'd-title.md': '# Apple and Red\n\ntext',
      'c-both.md': 'apple red apple red apple',
      'b-once.md': `red ${'filler '.repeat(50)} apple`,
      'a-inside.md': 'redder pineapples',
      'f-none.md': 'apple',
      'g-none.md': 'nothing',
      'h-none.md': 'nothing',
      'i-none.md': 'nothing',
      'j-none.md': 'nothing',
      'k-none.md': 'nothing',
      'l-none.md': 'nothing',
    });
    expect(notebook.find('red apple')).toEqual([
      'c-both.md',
      'e-phrase.md',
      'd-title.md',
      'b-once.md',
      'a-inside.md',
    ]);
  });

  it('orders notes that are alike by path', async () => {
    using notebook = await indexForSearch({ 'b.md': 'same text', 'a.md': 'same text', 'ä.md': 'same text' });
    expect(notebook.find('same')).toEqual(['a.md', 'b.md', 'ä.md']);
  });

  it('counts and shows nothing that the caller may not see', async () => {
    using notebook = await indexForSearch(
      { 'open/a.md': 'secret word', 'closed/b.md': 'secret word', 'closed/c.md': 'secret ->' },
      ['open/**'],
    );
    for (const query of ['secret', 's', '"secret word"', 'secret word', 'ecre']) {
      const { total, rows } = notebook.search(query, { visible: ['open/**'] });
      expect([query, total, rows.map(({ path }) => path)]).toEqual([query, 1, ['open/a.md']]);
    }
    expect(notebook.search('->', { visible: ['open/**'] }).total).toBe(0);
    expect(notebook.search('secrte', { fuzzy: true, visible: ['open/**'] }).total).toBe(1);
  });

  it('gives pages that make up the whole, without repeating any', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 57 }, (_, i) => [`n${i}.md`, i % 3 === 0 ? 'word word' : 'a word']),
    );
    using notebook = await indexForSearch(notes);
    const whole = notebook.find('word');
    const pages = [0, 10, 20, 30, 40, 50, 60].flatMap((offset) =>
      notebook.find('word', { limit: 10, offset }),
    );
    expect(whole).toHaveLength(57);
    expect(pages).toEqual(whole);
  });

  it.each([
    'AND',
    'a OR b',
    'NOT x',
    'NEAR(a b, 2)',
    '"',
    '""',
    '"""',
    'a"b',
    '*',
    'a*',
    '^a',
    'title: a',
    '{title} : a',
    '(a',
    'a)',
    'a\0b',
    '\ud800',
    'a\udfff',
    "';DROP TABLE notes;--",
    '%',
    '_',
    '\\',
    '[a-z]+',
    '(?:',
    '$',
    '\n\t',
  ])('takes %j for text', async (query) => {
    using notebook = await indexForSearch({ 'a.md': `before ${query} after`, 'b.md': 'zzz' });
    expect(() => notebook.search(query)).not.toThrow();
    expect(() => notebook.search(query, { fuzzy: true, snippets: true })).not.toThrow();
    expect(() => notebook.search(`"x ${query} y"`)).not.toThrow();
    const wanted = query.replaceAll('\0', ' ').trim();
    if (wanted !== '' && !wanted.includes('"') && !/[\ud800-\udfff\0]/.test(query))
      expect(notebook.find(query)).toContain('a.md');
  });

  it('answers a query of 10,000 characters', async () => {
    const words = Array.from({ length: 1700 }, (_, i) => `w${i * 7919}`).join(' ');
    using notebook = await indexForSearch({ 'a.md': words, 'b.md': 'w0' });
    expect(notebook.find(words)).toEqual(['a.md']);
    expect(notebook.find(`"${words}"`)).toEqual(['a.md']);
    expect(notebook.find('x'.repeat(10_000))).toEqual([]);
    expect(notebook.find(words, { fuzzy: true })).toEqual(['a.md']);
  });

  it('finds the same among many terms as a look at every text does', async () => {
    const syllables = ['ka', 'the', 'ro', 'mi', 'ath', 'on', 'é', '日本', 'x'];
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const word = () => Array.from({ length: 1 + next(5) }, () => syllables[next(syllables.length)]!).join('');
    const texts = Array.from({ length: 1100 }, (_, i) =>
      [...(next(10) < 9 ? ['it'] : []), ...Array.from({ length: i % 6 }, word)].join(' '),
    );
    const name = (i: number) => `n${String(i).padStart(4, '0')}.md`;
    using notebook = await indexForSearch(Object.fromEntries(texts.map((text, i) => [name(i), text])));
    const queries = ['t', 'it', 'th', 'the', 'ka', 'x', 'aro', 'kath', '日', 'é', 'it ka', 'on x mi', 'xé'];
    for (const query of [...queries, 'it the x', 'mi it']) {
      const fields = texts.map((text, i) => `${name(i).slice(0, -3)}\n${text}`);
      const holds = (text: string) => query.split(' ').every((part) => text.includes(part));
      const expected = fields.flatMap((text, i) =>
        holds(text) || holds(dropAccents(text)) ? [name(i)] : [],
      );
      expect([query, notebook.find(query, { limit: 2000 }).sort()]).toEqual([query, expected]);
    }
  });

  it('follows changes of the notes, also in texts it has kept', async () => {
    using notebook = await indexForSearch({ 'a.md': 'one ->', 'b.md': 'two' });
    expect(notebook.find('->')).toEqual(['a.md']);
    expect(notebook.find('newterm')).toEqual([]);
    writeFileSync(join(notebook.scratch.root, 'b.md'), 'two newterms ->');
    writeFileSync(join(notebook.scratch.root, 'a.md'), 'one');
    await notebook.update();
    expect(notebook.find('->')).toEqual(['b.md']);
    expect(notebook.find('newterm')).toEqual(['b.md']);
    rmSync(join(notebook.scratch.root, 'b.md'));
    await notebook.update();
    expect(notebook.find('newterm')).toEqual([]);
  });

  it('says when nothing narrowed the search down, and when time ran out', async () => {
    const notes = { 'a.md': '->', 'b.md': 'x' };
    using notebook = await indexForSearch(notes);
    using other = await indexForSearch(notes);
    expect(notebook.search('->').executed).toBe(
      'title or body contains "->"; the index could not narrow this down, so every note was looked into',
    );
    const cut = findText(other.view(), parseQuery('->'), undefined, -1);
    expect(cut.executed).toMatch(
      /stopped after \d+ s with \d+ notes not looked into: there may be more results/,
    );
  });

  it('takes the words of the query apart from the filters, and wants both', async () => {
    using notebook = await indexForSearch({
      'x/a.md': '---\nstatus: done\n---\napple',
      'x/b.md': 'apple',
      'y/c.md': '---\nstatus: done\n---\npear',
    });
    const filters = { and: ['data.status=done'] };
    expect(notebook.find('apple', { filters })).toEqual(['x/a.md']);
    expect(notebook.find('aple', { filters, fuzzy: true })).toEqual(['x/a.md']);
    expect(notebook.search('apple', { filters }).executed).toBe(
      `title or body contains "apple" AND data.status = 'done'`,
    );
  });
});
