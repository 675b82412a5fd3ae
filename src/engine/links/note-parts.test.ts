import { expect, test } from 'vitest';
import { hasPart, parseParts } from './note-parts.ts';

const headings: [number, number, string][] = [
  [1, 1, 'Top'],
  [2, 2, '**Bold** and `code`'],
  [3, 3, 'C# & F#: a [link](x.md)'],
  [4, 2, 'Same'],
  [5, 2, 'Same'],
  [6, 1, 'Über _uns_'],
  [7, 2, "What's new?"],
  [8, 3, 'Café'.normalize('NFD')],
];
const parts = parseParts(
  JSON.stringify(headings),
  JSON.stringify([
    ['abc', 3],
    ['Mixed-1', 4],
  ]),
);

test.each([
  'Top',
  'top',
  '  TOP ',
  'Bold and code',
  '**Bold** and `code`',
  'C F a link',
  'C# & F#: a link',
  'über uns',
  'Über _uns_',
  "What's new",
  'Café',
  'Top#Bold and code',
  'Top#Bold and code#C F a link',
  'Top#Same',
  'Über uns#Café',
])('a heading is found as %j', (heading) => {
  expect(hasPart(parts, 'wikilink', heading, null)).toBe(true);
});

test.each(['Missing', 'Top#Missing', 'Same#Top', 'Bold', 'what-s-new'])('%j is no heading', (heading) => {
  expect(hasPart(parts, 'wikilink', heading, null)).toBe(false);
});

test.each(['%C3%BCber%20uns', 'whats-new', 'same-1', 'bold-and-code', 'c--f-a-link', 'Top'])(
  'a Markdown link finds a heading by its name in URLs too: %j',
  (heading) => {
    expect(hasPart(parts, 'markdown', heading, null)).toBe(true);
  },
);

test('no more headings of a name are numbered than there are', () => {
  expect(hasPart(parts, 'markdown', 'same-2', null)).toBe(false);
  expect(hasPart(parts, 'wikilink', 'same-1', null)).toBe(false);
});

test('blocks are found by their id, ignoring case, also behind a heading', () => {
  expect(hasPart(parts, 'wikilink', null, 'ABC')).toBe(true);
  expect(hasPart(parts, 'wikilink', null, 'mixed-1')).toBe(true);
  expect(hasPart(parts, 'wikilink', 'Top#^abc', null)).toBe(true);
  expect(hasPart(parts, 'wikilink', null, 'nope')).toBe(false);
  expect(hasPart(parts, 'wikilink', 'Top#^nope', null)).toBe(false);
});
