import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContentWindow, countLines, cutHeadAndTail, cutWindow, jsonBytes } from './content-window.ts';

const whole = { offset: 0, charOffset: 0, maxLines: 2000, maxBytes: 1_000_000 };

/** Follows the windows to the end, as a client does. */
function readAll(bytes: Buffer, maxLines: number, maxBytes: number): ContentWindow[] {
  const windows: ContentWindow[] = [];
  const totalLines = countLines(bytes);
  let offset = 0;
  let charOffset = 0;
  for (;;) {
    const window = cutWindow(bytes, totalLines, { offset, charOffset, maxLines, maxBytes });
    windows.push(window);
    if (!window.isTruncated) return windows;
    offset = window.nextOffset!;
    charOffset = window.nextCharOffset ?? 0;
  }
}

const line = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    '',
    '---',
    '"quoted" \\ back',
    '\t\t',
    '😀😀😀😀',
    '字'.repeat(20),
    '\u0001\u001f',
    'a'.repeat(300),
  ),
);
const text = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n', '\r')), { maxLength: 30 }),
    line,
  )
  .map(([bom, lines, last]) => (bom ? '\uFEFF' : '') + lines.flat().join('') + last);

describe('cutWindow', () => {
  it('windows put together are the text, each within its budget, none empty while text follows', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 400 }),
        (given, maxLines, maxBytes) => {
          const bytes = Buffer.from(given);
          const windows = readAll(bytes, maxLines, maxBytes);
          expect(Buffer.from(windows.map(({ content }) => content).join('')).equals(bytes)).toBe(true);
          for (const window of windows) {
            expect(window.returnedLines).toBeLessThanOrEqual(maxLines);
            expect(window.totalLines).toBe(
              given.split('\n').length - (given === '' || given.endsWith('\n') ? 1 : 0),
            );
            if (bytes.length > 0) expect(window.content).not.toBe('');
            // One character may be larger than the budget; then it comes alone.
            if ([...window.content].length > 1)
              expect(jsonBytes(window.content)).toBeLessThanOrEqual(maxBytes);
            expect(window.content.isWellFormed()).toBe(true);
            expect(window.nextOffset === undefined).toBe(!window.isTruncated);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('makes progress with no room at all', () => {
    const given = 'a"😀\r\n\n字\u0001b';
    for (const maxBytes of [1, 0, -5]) {
      const windows = readAll(Buffer.from(given), 2000, maxBytes);
      expect(windows.map(({ content }) => content)).toEqual([...given]);
    }
  });

  it.each<[string, Partial<typeof whole>, Partial<ContentWindow>]>([
    [
      'the whole',
      {},
      { content: 'one\ntwo\nthree', returnedLines: 3, isTruncated: false, nextOffset: undefined },
    ],
    ['lines', { maxLines: 2 }, { content: 'one\ntwo\n', returnedLines: 2, isTruncated: true, nextOffset: 2 }],
    [
      'the rest',
      { offset: 2 },
      { content: 'three', returnedLines: 1, isTruncated: false, nextOffset: undefined },
    ],
    [
      'bytes',
      { maxBytes: 10 },
      { content: 'one\ntwo\n', returnedLines: 2, isTruncated: true, nextOffset: 2 },
    ],
    [
      'one byte less',
      { maxBytes: 9 },
      { content: 'one\n', returnedLines: 1, isTruncated: true, nextOffset: 1 },
    ],
    [
      'inside a line',
      { maxBytes: 2 },
      { content: 'on', returnedLines: 1, isTruncated: true, nextOffset: 0, nextCharOffset: 2 },
    ],
    [
      'further in it',
      { maxBytes: 9, charOffset: 2 },
      { content: 'e\ntwo\n', returnedLines: 2, nextOffset: 2, nextCharOffset: undefined },
    ],
    [
      'past the end',
      { offset: 3 },
      { content: '', returnedLines: 0, isTruncated: false, nextOffset: undefined },
    ],
    [
      'far past the end',
      { offset: 10_000, charOffset: 99 },
      { content: '', returnedLines: 0, isTruncated: false },
    ],
    [
      'past the end of a line',
      { charOffset: 99, maxLines: 2 },
      { content: 'two\n', isTruncated: true, nextOffset: 2 },
    ],
  ])('%s', (_, request, wanted) => {
    expect(cutWindow(Buffer.from('one\ntwo\nthree'), 3, { ...whole, ...request })).toMatchObject(wanted);
  });

  it('a file of nothing is a window of nothing', () => {
    expect(cutWindow(Buffer.alloc(0), 0, whole)).toMatchObject({
      content: '',
      returnedLines: 0,
      totalLines: 0,
      isTruncated: false,
    });
  });

  it('an offset inside a surrogate pair goes back to its beginning', () => {
    expect(cutWindow(Buffer.from('a😀b'), 1, { ...whole, charOffset: 2 }).content).toBe('😀b');
    expect(cutWindow(Buffer.from('a😀bc'), 1, { ...whole, charOffset: 2, maxBytes: 5 })).toMatchObject({
      content: '😀b',
      nextCharOffset: 4,
    });
  });

  it.each([
    ['a line of 3 MB', Buffer.from('x😀字"'.repeat(300_000))],
    ['a long line of escapes', Buffer.alloc(600_000, 1)],
    ['200,000 lines', Buffer.from('a line\r\n'.repeat(200_000))],
    ['200,000 empty lines', Buffer.alloc(200_000, '\n')],
  ])('pages through %s', (_, bytes) => {
    const windows = readAll(bytes, 2000, 38_400);
    expect(Buffer.from(windows.map(({ content }) => content).join('')).equals(bytes)).toBe(true);
    expect(Math.max(...windows.map(({ content }) => jsonBytes(content)))).toBeLessThanOrEqual(38_400);
    expect(windows.length).toBeLessThan(500);
  });
});

describe('cutHeadAndTail', () => {
  it('is the whole text when that fits', () => {
    fc.assert(
      fc.property(text, (given) => {
        const bytes = Buffer.from(given);
        expect(cutHeadAndTail(bytes, countLines(bytes), 2000, 1_000_000)).toMatchObject({
          content: given,
          isTruncated: false,
        });
      }),
    );
  });

  it('keeps to its budget of bytes and lines, begins like the text and goes on where its head ends', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 2, max: 3000 }),
        (given, maxLines, maxBytes) => {
          const bytes = Buffer.from(given);
          const window = cutHeadAndTail(bytes, countLines(bytes), maxLines, maxBytes);
          if ([...window.content].length > 1) expect(jsonBytes(window.content)).toBeLessThanOrEqual(maxBytes);
          expect(countLines(Buffer.from(window.content))).toBeLessThanOrEqual(maxLines);
          if (!window.isTruncated) return;
          const [head, tail] = window.content.split(/\n\[… \d+ lines left out …\]\n/) as [
            string,
            string | undefined,
          ];
          expect(given.startsWith(head)).toBe(true);
          if (tail !== undefined) expect(given.endsWith(tail)).toBe(true);
          const rest = cutWindow(bytes, window.totalLines, {
            ...whole,
            offset: window.nextOffset!,
            charOffset: window.nextCharOffset ?? 0,
          });
          expect(head + rest.content).toBe(given);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('shows the end of a long note and how much is missing', () => {
    const bytes = Buffer.from(`---\ntitle: Long\n---\n${'filler line\n'.repeat(5000)}The conclusion.\n`);
    const window = cutHeadAndTail(bytes, countLines(bytes), 2000, 5000);
    expect(window.content).toMatch(/^---\ntitle: Long\n---\n/);
    expect(window.content).toMatch(/The conclusion\.\n$/);
    const missing = Number(/\[… (\d+) lines left out …\]/.exec(window.content)![1]);
    expect(window.returnedLines + missing).toBe(window.totalLines);
  });

  it('cuts one enormous line', () => {
    const bytes = Buffer.from('words '.repeat(500_000));
    const window = cutHeadAndTail(bytes, 1, 2000, 5000);
    expect(jsonBytes(window.content)).toBeLessThanOrEqual(5000);
    expect(window).toMatchObject({ isTruncated: true, nextOffset: 0 });
    expect(window.nextCharOffset).toBeGreaterThan(1000);
  });
});

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n', 1],
  ['\n\n', 2],
  ['a\r\nb\r\n', 2],
  ['a\rb', 1],
])('countLines(%j) is %i', (given, lines) => {
  expect(countLines(Buffer.from(given))).toBe(lines);
});
