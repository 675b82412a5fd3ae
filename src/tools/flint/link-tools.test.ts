import { renameSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from '../../../test/support/open-notebook.ts';
import { type FlintNotebook, type FlintPage, openFlint } from '../../../test/support/run-flint.ts';

const files = {
  'hub.md':
    '---\nid: HUB-1\naliases: [Centre]\n---\n# Hub\n\n[[#Hub]] and [[hub]] itself, [[a]], ![[pic.png]]\n',
  'a.md': '---\nsee: "[[hub]]"\ntags: [x]\n---\n# A\n\nOne [[Hub]], two [[Centre|mid]] and [[hub#Nope]].\n',
  'b/a.md': '# Other A\n\n[[a]] [[HUB-1]] [text](../hub.md "t") <https://docs.example.com/x>\n',
  'b/c.md': '[[gnoe]] ![[pik.png]] [[hub^x]] [[hub#^none]] https://example.org/?u=docs.example.com\n',
  'gone.md': '# Gone\n',
  'secret/s.md': '# Secret\n\n[[hub]] [[nothing]] <https://docs.example.com>\n',
  'pic.png': 'x',
};
const visible = callAs(['*', 'b/**']);

let flint: FlintNotebook;
beforeAll(async () => {
  flint = await openFlint(files);
});
afterAll(() => flint[Symbol.asyncDispose]());

const sources = ({ results }: FlintPage) =>
  results.map(({ source, line, raw }) => `${source}:${line} ${raw}`);
const paths = ({ results }: FlintPage) => results.map(({ path }) => path).sort();

describe('get_backlinks', () => {
  it('has one row per link, by path and line, without the links of a note to itself', async () => {
    const found = await flint.run('get_backlinks', { identifier: 'hub' });
    expect(sources(found)).toEqual([
      'a.md:2 [[hub]]',
      'a.md:7 [[Hub]]',
      'a.md:7 [[Centre|mid]]',
      'a.md:7 [[hub#Nope]]',
      'b/a.md:3 [[HUB-1]]',
      'b/a.md:3 [text](../hub.md "t")',
      'b/c.md:1 [[hub#^none]]',
      'secret/s.md:3 [[hub]]',
    ]);
    expect(found.results[1]).toEqual({
      source: 'a.md',
      title: 'A',
      tags: ['x'],
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
      line: 7,
      raw: '[[Hub]]',
      context: 'One [[Hub]], two [[Centre|mid]] and [[hub#Nope]].',
    });
  });

  it('sees no links from notes that the caller does not see', async () => {
    const found = await flint.run('get_backlinks', { identifier: 'hub' }, visible);
    expect(found.pagination.total).toBe(7);
    expect(JSON.stringify(found)).not.toContain('secret');
    await expect(flint.run('get_backlinks', { identifier: 'secret/s' }, visible)).rejects.toMatchObject({
      code: 'NOTE_NOT_FOUND',
    });
  });

  it('is never older than the disk', async () => {
    await using flint = await openFlint(files);
    const total = async () => (await flint.run('getBacklinks', { identifier: 'hub' })).pagination.total;
    expect(await total()).toBe(8);
    flint.notebook.folder.write('new.md', 'x\n\n[[hub]]\n');
    expect(await total()).toBe(9);
    flint.notebook.folder.write('a.md', 'no more links');
    expect(await total()).toBe(5);
  });

  it('says what is wrong with the name', async () => {
    const refusal = (identifier: unknown) =>
      flint.run('get_backlinks', { identifier }).catch((error: { code: string }) => error.code);
    expect(await refusal('hubb')).toBe('NOTE_NOT_FOUND');
    expect(await refusal('../x')).toBe('PATH_TRAVERSAL');
    expect(await refusal('')).toBe('INVALID_PARAMS');
    expect(await refusal(undefined)).toBe('INVALID_PARAMS');
  });
});

describe('find_broken_links', () => {
  it('says of each link what is missing and what is closest', async () => {
    const { results } = await flint.run('find_broken_links', {}, visible);
    expect(results).toEqual([
      { source: 'a.md', line: 7, raw: '[[hub#Nope]]', target: 'hub', reason: 'heading', closest: 'hub.md' },
      { source: 'b/c.md', line: 1, raw: '[[gnoe]]', target: 'gnoe', reason: 'note', closest: 'gone.md' },
      {
        source: 'b/c.md',
        line: 1,
        raw: '![[pik.png]]',
        target: 'pik.png',
        reason: 'attachment',
        closest: 'pic.png',
      },
      { source: 'b/c.md', line: 1, raw: '[[hub^x]]', target: 'hub^x', reason: 'note', closest: null },
      { source: 'b/c.md', line: 1, raw: '[[hub#^none]]', target: 'hub', reason: 'block', closest: 'hub.md' },
    ]);
    expect((await flint.run('findBrokenLinks')).pagination.total).toBe(6);
  });

  it('finds a link broken or healed by the very next call', async () => {
    await using flint = await openFlint({ 'a.md': '[[later]]', 'b.md': '[[a]]' });
    expect(sources(await flint.run('find_broken_links'))).toEqual(['a.md:1 [[later]]']);
    flint.notebook.folder.write('later.md', 'x');
    expect(sources(await flint.run('find_broken_links'))).toEqual([]);
    rmSync(flint.notebook.folder.path('a.md'));
    expect(sources(await flint.run('find_broken_links'))).toEqual(['b.md:1 [[a]]']);
  });

  it('knows the names as they are now when it looks for the closest', async () => {
    await using flint = await openFlint({ 'a.md': '[[project pln]]', 'project plan.md': 'x', 'z.md': 'x' });
    const closest = async () => (await flint.run('find_broken_links')).results.map((row) => row.closest);
    expect(await closest()).toEqual(['project plan.md']);
    renameSync(flint.notebook.folder.path('project plan.md'), flint.notebook.folder.path('other.md'));
    expect(await closest()).toEqual([null]);
    flint.notebook.folder.write('new/project plc.md', 'x');
    expect(await closest()).toEqual(['new/project plc.md']);
  });

  it('counts a link to a note that the caller does not see as broken', async () => {
    await using flint = await openFlint({ 'a.md': '[[private]]', 'secret/private.md': 'x' });
    expect((await flint.run('find_broken_links')).pagination.total).toBe(0);
    const found = await flint.run('find_broken_links', {}, visible);
    expect(found.results).toMatchObject([{ source: 'a.md', reason: 'note', closest: null }]);
  });
});

describe('search_by_links', () => {
  const search = async (args: Record<string, unknown>) => paths(await flint.run('search_by_links', args));

  it('takes any value of a list, and all criteria together', async () => {
    expect(await search({ has_links_to: ['hub'] })).toEqual(['a.md', 'b/a.md', 'b/c.md', 'secret/s.md']);
    expect(await search({ has_links_to: ['gone', 'Hub'] })).toHaveLength(4);
    expect(await search({ linked_from: ['hub', 'b/a'] })).toEqual(['a.md', 'hub.md']);
    expect(await search({ broken_links: true })).toEqual(['a.md', 'b/c.md', 'secret/s.md']);
    expect(await search({ has_links_to: ['hub'], broken_links: true, linked_from: ['hub'] })).toEqual([
      'a.md',
    ]);
    expect(await search({ external_domains: ['example.com'], broken_links: true })).toEqual(['secret/s.md']);
  });

  it('matches domains by host or parent domain and never inside an address', async () => {
    expect(await search({ external_domains: ['example.com'] })).toEqual(['b/a.md', 'secret/s.md']);
    expect(await search({ external_domains: ['ample.com'] })).toEqual([]);
    expect(await search({ external_domains: ['org', 'docs.example.com'] })).toHaveLength(3);
    await expect(search({ external_domains: ['no domain'] })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'external_domains' },
    });
  });

  it('takes the other spellings, and each parameter once', async () => {
    const spelled = { hasLinksTo: ['hub'], linkedFrom: ['hub'], brokenLinks: true };
    expect(paths(await flint.run('searchByLinks', spelled))).toEqual(['a.md']);
    expect(paths(await flint.run('searchByLinks', { externalDomains: ['example.org'] }))).toEqual(['b/c.md']);
    await expect(search({ hasLinksTo: ['hub'], has_links_to: ['a'] })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'hasLinksTo' },
    });
  });

  it('refuses to search for nothing', async () => {
    for (const args of [{}, { broken_links: false }, { has_links_to: [] }, { has_links_to: null }])
      await expect(search(args), JSON.stringify(args)).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
      });
    await expect(search({ linked_from: ['nobody'] })).rejects.toMatchObject({
      code: 'NOTE_NOT_FOUND',
    });
  });

  it('counts only what the caller sees, and gives rows without text', async () => {
    const found = await flint.run('search_by_links', { external_domains: ['example.com'] }, visible);
    expect(found.pagination.total).toBe(1);
    expect(Object.keys(found.results[0]!)).toEqual(['path', 'title', 'tags', 'created', 'modified']);
    const hub = await flint.run('search_by_links', { linked_from: ['b/a'], has_links_to: ['a'] });
    expect(hub.results).toMatchObject([{ id: 'HUB-1', path: 'hub.md', title: 'Hub' }]);
  });
});

describe('get_note_links', () => {
  it('tells links into the notebook, out of it, and from other notes apart', async () => {
    const answer = await flint.run('getNoteLinks', { identifier: 'b/a' });
    const [internal, external, incoming] = ['internal', 'external', 'incoming'].map(
      (name) => answer[name] as FlintPage,
    );
    expect(internal!.results).toEqual([
      { line: 3, raw: '[[a]]', kind: 'wikilink', target: 'a', path: 'a.md', title: 'A' },
      { line: 3, raw: '[[HUB-1]]', kind: 'wikilink', target: 'HUB-1', path: 'hub.md', title: 'Hub' },
      {
        line: 3,
        raw: '[text](../hub.md "t")',
        kind: 'markdown',
        target: '../hub.md',
        path: 'hub.md',
        title: 'Hub',
      },
    ]);
    expect(external!.results).toMatchObject([{ line: 3, url: 'https://docs.example.com/x' }]);
    expect(incoming!.results).toEqual([]);
    expect(incoming!.pagination).toEqual({ total: 0, limit: 100, offset: 0, hasMore: false });
  });

  it('says how many files a link may mean, and chooses the closest', async () => {
    await using twins = await openFlint({
      'n/x.md': '[[dup]]',
      'n/dup.md': 'x',
      'm/dup.md': 'x',
      'z/y/dup.md': 'x',
    });
    const { internal } = await twins.run('get_note_links', { identifier: 'x' });
    expect((internal as FlintPage).results).toMatchObject([{ path: 'n/dup.md', choices: 3 }]);
  });

  it('gives one category when asked, and marks what is broken', async () => {
    const answer = await flint.run('get_note_links', { identifier: 'b/c', category: 'internal', offset: 1 });
    expect(answer.incoming).toBeUndefined();
    const { results, pagination } = answer.internal as FlintPage;
    expect(results.map(({ broken }) => broken)).toEqual(['attachment', 'note', 'block']);
    expect(pagination).toEqual({ total: 4, limit: 100, offset: 1, hasMore: false });
    await expect(
      flint.run('get_note_links', { identifier: 'a', category: 'outgoing' }),
    ).rejects.toMatchObject({
      details: { parameter: 'category' },
    });
  });

  it('has three empty lists for a note without links', async () => {
    const { path, title, ...pages } = await flint.run('get_note_links', { identifier: 'gone' });
    expect(path).toBe('gone.md');
    for (const page of Object.values(pages))
      expect(page).toMatchObject({ results: [], pagination: { total: 0 } });
  });
});

it('vaultId and notebook are one parameter', async () => {
  await using flint = await openFlint({ 'a.md': 'x' });
  const name = flint.notebook.folder.root;
  for (const args of [{ vaultId: name }, { notebook: name }])
    expect((await flint.run('list_notes', args)).pagination.total).toBe(1);
  await expect(flint.run('listNotes', { vaultId: 'x', notebook: 'x' })).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
  });
  await expect(flint.run('listNotes', { vaultId: 'nowhere' })).rejects.toMatchObject({
    code: 'NOTEBOOK_NOT_FOUND',
  });
});
