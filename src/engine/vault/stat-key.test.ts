import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { isRacy, sameStat, statKey } from './stat-key.ts';

it('tells a file from an edit of the same size whose time was put back', () => {
  using temp = makeTempFolder();
  const file = temp.write('a.md', 'one');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const before = statKey(statSync(file));
  expect(sameStat(before, statKey(statSync(file)))).toBe(true);
  const until = Date.now() + 20;
  while (Date.now() < until); // a clock tick of the file system
  writeFileSync(file, 'two');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  expect(sameStat(before, statKey(statSync(file)))).toBe(false);
});

it('does not trust the stat of a file that changed in the last two seconds', () => {
  const key = { size: 1, mtime: 10_000, ctime: 12_000, ino: 1 };
  expect(isRacy(key, 13_999)).toBe(true);
  expect(isRacy(key, 14_000)).toBe(false);
});
