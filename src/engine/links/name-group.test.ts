import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LinkedFile, linkedFile, NameGroup } from './name-group.ts';

const segment = fc.constantFrom('a', 'b', 'A', 'cc');
const folder = fc.array(segment, { maxLength: 3 }).map((segments) => segments.join('/'));
const paths = fc.uniqueArray(
  folder.map((above) => (above === '' ? 'n.md' : `${above}/n.md`)),
  { minLength: 1, maxLength: 30 },
);

const groupOf = (list: readonly string[]) => new NameGroup(list.map((path, i) => linkedFile(i, path)));

function rank(file: LinkedFile, from: string): [number, number, string] {
  return [from === '' || file.folded.startsWith(`${from}/`) ? 0 : 1, file.folded.length, file.path];
}

test('the closest of many is the one that looking at each gives', () => {
  fc.assert(
    fc.property(paths, folder, (list, above) => {
      const group = groupOf(list);
      const from = above.toLowerCase();
      const [best] = [...group.files].sort((a, b) => {
        const [left, right] = [rank(a, from), rank(b, from)];
        return left[0] - right[0] || left[1] - right[1] || (left[2] < right[2] ? -1 : 1);
      });
      expect(group.closest(from, 'other').folded).toBe(best!.folded);
    }),
  );
});

test('the files below a path and at it are all there are', () => {
  fc.assert(
    fc.property(paths, folder, (list, above) => {
      const group = groupOf(list);
      const tail = `${above === '' ? '' : `${above}/`}n`.toLowerCase();
      const ending = group.files.filter(({ folded }) => `/${folded}`.endsWith(`/${tail}`));
      expect(group.endingIn(tail)?.files ?? []).toEqual(ending);
      expect(group.at(tail, tail)?.folded).toBe(group.files.find(({ folded }) => folded === tail)?.folded);
    }),
  );
});

test('a name that every folder has costs no more for each link', () => {
  const count = 20_000;
  const group = groupOf(Array.from({ length: count }, (_, i) => `top/f${i}/index.md`));
  const start = performance.now();
  const wrong: number[] = [];
  for (let i = 0; i < count; i++) {
    const found = [
      group.closest(`top/f${i}`, 'index'),
      group.endingIn(`f${i}/index`)?.files[0],
      group.at(`top/f${i}/index`, ''),
    ];
    if (found.some((file) => file?.id !== i)) wrong.push(i);
  }
  expect(wrong).toEqual([]);
  // Looking at each of them would be more than a billion comparisons.
  expect(performance.now() - start).toBeLessThan(4000);
});
