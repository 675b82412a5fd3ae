import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, loadConfig, openEngine, owner, toSlipboxError } from '../src/engine/index.ts';
import { describeTools } from '../src/surfaces/mcp/describe-tools.ts';
import { selectTools } from '../src/tools/registry.ts';
import { runTool } from '../src/tools/run-tool.ts';
import type { Schema } from '../src/tools/validate.ts';
import { makeTempFolder } from './support/temp-folder.ts';

// The schema reference that the claudesidian dialect keeps to: every parameter, every field of every result, every
// message, by name.

const settings = { readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50 };
const served = selectTools({ ...settings, dialects: ['claudesidian'] });
const described = new Map(describeTools(served).map((tool) => [tool.name, tool]));

const context = {
  sessionId: 'session_1731004200001_h5k2n7m3p',
  workspaceId: 'ws_1731004150000_creative_prime_xyz',
  sessionDescription: 'Writing a novel',
  sessionMemory: '',
  toolContext: 'The chapter needs a note',
  primaryGoal: 'Finish the first draft',
  subgoal: 'Keep the notes in order',
};

const folder = makeTempFolder();
const machine = makeTempFolder();
let engine: Engine;

beforeAll(async () => {
  folder.write('story/hero.md', '---\ntitle: The Hero\nzip: 01234\n---\nA brave owl 🦉 flies.\n');
  folder.write('story/plot.md', 'See [[hero]], [the hero](hero.md) and [[story/hero#^x|her]].\n');
  folder.write('story/crlf.md', 'one\r\ntwo');
  folder.write('moves/a.md', 'A\n');
  folder.write('moves/b.md', 'B\n');
  folder.write('Notes/inside.md', 'needle in a folder\n');
  folder.write('Notes and more/outside.md', 'needle elsewhere\n');
  folder.write('search/exact.md', 'Here the silver lantern hangs.\n');
  folder.write('search/silvr lantrn.md', 'Nothing to see.\n');
  folder.write('search/both.md', 'A lantern. Something silver.\n');
  folder.write('search/some.md', 'Only a lantern.\n');
  for (let i = 0; i < 30; i++) folder.write(`many/${i}.md`, `plentiful number ${i}\n`);
  const config = loadConfig({
    flags: {
      notebook: folder.root,
      timeZone: 'UTC',
      workspaces: { [context.workspaceId]: 'story/world' },
    },
    env: {
      SLIPBOX_CACHE: machine.path('cache'),
      SLIPBOX_STATE: machine.path('state'),
      SLIPBOX_CONFIG: machine.path('config.json'),
      OPENNOTES_CONFIG: machine.path('opennotes.json'),
    },
    cwd: folder.root,
    home: join(machine.root, 'home'),
    platform: process.platform,
  });
  engine = await openEngine(config);
});

afterAll(async () => {
  await engine.close();
  folder[Symbol.dispose]();
  machine[Symbol.dispose]();
});

type Json = Record<string, unknown>;

async function call(name: string, args: Json): Promise<Json> {
  const tool = served.find((candidate) => candidate.name === name)!;
  const { signal } = new AbortController();
  const { budget } = engine.config;
  const given = { context, ...args };
  return runTool(tool, engine, given, { caller: owner, signal, progress: () => undefined, budget });
}

async function errorOf(name: string, args: Json): Promise<Json> {
  const { tool, rename } = served.find((candidate) => candidate.name === name)!;
  try {
    await call(name, args);
  } catch (error) {
    return tool.dialect.renderError(toSlipboxError(error), rename);
  }
  throw new Error(`${name} did not fail`);
}

const workspaceContext = {
  workspaceId: context.workspaceId,
  workspacePath: ['story', 'world'],
  activeWorkspace: true,
};
const etag = expect.stringMatching(/^[\w-]{10,}$/);

describe('the tools', () => {
  test('are served under the names of the seed, with those that ordinary work needs', () => {
    expect([...described.keys()].sort()).toEqual([
      'contentManager_appendContent',
      'contentManager_createContent',
      'contentManager_prependContent',
      'contentManager_readContent',
      'contentManager_replaceContent',
      'contentManager_setProperty',
      'memoryManager_createSession',
      'memoryManager_listSessions',
      'memoryManager_loadSession',
      'vaultLibrarian_searchContent',
      'vaultLibrarian_searchMemory',
      'vaultManager_createFolder',
      'vaultManager_deleteNote',
      'vaultManager_editFolder',
      'vaultManager_listDirectory',
      'vaultManager_moveNote',
    ]);
  });

  test.each([
    ['contentManager_appendContent', ['filePath', 'content', 'context'], {}],
    ['contentManager_createContent', ['filePath', 'content', 'context'], {}],
    ['vaultManager_createFolder', ['path', 'context'], {}],
    ['vaultManager_moveNote', ['path', 'newPath', 'context'], { overwrite: false }],
    [
      'vaultLibrarian_searchContent',
      ['query', 'context'],
      { limit: 10, includeContent: true, snippetLength: 200, paths: [] },
    ],
  ])('%s requires %j', (name, required, defaults) => {
    const schema = described.get(name)!.inputSchema as Schema;
    expect(schema.required).toEqual(required);
    for (const [parameter, value] of Object.entries(defaults))
      expect(schema.properties![parameter]!.default, parameter).toEqual(value);
  });

  test('only those that write everyday notes are in the default set, and ask for no context there', () => {
    const standard = describeTools(selectTools(settings)).filter(({ name }) => described.has(name));
    expect(standard.map(({ name }) => name).sort()).toEqual([
      'contentManager_appendContent',
      'contentManager_createContent',
      'contentManager_replaceContent',
      'contentManager_setProperty',
      'vaultManager_createFolder',
      'vaultManager_deleteNote',
      'vaultManager_moveNote',
    ]);
    for (const { inputSchema } of standard) expect(JSON.stringify(inputSchema)).not.toContain('context');
  });

  test('none of those that write is served by a read-only server', () => {
    const names = selectTools({ ...settings, readOnly: true, dialects: ['claudesidian'] }).map(
      ({ name }) => name,
    );
    expect(names.sort()).toEqual([
      'contentManager_readContent',
      'memoryManager_listSessions',
      'memoryManager_loadSession',
      'vaultLibrarian_searchContent',
      'vaultLibrarian_searchMemory',
      'vaultManager_listDirectory',
    ]);
  });

  test('tell clients which of them take something away', () => {
    const hints = (name: string) => described.get(name)!.annotations;
    expect(hints('vaultManager_deleteNote')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints('vaultManager_moveNote')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints('contentManager_appendContent')).toMatchObject({ destructiveHint: false });
    expect(hints('vaultManager_createFolder')).toMatchObject({
      destructiveHint: false,
      idempotentHint: true,
    });
    expect(hints('vaultLibrarian_searchContent')).toMatchObject({ readOnlyHint: true });
  });
});

describe('results', () => {
  test('createContent: created is a timestamp; there is no createdAt', async () => {
    const before = Date.now();
    const result = await call('contentManager_createContent', { filePath: 'new/deep/note', content: '' });
    expect(result).toEqual({
      success: true,
      data: { filePath: 'new/deep/note.md', created: expect.any(Number), etag },
      workspaceContext,
    });
    expect(Math.abs((result.data as { created: number }).created - before)).toBeLessThan(60_000);
    expect(folder.read('new/deep/note.md')).toBe('');
  });

  test('appendContent: lengths in code points, a newline in between where there is none', async () => {
    folder.write('append.md', 'A 🦉');
    expect(await call('contentManager_appendContent', { filePath: 'append.md', content: '𝄞 and ё' })).toEqual(
      {
        success: true,
        data: { filePath: 'append.md', appendedLength: 7, totalLength: 11, startLine: 2, etag },
        workspaceContext,
      },
    );
    expect(folder.read('append.md')).toBe('A 🦉\n𝄞 and ё');
  });

  test('prependContent: after the frontmatter, not before it', async () => {
    folder.write('prepend.md', '---\na: 1\n---\nBody\n');
    expect(await call('contentManager_prependContent', { filePath: 'prepend', content: 'First 🦉' })).toEqual(
      {
        success: true,
        data: { filePath: 'prepend.md', prependedLength: 7, totalLength: 26, startLine: 4, etag },
      },
    );
    expect(folder.read('prepend.md')).toBe('---\na: 1\n---\nFirst 🦉\nBody\n');
  });

  test('createFolder: existed tells whether it was there', async () => {
    expect(await call('vaultManager_createFolder', { path: 'made/now' })).toEqual({
      success: true,
      data: { path: 'made/now', existed: false },
    });
    expect(await call('vaultManager_createFolder', { path: 'made/now' })).toEqual({
      success: true,
      data: { path: 'made/now', existed: true },
    });
  });

  test('moveNote: flat, with recommendations that say which links were rewritten', async () => {
    expect(await call('vaultManager_moveNote', { path: 'story/hero', newPath: 'people/owl' })).toEqual({
      success: true,
      path: 'story/hero.md',
      newPath: 'people/owl.md',
      recommendations: [{ type: expect.any(String), message: expect.stringMatching(/3 links in 1 note/) }],
      etag,
    });
    expect(folder.read('story/plot.md')).toBe(
      'See [[owl]], [the hero](../people/owl.md) and [[people/owl#^x|her]].\n',
    );
  });

  test('moveNote: a folder keeps the name, the same path changes nothing, overwrite keeps what was there', async () => {
    expect(await call('vaultManager_moveNote', { path: 'moves/a', newPath: 'moves/in/' })).toMatchObject({
      newPath: 'moves/in/a.md',
      recommendations: expect.any(Array),
    });
    const stays = { path: 'moves/in/a', newPath: 'moves/in/a', overwrite: true };
    expect(await call('vaultManager_moveNote', stays)).toMatchObject({ success: true });
    expect(folder.read('moves/in/a.md')).toBe('A\n');
    const moved = await call('vaultManager_moveNote', { ...stays, newPath: 'moves/b' });
    expect(folder.read('moves/b.md')).toBe('A\n');
    expect(folder.read(String(moved.trashPath))).toBe('B\n');
  });

  test('searchContent: flat, with everything the seed lists', async () => {
    folder.write('found.md', '---\ntags: [x]\n---\nThe word quixotic stands here.\n');
    expect(await call('vaultLibrarian_searchContent', { query: 'quixotic' })).toEqual({
      success: true,
      query: 'quixotic',
      results: [
        {
          filePath: 'found.md',
          title: 'found',
          content: 'The word quixotic stands here.',
          score: 0.9,
          searchMethod: 'keyword',
          frontmatter: { tags: ['x'] },
          metadata: { fileExtension: 'md', parentFolder: '', modifiedTime: expect.any(Number) },
        },
      ],
      totalResults: 1,
      executionTime: expect.any(Number),
    });
  });

  test('createSession: an id that is accepted afterwards', async () => {
    const result = await call('memoryManager_createSession', { name: 'Draft' });
    expect(result).toEqual({
      success: true,
      data: {
        sessionId: expect.stringMatching(/^session_\d{13}_[a-z0-9]{9}$/),
        name: 'Draft',
        workspaceId: context.workspaceId,
        createdAt: expect.any(Number),
      },
      workspaceContext,
    });
    const { sessionId } = result.data as { sessionId: string };
    const next = { context: { ...context, sessionId }, query: 'owl' };
    expect(await call('vaultLibrarian_searchContent', next)).toMatchObject({ success: true });
  });

  test('readContent: pages put together are the file; a part says that it is one', async () => {
    const first = await call('contentManager_readContent', { filePath: 'story/crlf', limit: 1 });
    expect(first).toEqual({
      success: true,
      data: {
        content: 'one\r\n',
        filePath: 'story/crlf.md',
        lineNumbersIncluded: false,
        startLine: 1,
        endLine: 1,
        totalLines: 2,
        hasMore: true,
        nextOffset: 1,
        etag: expect.stringMatching(/^part:/),
      },
    });
    const numbered = { filePath: 'story/crlf', offset: 1, limit: 5, includeLineNumbers: true };
    expect(await call('contentManager_readContent', numbered)).toMatchObject({
      data: { content: '2: two', startLine: 2, endLine: 2, hasMore: false, lineNumbersIncluded: true },
    });
    expect(await call('contentManager_readContent', { filePath: 'story/crlf' })).toMatchObject({
      data: { content: 'one\r\ntwo', etag },
    });
  });

  test('replaceContent: literal, with the changed lines; an etag that is none any more is refused', async () => {
    folder.write('edit.md', 'keep\nold words\nkeep\n');
    const read = await call('contentManager_readContent', { filePath: 'edit' });
    const ifMatch = (read.data as { etag: string }).etag;
    const edit = { filePath: 'edit', oldContent: 'old words', newContent: '$& $1 $$', ifMatch };
    expect(await call('contentManager_replaceContent', edit)).toEqual({
      success: true,
      data: {
        filePath: 'edit.md',
        replacements: 1,
        totalLength: 19,
        changes: [{ line: 2, removed: 1, lines: ['$& $1 $$'] }],
        etag,
      },
    });
    expect(folder.read('edit.md')).toBe('keep\n$& $1 $$\nkeep\n');
    const stale = { ...edit, oldContent: '$1', newContent: 'x' };
    expect(await errorOf('contentManager_replaceContent', stale)).toMatchObject({ code: 'NOTE_CHANGED' });
    const twice = { filePath: 'edit', oldContent: 'keep', newContent: 'kept' };
    expect(await errorOf('contentManager_replaceContent', twice)).toMatchObject({ code: 'INVALID_PARAMS' });
    expect(await call('contentManager_replaceContent', { ...twice, all: true })).toMatchObject({
      data: { replacements: 2 },
    });
    expect(folder.read('edit.md')).toBe('kept\n$& $1 $$\nkept\n');
  });

  test('setProperty: one line changes, null removes it, a dry run writes nothing', async () => {
    const text = '---\nzip: 01234 # as typed\n---\nBody\n';
    folder.write('property.md', text);
    const set = { filePath: 'property', property: 'status', value: 'done' };
    expect(await call('contentManager_setProperty', { ...set, dryRun: true })).toMatchObject({
      data: { dryRun: true, changed: true },
    });
    expect(folder.read('property.md')).toBe(text);
    expect(await call('contentManager_setProperty', set)).toMatchObject({
      success: true,
      data: { filePath: 'property.md', changed: true, changes: [{ line: 3, lines: ['status: done'] }], etag },
    });
    expect(folder.read('property.md')).toBe('---\nzip: 01234 # as typed\nstatus: done\n---\nBody\n');
    await call('contentManager_setProperty', { ...set, value: null });
    expect(folder.read('property.md')).toBe(text);
  });

  test('deleteNote: to the trash, with the links that lead nowhere now', async () => {
    folder.write('gone.md', 'Gone\n');
    folder.write('sad.md', 'See [[gone]].\n');
    const result = await call('vaultManager_deleteNote', { path: 'gone' });
    expect(result).toEqual({
      success: true,
      data: {
        path: 'gone.md',
        trashPath: expect.stringMatching(/^\.trash\//),
        brokenLinks: { total: 1, items: [{ path: 'sad.md', line: 1, raw: '[[gone]]' }] },
      },
    });
    expect(folder.read((result.data as { trashPath: string }).trashPath)).toBe('Gone\n');
  });

  test('editFolder: with all that is in it, and links', async () => {
    folder.write('box/in.md', 'In\n');
    folder.write('to-box.md', '[in](box/in.md)\n');
    expect(await call('vaultManager_editFolder', { path: 'box', newPath: 'crate' })).toEqual({
      success: true,
      data: { path: 'box', newPath: 'crate', files: 1 },
      recommendations: [{ type: 'links_updated', message: 'Rewrote 1 link in 1 note' }],
    });
    expect(folder.read('to-box.md')).toBe('[in](crate/in.md)\n');
  });

  test('listDirectory: files and folders with a summary, paged', async () => {
    folder.write('list/sub/deep.md', 'x');
    folder.write('list/one.md', 'hello');
    folder.write('list/picture.png', 'png');
    const file = (name: string, size: number) => ({
      name,
      path: `list/${name}`,
      size,
      created: expect.any(Number),
      modified: expect.any(Number),
    });
    const whole = await call('vaultManager_listDirectory', { path: 'list' });
    expect(whole).toEqual({
      success: true,
      data: {
        files: expect.arrayContaining([file('one.md', 5), file('picture.png', 3)]),
        folders: [{ name: 'sub', path: 'list/sub' }],
        summary: { fileCount: 2, folderCount: 1, totalItems: 3 },
      },
    });
    expect(await call('vaultManager_listDirectory', { path: 'list', limit: 1 })).toMatchObject({
      data: { files: [], folders: [{ name: 'sub' }], nextOffset: 1 },
    });
    const notes = { path: 'list', filter: '*.md', depth: 5 };
    expect(await call('vaultManager_listDirectory', notes)).toMatchObject({
      data: { summary: { fileCount: 2, folderCount: 0 } },
    });
  });
});

const search = 'vaultLibrarian_searchContent';
type Found = { results: { filePath: string; score: number; searchMethod: string; content: string }[] } & Json;

describe('search', () => {
  test('one ladder: the phrase, then all words, then some, then a name that is only like it', async () => {
    const { results } = (await call(search, { query: 'silver lantern', paths: ['search'] })) as Found;
    expect(results.map(({ filePath }) => filePath)).toEqual([
      'search/exact.md',
      'search/both.md',
      'search/some.md',
      'search/silvr lantrn.md',
    ]);
    expect(results.map(({ score }) => score)).toEqual(
      [...results.map(({ score }) => score)].sort().reverse(),
    );
    for (const { score } of results) expect(score).toBeGreaterThan(0);
    for (const { score } of results) expect(score).toBeLessThanOrEqual(1);
  });

  test('searchMethod says what matched: the text, the name, or both', async () => {
    folder.write('methods/teapot.md', 'A teapot is here.\n');
    folder.write('methods/kitchen.md', 'A teapot is here.\n');
    folder.write('methods/teapots.md', 'Nothing.\n');
    const { results } = (await call(search, { query: 'teapot', paths: ['methods'] })) as Found;
    const methods = Object.fromEntries(results.map((row) => [row.filePath, row.searchMethod]));
    expect(methods).toEqual({
      'methods/teapot.md': 'combined',
      'methods/kitchen.md': 'keyword',
      'methods/teapots.md': 'fuzzy',
    });
  });

  test('totalResults counts all, whatever the limit; pages make up the whole', async () => {
    const first = (await call(search, { query: 'plentiful', limit: 20 })) as Found;
    expect(first).toMatchObject({ totalResults: 30, nextOffset: 20 });
    const second = (await call(search, { query: 'plentiful', limit: 20, offset: 20 })) as Found;
    expect(second.results).toHaveLength(10);
    const paths = [...first.results, ...second.results].map(({ filePath }) => filePath);
    expect(new Set(paths).size).toBe(30);
  });

  test('includeContent changes what is shown, not what is found', async () => {
    const query = 'silver lantern';
    const shown = (await call(search, { query })) as Found;
    const bare = (await call(search, { query, includeContent: false })) as Found;
    expect(bare.results).toEqual(shown.results.map((row) => ({ ...row, content: '' })));
  });

  test.each([
    [1, 20],
    [50, 50],
    [99_999, 2000],
  ])('a snippetLength of %i gives at most %i characters', async (snippetLength, most) => {
    folder.write('long.md', `${'🦉 before '.repeat(600)}zeugma ${'after 🦉 '.repeat(600)}`);
    const { results } = (await call(search, { query: 'zeugma', snippetLength })) as Found;
    const { content } = results[0]!;
    expect([...content].length).toBeLessThanOrEqual(most);
    expect([...content].length).toBeGreaterThan(most / 2);
    expect(content).toContain('zeugma');
  });

  test('paths mean whole segments, or globs', async () => {
    const found = async (paths: string[]) =>
      ((await call(search, { query: 'needle', paths })) as Found).results.map(({ filePath }) => filePath);
    expect(await found(['Notes'])).toEqual(['Notes/inside.md']);
    expect(await found(['Notes/'])).toEqual(['Notes/inside.md']);
    expect(await found(['Note'])).toEqual([]);
    expect((await found(['Notes*/**'])).sort()).toEqual(['Notes and more/outside.md', 'Notes/inside.md']);
    expect(await found([])).toHaveLength(2);
  });

  test('nothing found is a success that says so', async () => {
    expect(await call(search, { query: 'xyzzyplugh' })).toEqual({
      success: true,
      query: 'xyzzyplugh',
      results: [],
      totalResults: 0,
      executionTime: expect.any(Number),
      recommendations: [{ type: 'no_results', message: 'No results found for query: xyzzyplugh' }],
    });
  });

  test('a search that fails still has the shape of a search', async () => {
    expect(await errorOf(search, { query: '  ' })).toMatchObject({
      success: false,
      error: 'Query parameter is required and cannot be empty',
      code: 'INVALID_PARAMS',
      query: '  ',
      results: [],
      totalResults: 0,
      executionTime: expect.any(Number),
    });
  });
});

const append = 'contentManager_appendContent';
const create = 'contentManager_createContent';
const read = 'contentManager_readContent';
const createFolder = 'vaultManager_createFolder';
const move = 'vaultManager_moveNote';
const remove = 'vaultManager_deleteNote';
const limitMessage = 'Invalid search limit: must be between 1 and 100';

describe('messages', () => {
  test.each<[string, Json, string, string]>([
    [append, { content: 'x' }, 'File path is required', 'INVALID_PARAMS'],
    [create, { filePath: ' ', content: 'x' }, 'File path is required', 'INVALID_PARAMS'],
    [create, { filePath: null, content: 'x' }, 'File path is required', 'INVALID_PARAMS'],
    [append, { filePath: 'story/plot' }, 'Content is required', 'INVALID_PARAMS'],
    [create, { filePath: 'x' }, 'Content is required', 'INVALID_PARAMS'],
    [createFolder, {}, 'Path is required', 'INVALID_PARAMS'],
    [createFolder, { path: '' }, 'Path is required', 'INVALID_PARAMS'],
    [move, { path: 'story/plot' }, 'Path is required', 'INVALID_PARAMS'],
    [move, { newPath: 'story/plot' }, 'Path is required', 'INVALID_PARAMS'],
    [search, {}, 'Query parameter is required and cannot be empty', 'INVALID_PARAMS'],
    [search, { query: '' }, 'Query parameter is required and cannot be empty', 'INVALID_PARAMS'],
    ['memoryManager_createSession', {}, 'Name is required', 'INVALID_PARAMS'],
    [append, { filePath: 'no/where', content: 'x' }, 'File not found: no/where.md', 'NOTE_NOT_FOUND'],
    [read, { filePath: 'no/where.md' }, 'File not found: no/where.md', 'NOTE_NOT_FOUND'],
    [read, { filePath: 'Story/Plot' }, 'File not found: Story/Plot.md', 'NOTE_NOT_FOUND'],
    [move, { path: 'no', newPath: 'x' }, 'Note not found at path: no.md', 'NOTE_NOT_FOUND'],
    [remove, { path: 'no.md' }, 'Note not found at path: no.md', 'NOTE_NOT_FOUND'],
    [create, { filePath: '/etc/passwd', content: '' }, 'Invalid path: /etc/passwd', 'PATH_TRAVERSAL'],
    [create, { filePath: 'a.txt', content: '' }, 'Invalid path: a.txt', 'INVALID_PARAMS'],
    [create, { filePath: 'a/', content: '' }, 'Invalid path: a/', 'INVALID_PARAMS'],
    [move, { path: 'story/plot', newPath: 'a.pdf' }, 'Invalid path: a.pdf', 'INVALID_PARAMS'],
    [create, { filePath: '../out', content: '' }, "Path cannot contain '..'", 'PATH_TRAVERSAL'],
    [create, { filePath: 'a/../b', content: '' }, "Path cannot contain '..'", 'PATH_TRAVERSAL'],
    [create, { filePath: '.git/../b', content: '' }, "Path cannot contain '..'", 'PATH_TRAVERSAL'],
    [move, { path: 'story/plot', newPath: '../x' }, "Path cannot contain '..'", 'PATH_TRAVERSAL'],
    [createFolder, { path: 'a/../../b' }, "Path cannot contain '..'", 'PATH_TRAVERSAL'],
    [search, { query: 'x', paths: ['../x'] }, "Path cannot contain '..'", 'PATH_TRAVERSAL'],
    [create, { filePath: '.obsidian/app', content: '' }, 'Cannot access system folder', 'PATH_TRAVERSAL'],
    [read, { filePath: 'a/.git/config' }, 'Cannot access system folder', 'PATH_TRAVERSAL'],
    [createFolder, { path: '.trash/x' }, 'Cannot access system folder', 'PATH_TRAVERSAL'],
    [create, { filePath: 'story/plot', content: '' }, 'File already exists: story/plot.md', 'NOTE_EXISTS'],
    [move, { path: 'story/plot', newPath: 'story/crlf' }, 'Cannot overwrite existing file', 'NOTE_EXISTS'],
    [search, { query: 'x', limit: 0 }, limitMessage, 'INVALID_PARAMS'],
    [search, { query: 'x', limit: 101 }, limitMessage, 'INVALID_PARAMS'],
    [search, { query: 'x', limit: -5 }, limitMessage, 'INVALID_PARAMS'],
  ])('%s with %j: %s', async (name, args, error, code) => {
    const answer = await errorOf(name, args);
    expect(answer).toMatchObject({ success: false, error, code, hint: expect.stringMatching(/\S/) });
  });

  test('a path of two dots in a name is one like any other', async () => {
    expect(await call(create, { filePath: 'a..b v1.2', content: '' })).toMatchObject({
      data: { filePath: 'a..b v1.2.md' },
    });
  });

  test.each<[string, Json, string]>([
    [create, { filePath: 5, content: 'x' }, 'filePath'],
    [create, { filePath: 'x', content: 5 }, 'content'],
    [search, { query: 'x', limit: 2.5 }, 'limit'],
    [search, { query: 'x', snippetLength: -1 }, 'snippetLength'],
    [move, { path: 'x', newPath: 'y', overwrit: true }, 'overwrit'],
    ['contentManager_setProperty', { filePath: 'story/plot', property: 'x' }, 'value'],
  ])('%s with %j names the parameter %s', async (name, args, parameter) => {
    expect(await errorOf(name, args)).toMatchObject({
      success: false,
      code: 'INVALID_PARAMS',
      details: { parameter },
    });
  });
});

describe('context', () => {
  const good = { filePath: 'story/plot' };

  test.each(Object.keys(context))('%s must be there', async (field) => {
    const { [field]: _, ...rest } = context as Json;
    expect(await errorOf(read, { ...good, context: rest })).toMatchObject({
      success: false,
      code: 'INVALID_PARAMS',
      details: { parameter: `context.${field}` },
    });
  });

  test.each<[string, unknown]>([
    ['sessionId', 's-20251107120000'],
    ['sessionId', 'session_173100420000_h5k2n7m3p'],
    ['sessionId', 'session_1731004200001_H5K2N7M3P'],
    ['workspaceId', 'global-workspace'],
    ['workspaceId', 'ws_1731004150000_'],
    ['sessionDescription', '  '],
    ['toolContext', ''],
    ['primaryGoal', ''],
    ['subgoal', 7],
  ])('%s cannot be %j', async (field, value) => {
    expect(await errorOf(read, { ...good, context: { ...context, [field]: value } })).toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: `context.${field}` },
    });
  });

  test('is demanded, and default is a workspace too', async () => {
    expect(await errorOf(read, { ...good, context: undefined })).toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'context' },
    });
    const known = { ...good, context: { ...context, workspaceId: 'default' } };
    expect(await call(read, known)).toMatchObject({ success: true });
  });

  test('is optional where the setting says so, and whole where it is given', () => {
    const optional = selectTools({ ...settings, dialects: ['claudesidian'], context: 'optional' });
    const required = selectTools({ ...settings, tools: [read], context: 'required' });
    const requiredOf = (tools: typeof optional) =>
      (describeTools(tools).find(({ name }) => name === read)!.inputSchema as Schema).required;
    expect(requiredOf(optional)).toEqual(['filePath']);
    expect(requiredOf(required)).toEqual(['filePath', 'context']);
  });

  test('a session that is bound elsewhere has another active workspace', async () => {
    const other = { ...context, workspaceId: 'ws_1731004150001_other' };
    folder.write('bound.md', '');
    const { workspaceContext: shown } = await call(append, {
      filePath: 'bound',
      content: 'x',
      context: other,
    });
    expect(shown).toEqual({
      workspaceId: 'ws_1731004150001_other',
      workspacePath: [],
      activeWorkspace: false,
    });
  });

  test('every call leaves one trace in its session, failed ones too, without the text of notes', async () => {
    const own = { ...context, sessionId: 'session_1731004299999_tracetest' };
    folder.write('traced.md', '');
    await call(append, { filePath: 'traced', content: 'SECRET BODY', context: own });
    await errorOf(move, { path: 'traced', newPath: '../out', context: own });
    await call(move, { path: 'traced', newPath: 'kept/traced', context: own });
    const loaded = await call('memoryManager_loadSession', { sessionId: own.sessionId, context: own });
    expect(JSON.stringify(loaded)).not.toContain('SECRET BODY');
    expect((loaded.data as { traces: Json[] }).traces).toMatchObject([
      { tool: append, outcome: 'ok', paths: ['traced.md'] },
      { tool: move, outcome: 'PATH_TRAVERSAL', paths: ['traced', '../out'] },
      { tool: move, outcome: 'ok', paths: ['traced.md', 'kept/traced.md'] },
    ]);
  });
});
