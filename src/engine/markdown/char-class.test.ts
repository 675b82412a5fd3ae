import { expect, test } from 'vitest';
import { classOf, computeClass } from './char-class.ts';

test('what is known of a character from the start is what Unicode says', () => {
  const differing = Array.from({ length: 0x3000 }, (_, code) => code).filter(
    (code) => classOf(code) !== computeClass(code),
  );
  expect(differing.map((code) => code.toString(16))).toEqual([]);
});
