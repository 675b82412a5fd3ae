import { appendFileSync, lstatSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { statKey } from '../vault/stat-key.ts';
import { OwnChanges } from './own-changes.ts';

test('what this process wrote is left out until somebody else touches it', () => {
  using folder = makeTempFolder();
  folder.write('a.md', 'one');
  folder.write('b.md', 'two');
  const own = new OwnChanges(folder.root);
  const stat = (name: string) => statKey(lstatSync(folder.path(name)));
  own.add([
    ['a.md', stat('a.md')],
    ['b.md', stat('b.md')],
  ]);
  expect(own.leaveOut(['a.md', 'c.md', 'b.md'])).toEqual(['c.md']);
  appendFileSync(folder.path('a.md'), '!');
  expect(own.leaveOut(['a.md', 'b.md'])).toEqual(['a.md']);
  renameSync(folder.path('b.md'), folder.path('d.md'));
  expect(own.leaveOut(['b.md', 'd.md'])).toEqual(['b.md', 'd.md']);
});

test('what the index may not have is looked at again', () => {
  using folder = makeTempFolder();
  folder.write('a.md', 'one');
  const own = new OwnChanges(folder.root);
  own.add([['a.md', statKey(lstatSync(folder.path('a.md')))]]);
  own.forget(['a.md']);
  expect(own.leaveOut(['a.md'])).toEqual(['a.md']);
});
