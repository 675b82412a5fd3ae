import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitPage } from './pagination.ts';
import { jsonBytes } from './shorten.ts';

const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const notebook = { name: 'notes', path: '/home/someone/notes' };

function answer(fitted: ReturnType<typeof fitPage>) {
  return { notes: fitted.rows, ...fitted.rest, pagination: fitted.pagination, ...fitted.guidance };
}

test('the last page says neither where to go on nor that there is more', () => {
  const { pagination, guidance } = fitPage(
    { rows: [{ a: 1 }], total: 51, offset: 50, limit: 50 },
    { notebook },
    budget,
  );
  expect(pagination).toEqual({ total: 51, returned: 1, page: 2, pageSize: 50, hasMore: false });
  expect(guidance).toEqual({});
});

test('a page with more behind it names the next offset and how to use it', () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ path: `${index}.md` }));
  const { pagination, guidance } = fitPage({ rows, total: 127, offset: 0, limit: 50 }, { notebook }, budget);
  expect(pagination).toEqual({
    total: 127,
    returned: 50,
    page: 1,
    pageSize: 50,
    hasMore: true,
    nextOffset: 50,
  });
  expect(guidance).toEqual({ _guidance: 'More results available. To fetch next page: { offset: 50 }' });
});

test('an offset past the end is an empty last page', () => {
  const { pagination } = fitPage({ rows: [], total: 3, offset: 10, limit: 50 }, { notebook }, budget);
  expect(pagination).toMatchObject({ total: 3, returned: 0, hasMore: false });
});

test('one row larger than the budget comes shortened, alone', () => {
  const huge = { path: 'huge.md', tags: Array(50_000).fill('tag') };
  const fitted = fitPage(
    { rows: [huge, { path: 'b.md', tags: [] }], total: 2, offset: 0, limit: 50 },
    { notebook },
    budget,
  );
  expect(fitted.rows).toHaveLength(1);
  expect(fitted.rows[0]).toMatchObject({ path: 'huge.md', truncated: true, truncatedFields: ['tags'] });
  expect(fitted.pagination.nextOffset).toBe(1);
});

const row = fc.record({
  path: fc.string({ minLength: 1, maxLength: 300 }),
  title: fc.string({ unit: 'binary', maxLength: 3000 }),
  tags: fc.array(fc.string(), { maxLength: 300 }),
});
const rest = fc.record({
  notebook: fc.record({ name: fc.string(), path: fc.string({ maxLength: 4096 }) }),
  warnings: fc.array(fc.record({ path: fc.string({ maxLength: 1000 }), message: fc.string() }), {
    maxLength: 10,
  }),
});

test('whatever comes, the answer stays within its budget and no page is empty', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      rest,
      fc.integer({ min: 1000, max: 20_000 }),
      (rows, around, bytes) => {
        const fitted = fitPage({ rows, total: 2 ** 52, offset: 2 ** 51, limit: 1000 }, around, {
          ...budget,
          bytes,
        });
        expect(jsonBytes(answer(fitted))).toBeLessThanOrEqual(bytes);
        expect(fitted.rows.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 60 },
  );
});

test('following nextOffset gives every row once, in order', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1000, max: 9000 }),
      (all, limit, bytes) => {
        const seen: string[] = [];
        let next: number | undefined = 0;
        while (next !== undefined) {
          const offset: number = next;
          const page = { rows: all.slice(offset, offset + limit), total: all.length, offset, limit };
          const fitted = fitPage(page, { notebook }, { ...budget, bytes });
          for (const index of fitted.rows.keys()) seen.push(all[offset + index]!.path);
          next = fitted.pagination.nextOffset;
        }
        expect(seen).toEqual(all.map(({ path }) => path));
      },
    ),
    { numRuns: 60 },
  );
});
