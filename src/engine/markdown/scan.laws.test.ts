import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toByteOffsets } from './byte-spans.ts';
import { buildFullText } from './full-text.ts';
import { deriveFacts } from './note-facts.ts';
import { renderPlainText } from './plain-text.ts';
import { type NoteScan, scanNote } from './scan.ts';
import { splitTerms, splitWords } from './words.ts';
import { parseFrontmatter } from './yaml.ts';

const fragments = [
  'a',
  'Word ',
  'é',
  '漢字',
  '👩‍💻',
  '\ud800',
  '\udc00',
  '\u0000',
  ' ',
  '  ',
  '    ',
  '\t',
  '\n',
  '\n\n',
  '\r',
  '\ufeff',
  '---\n',
  '...\n',
  '# ',
  '## ',
  '#tag',
  '#',
  '\n===',
  '\n---\n',
  '- ',
  '* ',
  '1. ',
  '- [ ] ',
  '- [x] ',
  '> ',
  '```',
  '~~~',
  '`',
  '``',
  '[[',
  ']]',
  '![[',
  '[',
  ']',
  '](',
  '(',
  ')',
  '<',
  '>',
  '<!--',
  '-->',
  '%%',
  '$$',
  '$',
  '|',
  '|---|',
  '\\',
  '*',
  '_',
  '!',
  '[t](u)',
  '[[a|b]]',
  '![i](p "t")',
  '[r]: d\n',
  '[r]',
  '[^1]',
  '[^1]: ',
  'https://x.org/a',
  '<https://y.org>',
  '^id',
  ' ^id\n',
  '&amp;',
  '<b>',
  '<div>\n',
  '</div>',
  'title: x\n',
  'tags: [a, b]\n',
  'up: "[[x]]"\n',
  '📅 2024-01-02',
  '🔁 every day',
  '[due:: 2024-01-02]',
  '"',
  "'",
  ':',
  '::',
  '\u0301',
  'created: 2024-01-02\n',
];
const soup = fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join(''));
const anyText = fc.oneof(
  { weight: 4, arbitrary: soup },
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function everySpan(scan: NoteScan): { start: number; end: number; line: number }[] {
  return [
    ...scan.headings,
    ...scan.links,
    ...scan.tags,
    ...scan.blocks,
    ...scan.tasks.map((task) => ({ ...task.span, line: task.line })),
  ];
}

describe('laws of the scanner', () => {
  it('never throws, on any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scan = scanNote(text);
        const yaml =
          scan.frontmatter === undefined
            ? text
            : text.slice(scan.frontmatter.yamlStart, scan.frontmatter.yamlEnd);
        deriveFacts(
          scan,
          parseFrontmatter(yaml).data,
          text,
          'n.md',
          { birthMs: 0, mtimeMs: 0 },
          'Europe/Berlin',
        );
        buildFullText(text);
        splitWords(text);
        splitTerms(text);
        renderPlainText(text);
      }),
      { numRuns: 3000 },
    );
  });

  it('cuts exactly what it names', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scan = scanNote(text);
        for (const link of scan.links) expect(text.slice(link.start, link.end)).toBe(link.raw);
        for (const tag of scan.tags) expect(text.slice(tag.start, tag.end)).toBe(`#${tag.tag}`);
        for (const block of scan.blocks) expect(text.slice(block.start, block.end)).toBe(`^${block.id}`);
        for (const task of scan.tasks)
          expect(text.slice(task.span.start, task.span.end)).toContain(`[${task.status}]`);
        for (const task of scan.tasks) expect(text.slice(0, task.span.end).endsWith(task.text)).toBe(true);
        for (const heading of scan.headings) {
          const source = text.slice(heading.start, heading.end).replace(/\s+|>/g, '');
          expect(source).toContain(heading.text.replace(/\s+|>/g, ''));
        }
        for (const span of everySpan(scan)) expect(span.line).toBe(lineAt(text, span.start));
        expect(scan.lineCount).toBe(text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0));
      }),
      { numRuns: 3000 },
    );
  });

  it('lists everything in the order of the text, inside the body', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scan = scanNote(text);
        for (const list of [
          scan.headings,
          scan.links,
          scan.tags,
          scan.blocks,
          scan.tasks.map((task) => task.span),
        ]) {
          let last = scan.bodyStart;
          for (const { start, end } of list) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeLessThanOrEqual(text.length);
            last = start;
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('finds the same with CRLF as with LF', () => {
    const summary = (text: string) => {
      const scan = scanNote(text);
      const plain = (value: string) => value.replaceAll('\r', '');
      return {
        headings: scan.headings.map((heading) => [heading.level, heading.text, heading.line]),
        links: scan.links.map((link) => [link.kind, plain(link.raw), link.target, link.heading, link.line]),
        tags: scan.tags.map((tag) => [tag.tag, tag.line]),
        tasks: scan.tasks.map((task) => [task.text, task.status, task.indent, task.line]),
        blocks: scan.blocks.map((block) => [block.id, block.line]),
        words: scan.words,
        lines: scan.lineCount,
      };
    };
    fc.assert(
      fc.property(soup, (source) => {
        const text = source.replaceAll('\r', '');
        expect(summary(text.replaceAll('\n', '\r\n'))).toEqual(summary(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds in a quote what it finds outside', () => {
    const summary = (text: string) => scanNote(text).links.map((link) => [link.kind, link.target, link.line]);
    for (const text of ['[t](a) and\n[[b]]', '`x\ny` [t](a)', '[r]\n\n[r]: a\n[q]: b\n\n[q]']) {
      expect(summary(text.replace(/^/gm, '> '))).toEqual(summary(text));
    }
  });
});

describe('byte offsets', () => {
  it('agree with Buffer', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(200)), (text, raw) => {
        const offsets = raw.map((offset) => offset % (text.length + 1)).sort((a, b) => a - b);
        const whole = offsets.filter(
          (at) => !(/[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')),
        );
        expect(toByteOffsets(text, whole)).toEqual(whole.map((at) => Buffer.byteLength(text.slice(0, at))));
      }),
      { numRuns: 2000 },
    );
  });

  it('count a whole pair for an offset inside it', () => {
    expect(toByteOffsets('a🎉b', [0, 1, 2, 3, 4, 9])).toEqual([0, 1, 5, 5, 6, 6]);
  });
});
