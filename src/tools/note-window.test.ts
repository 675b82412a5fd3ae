import { expect, test } from 'vitest';
import type { NoteRead } from '../engine/index.ts';
import { contentBytes } from './budget.ts';
import { fitNote, pickWindow } from './note-window.ts';
import { jsonBytes } from './shorten.ts';

const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const read: NoteRead = {
  notebook: { name: 'notes', path: '/home/someone/notes' },
  path: 'a.md',
  title: 'A',
  tags: ['x'],
  aliases: [],
  created: '2026-01-01T00:00:00Z',
  modified: '2026-01-01T00:00:00Z',
  properties: { title: 'A' },
  words: 2,
  etag: 'e'.repeat(64),
  content: '# A\nb\n',
  contentMetadata: { totalLines: 2, returnedLines: 2, offset: 0, isTruncated: false },
};
const whole = { offset: 0 };

test('a whole note keeps its etag', () => {
  expect(fitNote(read, whole, budget).note.etag).toBe(read.etag);
});

test.each<[string, Partial<NoteRead>]>([
  ['text follows', { contentMetadata: { ...read.contentMetadata!, isTruncated: true } }],
  ['it begins later', { contentMetadata: { ...read.contentMetadata!, offset: 1, returnedLines: 1 } }],
  [
    'the bytes are no text',
    { content: '', warnings: { count: 1, items: [{ path: 'a.md', code: 'BINARY', message: 'binary' }] } },
  ],
  ['it begins inside a line', { contentMetadata: { ...read.contentMetadata!, charOffset: 3 } }],
])('the etag is marked as partial when %s', (_, change) => {
  expect(fitNote({ ...read, ...change }, whole, budget).note.etag).toBe(`part:${read.etag}`);
});

test('the etag is marked as partial without content and for a section', () => {
  const { content: _, contentMetadata: __, ...bare } = read;
  expect(fitNote(bare, whole, budget).note.etag).toMatch(/^part:/);
  expect(fitNote(bare, whole, budget).note).not.toHaveProperty('content');
  expect(fitNote(read, { offset: 0, section: 'A' }, budget).note.etag).toMatch(/^part:/);
});

test('a window is given flat or as an object, not both', () => {
  expect(pickWindow({ maxLines: 5, offset: undefined }, undefined)).toEqual({ maxLines: 5 });
  expect(pickWindow({ maxLines: undefined, offset: undefined }, { offset: 3 })).toEqual({ offset: 3 });
  expect(() => pickWindow({ maxLines: 5, offset: undefined }, { offset: 3 })).toThrow('given twice');
});

const hostile: Partial<NoteRead> = {
  path: 'p'.repeat(4000),
  title: '"'.repeat(500_000),
  tags: Array.from({ length: 10_000 }, (_, index) => `tag-${index}`),
  aliases: ['a'.repeat(100_000)],
  properties: Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`key${index}`, '\u0001'.repeat(50)]),
  ),
  notebook: { name: 'n'.repeat(300), path: `/${'d'.repeat(4000)}` },
  warnings: {
    count: 10,
    items: Array(10).fill({ path: 'w'.repeat(4000), code: 'BINARY', message: 'm'.repeat(900) }),
  },
};

test.each([1000, 1500, 5000, 51_200])(
  'hostile metadata is shortened to fit %d bytes, the content is not',
  (bytes) => {
    const small = { ...budget, bytes };
    const content = 'c'.repeat(contentBytes(small) - 2);
    const answer = fitNote({ ...read, ...hostile, content }, whole, small);
    expect(jsonBytes(answer)).toBeLessThanOrEqual(bytes);
    expect(answer.note.content).toBe(content);
    expect(answer.note.path.length).toBeGreaterThan(0);
    expect(answer.note.truncatedFields).toContain('title');
  },
);

test('an outline too long for one answer is continued from the line it names', () => {
  const outline = Array.from({ length: 5000 }, (_, index) => ({
    level: 2,
    text: `Heading ${index}`,
    line: index * 3 + 1,
  }));
  const { content: _, contentMetadata: __, ...bare } = read;
  const seen: number[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { note } = fitNote({ ...bare, outline }, { offset }, budget);
    seen.push(...(note.outline ?? []).map(({ line }) => line));
    offset = note.outlineMetadata?.nextOffset;
  }
  expect(seen).toEqual(outline.map(({ line }) => line));
});
