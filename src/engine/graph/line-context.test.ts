import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openContexts } from './line-context.ts';

const contextOf = (text: string, line: number, raw: string) => openContexts(Buffer.from(text))(line, raw);

it('is the line of the link, without the space around it', () => {
  expect(contextOf('# T\r\n\r\n  - see [[a]] now  \r\nnext', 3, '[[a]]')).toBe('- see [[a]] now');
  expect(contextOf('[[a]]', 1, '[[a]]')).toBe('[[a]]');
});

it('is cut around the link when the line is long', () => {
  const long = `${'before '.repeat(100)}[[a]]${' after'.repeat(100)}`;
  const context = contextOf(long, 1, '[[a]]');
  expect(context).toMatch(/^….*\[\[a\]\].*…$/);
  expect(context.length).toBeLessThanOrEqual(162);
  expect(contextOf(`[[a]]${'x'.repeat(500)}`, 1, '[[a]]')).toMatch(/^\[\[a\]\]x{155}…$/);
});

it('follows links that look the same from one to the next', () => {
  const between = ' word'.repeat(60);
  const of = openContexts(Buffer.from(`one [[a]]${between} two [[a]]${between} three [[a]]`));
  expect(of(1, '[[a]]')).toContain('one');
  expect(of(1, '[[a]]')).toContain('two');
  expect(of(1, '[[a]]')).toContain('three');
});

it('is the link itself when its line is not there any more', () => {
  expect(contextOf('only one line', 4, '[[a]]')).toBe('[[a]]');
  expect(contextOf('', 1, `[[${'a'.repeat(400)}]]`).length).toBeLessThanOrEqual(162);
});

it('is not slowed down by thousands of links in one line of megabytes', () => {
  const of = openContexts(Buffer.from('x [[a]] yy'.repeat(500_000)));
  const start = performance.now();
  for (let i = 0; i < 20_000; i++) of(1, '[[a]]');
  expect(performance.now() - start).toBeLessThan(2000);
});

it('never holds half a character, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 0, maxLength: 400 }),
      fc.string({ unit: 'binary', maxLength: 400 }),
      (before, after) => {
        const line = `${before}[[x]]${after}`.replaceAll(/[\n\r]/g, ' ').toWellFormed();
        const context = contextOf(`first\n${line}\nlast`, 2, '[[x]]');
        expect(context.isWellFormed()).toBe(true);
        expect(context.length).toBeLessThanOrEqual(162);
        expect(context).toContain('[[x]]');
        if (line.trim().length <= 100) expect(context).toBe(line.trim());
      },
    ),
    { numRuns: 200 },
  );
});
