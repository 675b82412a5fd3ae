import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callerOf } from '../access.ts';
import { withDesk } from './testing-desk.ts';

const files = {
  'one/a.md': '[[b]] [m](b.md) [up](../x.md) ![](img/p.png) [[one/b]]',
  'one/b.md': '[m](a.md) [[../x]]',
  'one/img/p.png': 'p',
  'one/.hidden': 'h',
  'one/drafts/d.md': 'd',
  '.slipboxignore': 'drafts\n',
  'x.md': '[[one/a]] [m](one/b.md) ![[p.png]] ![](one/img/p.png) [d](one/) [[a]]',
};

test('a folder moves with all that is in it, and links to it and out of it follow', () =>
  withDesk(files, async ({ moveFolder, read, root, readAll }) => {
    const was = readAll();
    const moved = await moveFolder({ path: 'one', newPath: 'two/deep' });
    expect(moved).toMatchObject({
      path: 'one',
      newPath: 'two/deep',
      files: 3,
      rewritten: { links: 6, notes: 3 },
    });
    expect(read('two/deep/a.md')).toBe('[[b]] [m](b.md) [up](../../x.md) ![](img/p.png) [[two/deep/b]]');
    expect(read('two/deep/b.md')).toBe('[m](a.md) [[../../x]]');
    expect(read('x.md')).toBe(
      '[[two/deep/a]] [m](two/deep/b.md) ![[p.png]] ![](two/deep/img/p.png) [d](one/) [[a]]',
    );
    for (const kept of ['.hidden', 'drafts/d.md'])
      expect(existsSync(path.join(root, 'two/deep', kept))).toBe(true);
    expect(existsSync(path.join(root, 'one'))).toBe(false);
    await moveFolder({ path: 'two/deep', newPath: 'one' });
    expect(readAll()).toEqual(was);
  }));

test('a folder can be spelt in other letters', () =>
  withDesk({ 'one/a.md': 'a', 'x.md': '[[one/a]] [m](one/a.md)' }, async ({ moveFolder, readAll }) => {
    expect(await moveFolder({ path: 'one', newPath: 'One' })).toMatchObject({ files: 1, newPath: 'One' });
    expect(readAll()).toEqual({ 'One/a.md': 'a', 'x.md': '[[one/a]] [m](one/a.md)' });
    expect(await moveFolder({ path: 'One', newPath: 'One' })).toMatchObject({ files: 0 });
  }));

test('a folder without notes moves too', () =>
  withDesk({ 'a.md': '' }, async ({ moveFolder, root }) => {
    mkdirSync(path.join(root, 'empty'));
    expect(await moveFolder({ path: 'empty', newPath: 'full' })).toMatchObject({ files: 0 });
    expect(existsSync(path.join(root, 'full'))).toBe(true);
  }));

test('folders are not merged, not moved into themselves, not out of sight', () =>
  withDesk({ ...files, 'two/y.md': '', 'secret/s.md': '' }, async ({ moveFolder, readAll }) => {
    const was = readAll();
    const refused: [from: string, to: string, code: string][] = [
      ['one', 'two', 'NOTE_EXISTS'],
      ['one', 'TWO', 'NOTE_EXISTS'],
      ['one', 'x.md', 'NOTE_EXISTS'],
      ['one', 'one/in', 'INVALID_PARAMS'],
      ['one', 'one/drafts/in', 'INVALID_PARAMS'],
      ['', 'in', 'INVALID_PARAMS'],
      ['one', '', 'INVALID_PARAMS'],
      ['x.md', 'in', 'INVALID_PARAMS'],
      ['gone', 'in', 'FOLDER_NOT_FOUND'],
      ['one/drafts', 'in', 'FOLDER_NOT_FOUND'],
      ['one', 'drafts', 'FORBIDDEN'],
      ['one', 'x.md/in', 'INVALID_PARAMS'],
      ['one', '../in', 'PATH_TRAVERSAL'],
      ['one', '.in', 'PATH_TRAVERSAL'],
    ];
    for (const [from, to, code] of refused)
      await expect(moveFolder({ path: from, newPath: to }), `${from} ${to}`).rejects.toMatchObject({ code });
    const caller = callerOf({ read: ['**'], write: ['one', 'two'], hidden: ['secret'] });
    for (const [from, to, code] of [
      ['secret', 'two/s', 'FOLDER_NOT_FOUND'],
      ['one', 'three', 'FORBIDDEN'],
      ['two', 'secret/two', 'FORBIDDEN'],
    ] as const)
      await expect(moveFolder({ path: from, newPath: to }, caller)).rejects.toMatchObject({ code });
    expect(readAll()).toEqual(was);
  }));

test('a dry run of a folder does nothing', () =>
  withDesk(files, async ({ moveFolder, readAll }) => {
    const was = readAll();
    const planned = await moveFolder({ path: 'one', newPath: 'two', dryRun: true });
    expect(planned).toMatchObject({ dryRun: true, files: 3 });
    expect(readAll()).toEqual(was);
    expect(await moveFolder({ path: 'one', newPath: 'two' })).toEqual({ ...planned, dryRun: undefined });
  }));
