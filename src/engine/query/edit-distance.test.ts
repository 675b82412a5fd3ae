import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['same', 'same', 0],
    ['meetng', 'meeting', 1],
    ['preformance', 'performance', 1],
    ['ab', 'ba', 1],
    ['kitten', 'sitting', 3],
    ['abc', 'xyz', 3],
    ['ca', 'abc', 3],
  ])('%j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 });

  it('is what a slow recursive definition says', () => {
    fc.assert(fc.property(word, word, (a, b) => void expect(editDistance(a, b)).toBe(slowDistance(a, b))));
  });

  it('is the same both ways', () => {
    fc.assert(fc.property(word, word, (a, b) => void expect(editDistance(a, b)).toBe(editDistance(b, a))));
  });

  it('with a limit is the same up to it and more than it beyond', () => {
    fc.assert(
      fc.property(word, word, fc.nat(9), (a, b, limit) => {
        const exact = editDistance(a, b);
        const limited = editDistance(a, b, limit);
        if (exact <= limit) expect(limited).toBe(exact);
        else expect(limited).toBeGreaterThan(limit);
      }),
    );
  });
});

function slowDistance(a: string, b: string, known = new Map<string, number>()): number {
  if (a === '' || b === '') return a.length + b.length;
  const key = `${a}|${b}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const next = (x: string, y: string) => slowDistance(x, y, known);
  let best = Math.min(
    next(a.slice(1), b) + 1,
    next(a, b.slice(1)) + 1,
    next(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  );
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    best = Math.min(best, next(a.slice(2), b.slice(2)) + 1);
  known.set(key, best);
  return best;
}
