import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownFunctions } from './markdown-functions.ts';

const call = (name: string, text: string) => JSON.parse(markdownFunctions[name]!(text)) as unknown;
const sample = `---
title: T
n: 3
list: [a, b]
---
# One *two*

Text with [a link](b.md "T"), [[wiki|shown]], [[note#Part]] and ![alt](c.png) ![[d.png]] 🎉.

> \`\`\`py x
> print(1)
>
> \`\`\`

- item
  ~~~
  tilde
  ~~~

\`\`\`
not closed
`;

test('figures', () => {
  expect(call('md_stats', sample)).toEqual({
    word_count: expect.any(Number),
    char_count: [...sample].length,
    line_count: 21,
    heading_count: 1,
    code_block_count: 3,
    link_count: 3,
    reading_time_minutes: expect.any(Number),
  });
  expect(call('md_stats', '')).toMatchObject({ word_count: 0, char_count: 0, reading_time_minutes: 0 });
});

test('links, images, headings and properties with their lines', () => {
  expect(call('md_extract_links', sample)).toEqual([
    { text: 'a link', url: 'b.md', title: 'T', is_reference: false, line_number: 8 },
    { text: 'shown', url: 'wiki', title: '', is_reference: false, line_number: 8 },
    { text: 'note#Part', url: 'note#Part', title: '', is_reference: false, line_number: 8 },
  ]);
  expect(call('md_extract_images', sample)).toEqual([
    { alt_text: 'alt', url: 'c.png', title: '', line_number: 8 },
    { alt_text: '', url: 'd.png', title: '', line_number: 8 },
  ]);
  expect(call('md_extract_headers', sample)).toEqual([{ level: 1, text: 'One *two*', line_number: 6 }]);
  expect(call('md_extract_metadata', sample)).toEqual({ title: 'T', n: 3, list: ['a', 'b'] });
  expect(call('md_extract_metadata', 'no block')).toEqual({});
});

test('code blocks in quotes, in lists, and one that is not closed', () => {
  expect(call('md_extract_code_blocks', sample)).toEqual([
    { language: 'py', code: 'print(1)\n', line_number: 10 },
    { language: '', code: 'tilde', line_number: 16 },
    { language: '', code: 'not closed', line_number: 20 },
  ]);
  expect(call('md_extract_code_blocks', '````\n```\na\n```\n````\r\n``` a`b')).toEqual([
    { language: '', code: '```\na\n```', line_number: 1 },
  ]);
});

test('plain text', () => {
  const text = markdownFunctions.md_to_text!(sample);
  expect(text).toMatch(/^One two\n\nText with a link, shown/);
  expect(text).not.toMatch(/title: T|```|~~~|\[\[/);
  expect(markdownFunctions.md_to_text!('- [x] **done**\n> quote\n\n---\n1. one')).toBe('done\nquote\n\none');
});

test('any text has an answer', () => {
  const text = fc.array(
    fc.constantFrom(
      '---\n',
      '```',
      '~~~',
      '\n',
      '> ',
      '- ',
      '# ',
      '[a](b)',
      '[[c]]',
      '![d](e)',
      '\r\n',
      'x',
      '\0',
      '\ud800',
      '🎉',
      ': ',
      '[',
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(text, (parts) => {
      for (const name of Object.keys(markdownFunctions))
        expect(typeof markdownFunctions[name]!(parts.join(''))).toBe('string');
    }),
    { numRuns: 500 },
  );
});

test.each(['```\n', '- > ', '- - - ', '[a](', '![', '*_', '# ', '``` \n~~~\n', '<a '])(
  '300 KB of %j takes no longer than it must',
  (piece) => {
    const text = piece.repeat(300_000 / piece.length);
    for (const name of Object.keys(markdownFunctions)) {
      const started = performance.now();
      markdownFunctions[name]!(text);
      expect(performance.now() - started, name).toBeLessThan(2000);
    }
  },
  30_000,
);
