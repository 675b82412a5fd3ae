import type { Neighbourhood } from '../../engine/index.ts';

export const graphFormats = ['mermaid', 'dot', 'json'] as const;
export type GraphFormat = (typeof graphFormats)[number];

export function renderGraph(graph: Neighbourhood, format: GraphFormat): string {
  if (format === 'json') return `${JSON.stringify(graph)}\n`;
  return format === 'dot' ? renderDot(graph) : renderMermaid(graph);
}

/** Notes are numbered: their paths may hold anything, and names in these languages may not. */
function numberNodes({ nodes }: Neighbourhood): Map<string, string> {
  return new Map(nodes.map(({ path }, index) => [path, `n${index}`]));
}

function renderMermaid(graph: Neighbourhood): string {
  const names = numberNodes(graph);
  const lines = graph.nodes.map(({ path, title }, index) => {
    const label = mermaidText(title || path);
    return `  ${names.get(path)}${index === 0 ? `(["${label}"])` : `["${label}"]`}`;
  });
  const edges = graph.edges.map(({ from, to, links }) => {
    const count = links > 1 ? `|${links}|` : '';
    return `  ${names.get(from)} -->${count} ${names.get(to)}`;
  });
  return ['flowchart LR', ...lines, ...edges, ''].join('\n');
}

/** Characters that Mermaid would read as markup or as the end of a label are given by their number. */
function mermaidText(text: string): string {
  return oneLine(text).replaceAll(/["#<>&`\\[\]{}()|;*_~]/g, (char) => `#${char.codePointAt(0)};`);
}

function renderDot(graph: Neighbourhood): string {
  const names = numberNodes(graph);
  const lines = graph.nodes.map(({ path, title }, index) => {
    const extra = index === 0 ? ', style=bold' : '';
    return `  ${names.get(path)} [label=${dotText(title || path)}, tooltip=${dotText(path)}${extra}];`;
  });
  const edges = graph.edges.map(({ from, to, links }) => {
    const count = links > 1 ? ` [label="${links}"]` : '';
    return `  ${names.get(from)} -> ${names.get(to)}${count};`;
  });
  return ['digraph notes {', '  rankdir=LR;', '  node [shape=box];', ...lines, ...edges, '}', ''].join('\n');
}

function dotText(text: string): string {
  return `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const longest = 80;

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a title may hold them, a drawing may not
  const chars = [...text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()];
  return chars.length > longest ? `${chars.slice(0, longest).join('')}…` : chars.join('');
}
