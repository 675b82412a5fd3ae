import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages, type Listing } from '../../../test/support/flint-pages.ts';
import { budget, type FlintNotebook, type FlintPage, openFlint } from '../../../test/support/run-flint.ts';

const many = 620;

/** A root with 620 children that link to it and to which it links; all of them have one child in common. */
function makeFamily(): Record<string, string> {
  const files: Record<string, string> = { 'last.md': '# Last\n' };
  const links: string[] = [];
  for (let i = 0; i < many; i++) {
    const name = `n${String(i).padStart(3, '0')}`;
    files[`notes/${name}.md`] = `---\nparent: root\nchildren: last\n---\n# ${name}\n\nTo [[root]].\n`;
    links.push(`[[${name}]] [page](https://example.com/${i})`);
  }
  files['root.md'] = `${links.join('\n')}\n`;
  return files;
}

let flint: FlintNotebook;
beforeAll(async () => {
  flint = await openFlint(makeFamily());
});
afterAll(() => flint[Symbol.asyncDispose]());

const keyOf = ({ path, source, line, raw }: Record<string, unknown>) =>
  `${path ?? source} ${line ?? ''} ${raw ?? ''}`;
const ask =
  (tool: string, identifier: string): Listing['ask'] =>
  (args) =>
    flint.run(tool, { identifier, ...args });

const lists: Listing[] = [
  { name: 'get_children', standard: 100, most: 200, total: many, ask: ask('get_children', 'root'), keyOf },
  { name: 'get_parents', standard: 100, most: 200, total: many, ask: ask('get_parents', 'last'), keyOf },
  {
    name: 'get_descendants',
    standard: 100,
    most: 500,
    total: many + 1,
    ask: ask('get_descendants', 'root'),
    keyOf,
  },
  {
    name: 'get_related_notes',
    standard: 50,
    most: 200,
    total: many,
    ask: ask('get_related_notes', 'root'),
    keyOf,
  },
];

const categories = ['parents', 'children', 'outgoing_links', 'incoming_links', 'external_links', 'related'];

for (const category of categories)
  lists.push({
    name: `get_note_relationships, ${category}`,
    standard: 50,
    most: 200,
    total: many,
    keyOf,
    async ask(args) {
      const identifier = category === 'parents' ? 'last' : 'root';
      const answer = await flint.run('get_note_relationships', { identifier, category, ...args });
      expect(Object.keys(answer)).toEqual(['path', 'title', category]);
      return answer[category] as FlintPage;
    },
  });

for (const listing of lists) describePages(listing);

it('get_note_relationships gives all categories at once, within the budget, however small', async () => {
  for (const maxBytes of [1000, 3000, budget.bytes]) {
    const answer = await flint.run('get_note_relationships', { identifier: 'root', limit: 200, maxBytes });
    expect(Object.keys(answer).filter((key) => categories.includes(key))).toEqual(categories);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(maxBytes);
    for (const name of categories) {
      const { results, pagination } = answer[name] as FlintPage;
      expect(pagination.total).toBe(name === 'parents' ? 0 : many);
      if (name !== 'parents') expect(pagination.nextOffset).toBe(results.length);
    }
  }
});

it('answers to the names and spellings of the seed', async () => {
  const descendants = await flint.run('getDescendants', { identifier: 'root', maxDepth: 1, max_results: 3 });
  expect(descendants.pagination).toMatchObject({ total: many, limit: 3, nextOffset: 3 });
  expect(descendants.results[0]).toMatchObject({ path: 'notes/n000.md', depth: 1, parent: 'root.md' });
  for (const name of ['getChildren', 'getRelatedNotes'])
    expect((await flint.run(name, { identifier: 'root' })).pagination.total).toBe(many);
  expect((await flint.run('getParents', { identifier: 'n001' })).results).toMatchObject([
    { path: 'root.md' },
  ]);
  expect(await flint.run('getNoteRelationships', { identifier: 'n001' })).toMatchObject({
    path: 'notes/n001.md',
    parents: { pagination: { total: 1 } },
  });
});

it.each([0, -1, 1.5, '2'])('refuses max_depth %j', async (max_depth) => {
  await expect(flint.run('get_descendants', { identifier: 'root', max_depth })).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
    details: { parameter: 'max_depth' },
  });
});

it.each(['get_children', 'get_parents', 'get_descendants', 'get_related_notes', 'get_note_relationships'])(
  '%s says which notes come closest to one that is not there',
  async (tool) => {
    await expect(flint.run(tool, { identifier: 'rooot' })).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
  },
);

it('sees a changed property in the very next call', async () => {
  await using own = await openFlint({ 'a.md': '', 'b.md': '---\nup: a\n---\n', 'c.md': '' });
  const children = async () =>
    (await own.run('get_children', { identifier: 'a' })).results.map(({ path }) => path);
  expect(await children()).toEqual(['b.md']);
  own.notebook.folder.write('c.md', '---\nparent: "[[a]]"\n---\n');
  expect(await children()).toEqual(['b.md', 'c.md']);
  own.notebook.folder.write('b.md', '');
  expect(await children()).toEqual(['c.md']);
});
