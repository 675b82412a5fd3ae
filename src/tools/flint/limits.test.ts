import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Listing } from '../../../test/support/flint-pages.ts';
import {
  budget,
  type FlintAnswer,
  type FlintNotebook,
  type FlintPage,
  openFlint,
} from '../../../test/support/run-flint.ts';

const many = 620;

/** A hub that 620 notes link to and that links to all of them; each has a broken link and one to a page. */
function makeHub(): Record<string, string> {
  const files: Record<string, string> = {};
  const links: string[] = [];
  for (let i = 0; i < many; i++) {
    const name = `n${String(i).padStart(3, '0')}`;
    files[`notes/${name}.md`] =
      `# Note ${i}\n\nTo [[hub]], [[gone ${i}]] and <https://sub.example.com/${i}>.\n`;
    links.push(`[[${name}]] [page](https://example.com/${i})`);
  }
  files['hub.md'] = `# Hub\n\n${links.join('\n')}\n`;
  return files;
}

let flint: FlintNotebook;
beforeAll(async () => {
  flint = await openFlint(makeHub());
});
afterAll(() => flint[Symbol.asyncDispose]());

const pathOf = ({ path }: Record<string, unknown>) => path;
const linkOf = ({ source, line, raw }: Record<string, unknown>) => `${source}:${line}:${raw}`;
const ask = (tool: string, own: Record<string, unknown>) => (args: Record<string, unknown>) =>
  flint.run(tool, { ...own, ...args });
const askLinks = (category: string) => async (args: Record<string, unknown>) => {
  const answer: FlintAnswer = await flint.run('get_note_links', { identifier: 'hub', category, ...args });
  expect(Object.keys(answer)).toEqual(['path', 'title', category]);
  return answer[category] as FlintPage;
};

const listings: Listing[] = [
  { name: 'list_notes', standard: 50, most: 500, total: many + 1, ask: ask('list_notes', {}), keyOf: pathOf },
  {
    name: 'search_by_links',
    standard: 50,
    most: 200,
    total: many,
    ask: ask('search_by_links', { has_links_to: ['hub'] }),
    keyOf: pathOf,
  },
  {
    name: 'find_broken_links',
    standard: 100,
    most: 500,
    total: many,
    ask: ask('find_broken_links', {}),
    keyOf: linkOf,
  },
  {
    name: 'get_backlinks',
    standard: 100,
    most: 500,
    total: many,
    ask: ask('get_backlinks', { identifier: 'hub' }),
    keyOf: linkOf,
  },
  ...['internal', 'external', 'incoming'].map((category) => ({
    name: `get_note_links, ${category}`,
    standard: 100,
    most: 500,
    total: many,
    ask: askLinks(category),
    keyOf: linkOf,
  })),
];

for (const listing of listings) describePages(listing);

it('get_note_links gives all categories at once, each with a page of its own and its share of the room', async () => {
  const answer = await flint.run('get_note_links', { identifier: 'hub', limit: 500 });
  expect(Object.keys(answer)).toEqual(['path', 'title', 'internal', 'external', 'incoming']);
  const pages = ['internal', 'external', 'incoming'].map((name) => answer[name] as FlintPage);
  for (const { results, pagination } of pages) {
    expect(pagination).toMatchObject({ total: many, limit: 500, hasMore: true, nextOffset: results.length });
    expect(results.length).toBeGreaterThan(50);
  }
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(budget.bytes);
});
