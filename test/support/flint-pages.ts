import { describe, expect, it } from 'vitest';
import { budget, type FlintPage } from './run-flint.ts';

const huge = { maxBytes: 1_000_000 };

/** A tool that lists something, asked for a list with more rows than its maximum. */
export interface Listing {
  name: string;
  standard: number;
  most: number;
  total: number;
  ask(args: Record<string, unknown>): Promise<FlintPage>;
  keyOf(row: Record<string, unknown>): unknown;
}

/** What holds for every list: its limits, its pages, its budget. */
export function describePages({ name, standard, most, total, ask, keyOf }: Listing): void {
  describe(name, () => {
    const pageOf = async (args: Record<string, unknown>) => {
      const { results, pagination } = await ask({ ...huge, ...args });
      return { rows: results.length, ...pagination };
    };

    it('has its default and its maximum, and lowers what is above', async () => {
      expect(await pageOf({})).toEqual({
        rows: standard,
        total,
        limit: standard,
        offset: 0,
        hasMore: true,
        nextOffset: standard,
      });
      expect(await pageOf({ limit: null, offset: null })).toMatchObject({ limit: standard, offset: 0 });
      for (const limit of [most, most + 1, 1_000_000])
        expect(await pageOf({ limit })).toMatchObject({ rows: most, limit: most, nextOffset: most });
      expect(await pageOf({ max_results: 7 })).toMatchObject({ rows: 7, limit: 7 });
    });

    it.each([
      ['limit', 0],
      ['limit', -1],
      ['limit', 1.5],
      ['limit', '5'],
      ['limit', Number.NaN],
      ['offset', -1],
      ['offset', 0.5],
      ['offset', true],
    ])('refuses %s %j', async (parameter, value) => {
      await expect(ask({ [parameter]: value })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        details: { parameter },
      });
    });

    it('refuses a parameter that is given in two spellings, or that it does not know', async () => {
      await expect(ask({ limit: 5, max_results: 5 })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        details: { parameter: 'max_results' },
      });
      await expect(ask({ limits: 5 })).rejects.toMatchObject({ details: { parameter: 'limits' } });
    });

    it('ends where the list ends', async () => {
      const end = { total, hasMore: false };
      expect(await pageOf({ offset: total - standard })).toEqual({
        rows: standard,
        limit: standard,
        offset: total - standard,
        ...end,
      });
      expect(await pageOf({ offset: total - standard - 1 })).toMatchObject({
        rows: standard,
        hasMore: true,
        nextOffset: total - 1,
      });
      expect(await pageOf({ offset: total - 1 })).toMatchObject({ rows: 1, ...end });
      for (const offset of [total, total + 1, 1_000_000])
        expect(await pageOf({ offset })).toEqual({ rows: 0, limit: standard, offset, ...end });
    });

    it('gives pages that make up the whole, in one order, also when the budget cuts them', async () => {
      const walk = async (args: Record<string, unknown>) => {
        const rows: unknown[] = [];
        for (let offset: number | undefined = 0; offset !== undefined; ) {
          const { results, pagination } = await ask({ ...args, offset });
          expect(pagination.total).toBe(total);
          expect(pagination.hasMore).toBe(offset + results.length < total);
          rows.push(...results.map(keyOf));
          offset = pagination.nextOffset;
        }
        return rows;
      };
      const whole = await walk({ limit: most, ...huge });
      expect(new Set(whole).size).toBe(total);
      expect(whole).toHaveLength(total);
      expect(await walk({ limit: most })).toEqual(whole);
      expect(await walk({ limit: 93, maxBytes: 9000 })).toEqual(whole);
    });

    it('stays within the budget', async () => {
      for (const maxBytes of [1000, 5000, 51_200]) {
        const page = await ask({ limit: most, maxBytes });
        expect(page.results.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(maxBytes);
      }
      const usual = await ask({ limit: most });
      expect(Buffer.byteLength(JSON.stringify(usual))).toBeLessThanOrEqual(budget.bytes);
    });
  });
}
