import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCodePoints } from './code-points.ts';

test('counts what a loop over the text would, halves without their other half too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => {
      for (const text of [a, b, `${a}\ud83d`, `\ude00${b}`, '😀\ud83d\ud83d\ude00'])
        expect(countCodePoints(text)).toBe([...text].length);
    }),
  );
});
