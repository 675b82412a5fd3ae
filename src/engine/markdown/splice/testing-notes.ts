import fc from 'fast-check';

const pieces = [
  'word',
  ' ',
  '\n',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\t',
  '# A\n',
  '## B\n',
  '# A\r\n',
  'C\n===\n',
  'D\n---\n',
  '---\n',
  '...\n',
  'k: v\n',
  '- item\n',
  '- [ ] task\n',
  '> quote\n',
  '```\n',
  '# in code\n',
  '$&',
  '[[link]]',
  'é',
  'e\u0301',
  '漢字',
  '👩‍💻',
  '\ufeff',
  '\u0000',
  '\u2028',
];
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(''));
const frontmatter = fc.constantFrom(
  '',
  '',
  '---\nk: v # c\nl: [a]\n---\n',
  '---\r\nk: v\r\n---\r\n',
  '---\n---',
);

/** Notes with and without a byte order mark, frontmatter, a final line break, in LF, CRLF and both. */
export const anyNote: fc.Arbitrary<string> = fc
  .tuple(fc.boolean(), frontmatter, soup)
  .map(([mark, block, body]) => (mark ? '\ufeff' : '') + block + body);

export const content: fc.Arbitrary<string> = fc.oneof(
  soup,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', 'one line', 'a line\n', '\n', '---\n', '$1 $& $` \\n', 'a\r\nb'),
);
