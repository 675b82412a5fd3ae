import { expect, test } from 'vitest';
import { findFrontmatterLinks, findPropertyLines } from './frontmatter-links.ts';
import { scanNote } from './scan.ts';
import { parseFrontmatter } from './yaml.ts';

function linksIn(yaml: string): [raw: string, target: string, alias: string | undefined][] {
  const text = `---\n${yaml}\n---\n`;
  const scan = scanNote(text);
  const { data } = parseFrontmatter(`${yaml}\n`);
  return findFrontmatterLinks(text, data, findPropertyLines(text, scan)).map((link) => {
    expect(text.slice(link.start, link.end)).toBe(link.raw);
    return [link.raw, link.target, link.alias];
  });
}

test('a quote in the name of a note is written as YAML wants it and read as it is', () => {
  expect(linksIn("see: '[[it''s|what''s up]]'")).toEqual([["[[it''s|what''s up]]", "it's", "what's up"]]);
  expect(linksIn('see: "[[say \\"hi\\"]]"')).toEqual([['[[say \\"hi\\"]]', 'say "hi"', undefined]]);
  expect(linksIn('see: ["[[a\\\\b]]", "[[\\u00e9]]"]')).toEqual([
    ['[[a\\\\b]]', 'a\\b', undefined],
    ['[[\\u00e9]]', 'é', undefined],
  ]);
});

test('what only looks escaped is taken as it stands', () => {
  expect(linksIn("see: [[it's]]\nb: \"[[it's]]\"\nc: '[[a\\b]]'")).toEqual([
    ["[[it's]]", "it's", undefined],
    ["[[it's]]", "it's", undefined],
    ['[[a\\b]]', 'a\\b', undefined],
  ]);
});

test('links in comments are none', () => {
  expect(linksIn("see: x # [[a]]\n# '[[it''s]]'\nb: y")).toEqual([]);
});
