import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../edit-distance.ts';
import { boundedEdits, editLimit, isContraction, letterMask, mayBeNear } from './edit-limit.ts';

const units = (text: string) => Uint16Array.from([...text], (char) => char.charCodeAt(0));
const word = fc.string({ unit: fc.constantFrom(...'abcde'), maxLength: 10 });

describe('typos', () => {
  it('are counted as edit distance counts them, up to the limit', () => {
    fc.assert(
      fc.property(word, word, fc.constantFrom(1, 2), (a, b, limit) => {
        const padded = units(`x${b}y`);
        const edits = boundedEdits(units(a), padded, 1, 1 + b.length, limit);
        expect(edits).toBe(Math.min(editDistance(a, b), limit + 1));
      }),
      { numRuns: 5000 },
    );
  });

  it('are never more than what the letters rule out', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const limit = editDistance(a, b);
        const near = mayBeNear(letterMask(units(a), 0, a.length), letterMask(units(b), 0, b.length), limit);
        expect(near).toBe(true);
      }),
    );
  });

  it.each([
    ['cat', 0],
    ['word', 1],
    ['wording', 1],
    ['wordings', 2],
    ['日本語', 0],
  ])('in %s may be up to %i', (text, limit) => expect(editLimit(text)).toBe(limit));
});

describe('a contraction', () => {
  it.each([
    ['mtng', 'meeting', true],
    ['mgmt', 'management', true],
    ['mtng', 'meetings', false],
    ['mtng', 'steaming', false],
    ['mgnt', 'meeting', false],
  ])('%s of %s: %s', (short, long, expected) => {
    expect(isContraction(units(short), units(long), 0, long.length)).toBe(expected);
  });
});
