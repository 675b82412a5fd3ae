import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySplices } from './apply-splices.ts';
import { findText } from './find-text.ts';
import { replaceText } from './replace-text.ts';
import { anyNote, content } from './testing-notes.ts';

const replace = (text: string, old: string, now: string, all = false) =>
  replaceText(text, old, now, all).text;

describe('replacing text', () => {
  it.each([
    ['once', 'a b c', 'b', 'x', 'a x c'],
    ['by nothing', 'a b c', ' b', '', 'a c'],
    ['by a replacement pattern', 'a b c', 'b', "$& $1 $` $' $$", "a $& $1 $` $' $$ c"],
    ['that looks like a pattern', 'a (.*) c', '(.*)', 'b', 'a b c'],
    ['given with LF in CRLF', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['given with CRLF in LF', 'a\nb\nc', 'a\r\nb', 'x\r\ny', 'x\ny\nc'],
    ['that starts with a line break in CRLF', 'a\r\nb', '\nb', ' b', 'a b'],
    ['that ends with one', 'a\r\nb', 'a\n', 'a ', 'a b'],
    ['in mixed line ends, as they are around', 'a\nb\nc\nd\r\ne', 'd\ne', 'x\ny', 'a\nb\nc\nx\r\ny'],
    ['in a line, by lines, in CRLF', 'a b\r\nc', 'b', '1\n2', 'a 1\r\n2\r\nc'],
    ['the whole note, but for its mark', '\ufeffa\nb', '\ufeffa\nb', 'c', '\ufeffc'],
    ['the whole note, mark given twice', '\ufeffa', '\ufeffa', '\ufeffb', '\ufeffb'],
    ['with a lone CR', 'a\rb', 'a\rb', 'c\rd', 'c\rd'],
    ['with NUL and pairs', 'a\0🎉b', '\0🎉', 'x', 'axb'],
  ])('%s', (_, text, old, now, result) => {
    expect(replace(text, old, now)).toBe(result);
  });

  it('replaces all from left to right, without overlaps', () => {
    expect(replaceText('aaaaa', 'aa', 'b', true)).toMatchObject({ text: 'bba', replacements: 2 });
    expect(replaceText('x\r\ny\r\nx\r\ny', 'x\ny', '1', true)).toMatchObject({
      text: '1\r\n1',
      replacements: 2,
    });
  });

  it('refuses what occurs more than once, with its lines', () => {
    expect(() => replace('a\nb\na\n\na a', 'a', 'x')).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMS',
        message: 'oldContent occurs 4 times in the note (lines 1, 3, 5, 5)',
        details: { parameter: 'oldContent', count: 4, lines: [1, 3, 5, 5] },
      }),
    );
    expect(() => replace('a\n'.repeat(1000), 'a', 'x')).toThrow(/occurs 1000 times .*20, …\)$/);
  });

  it.each([
    ['a b', 'x', /copy the text exactly/],
    ['one\ntwo\n  three\nfour', 'three\nfive', /first line stands on line 3/],
    ['caf\u00e9', 'cafe\u0301', /another Unicode form/],
    ['a\n', '\n\n\n', /copy the text exactly/],
  ])('refuses what is not in %j', (text, old, hint) => {
    expect(() => replace(text, old, 'y')).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', hint: expect.stringMatching(hint) }),
    );
  });

  it('refuses to replace nothing', () => {
    expect(() => replace('a', '', 'b')).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }));
  });
});

describe('laws of replacing', () => {
  it('leaves every byte before and after', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), fc.nat(30), content, (text, at, length, now) => {
        const start = at % (text.length + 1);
        const old = text.slice(start, start + length);
        if (old === '') return;
        const edited = replaceText(text, old, now, true);
        expect(applySplices(text, edited.splices)).toBe(edited.text);
        expect(edited.replacements).toBeGreaterThan(0);
        let last = 0;
        for (const splice of edited.splices) {
          expect(splice.start).toBeGreaterThanOrEqual(last);
          const found = text.slice(splice.start, splice.end).replaceAll('\r\n', '\n');
          const wanted = old.replaceAll('\r\n', '\n');
          expect([wanted, wanted.replace(/^\ufeff/, '')]).toContain(found);
          last = splice.end;
        }
        if (text.startsWith('\ufeff') && old !== '\ufeff')
          expect(edited.text.startsWith('\ufeff')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('there and back is the same note', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), fc.nat(30), (text, at, length) => {
        const start = at % (text.length + 1);
        const old = text.slice(start, start + length);
        const mark = 'NOWHERE ELSE';
        const isWhole = (place: number) => !/\r/.test(text[place - 1] ?? '') || text[place] !== '\n';
        if (old === '' || old.includes('\ufeff') || !isWhole(start) || !isWhole(start + old.length)) return;
        const breaks = new Set(old.match(/\r?\n/g));
        if (breaks.size > 1 || text.split(old).length !== 2) return;
        if (breaks.size === 1 && new Set(text.match(/\r?\n/g)).size > 1) return;
        const there = replace(text, old, mark, true);
        expect(replace(there, mark, old)).toBe(text);
      }),
      { numRuns: 1500 },
    );
  });

  it('finds long texts where a plain search does', () => {
    const letters = fc.array(fc.constantFrom('a', 'b'), { minLength: 66, maxLength: 120 });
    fc.assert(
      fc.property(
        letters,
        fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 100 }),
        fc.nat(3),
        (one, filler, times) => {
          const wanted = one.join('');
          const text = Array.from({ length: times + 1 }, () => filler.join('')).join(
            wanted.slice(0, 60) + wanted,
          );
          const expected: number[] = [];
          for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
            expected.push(at);
          expect(findText(text, wanted)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes no longer on texts made to be slow', () => {
    const text = 'a'.repeat(500_000);
    const start = performance.now();
    expect(findText(text, `b${'a'.repeat(200_000)}`)).toEqual([]);
    expect(findText(`${text}c`, `${'a'.repeat(200_000)}b`)).toEqual([]);
    expect(findText(text, `${'a'.repeat(200_000)}ba`)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
