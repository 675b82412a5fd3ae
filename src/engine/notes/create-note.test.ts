import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { makeTempFolder, withoutPrivileges } from '../../../test/support/temp-folder.ts';
import { createNote, openEngine } from '../index.ts';
import { contentHash } from '../vault/read-file.ts';

type Input = Partial<Parameters<typeof createNote>[1]>;

const code = (wanted: string, details: object = {}) =>
  expect.objectContaining({ name: 'SlipboxError', code: wanted, ...details });

function create(notebook: OpenNotebook, title: string, input: Input = {}, call = notebook.call) {
  return createNote(notebook.engine, { title, ...input }, call);
}

const allFiles = (notebook: OpenNotebook) =>
  readdirSync(notebook.folder.root, { recursive: true, encoding: 'utf8' }).sort();

/** The same notebook, opened with other settings. */
async function withSettings(
  notebook: OpenNotebook,
  settings: object,
): Promise<OpenNotebook & AsyncDisposable> {
  const engine = openEngine({ ...notebook.engine.config, ...settings });
  return { ...notebook, engine, [Symbol.asyncDispose]: () => engine.close() };
}

describe('where a new note goes', () => {
  it('is named after its title and answers with path, absolute path, title, notebook and etag', async () => {
    await using notebook = await openNotebook();
    const { root } = notebook.folder;
    const result = await create(notebook, 'Hello, World!');
    const bytes = Buffer.from(notebook.folder.read('hello-world.md'));
    expect(result).toEqual({
      created: { path: 'hello-world.md', absolutePath: join(root, 'hello-world.md'), title: 'Hello, World!' },
      notebook: { name: expect.any(String), path: root },
      etag: contentHash(bytes),
    });
    expect(bytes.toString()).toMatch(
      /^---\ntitle: Hello, World!\ncreated: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n---\n\n# Hello, World!\n$/,
    );
  });

  it('is a folder or a file, as path says', async () => {
    await using notebook = await openNotebook();
    for (const [path, expected] of [
      ['tasks', 'tasks/a-note.md'],
      ['chores/', 'chores/a-note.md'],
      ['a/b/c', 'a/b/c/a-note.md'],
      ['tasks/Own Name.md', 'tasks/Own Name.md'],
      ['x/OWN.MD', 'x/OWN.MD'],
      ['', 'a-note.md'],
      ['v1.2/a..b', 'v1.2/a..b/a-note.md'],
      ['Cafe\u0301', 'Café/a-note.md'],
    ] as const) {
      expect((await create(notebook, 'A note', { path })).created.path).toBe(expected);
      expect(existsSync(notebook.folder.path(expected))).toBe(true);
    }
  });

  it('is the title itself in an Obsidian vault, or as the setting says', async () => {
    await using notebook = await openNotebook();
    mkdirSync(notebook.folder.path('.obsidian'));
    await using vault = await withSettings(notebook, {});
    expect((await create(vault, 'My Idea: two?')).created.path).toBe('My Idea two.md');
    await using slugs = await withSettings(notebook, { fileNames: 'slug' });
    expect((await create(slugs, 'My Idea: two?')).created.path).toBe('my-idea-two.md');
    await using plain = await openNotebook();
    await using titles = await withSettings(plain, { fileNames: 'title' });
    expect((await create(titles, 'My Idea: two?')).created.path).toBe('My Idea two.md');
  });

  it.each([
    '../out',
    '..',
    'a/../../out',
    '/etc',
    '/etc/x.md',
    'C:\\x',
    '~/x',
    '.hidden',
    'a/.obsidian/x.md',
    '.',
    'a\0b',
    '%2e%2e/out',
    'nul',
    'file:///etc/x.md',
  ])('refuses the path %j', async (path) => {
    await using notebook = await openNotebook();
    await expect(create(notebook, 'A', { path })).rejects.toThrow(code('PATH_TRAVERSAL'));
    expect(allFiles(notebook)).toEqual([]);
  });

  it('refuses a path of more than 4,096 characters', async () => {
    await using notebook = await openNotebook();
    await expect(create(notebook, 'A', { path: 'x'.repeat(5000) })).rejects.toThrow(code('PATH_TRAVERSAL'));
  });

  it('refuses symlinks that lead out, and hidden folders behind symlinks', async () => {
    await using notebook = await openNotebook();
    using elsewhere = makeTempFolder();
    mkdirSync(notebook.folder.path('.secret'));
    symlinkSync(elsewhere.root, notebook.folder.path('out'));
    symlinkSync(notebook.folder.path('.secret'), notebook.folder.path('in'));
    symlinkSync(elsewhere.path('none'), notebook.folder.path('dangling.md'));
    for (const path of ['out', 'out/x.md', 'out/deep/er', 'in', 'dangling.md/x'])
      await expect(create(notebook, 'A', { path }), path).rejects.toThrow(code('PATH_TRAVERSAL'));
    await expect(create(notebook, 'A', { path: 'dangling.md' })).rejects.toThrow(/traversal|exists/);
    expect(readdirSync(elsewhere.root)).toEqual([]);
  });

  it('does not go through a symlink: what it leads to has a path of its own', async () => {
    await using notebook = await openNotebook({ 'real/x.md': '' });
    symlinkSync(notebook.folder.path('real'), notebook.folder.path('link'));
    await expect(create(notebook, 'A', { path: 'link' })).rejects.toThrow(code('PATH_TRAVERSAL'));
    expect(await notebook.paths()).toEqual(['real/x.md']);
  });

  it.each(['a\nb', 'a\\b', 'tab\tbed/x.md'])('refuses the path %j, which nobody could mean', async (path) => {
    await using notebook = await openNotebook();
    await expect(create(notebook, 'A', { path })).rejects.toThrow(code('INVALID_PARAMS'));
  });

  it('says so when a folder is a file', async () => {
    await using notebook = await openNotebook({ 'file.txt': '', 'note.md': '' });
    for (const path of ['file.txt', 'file.txt/deep', 'note.md/x.md'])
      await expect(create(notebook, 'A', { path }), path).rejects.toThrow(/Part of the path is a file/);
    expect(allFiles(notebook)).toEqual(['file.txt', 'note.md']);
  });

  it('refuses a place that the notebook ignores, where the note would be lost', async () => {
    await using notebook = await openNotebook({ '.slipboxignore': 'private/\n*.draft.md\n' });
    for (const path of ['private', 'x.draft.md', 'node_modules/a'])
      await expect(create(notebook, 'A', { path }), path).rejects.toThrow(code('FORBIDDEN'));
    expect(allFiles(notebook)).toEqual(['.slipboxignore']);
  });
});

describe('hostile titles', () => {
  it('become notes whose title is as given', async () => {
    await using notebook = await openNotebook();
    const names = {
      '🎉🎉': 'untitled',
      'שלום עולם': 'שלום-עולם',
      '\u202egnp.exe': 'gnp-exe',
      '../../x': 'x',
      CON: '_con',
      '.': 'untitled',
      '..': 'untitled',
      '---': 'untitled',
      '{{content}}': 'content',
      'a: b # c': 'a-b-c',
      'two\nlines': 'two-lines',
      [`${'🎉'.repeat(199)}x`]: 'x',
      ['漢'.repeat(200)]: '漢'.repeat(80),
      'lone \ud800 half': 'lone-half',
    };
    for (const [i, [title, name]] of Object.entries(names).entries()) {
      const path = `t${i}/${name}.md`;
      expect((await create(notebook, title, { path: `t${i}` })).created.path).toBe(path);
      expect((await notebook.read(path)).properties.title).toBe(title.toWellFormed());
    }
  });

  it.each([
    ['nothing', ''],
    ['only spaces', ' \n '],
    ['more than 200 characters', 'x'.repeat(201)],
    ['10,000 characters', '🎉'.repeat(10_000)],
    ['a NUL', 'a\0b'],
  ])('of %s is refused', async (_, title) => {
    await using notebook = await openNotebook();
    await expect(create(notebook, title)).rejects.toThrow(
      code('INVALID_PARAMS', { details: { parameter: 'title' } }),
    );
    expect(allFiles(notebook)).toEqual([]);
  });
});

describe('what is given besides', () => {
  it('writes content and data, which read back with their types', async () => {
    await using notebook = await openNotebook();
    const data = { tags: ['a', 'b c'], n: 1.5, yes: false, text: '007', date: '2024-01-02' };
    await create(notebook, 'A', { content: 'Some #inline text', data });
    expect(await notebook.read('a')).toMatchObject({
      properties: { title: 'A', ...data },
      tags: ['a', 'b c', 'inline'],
    });
  });

  it.each([
    ['an empty key', { '': 1 }, 'data'],
    ['nesting without end', JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as object, 'data'],
  ])('refuses %s in data', async (_, data, parameter) => {
    await using notebook = await openNotebook();
    await expect(create(notebook, 'A', { data: data as Record<string, unknown> })).rejects.toThrow(
      code('INVALID_PARAMS', { details: { parameter } }),
    );
  });

  it('refuses content that would make the note binary', async () => {
    await using notebook = await openNotebook();
    await expect(create(notebook, 'A', { content: 'a\0b' })).rejects.toThrow(code('INVALID_PARAMS'));
    expect(allFiles(notebook)).toEqual([]);
  });

  it('writes nothing in a dry run, and finds what would be wrong', async () => {
    await using notebook = await openNotebook({ 'b.md': '' });
    expect(await create(notebook, 'A', { path: 'new', dryRun: true })).toMatchObject({
      created: { path: 'new/a.md' },
      dryRun: true,
    });
    expect(allFiles(notebook)).toEqual(['b.md']);
    await expect(create(notebook, 'B', { dryRun: true })).rejects.toThrow(code('NOTE_EXISTS'));
  });
});

describe('a note that is already there', () => {
  it.each([
    ['the same name', { 'a-note.md': 'old' }, {}, 'a-note.md'],
    ['another case', { 'A-Note.MD': 'old' }, {}, 'A-Note.MD'],
    ['another Unicode form', { 'cafe\u0301.md': 'old' }, { path: 'café.md' }, 'café.md'],
    ['another case in a folder', { 'x/README.md': 'old' }, { path: 'x/readme.md' }, 'x/README.md'],
    ['a folder of that name', { 'a-note.md/x.md': 'old' }, {}, 'a-note.md'],
  ])('is left as it is: %s', async (_, files, input, path) => {
    await using notebook = await openNotebook(files);
    const before = allFiles(notebook);
    await expect(create(notebook, 'A note', { ...input, content: 'new' })).rejects.toThrow(
      code('NOTE_EXISTS', { details: { path } }),
    );
    expect(allFiles(notebook)).toEqual(before);
    expect(notebook.folder.read(Object.keys(files)[0]!)).toBe('old');
  });

  it('is made exactly once by 20 calls at the same time', async () => {
    await using notebook = await openNotebook();
    const calls = Array.from({ length: 20 }, (_, i) =>
      create(notebook, 'Race', { path: 'deep/er', content: `by ${i}` }),
    );
    const results = await Promise.allSettled(calls);
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(19);
    for (const { reason } of failed) expect(reason).toEqual(code('NOTE_EXISTS'));
    expect(await notebook.paths()).toEqual(['deep/er/race.md']);
  });

  it('is made exactly once by two processes', { timeout: 60_000 }, async () => {
    await using notebook = await openNotebook();
    const titles = Array.from({ length: 30 }, (_, i) => `Race ${i}`);
    const engine = new URL('../index.ts', import.meta.url).href;
    const script = `
      const { createNote, openEngine, owner } = await import(${JSON.stringify(engine)});
      const engine = openEngine(JSON.parse(process.env.CONFIG));
      const call = { caller: owner, signal: new AbortController().signal, progress: () => undefined };
      const results = [];
      await new Promise((go) => setTimeout(go, Number(process.env.START) - Date.now()));
      for (const title of JSON.parse(process.env.TITLES)) {
        const input = { title, path: 'n/' + title, content: 'by ' + process.pid };
        results.push(await createNote(engine, input, call).then(() => 'ok', (error) => error.code));
      }
      await engine.close();
      console.log(JSON.stringify(results));`;
    const env = {
      ...process.env,
      CONFIG: JSON.stringify(notebook.engine.config),
      TITLES: JSON.stringify(titles),
      START: String(Date.now() + 1500),
    };
    const run = async () => {
      const args = ['--input-type=module', '-e', script];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      return JSON.parse(stdout) as string[];
    };
    const [one, other] = await Promise.all([run(), run()]);
    for (const [i, title] of titles.entries())
      expect([one![i], other![i]].sort(), title).toEqual(['NOTE_EXISTS', 'ok']);
    expect(await notebook.paths()).toHaveLength(30);
    expect(allFiles(notebook).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe('the index', () => {
  it('lists the note at once, also when it was not asked before', async () => {
    await using notebook = await openNotebook({ 'old.md': 'x', 'sub/older.md': 'y' });
    await create(notebook, 'New', { path: 'fresh/folder' });
    expect(await notebook.paths()).toEqual(['fresh/folder/new.md', 'old.md', 'sub/older.md']);
    await create(notebook, 'Newer');
    expect(await notebook.paths()).toEqual(['fresh/folder/new.md', 'newer.md', 'old.md', 'sub/older.md']);
    expect((await notebook.read('Newer')).path).toBe('newer.md');
  });

  it('of another process lists it too', async () => {
    await using notebook = await openNotebook({ 'old.md': 'x' });
    await using other = await withSettings(notebook, {});
    expect(await notebook.paths()).toEqual(['old.md']);
    await create(other, 'New');
    expect(await notebook.paths()).toEqual(['new.md', 'old.md']);
  });
});

describe('who may not', () => {
  it('is everyone in a read-only notebook', async () => {
    await using notebook = await openNotebook();
    await using bound = await withSettings(notebook, { readOnly: true });
    await expect(create(bound, 'A')).rejects.toThrow(code('READ_ONLY'));
    await expect(create(bound, 'A', { dryRun: true })).rejects.toThrow(code('READ_ONLY'));
    expect(allFiles(notebook)).toEqual([]);
  });

  it('is a caller outside its writable globs', async () => {
    await using notebook = await openNotebook({ 'private/x.md': '' });
    symlinkSync(notebook.folder.path('private'), notebook.folder.path('mine'));
    const call = { ...notebook.call, caller: { visible: ['**'], writable: ['mine/**', 'inbox/*.md'] } };
    await expect(create(notebook, 'A', {}, call)).rejects.toThrow(code('FORBIDDEN'));
    await expect(create(notebook, 'X', { path: 'private' }, call)).rejects.toThrow(code('FORBIDDEN'));
    await expect(create(notebook, 'A', { path: 'mine' }, call)).rejects.toThrow(code('PATH_TRAVERSAL'));
    expect((await create(notebook, 'A', { path: 'inbox' }, call)).created.path).toBe('inbox/a.md');
  });

  it('is someone who cancelled', async () => {
    await using notebook = await openNotebook();
    const call = { ...notebook.call, signal: AbortSignal.abort() };
    await expect(create(notebook, 'A', { path: 'new' }, call)).rejects.toThrow(code('CANCELLED'));
    expect(allFiles(notebook)).toEqual([]);
  });
});

describe('a write that fails', () => {
  it('names the path and leaves no folders behind when a name is too long', async () => {
    await using notebook = await openNotebook();
    for (const path of [`a/b/${'x'.repeat(300)}`, `a/b/${'x'.repeat(300)}.md`, `a/b/${'d/'.repeat(200)}x.md`])
      await expect(create(notebook, 'A', { path })).rejects.toThrow(
        code('INVALID_PARAMS', { details: { parameter: 'path' } }),
      );
    expect(allFiles(notebook)).toEqual([]);
  });

  it('says which path may not be written', async () => {
    await using notebook = await openNotebook({ 'locked/x.md': '' });
    chmodSync(notebook.folder.root, 0o755);
    chmodSync(notebook.folder.path('locked'), 0o555);
    const { writeNewFile } = await import('../vault/new-file.ts');
    using elsewhere = makeTempFolder();
    const state = elsewhere.folder('state');
    chmodSync(elsewhere.root, 0o755);
    chmodSync(state, 0o777);
    const write = (path: string) =>
      withoutPrivileges(() => writeNewFile(notebook.folder.root, path as never, Buffer.from('x'), state));
    for (const path of ['locked/a.md', 'locked/new/deep/a.md'])
      expect(() => write(path)).toThrow(
        code('PERMISSION_DENIED', { message: `Permission denied: ${path}`, details: { path } }),
      );
    chmodSync(notebook.folder.path('locked'), 0o755);
    expect(allFiles(notebook)).toEqual(['locked', 'locked/x.md']);
  });

  it('leaves nothing of it when the disk takes only a part', async () => {
    await using notebook = await openNotebook();
    using state = makeTempFolder();
    const vault = new URL('../vault/new-file.ts', import.meta.url).href;
    const script = `
      const { writeNewFile } = await import(${JSON.stringify(vault)});
      try {
        writeNewFile(process.argv[1], 'new/deep/a.md', Buffer.alloc(1_000_000, 'x'), process.argv[2]);
      } catch (error) {
        console.log(error.code, error.message);
      }`;
    const shell = 'ulimit -f 8; exec "$0" --input-type=module -e "$1" "$2" "$3"';
    const args = ['-c', shell, process.execPath, script, notebook.folder.root, state.root];
    const { stdout } = await promisify(execFile)('sh', args);
    expect(stdout).toBe('IO_ERROR Cannot write new/deep/a.md: EFBIG\n');
    expect(allFiles(notebook)).toEqual([]);
  });
});
