import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexForSearch } from '../search/testing-search.ts';
import { buildBlocks, findRuns } from './term-blocks.ts';
import { findTerms } from './vocabulary.ts';

const letters = [...'abcdeé\n', '日', '😀'];
const word = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { minLength, maxLength }).map((all) => all.join(''));

it('passes over no place at which the needle begins', () => {
  fc.assert(
    fc.property(word(0, 6000), word(3, 80), fc.nat(6000), (text, wanted, at) => {
      const needle = Buffer.from(wanted);
      const long = Buffer.concat([Buffer.from(text), Buffer.from('x'.repeat(8000))]);
      long.set(needle, at);
      const runs = findRuns(buildBlocks(long), needle, long.length);
      const isInside = (place: number) =>
        runs.some((start, i) => i % 2 === 0 && place >= start && place < runs[i + 1]!);
      for (let place = long.indexOf(needle); place !== -1; place = long.indexOf(needle, place + 1))
        expect(isInside(place)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

it('passes over most of a long list', () => {
  const list = Buffer.from(Array.from({ length: 40_000 }, (_, i) => `term${i * 7919}`).join('\n'));
  const runs = findRuns(buildBlocks(list), Buffer.from('m79197'), list.length);
  const searched = runs.reduce((sum, end, i) => sum + (i % 2 === 0 ? -end : end), 0);
  expect(searched).toBeLessThan(list.length / 10);
});

it('finds in a long vocabulary the terms that a plain look through it finds', async () => {
  const random = fc.sample(
    fc.array(fc.constantFrom(...'abcdefghé'), { minLength: 2, maxLength: 14 }).map((all) => all.join('')),
    { numRuns: 12_000, seed: 3 },
  );
  const words = [...new Set(random)];
  using notebook = await indexForSearch({ 'a.md': words.join(' ') });
  const view = notebook.view();
  for (let i = 0; i < 60; i++) {
    const text = words.filter(({ length }) => length > 5)[i * 53]!.slice(i % 3, (i % 3) + 3 + (i % 7));
    for (const bound of ['none', 'start', 'end', 'both'] as const) {
      const fits = (term: string) =>
        (bound === 'none' && term.includes(text)) ||
        (bound === 'start' && term.startsWith(text)) ||
        (bound === 'end' && term.endsWith(text)) ||
        (bound === 'both' && term === text);
      const { exact } = findTerms(view, { text, bound, unspaced: false }, false);
      expect(exact.sort(), `${bound} ${text}`).toEqual(words.filter(fits).sort());
    }
  }
});
