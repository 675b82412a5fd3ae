import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openScratchWriter, writeNote } from '../../../../test/scratch-notebook.ts';
import { restartTerms } from '../../db/queries/write-note.ts';
import { findStem, stemWord } from '../../markdown/stem.ts';
import { indexForSearch } from '../search/testing-search.ts';
import { beginningOf, findWordForms } from './word-forms.ts';

const endings =
  'ational ization iveness fulness ousness tional biliti entli ousli ation alism aliti iviti enci anci izer alli ator logi bli eli icate ative alize iciti ical ness ful ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou s es ies sses ed ing eed y ly ity bility e ll'.split(
    ' ',
  );

describe('forms of a word', () => {
  it('begin alike but for the last letter of the stem', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghilmnoprstuvyz'), maxLength: 6 });
    const word = fc
      .tuple(letters, fc.array(fc.constantFrom(...endings), { maxLength: 3 }))
      .map(([start, ends]) => start + ends.join(''))
      .filter((made) => made.length > 0);
    fc.assert(
      fc.property(word, (made) => made.startsWith(beginningOf(stemWord(made)))),
      { numRuns: 20_000 },
    );
  });

  const notes = {
    'a.md': 'She buys. Buying leaks; the leaked valve, LEAKING. Naïvely.',
    'b.md': 'leak, leakage, leaky, leak2 buyer',
    'hidden/c.md': 'leakings',
  };

  it('are those that stand in some note the caller sees', async () => {
    using notebook = await indexForSearch(notes, ['*.md']);
    const all = notebook.view();
    expect(findWordForms(all, 'leak')).toEqual(['leaked', 'leaking', 'leakings', 'leaks']);
    expect(findWordForms(all, 'bui')).toEqual(['buying', 'buys']);
    expect(findWordForms(all, 'naïv')).toEqual([]);
    expect(findWordForms(all, 'valv')).toEqual(['valve']);
    expect(findWordForms(notebook.view(['*.md']), 'leak')).toEqual(['leaked', 'leaking', 'leaks']);
  });

  it('are the same while the list of terms is still being made, and when it is made again', async () => {
    using notebook = await indexForSearch(notes);
    const listed = findWordForms(notebook.view(), 'leak');
    const writer = openScratchWriter(notebook.scratch);
    writer.write(() => restartTerms(writer.db));
    expect(findWordForms(notebook.view(), 'leak')).toEqual(listed);
    writer.finish();
    writer.close();
    expect(findWordForms(notebook.view(), 'leak')).toEqual(listed);
  });

  it('follow a note that brings a new one', async () => {
    using notebook = await indexForSearch(notes);
    writeNote(notebook.scratch.root, 'd.md', 'The leakness of it, leakproof');
    await notebook.update();
    expect(findWordForms(notebook.view(), 'leak')).toContain('leakness');
  });

  it('are looked for by the stem of words that are not their own', () => {
    expect(findStem('leaking')).toBe('leak');
    expect(findStem('leak')).toBeUndefined();
    expect(findStem('naïvely')).toBeUndefined();
    expect(findStem(`${'y'.repeat(100_000)}ing`)).toBeUndefined();
  });
});
