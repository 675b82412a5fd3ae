import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFrontmatter } from '../frontmatter-block.ts';
import { scanNote } from '../scan.ts';
import { applySplices } from './apply-splices.ts';
import { appendText, prependText } from './insert-text.ts';
import { anyNote, content } from './testing-notes.ts';

const append = (text: string, added: string, section?: string) => appendText(text, added, section).text;
const prepend = (text: string, added: string, section?: string) => prependText(text, added, section).text;

describe('appending to a note', () => {
  it.each([
    ['an empty note', '', 'b', 'b'],
    ['only a byte order mark', '\ufeff', 'b', '\ufeffb'],
    ['a final line break', 'a\n', 'b', 'a\nb\n'],
    ['content with its own', 'a\n', 'b\n', 'a\nb\n'],
    ['no final line break', 'a', 'b', 'a\nb'],
    ['none, and content with one', 'a', 'b\n', 'a\nb\n'],
    ['content that starts with one', 'a', '\nb', 'a\n\nb'],
    ['CRLF', 'a\r\nb\r\n', 'c\nd', 'a\r\nb\r\nc\r\nd\r\n'],
    ['CRLF without a final one', 'a\r\nb', 'c', 'a\r\nb\r\nc'],
    ['CRLF content to LF', 'a\nb', 'c\r\nd', 'a\nb\nc\nd'],
    ['mostly CRLF', 'a\r\nb\r\nc\n', 'd\n', 'a\r\nb\r\nc\nd\r\n'],
    ['mostly LF', 'a\nb\nc\r\n', 'd\r\n', 'a\nb\nc\r\nd\n'],
    ['one line, CRLF content', 'a', 'b\r\nc', 'a\r\nb\r\nc'],
    ['a lone CR in the content', 'a\n', 'b\rc\n', 'a\nb\rc\n'],
    ['one line, mixed content', '', 'b\r\nc\nd', 'b\r\nc\nd'],
    ['nothing', 'a', '', 'a'],
    ['an unclosed fence', '---\na: 1', '---', '---\na: 1\n---'],
    ['text like a replacement pattern', 'a\n', "$& $1 $' $$\n", "a\n$& $1 $' $$\n"],
  ])('with %s', (_, text, added, result) => {
    expect(append(text, added)).toBe(result);
  });
});

describe('appending to a section', () => {
  it.each([
    ['in the middle', '# A\nx\n\n# B\ny\n', 'A', '# A\nx\nNEW\n\n# B\ny\n'],
    ['that is the last', '# A\nx\n\n# B\ny\n', 'B', '# A\nx\n\n# B\ny\nNEW\n'],
    ['that is the last, no final line break', '# A\n\n# B\ny', 'B', '# A\n\n# B\ny\nNEW'],
    ['that is empty', '# A\n\n# B\n', 'A', '# A\nNEW\n\n# B\n'],
    ['that is empty and last', '# A', 'A', '# A\nNEW'],
    ['with no blank line after it', '# A\nx\n# B\n', 'A', '# A\nx\nNEW\n# B\n'],
    [
      'with sections inside',
      '# A\n## A1\nx\n\n## A2\ny\n\n# B\n',
      'A',
      '# A\n## A1\nx\n\n## A2\ny\nNEW\n\n# B\n',
    ],
    ['by path', '# A\n## X\n1\n# B\n## X\n2\n', 'B/X', '# A\n## X\n1\n# B\n## X\n2\nNEW\n'],
    ['by path with #', '# A\n## X\n1\n# B\n## X\n2\n', 'B#X', '# A\n## X\n1\n# B\n## X\n2\nNEW\n'],
    [
      'with a slash in its name',
      '# 2026\n## 01\n1\n# 2026/01\n2\n',
      '2026/01',
      '# 2026\n## 01\n1\n# 2026/01\n2\nNEW\n',
    ],
    ['before an underlined heading of two lines', '# A\nx\nB\n===\n', 'A', '# A\nNEW\n\nx\nB\n===\n'],
    ['in CRLF', '# A\r\nx\r\n\r\n# B\r\n', 'A', '# A\r\nx\r\nNEW\r\n\r\n# B\r\n'],
    ['whose heading is underlined', 'A\n===\nx\n\nB\n---\ny\n', 'A > B', 'A\n===\nx\n\nB\n---\ny\nNEW\n'],
    [
      'below frontmatter with a comment like a heading',
      '---\n# A\n---\n# A\nx\n',
      'A',
      '---\n# A\n---\n# A\nx\nNEW\n',
    ],
    [
      'with a fence that shows a heading',
      '# A\n```\n# B\n```\n\n# C\n',
      'A',
      '# A\n```\n# B\n```\nNEW\n\n# C\n',
    ],
    ['that ends in blanks', '# A\nx\n  \n\t\n# B\n', 'A', '# A\nx\nNEW\n  \n\t\n# B\n'],
    ['at the end, which has blank lines', '# A\nx\n\n\n', 'A', '# A\nx\nNEW\n\n\n'],
  ])('%s', (_, text, section, result) => {
    expect(append(text, 'NEW', section)).toBe(result);
  });

  it('keeps a heading apart that is made by the line under it', () => {
    expect(append('# A\nB\n===\n', 'NEW', 'A')).toBe('# A\nNEW\n\nB\n===\n');
  });

  it('names the closest headings when there is none', () => {
    const text = '# Plan\n## Meeting notes\n## Other\n';
    expect(() => append(text, 'x', 'Meting note')).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', hint: 'Closest: "Meeting notes"' }),
    );
    expect(() => append('', 'x', 'A')).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }));
  });
});

describe('prepending to a note', () => {
  it.each([
    ['an empty note', '', 'b', 'b'],
    ['text', 'a', 'b', 'b\na'],
    ['content with its own line break', 'a\n', 'b\n', 'b\na\n'],
    ['a byte order mark', '\ufeffa', 'b', '\ufeffb\na'],
    ['frontmatter', '---\nk: 1\n---\na', 'b', '---\nk: 1\n---\nb\na'],
    ['frontmatter and mark', '\ufeff---\r\nk: 1\r\n---\r\na', 'b', '\ufeff---\r\nk: 1\r\n---\r\nb\r\na'],
    ['frontmatter and nothing else', '---\nk: 1\n---\n', 'b', '---\nk: 1\n---\nb\n'],
    ['frontmatter that is never left', '---\nk: 1\n---', 'b', '---\nk: 1\n---\nb'],
    ['a blank line below the frontmatter', '---\nk: 1\n---\n\na\n', 'b', '---\nk: 1\n---\nb\n\na\n'],
    [
      'a rule that would make a heading of it',
      '---\nk: 1\n---\n---\na\n',
      'b',
      '---\nk: 1\n---\nb\n\n---\na\n',
    ],
    ['nothing', 'a', '', 'a'],
  ])('with %s', (_, text, added, result) => {
    expect(prepend(text, added)).toBe(result);
  });

  it.each([
    ['# A\nx\n', '# A\nNEW\nx\n'],
    ['# A', '# A\nNEW'],
    ['# A\n', '# A\nNEW\n'],
    ['A\n===\nx', 'A\n===\nNEW\nx'],
    ['# A\n---\nx\n', '# A\nNEW\n\n---\nx\n'],
    ['# A\r\nx', '# A\r\nNEW\r\nx'],
  ])('below the heading in %j', (text, result) => {
    expect(prepend(text, 'NEW', 'A')).toBe(result);
  });
});

describe('laws of inserting', () => {
  const dropMark = (text: string) => text.replace(/^\ufeff/, '');

  it('leaves every byte that was there, and adds the content in one piece', () => {
    fc.assert(
      fc.property(anyNote, content, fc.boolean(), fc.nat(), (text, added, atEnd, pick) => {
        const { headings } = scanNote(text);
        const heading = headings.length > 0 && pick % 3 > 0 ? headings[pick % headings.length]! : undefined;
        const section = heading?.text.trim() ? heading.text : undefined;
        const edited = (atEnd ? appendText : prependText)(text, added, section);
        expect(edited.splices.every(({ start, end }) => start === end)).toBe(true);
        expect(edited.splices.length).toBe(added === '' ? 0 : 1);
        expect(applySplices(text, edited.splices)).toBe(edited.text);
        const inserted = edited.splices[0]?.text ?? '';
        const lines = inserted.replaceAll('\r', '');
        const given = added.replaceAll('\r', '');
        expect(lines).toContain(given);
        expect(['', '\n', '\n\n']).toContain(lines.replace(given, () => ''));
        if (text.startsWith('\ufeff')) expect(edited.text.startsWith('\ufeff')).toBe(true);
        if (text.endsWith('\n')) expect(edited.text.endsWith('\n')).toBe(true);
        else if (dropMark(text) !== '' && !added.endsWith('\n'))
          expect(edited.text.endsWith('\n')).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps CRLF notes free of bare line feeds, and LF notes of CRLF', () => {
    fc.assert(
      fc.property(anyNote, content, fc.boolean(), (text, added, atEnd) => {
        const plain = text.replaceAll(/\r\n?/g, '\n');
        const edit = atEnd ? append : prepend;
        if (!plain.includes('\n') || /\r(?!\n)/.test(added)) return;
        expect(edit(plain, added)).not.toContain('\r\n');
        const windows = plain.replaceAll('\n', '\r\n');
        expect(edit(windows, added)).toBe(
          edit(plain, added.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n'),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('never moves the frontmatter', () => {
    fc.assert(
      fc.property(anyNote, content, (text, added) => {
        const block = findFrontmatter(text);
        if (block === undefined) return;
        for (const edit of [append, prepend])
          expect(findFrontmatter(edit(text, added))).toMatchObject({
            yamlStart: block.yamlStart,
            yamlEnd: block.yamlEnd,
          });
      }),
    );
  });
});
