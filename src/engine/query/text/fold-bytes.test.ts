import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText } from '../../markdown/unspaced.ts';
import { foldBytes } from './fold-bytes.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...'aZéÀÞ×÷ß—“…→≠①Ⓐ🎉µİКйΩ',
      '\u212b',
      '\u2126',
      '\u2000',
      '〈',
      '\ufe0f',
      'e\u0301',
    ),
  }),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code).toWellFormed()),
);

it('folds bytes as text is folded, or says that it cannot', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const bytes = Buffer.from(text.toWellFormed());
      if (foldBytes(bytes)) expect(bytes.toString()).toBe(foldText(text));
    }),
    { numRuns: 3000 },
  );
});

it('folds every character alone as text is folded, or says that it cannot', () => {
  let folded = 0;
  for (let code = 0; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const char = String.fromCodePoint(code);
    const bytes = Buffer.from(char);
    if (!foldBytes(bytes)) continue;
    folded++;
    if (bytes.toString() !== foldText(char)) expect([code, bytes.toString()]).toEqual([code, foldText(char)]);
  }
  expect(folded).toBeGreaterThan(1000);
});
