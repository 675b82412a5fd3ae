import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySplices, edit, type Splice } from './apply-splices.ts';
import { findChangedLines } from './changed-lines.ts';
import { appendText } from './insert-text.ts';
import { replaceText } from './replace-text.ts';
import { anyNote } from './testing-notes.ts';

describe('splices', () => {
  it('are applied at once, in any order', () => {
    const splices = [
      { start: 4, end: 5, text: 'E' },
      { start: 0, end: 1, text: '' },
      { start: 2, end: 2, text: '-' },
    ];
    expect(applySplices('abcde', splices)).toBe('b-cdE');
    expect(edit('abc', [{ start: 1, end: 1, text: '' }])).toEqual({ text: 'abc', splices: [] });
  });

  it.each<[string, Splice[]]>([
    [
      'overlap',
      [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ],
    ],
    ['end before they start', [{ start: 2, end: 1, text: '' }]],
    ['leave the text', [{ start: 2, end: 9, text: '' }]],
  ])('are refused when they %s', (_, splices) => {
    expect(() => applySplices('abc', splices)).toThrow(RangeError);
  });
});

describe('changed lines', () => {
  it.each([
    ['nothing', 'a\nb', 'a\nb', []],
    ['one line', 'a\nb\nc\n', 'a\nx\nc\n', [{ line: 2, removed: 1, lines: ['x'] }]],
    ['a line more', 'a\nc\n', 'a\nb\nc\n', [{ line: 2, removed: 0, lines: ['b'] }]],
    ['a line less', 'a\nb\nc\n', 'a\nc\n', [{ line: 2, removed: 1, lines: [] }]],
    ['a line after the last', 'a', 'a\nb', [{ line: 2, removed: 0, lines: ['b'] }]],
    ['a first line', '', 'a\n', [{ line: 1, removed: 0, lines: ['a'] }]],
    ['everything gone', 'a\nb', '', [{ line: 1, removed: 2, lines: [] }]],
    ['CRLF', 'a\r\nb\r\n', 'a\r\nx\r\n', [{ line: 2, removed: 1, lines: ['x'] }]],
    ['only a line end', 'a', 'a\n', [{ line: 1, removed: 1, lines: ['a'] }]],
    ['half of a pair', '🎉', '🎊', [{ line: 1, removed: 1, lines: ['🎊'] }]],
  ])('%s', (_, before, after, changes) => {
    expect(findChangedLines(before, after)).toEqual(changes);
  });

  it('are apart where the edits are', () => {
    const before = 'a\nx\nb\nx x\nc\n';
    const { text, splices } = replaceText(before, 'x', 'y\nz', true);
    expect(findChangedLines(before, text, splices)).toEqual([
      { line: 2, removed: 1, lines: ['y', 'z'] },
      { line: 5, removed: 1, lines: ['y', 'z y', 'z'] },
    ]);
  });

  it('are bounded', () => {
    const before = 'x\n'.repeat(500);
    const { text, splices } = replaceText(before, 'x\n', 'y\n-\n', true);
    expect(findChangedLines(before, text, splices)).toHaveLength(1);
    const apart = 'x\n\n'.repeat(500);
    const many = replaceText(apart, 'x', 'y', true);
    const changes = findChangedLines(apart, many.text, many.splices);
    expect(changes).toHaveLength(20);
    expect(changes.map(({ truncated }) => truncated).lastIndexOf(true)).toBe(19);
    const long = appendText('a\n', `${'🎉'.repeat(5000)}\n${'line\n'.repeat(100)}`);
    const [change] = findChangedLines('a\n', long.text, long.splices);
    expect(change).toMatchObject({ line: 2, removed: 0, truncated: true });
    expect(change!.lines).toHaveLength(40);
    expect(change!.lines[0]).toBe(`${'🎉'.repeat(250)}…`);
  });

  it('take no longer for many splices on one line', () => {
    const before = 'ab'.repeat(200_000);
    const { text, splices } = replaceText(before, 'a', 'c', true);
    const start = performance.now();
    expect(findChangedLines(before, text, splices)).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('make the new lines of the old ones', () => {
    const splitLines = (text: string) => {
      const lines = text.split(/\r?\n/);
      return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    };
    const isShown = (text: string) => splitLines(text).length < 40;
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(5), fc.constantFrom('', 'x', 'y\nz', '\n', 'w\n')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(anyNote.filter(isShown), edits, fc.boolean(), (raw, places, known) => {
        const before = raw.replaceAll('\r', '');
        const splices: Splice[] = [];
        let last = 0;
        for (const [at, length, text] of places.toSorted(([a], [b]) => (a % 100) - (b % 100))) {
          const start = Math.max(last, (at % 100) % (before.length + 1));
          const end = Math.min(before.length, start + length);
          splices.push({ start, end, text });
          last = end;
        }
        const { text: after, splices: real } = edit(before, splices);
        const changes = findChangedLines(before, after, known ? real : undefined);
        const lines = splitLines(before);
        for (const { line, removed, lines: added } of changes) lines.splice(line - 1, removed, ...added);
        expect(lines).toEqual(splitLines(after));
      }),
      { numRuns: 2000 },
    );
  });
});
