import { expect, test } from 'vitest';
import { printablePainted } from './terminal.ts';

test('what was painted stays painted, what a note brings does not reach the terminal', () => {
  const painted = '\u001B[1mTitle\u001B[22m \u001B[2mdim\u001B[22m';
  expect(printablePainted(painted)).toBe(painted);
  expect(printablePainted('a\u001B[2Jb\u0007\u009B31mc\r\nd')).toBe('a[2Jb31mc\nd');
  expect(printablePainted('\u001B]0;owned\u0007')).toBe(']0;owned');
});
