import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GtdSchema, manyItems } from '../support/gtd-database.ts';
import { type OpenGtd, openGtd } from '../support/open-gtd.ts';

const count = 100_000;

/** What half of the calls take at most, in ms of processor time: other work on the machine does not count. */
async function measure(calls: number, call: (i: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = process.cpuUsage();
    await call(i);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[calls >> 1]!;
}

describe.each<[GtdSchema, number]>([
  ['app', 60],
  ['seed', 60],
  ['app', count],
])('100,000 items, schema of the %s, %i of them at the top', (schema, roots) => {
  let gtd: OpenGtd;
  beforeAll(async () => {
    gtd = await openGtd({ schema, sample: { items: manyItems(count, roots) } });
  });
  afterAll(() => gtd[Symbol.asyncDispose]());

  test('root items and search are quick and never over 25,000 characters', async () => {
    const lengths: number[] = [];
    const ask = async (tool: string, args: Record<string, unknown>) => {
      const { text, isError } = await gtd.ask(tool, args);
      expect(isError).toBeUndefined();
      lengths.push(text.length);
    };
    await ask('get_root_items', {});
    const root = await measure(25, (i) =>
      ask('get_root_items', { response_format: i % 2 ? 'json' : 'markdown' }),
    );
    const search = await measure(15, (i) => ask('search_items', { query: `invoice ${9000 + i * 11}` }));
    console.log(
      `${schema}, ${roots} roots: root p50 ${root.toFixed(1)} ms, search p50 ${search.toFixed(1)} ms`,
    );
    await ask('search_items', { query: 'e', limit: 500 });
    await ask('list_due', { range: 'overdue', limit: 500 });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(25_000);
    expect(root).toBeLessThan(30);
    expect(search).toBeLessThan(90);
  });

  test('pages joined are all items', { timeout: 120_000 }, async () => {
    const seen = new Set<string>();
    let rows = 0;
    const most = roots === count ? 20_000 : 2000;
    let total = 0;
    // every item once: the pages of what lies at the top, or of a search that finds them all
    const [tool, args] =
      roots === count ? ['get_root_items', {}] : ['search_items', { query: ' ', limit: 500 }];
    for (let offset: number | undefined = 0; offset !== undefined && rows < most; ) {
      const { data, text } = await gtd.ask(tool as string, {
        ...(args as object),
        response_format: 'json',
        offset,
      });
      if (text.length > 25_000) throw new Error(`${text.length} characters`);
      const items = data.items as { id: string }[];
      for (const { id } of items) seen.add(id);
      rows += items.length;
      total = data.total as number;
      expect(offset + items.length).toBe((data.nextOffset as number | undefined) ?? total);
      offset = data.nextOffset as number | undefined;
    }
    expect(total).toBe(count);
    expect(seen.size).toBe(rows);
  });
});
