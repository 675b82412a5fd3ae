import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callAs, openNotebook } from '../../test/support/open-notebook.ts';
import { deleteNote, listTrash, restoreTrash } from './index.ts';

test('what was deleted is listed, the last first, and comes back without overwriting anything', async () => {
  await using notebook = await openNotebook({ 'a/One.md': '# One\n', 'private/Two.md': '# Two\n' });
  const { engine, call, folder } = notebook;
  const list = (limit = 50, offset = 0, as = call) => listTrash(engine, { limit, offset }, as);
  const restore = (path: string, to?: string, as = call) =>
    restoreTrash(engine, { path, ...(to === undefined ? {} : { to }) }, as);
  expect(await list()).toMatchObject({ entries: [], total: 0 });

  await deleteNote(engine, { path: 'private/Two.md' }, call);
  await deleteNote(engine, { path: 'a/One.md' }, call);
  folder.write('a/One.md', '# One again\n');
  await deleteNote(engine, { path: 'a/One.md' }, call);
  const { entries, total } = await list();
  expect(entries.map(({ path, originalPath, size }) => [path, originalPath, size])).toEqual([
    ['.trash/a/One 2.md', 'a/One.md', 12],
    ['.trash/a/One.md', 'a/One.md', 6],
    ['.trash/private/Two.md', 'private/Two.md', 6],
  ]);
  expect(entries.every(({ deleted }) => Math.abs(deleted - Date.now()) < 60_000)).toBe(true);
  expect(await list(1, 1)).toMatchObject({ entries: [entries[1]], total });

  // who does not see a place knows nothing of what was there
  const narrow = callAs(['a/**']);
  expect((await list(50, 0, narrow)).total).toBe(2);
  await expect(restore('private/Two.md', undefined, narrow)).rejects.toMatchObject({
    code: 'NOTE_NOT_FOUND',
  });

  // by the path it had: the last one
  expect(await restore('a/One.md')).toMatchObject({ path: 'a/One.md', trashPath: '.trash/a/One 2.md' });
  expect((await notebook.read('a/One.md')).content).toBe('# One again\n');
  await expect(restore('.trash/a/One.md')).rejects.toMatchObject({ code: 'NOTE_EXISTS' });
  expect(folder.read('a/One.md')).toBe('# One again\n');
  expect(await restore('.trash/a/One.md', 'b/Three.md')).toMatchObject({ path: 'b/Three.md' });
  expect(await notebook.paths()).toEqual(['a/One.md', 'b/Three.md']);

  await expect(restore('nowhere.md')).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
  await expect(restore('private/Two.md', '../out.md')).rejects.toMatchObject({ code: 'PATH_TRAVERSAL' });
  expect(existsSync(folder.path('.trash/private/Two.md'))).toBe(true);
});
