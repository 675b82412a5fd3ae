import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callerOf } from '../access.ts';
import { withDesk } from './testing-desk.ts';

const code = (expected: string, message?: RegExp | string) =>
  expect.objectContaining({
    code: expected,
    ...(message ? { message: expect.stringMatching(message) } : {}),
  });

test('a path that ends in a slash or names a folder keeps the name of the note', () =>
  withDesk({ 'a.md': 'a', 'sub/x.md': '[[a]]' }, async ({ moveNote, readAll }) => {
    expect(await moveNote({ path: 'a.md', newPath: 'sub' })).toMatchObject({ newPath: 'sub/a.md', files: 1 });
    expect(await moveNote({ path: 'sub/a.md', newPath: 'new/deep/' })).toMatchObject({
      newPath: 'new/deep/a.md',
    });
    expect(await moveNote({ path: 'new/deep/a.md', newPath: '/' })).toMatchObject({ newPath: 'a.md' });
    expect(Object.keys(readAll())).toEqual(['a.md', 'sub/x.md']);
  }));

test('the same path is nothing to do', () =>
  withDesk({ 'a.md': '[[a]]' }, async ({ moveNote, readAll }) => {
    for (const newPath of ['a.md', '/'])
      expect(await moveNote({ path: 'a.md', newPath })).toMatchObject({
        newPath: 'a.md',
        files: 0,
        etag: expect.any(String),
      });
    expect(readAll()).toEqual({ 'a.md': '[[a]]' });
  }));

test('what is there is not overwritten, unless asked for: then it goes to the trash', () =>
  withDesk(
    { 'a.md': 'a', 'b.md': 'old', 'x.md': '[[a]] [[b]]' },
    async ({ moveNote, root, read, readAll }) => {
      await expect(moveNote({ path: 'a.md', newPath: 'b.md' })).rejects.toEqual(code('NOTE_EXISTS', 'b.md'));
      await expect(moveNote({ path: 'a.md', newPath: 'B.md' })).rejects.toEqual(code('NOTE_EXISTS', 'b.md'));
      expect(readAll()).toMatchObject({ 'a.md': 'a', 'b.md': 'old' });
      const moved = await moveNote({ path: 'a.md', newPath: 'b.md', overwrite: true });
      expect(moved.trashPath).toBe('.trash/b.md');
      expect(moved.doubtful.items).toEqual([
        {
          path: 'x.md',
          line: 1,
          raw: '[[b]]',
          reason: 'it meant the note that was there and means b.md now',
        },
      ]);
      expect(read('.trash/b.md')).toBe('old');
      expect(read('b.md')).toBe('a');
      expect(read('x.md')).toBe('[[b]] [[b]]');
      expect(readdirSync(root).sort()).toEqual(['.trash', 'b.md', 'x.md']);
    },
  ));

test('a name in other letters is another name, and its own is not in its way', () =>
  withDesk(
    { 'note.md': '[[note]]', 'x.md': '[[note]] [[NOTE]] [m](note.md)' },
    async ({ moveNote, readAll }) => {
      expect(await moveNote({ path: 'note.md', newPath: 'Note.md' })).toMatchObject({
        files: 1,
        newPath: 'Note.md',
      });
      expect(readAll()).toEqual({ 'Note.md': '[[note]]', 'x.md': '[[note]] [[NOTE]] [m](note.md)' });
    },
  ));

test('a name on disk that is not composed can be made so', () => {
  const spelt = 'é.md'.normalize('NFD');
  return withDesk({ [spelt]: 'e' }, async ({ moveNote, root }) => {
    expect(await moveNote({ path: 'é.md', newPath: 'é.md' })).toMatchObject({ files: 0 });
    expect(await moveNote({ path: spelt, newPath: 'é.md' })).toMatchObject({ files: 1, newPath: 'é.md' });
    expect(readdirSync(root)).toEqual(['é.md']);
  });
});

test('a note is moved only when it is the one that was read', () =>
  withDesk({ 'a.md': 'a', 'x.md': '[[a]]' }, async ({ moveNote, read }) => {
    await expect(moveNote({ path: 'a.md', newPath: 'b.md', ifMatch: 'other' })).rejects.toEqual(
      code('NOTE_CHANGED'),
    );
    const { etag } = await moveNote({ path: 'a.md', newPath: 'a.md' });
    await moveNote({ path: 'a.md', newPath: 'b.md', ifMatch: etag! });
    await moveNote({ path: 'b.md', newPath: 'c.md', ifMatch: `part:${etag}` });
    expect(read('x.md')).toBe('[[c]]');
  }));

test('the etag of a note that moves is that of its text afterwards', () =>
  withDesk({ 'a.md': '[m](x.md)', 'x.md': '' }, async ({ moveNote }) => {
    const { etag } = await moveNote({ path: 'a.md', newPath: 'sub/a.md' });
    await moveNote({ path: 'sub/a.md', newPath: 'b.md', ifMatch: etag! });
  }));

test('what cannot be moved or cannot be a note is refused', () =>
  withDesk({ 'a.md': 'a', 'pic.png': 'p', 'sub/x.md': '', '.slipboxignore': 'drafts/\n' }, async (desk) => {
    const { moveNote, readAll, root } = desk;
    mkdirSync(path.join(root, '..', 'outside'));
    symlinkSync(path.join(root, '..', 'outside'), path.join(root, 'out'));
    const was = readAll();
    const refused: [from: string, to: string, error: unknown][] = [
      ['gone.md', 'b.md', code('NOTE_NOT_FOUND', 'gone.md')],
      ['sub', 'b.md', code('INVALID_PARAMS')],
      ['pic.png', 'b.md', code('INVALID_PARAMS')],
      ['a.md', 'b.png', code('INVALID_PARAMS', 'b.png')],
      ['a.md', 'a.md/b.md', code('INVALID_PARAMS')],
      ['a.md', `${'n'.repeat(300)}.md`, code('INVALID_PARAMS', 'length')],
      ['a.md', '../b.md', code('PATH_TRAVERSAL')],
      ['a.md', '.git/b.md', code('PATH_TRAVERSAL')],
      ['a.md', 'out/b.md', code('PATH_TRAVERSAL')],
      ['a.md', 'drafts/b.md', code('FORBIDDEN', 'ignores')],
      ['a.md', '', code('INVALID_PARAMS')],
    ];
    for (const [from, to, error] of refused)
      await expect(moveNote({ path: from, newPath: to }), `${from} ${to}`).rejects.toEqual(error);
    expect(readAll()).toEqual(was);
  }));

test('a caller moves only what it sees and only to where it may write, and hears only of what it sees', () =>
  withDesk(
    {
      'open/a.md': 'a',
      'open/x.md': '[[a]]',
      'secret/y.md': '[[a]]',
      'secret/b.md': '',
      'read/r.md': '[[a]]',
    },
    async ({ moveNote, read }) => {
      const caller = callerOf({ read: ['open', 'read'], write: ['open'] });
      const attempt = (from: string, to: string) => moveNote({ path: from, newPath: to }, caller);
      await expect(attempt('secret/b.md', 'open/b.md')).rejects.toEqual(code('NOTE_NOT_FOUND'));
      await expect(attempt('read/r.md', 'open/b.md')).rejects.toEqual(code('FORBIDDEN'));
      await expect(attempt('open/a.md', 'read/a.md')).rejects.toEqual(code('FORBIDDEN'));
      await expect(attempt('open/a.md', 'secret/b.md')).rejects.toEqual(code('FORBIDDEN'));
      const moved = await attempt('open/a.md', 'open/c.md');
      expect(moved.rewritten).toEqual({ links: 2, notes: 2 });
      expect(moved.changes.map(({ path: at }) => at)).toEqual(['open/x.md', 'read/r.md']);
      expect(JSON.stringify(moved)).not.toContain('secret');
      expect(read('secret/y.md')).toBe('[[c]]');
    },
  ));

test('links that come to mean something else are told, not touched', () =>
  withDesk(
    { 'one/b.md': '1', 'x.md': '[[b]]\n\n[[one/b]]', 'a.md': 'a', 'y.md': '[[nowhere]]' },
    async ({ moveNote, read }) => {
      const { doubtful } = await moveNote({ path: 'a.md', newPath: 'b.md' });
      expect(doubtful).toEqual({
        total: 1,
        items: [{ path: 'x.md', line: 1, raw: '[[b]]', reason: 'it meant one/b.md and means b.md now' }],
      });
      expect(read('x.md')).toBe('[[b]]\n\n[[one/b]]');
      // a link that led nowhere is only helped
      expect((await moveNote({ path: 'b.md', newPath: 'nowhere.md' })).doubtful.total).toBe(0);
    },
  ));

test('a name that no wikilink can hold is left and told', () =>
  withDesk({ 'a.md': 'a', 'x.md': '[[a]] [m](a.md)' }, async ({ moveNote, read }) => {
    const { doubtful, rewritten } = await moveNote({ path: 'a.md', newPath: 'c [x].md' });
    expect(doubtful.items).toEqual([
      { path: 'x.md', line: 1, raw: '[[a]]', reason: 'no link of its kind can name the new path' },
    ]);
    expect(rewritten).toEqual({ links: 1, notes: 1 });
    expect(read('x.md')).toBe('[[a]] [m](c%20[x].md)');
  }));

test('notes that are not UTF-8 are not rewritten, but told', () =>
  withDesk({ 'a.md': 'a' }, async ({ moveNote, root, desk, run }) => {
    const bytes = Buffer.concat([Buffer.from('[[a]] '), Buffer.from([0xff, 0xfe, 0x80])]);
    writeFileSync(path.join(root, 'x.md'), bytes);
    await run(() => ({ value: undefined, touched: ['x.md'] }), undefined);
    const { doubtful } = await moveNote({ path: 'a.md', newPath: 'b.md' });
    expect(doubtful.items).toEqual([
      { path: 'x.md', line: 1, raw: '[[a]]', reason: 'the note is not UTF-8 and cannot be rewritten' },
    ]);
    expect(desk.root).toBe(root);
  }));

test('a note that nobody may write stops the move before it begins', () =>
  withDesk({ 'a.md': 'a', 'x.md': '[[a]]' }, async ({ moveNote, root, readAll }) => {
    chmodSync(path.join(root, 'x.md'), 0o444);
    await expect(moveNote({ path: 'a.md', newPath: 'b.md' })).rejects.toEqual(code('PERMISSION_DENIED'));
    expect(readAll()).toEqual({ 'a.md': 'a', 'x.md': '[[a]]' });
  }));

test('a dry run says all of it and does none', () =>
  withDesk(
    { 'a.md': '[m](x.md)', 'b.md': 'b', 'x.md': '---\nup: "[[a]]"\n---\n\n[[a#h|x]]' },
    async (desk) => {
      const was = desk.readAll();
      const input = { path: 'a.md', newPath: 'sub/b.md', overwrite: true };
      const planned = await desk.moveNote({ ...input, dryRun: true });
      expect(planned).toMatchObject({ dryRun: true, files: 1, rewritten: { links: 3, notes: 2 } });
      expect(planned.changes).toEqual([
        { path: 'x.md', line: 2, before: '[[a]]', after: '[[sub/b]]' },
        { path: 'x.md', line: 5, before: '[[a#h|x]]', after: '[[sub/b#h|x]]' },
        { path: 'sub/b.md', line: 1, before: '[m](x.md)', after: '[m](../x.md)' },
      ]);
      expect(desk.readAll()).toEqual(was);
      expect(existsSync(path.join(desk.root, 'sub'))).toBe(false);
      expect(await desk.moveNote(input)).toEqual({ ...planned, dryRun: undefined });
    },
  ));

test('links written since a move are not taken for those it wrote when it is taken back', () =>
  withDesk({ 'a.md': 'a', 'sub/a.md': '', 'x.md': '[[a]] [[A]]' }, async ({ moveNote, root, read, run }) => {
    await moveNote({ path: 'a.md', newPath: 'new/b.md' });
    expect(read('x.md')).toBe('[[b]] [[b]]');
    writeFileSync(path.join(root, 'x.md'), '# Now [[b]] and [[b]] and [[new/b|x]]');
    await run(() => ({ value: undefined, touched: ['x.md'] }), undefined);
    await moveNote({ path: 'new/b.md', newPath: 'a.md' });
    expect(read('x.md')).toBe('# Now [[a]] and [[a]] and [[a|x]]');
  }));

test('what is overwritten goes to the trash as it was', () =>
  withDesk({ 'o1.md': '[[o2]]', 'o2.md': '[[o1]] orig' }, async ({ moveNote, read }) => {
    const { trashPath } = await moveNote({ path: 'o1.md', newPath: 'o2.md', overwrite: true });
    expect(read(trashPath!)).toBe('[[o1]] orig');
  }));

test('taking a move back leaves links alone that were written since', () =>
  withDesk({ 'a/T.md': '', 'o.md': '[[T]] [[a/T]]\n' }, async ({ moveNote, read, root }) => {
    await moveNote({ path: 'a/T.md', newPath: 'T.md' });
    writeFileSync(path.join(root, 'o.md'), `${read('o.md')}new [[T]]\n`);
    await moveNote({ path: 'T.md', newPath: 'a/T.md' });
    expect(read('o.md')).toBe('[[T]] [[T]]\nnew [[T]]\n');
  }));

test('a symlink is no note', () =>
  withDesk({ 'real.md': 'text' }, async ({ moveNote, read, root }) => {
    symlinkSync('real.md', path.join(root, 'link.md'));
    await expect(moveNote({ path: 'link.md', newPath: 'moved.md' })).rejects.toThrow('Note not found');
    expect(read('real.md')).toBe('text');
  }));
