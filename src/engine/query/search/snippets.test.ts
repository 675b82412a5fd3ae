import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetsOf } from './snippets.ts';

describe('snippets', () => {
  it('are the lines that hold the most of the query, at most three, in their order', () => {
    const text = 'one\ntwo\none two\nthree\none\ntwo one\r\none two three';
    expect(snippetsOf(text, ['one', 'two'])).toEqual([
      { line: 3, text: 'one two' },
      { line: 6, text: 'two one' },
      { line: 7, text: 'one two three' },
    ]);
  });

  it('leave the frontmatter out and count its lines', () => {
    expect(snippetsOf('---\ntitle: word\n---\n\na word', ['word'])).toEqual([{ line: 5, text: 'a word' }]);
  });

  it('are cut around what was found', () => {
    const line = `${'before '.repeat(100)}NEEDLE ${'after '.repeat(100)}`;
    const [snippet] = snippetsOf(line, ['needle']);
    expect(snippet!.text).toMatch(/^…e?.*NEEDLE.*…$/);
    expect([...snippet!.text].length).toBeLessThanOrEqual(162);
  });

  it('find accented words by unaccented ones', () => {
    expect(snippetsOf('un café', ['cafe'])).toEqual([{ line: 1, text: 'un café' }]);
  });

  it('stay short and whole characters, whatever the text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', 'e\u0301', '😀', 'İ', ' ', 'needle', '\n', '日', '👩‍👩‍👧'),
      maxLength: 600,
      size: 'max',
    });
    fc.assert(
      fc.property(text, (content) => {
        const snippets = snippetsOf(content, ['needle']);
        expect(snippets.length > 0).toBe(content.includes('needle'));
        for (const { line, text: shown } of snippets) {
          expect(content.split('\n')[line - 1]).toContain('needle');
          expect(shown).toContain('needle');
          expect([...shown].length).toBeLessThanOrEqual(162);
          expect(shown.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('take time in proportion to a long line', () => {
    const line = `${'x'.repeat(5_000_000)} needle`;
    const start = performance.now();
    expect(snippetsOf(line, ['needle'])).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
