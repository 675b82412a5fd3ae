import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../query/edit-distance.ts';
import { pickRandom } from '../views/pick-random.ts';
import { findClosest, loadNames } from './closest-names.ts';

const closest = (names: readonly string[], wanted: string) => {
  const id = findClosest(loadNames(names.map((name, index) => [index, name])), wanted);
  return id === undefined ? undefined : names[id];
};

it.each([
  ['meeting', 'meetng'],
  ['project plan', 'projct plna'],
  ['a', 'b'],
  ['会議のメモ', '会議メモ'],
])('%s is closest to %s', (name, wanted) => {
  expect(closest(['something else', name, 'unrelated'], wanted)).toBe(name);
});

it.each(['', 'completely different', 'x'.repeat(300)])('nothing is close to %j', (wanted) => {
  expect(closest(['meeting', 'plan'], wanted)).toBeUndefined();
});

it('finds one that no other name is closer than, and one whenever there is one', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', ' '),
    minLength: 1,
    maxLength: 18,
  });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (names, wanted) => {
      const limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 5)));
      const best = Math.min(...names.map((name) => editDistance(wanted, name)));
      const found = closest(names, wanted);
      if (best > limit) expect(found).toBeUndefined();
      else expect(editDistance(wanted, found!)).toBe(best);
    }),
  );
});

it('picks each number at most once, all of them when asked for enough', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(400), fc.string(), (total, count, seed) => {
      const picked = pickRandom(total, count, seed);
      expect(picked).toHaveLength(Math.min(total, count));
      expect(new Set(picked).size).toBe(picked.length);
      expect(picked.every((at) => at >= 0 && at < total)).toBe(true);
      expect(pickRandom(total, count, seed)).toEqual(picked);
    }),
  );
});

it('picks every number about equally often', () => {
  const times = new Array<number>(10).fill(0);
  for (let seed = 0; seed < 3000; seed++) for (const at of pickRandom(10, 2, String(seed))) times[at]!++;
  for (const count of times) expect(Math.abs(count - 600)).toBeLessThan(120);
});
