import { chmodSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../../../test/support/temp-folder.ts';
import { ensureToken, readToken } from './token-file.ts';

const isPosix = process.platform !== 'win32';

test('a token is made once, long, and readable by nobody else', () => {
  using folder = makeTempFolder();
  const file = ensureToken(folder.path('deep/state'));
  const token = readToken(file);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(ensureToken(folder.path('deep/state'))).toBe(file);
  expect(readToken(file)).toBe(token);
  if (isPosix) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path('deep/state')).mode & 0o777).toBe(0o700);
  }
  using other = makeTempFolder();
  expect(readToken(ensureToken(other.root))).not.toBe(token);
});

test('a file that others may read is not used', () => {
  using folder = makeTempFolder();
  const file = folder.write('token', 'x'.repeat(40));
  for (const mode of isPosix ? [0o644, 0o640, 0o604, 0o620] : []) {
    chmodSync(file, mode);
    expect(() => readToken(file), mode.toString(8)).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED' }),
    );
  }
  chmodSync(file, 0o600);
  expect(readToken(file)).toBe('x'.repeat(40));
});

test('a token that is too short, too long or no token is refused with what to do', () => {
  using folder = makeTempFolder();
  for (const text of [
    '',
    'short',
    `${'x'.repeat(40)}\n${'y'.repeat(40)}`,
    'ü'.repeat(40),
    'x'.repeat(10_000),
    `${'x'.repeat(40)} y`,
  ]) {
    const file = folder.write('token', text);
    chmodSync(file, 0o600);
    expect(() => readToken(file), text.slice(0, 50)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    );
  }
  expect(() => readToken(folder.path('none'))).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  expect(() => readToken(folder.root)).toThrow(/token file|open to other/);
});

test('spaces and line ends around a token do not count', () => {
  using folder = makeTempFolder();
  const file = folder.write('token', `  ${'x'.repeat(40)}\r\n`);
  chmodSync(file, 0o600);
  expect(readToken(file)).toBe('x'.repeat(40));
});

test('a damaged token of our own is reported, not replaced', () => {
  using folder = makeTempFolder();
  chmodSync(folder.write('http-token', 'x'), 0o600);
  expect(() => ensureToken(folder.root)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  expect(folder.read('http-token')).toBe('x');
});
