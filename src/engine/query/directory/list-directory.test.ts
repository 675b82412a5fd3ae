import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAs, type OpenNotebook, openNotebook } from '../../../../test/support/open-notebook.ts';
import { listDirectory, SlipboxError } from '../../index.ts';
import type { DirectoryQuery } from './list-directory.ts';

const files = {
  'top.md': 'x',
  'a/one.md': 'x',
  'a/two.md': 'x',
  'a/b/three.md': 'x',
  'a/b/c/four.md': 'x',
  'secret/diary.md': 'x',
  'pictures/owl.png': 'x',
  'Grüße/Äpfel.md': 'x',
};

async function list(notebook: OpenNotebook, query: Partial<DirectoryQuery> = {}, call = notebook.call) {
  const all = { folder: '', depth: 0, limit: 1000, offset: 0, ...query };
  const found = await listDirectory(notebook.engine, all, call);
  return {
    ...found,
    folders: found.folders.map(({ path }) => path),
    files: found.files.map(({ path }) => path).sort(),
  };
}

describe('what lies in a folder', () => {
  it('is shown level by level', async () => {
    await using notebook = await openNotebook(files);
    notebook.folder.folder('empty');
    expect(await list(notebook)).toMatchObject({
      folders: ['Grüße', 'a', 'empty', 'pictures', 'secret'],
      files: ['top.md'],
      folderTotal: 5,
      fileTotal: 1,
    });
    expect(await list(notebook, { folder: 'a' })).toMatchObject({
      folders: ['a/b'],
      files: ['a/one.md', 'a/two.md'],
    });
    expect(await list(notebook, { folder: 'a', depth: 1 })).toMatchObject({
      folders: ['a/b', 'a/b/c'],
      files: ['a/b/three.md', 'a/one.md', 'a/two.md'],
    });
    expect((await list(notebook, { depth: 99 })).files).toHaveLength(Object.keys(files).length);
    expect((await list(notebook, { folder: 'Grüße' })).files).toEqual(['Grüße/Äpfel.md']);
    expect((await list(notebook, { folder: 'empty' })).files).toEqual([]);
  });

  it('comes newest first, with what the disk says of it', async () => {
    await using notebook = await openNotebook(files);
    await list(notebook);
    notebook.folder.write('a/one.md', 'longer');
    const found = await listDirectory(
      notebook.engine,
      { folder: 'a', depth: 0, limit: 9, offset: 0 },
      notebook.call,
    );
    expect(found.files[0]).toMatchObject({ name: 'one.md', path: 'a/one.md', size: 6 });
    expect(Math.abs(Date.now() - found.files[0]!.modified)).toBeLessThan(60_000);
    rmSync(notebook.folder.path('a/one.md'));
    expect((await list(notebook, { folder: 'a' })).files).toEqual(['a/two.md']);
  });

  it('makes up the whole in pages, folders before files', async () => {
    await using notebook = await openNotebook(files);
    const seen: string[] = [];
    for (let offset = 0; offset < 16; offset += 3) {
      const page = await list(notebook, { depth: 9, limit: 3, offset });
      expect(page.folderTotal + page.fileTotal).toBe(14);
      seen.push(...page.folders, ...page.files);
    }
    expect(seen).toHaveLength(14);
    expect(new Set(seen).size).toBe(14);
  });

  it('is filtered by a regular expression, or by a glob where it is none', async () => {
    await using notebook = await openNotebook(files);
    const names = async (filter: string) => (await list(notebook, { depth: 9, filter })).files;
    expect(await names('^(one|TWO)\\.md$')).toEqual(['a/one.md', 'a/two.md']);
    expect(await names('*.png')).toEqual(['pictures/owl.png']);
    expect(await names('ä')).toEqual(['Grüße/Äpfel.md']);
    expect(await names('nothing')).toEqual([]);
    expect((await list(notebook, { filter: '^pic' })).folders).toEqual(['pictures']);
  });

  it('does not wait for a regular expression that never ends', async () => {
    await using notebook = await openNotebook({ [`${'a'.repeat(60)}!.md`]: 'x' });
    await expect(list(notebook, { filter: '^(a+)+$' })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'filter' },
    });
    expect((await list(notebook)).fileTotal).toBe(1);
  });

  it('is only what the caller sees, in counts too', async () => {
    await using notebook = await openNotebook(files);
    const call = callAs(['a/b/**', 'mine', 'mine/**']);
    notebook.folder.folder('mine/empty');
    expect(await list(notebook, {}, call)).toMatchObject({
      folders: ['a', 'mine'],
      files: [],
      folderTotal: 2,
      fileTotal: 0,
    });
    expect(await list(notebook, { folder: 'a', depth: 9 }, call)).toMatchObject({
      folders: ['a/b', 'a/b/c'],
      files: ['a/b/c/four.md', 'a/b/three.md'],
    });
    expect((await list(notebook, { folder: 'mine' }, call)).folders).toEqual(['mine/empty']);
    await expect(list(notebook, { folder: 'secret' }, call)).rejects.toMatchObject({
      code: 'FOLDER_NOT_FOUND',
      message: 'Folder not found: secret',
    });
  });

  it('is an error when there is no such folder', async () => {
    await using notebook = await openNotebook(files);
    for (const folder of ['nowhere', 'top.md', 'a/one.md'])
      await expect(list(notebook, { folder }), folder).rejects.toThrow(SlipboxError);
  });
});
