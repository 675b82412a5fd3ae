import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callerOf } from '../access.ts';
import { listTrash } from '../vault/trash-list.ts';
import type { RestoreTrashJob } from './job-shapes.ts';
import { restoreTrash } from './restore-trash.ts';
import { withDesk } from './testing-desk.ts';

test('a note goes to the trash, and the links that break are told but not touched', () =>
  withDesk(
    {
      'sub/a.md': '[[a]] itself',
      'other/a.md': '',
      'x.md': '[[sub/a]]\n\n[m](sub/a.md) [[a]]',
      'secret/y.md': '[[sub/a]]',
      'sub/z.md': '[[a#h]]',
    },
    async ({ deleteNote, read, root }) => {
      const caller = callerOf({ hidden: ['secret'] });
      const deleted = await deleteNote({ path: 'sub/a.md' }, caller);
      expect(deleted).toEqual({
        path: 'sub/a.md',
        trashPath: '.trash/sub/a.md',
        brokenLinks: {
          total: 2,
          items: [
            { path: 'x.md', line: 1, raw: '[[sub/a]]' },
            { path: 'x.md', line: 3, raw: '[m](sub/a.md)' },
          ],
        },
      });
      expect(read('.trash/sub/a.md')).toBe('[[a]] itself');
      expect(read('x.md')).toBe('[[sub/a]]\n\n[m](sub/a.md) [[a]]');
      expect(existsSync(path.join(root, 'sub/a.md'))).toBe(false);
    },
  ));

test('deleting is refused like moving, and a dry run does nothing', () =>
  withDesk({ 'a.md': 'a', 'x.md': '[[a]]' }, async ({ deleteNote, readAll, root }) => {
    const none = callerOf({ write: [] });
    await expect(deleteNote({ path: 'a.md' }, none)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(deleteNote({ path: 'b.md' })).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
    await expect(deleteNote({ path: 'a.md', ifMatch: 'x' })).rejects.toMatchObject({ code: 'NOTE_CHANGED' });
    expect(await deleteNote({ path: 'a.md', dryRun: true })).toMatchObject({
      dryRun: true,
      trashPath: '.trash/a.md',
      brokenLinks: { total: 1 },
    });
    expect(readAll()).toEqual({ 'a.md': 'a', 'x.md': '[[a]]' });
    expect(existsSync(path.join(root, '.trash'))).toBe(false);
  }));

test('notes come back from the trash under the path they had', () =>
  withDesk(
    { 'sub/a.md': 'first', 'x.md': '[[a]]' },
    async ({ deleteNote, moveNote, run, read, root, meanings }) => {
      const restore = (input: RestoreTrashJob['input']) => run<RestoreTrashJob>(restoreTrash, input);
      expect(listTrash(root)).toEqual([]);
      await deleteNote({ path: 'sub/a.md' });
      await moveNote({ path: 'x.md', newPath: 'sub/a.md' });
      const second = await deleteNote({ path: 'sub/a.md' });
      expect(listTrash(root).map(({ trashPath, path: at, size }) => [trashPath, at, size])).toEqual([
        [second.trashPath, second.trashPath.slice('.trash/'.length), 5],
        ['.trash/sub/a.md', 'sub/a.md', 5],
      ]);
      expect(await restore({ trashPath: second.trashPath })).toEqual({ path: 'sub/a.md' });
      expect(read('sub/a.md')).toBe('[[a]]');
      expect([...meanings().values()]).toMatchObject([{ target: 'sub/a.md' }]);
      await expect(restore({ trashPath: '.trash/sub/a.md' })).rejects.toMatchObject({ code: 'NOTE_EXISTS' });
      expect(await restore({ trashPath: '.trash/sub/a.md', to: 'new/b.md' })).toEqual({ path: 'new/b.md' });
      expect(read('new/b.md')).toBe('first');
      expect(existsSync(path.join(root, '.trash'))).toBe(false);
    },
  ));

test('the trash is no way out', () =>
  withDesk({ 'a.md': 'a' }, async ({ run, root, deleteNote }) => {
    const restore = (input: RestoreTrashJob['input']) => run<RestoreTrashJob>(restoreTrash, input);
    await deleteNote({ path: 'a.md' });
    symlinkSync('/etc/hosts', path.join(root, '.trash/hosts.md'));
    symlinkSync('/etc', path.join(root, '.trash/etc'));
    expect(listTrash(root).map(({ trashPath }) => trashPath)).toEqual(['.trash/a.md']);
    for (const trashPath of ['.trash/hosts.md', '.trash/gone.md'])
      await expect(restore({ trashPath, to: 'b.md' })).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
    for (const trashPath of ['.trash/etc/hosts', '.trash/../a.md', 'a.md', '.git/x'])
      await expect(restore({ trashPath, to: 'b.md' })).rejects.toMatchObject({ code: 'PATH_TRAVERSAL' });
    for (const to of ['../b.md', '.trash/b.md'])
      await expect(restore({ trashPath: '.trash/a.md', to })).rejects.toMatchObject({
        code: 'PATH_TRAVERSAL',
      });
  }));
