import { globSync, readFileSync } from 'node:fs';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { renderPlainText } from './plain-text.ts';
import { scanNote } from './scan.ts';

interface Node {
  type: string;
  url?: string;
  value?: string;
  alt?: string | null;
  depth?: number;
  identifier?: string;
  children?: Node[];
}

interface Outline {
  headings: string[];
  destinations: string[];
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of node.children ?? []) walk(child, visit);
}

/** Letters and digits only: how a heading's markup is reduced is not what is compared. */
function loosely(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

function textOf(node: Node): string {
  if (node.type === 'html') return '';
  return node.value ?? node.alt ?? (node.children ?? []).map(textOf).join('');
}

/** Both sides without escapes and entities, which only the oracle resolves. */
function plainUrl(url: string): string {
  return url.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&amp;/g, '&');
}

function oracleOutline(text: string): Outline {
  const tree = fromMarkdown(text, {
    extensions: [gfm(), frontmatter(['yaml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
  }) as Node;
  const definitions = new Map<string, string>();
  const headings: string[] = [];
  const destinations: string[] = [];
  walk(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier!))
      definitions.set(node.identifier!, node.url!);
  });
  walk(tree, (node) => {
    if (node.type === 'heading') headings.push(`${node.depth} ${loosely(textOf(node))}`);
    let url: string | undefined;
    if (node.type === 'link' || node.type === 'image') url = node.url;
    else if (node.type === 'linkReference' || node.type === 'imageReference')
      url = definitions.get(node.identifier!);
    // Addresses and `www.` without a scheme are no links of ours, nor is a link to nowhere.
    if (!url || url.startsWith('mailto:')) return;
    if (node.type === 'link' && textOf(node).startsWith('www.') && url === `http://${textOf(node)}`) return;
    destinations.push(plainUrl(url));
  });
  return { headings, destinations };
}

function ourOutline(text: string): Outline {
  const scan = scanNote(text);
  return {
    headings: scan.headings.map((heading) => `${heading.level} ${loosely(renderPlainText(heading.text))}`),
    destinations: scan.links
      .filter((link) => link.external || link.kind !== 'autolink')
      .filter((link) => !/^mailto:|^[^/:]+@/.test(link.target))
      .map((link) => {
        const fragment = link.block === undefined ? link.heading : `^${link.block}`;
        return plainUrl(fragment === undefined ? link.target : `${link.target}#${fragment}`);
      }),
  };
}

function countDifferences(ours: string[], theirs: string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of ours) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const item of theirs) counts.set(item, (counts.get(item) ?? 0) - 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([item, count]) => `${count > 0 ? 'extra' : 'missed'}: ${item}`);
}

describe('real files', () => {
  const files = globSync('node_modules/**/*.md', { cwd: process.cwd() }).sort();

  it('gives the headings and destinations mdast with GFM gives, in 99.5 % and more', () => {
    let compared = 0;
    const differences: string[] = [];
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const ours = ourOutline(text);
      const theirs = oracleOutline(text);
      compared += theirs.headings.length + theirs.destinations.length;
      for (const line of countDifferences(ours.headings, theirs.headings))
        differences.push(`${file} heading ${line}`);
      for (const line of countDifferences(ours.destinations, theirs.destinations))
        differences.push(`${file} link ${line}`);
    }
    expect(files.length).toBeGreaterThanOrEqual(150);
    expect(compared).toBeGreaterThan(3000);
    expect(differences.length / compared, differences.join('\n')).toBeLessThan(0.005);
  }, 120_000);
});
