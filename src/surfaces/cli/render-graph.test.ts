import { expect, test } from 'vitest';
import { renderGraph } from './render-graph.ts';

const graph = {
  nodes: [
    { path: 'a "b".md', title: 'A "quoted" [x]\nline #1', depth: 0 },
    { path: 'b.md', title: '', depth: 1 },
  ],
  edges: [
    { from: 'a "b".md', to: 'b.md', links: 3 },
    { from: 'b.md', to: 'a "b".md', links: 1 },
  ],
  truncated: false,
};

test('Mermaid text names notes by number and hides what it would read as markup', () => {
  expect(renderGraph(graph, 'mermaid')).toBe(
    [
      'flowchart LR',
      '  n0(["A #34;quoted#34; #91;x#93; line #35;1"])',
      '  n1["b.md"]',
      '  n0 -->|3| n1',
      '  n1 --> n0',
      '',
    ].join('\n'),
  );
});

test('Graphviz text quotes what titles hold', () => {
  const dot = renderGraph(graph, 'dot');
  expect(dot).toContain('n0 [label="A \\"quoted\\" [x] line #1", tooltip="a \\"b\\".md", style=bold];');
  expect(dot).toContain('n0 -> n1 [label="3"];');
  expect(dot).toContain('n1 -> n0;');
});

test('JSON is the graph itself', () => {
  expect(JSON.parse(renderGraph(graph, 'json'))).toEqual(graph);
});
