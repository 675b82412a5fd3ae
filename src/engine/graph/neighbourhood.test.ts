import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs, type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { findNeighbourhood } from '../graph-use-cases.ts';
import type { NeighbourhoodQuery } from './neighbourhood.ts';

let notebook: OpenNotebook;
beforeAll(async () => {
  const leaves = Array.from({ length: 30 }, (_, i) => [`leaf ${String(i).padStart(2, '0')}.md`, 'x']);
  notebook = await openNotebook({
    'a.md': '# A\n\n[[b]] [[b|again]] [[a]] [[gone]] ![[pic.png]]',
    'b.md': '[[c]]',
    'c.md': '[[a]] [[d]]',
    'd.md': '[[hidden]]',
    'secret/hidden.md': '[[a]]',
    'star.md': leaves.map(([path]) => `[[${path}]]`).join(' '),
    'pic.png': 'x',
    ...Object.fromEntries(leaves),
  });
});
afterAll(() => notebook[Symbol.asyncDispose]());

const around = async (query: Partial<NeighbourhoodQuery> & { note: string }, call = notebook.call) => {
  const { nodes, edges, truncated } = await findNeighbourhood(
    notebook.engine,
    { depth: 2, direction: 'both', limit: 100, ...query },
    call,
  );
  return {
    nodes: nodes.map(({ path, depth }) => `${depth} ${path}`),
    edges: edges.map(({ from, to, links }) => `${from} > ${to} ${links}`).sort(),
    truncated,
  };
};

it('follows links out, nearest first, through circles and past itself', async () => {
  expect(await around({ note: 'a', direction: 'out' })).toEqual({
    nodes: ['0 a.md', '1 b.md', '2 c.md'],
    edges: ['a.md > b.md 2', 'b.md > c.md 1', 'c.md > a.md 1'],
    truncated: false,
  });
  expect((await around({ note: 'a', direction: 'out', depth: 10 })).nodes).toEqual([
    '0 a.md',
    '1 b.md',
    '2 c.md',
    '3 d.md',
    '4 secret/hidden.md',
  ]);
});

it('follows links back, or both ways', async () => {
  expect((await around({ note: 'a', direction: 'in', depth: 1 })).nodes).toEqual([
    '0 a.md',
    '1 c.md',
    '1 secret/hidden.md',
  ]);
  expect((await around({ note: 'c', depth: 1 })).nodes).toEqual(['0 c.md', '1 a.md', '1 d.md', '1 b.md']);
});

it('shows no more than was asked for, and says so', async () => {
  const { nodes, edges, truncated } = await around({ note: 'star', limit: 5 });
  expect(nodes).toHaveLength(5);
  expect(edges).toHaveLength(4);
  expect(truncated).toBe(true);
  expect((await around({ note: 'star', limit: 31 })).truncated).toBe(false);
});

it('stays in what the caller sees', async () => {
  const shown = await around({ note: 'd', depth: 3 }, callAs(['*']));
  expect(JSON.stringify(shown)).not.toContain('secret');
  expect(shown.nodes).toContain('1 c.md');
});
