import { chmodSync, symlinkSync, utimesSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { owner } from '../../src/engine/index.ts';
import { createLog } from '../../src/surfaces/log.ts';
import { buildServer } from '../../src/surfaces/mcp/build-server.ts';
import { createWarningLog } from '../../src/surfaces/mcp/warning-log.ts';
import { type ServedTool, selectTools, toolsByName } from '../../src/tools/registry.ts';
import { runTool } from '../../src/tools/run-tool.ts';
import { callAs, type OpenNotebook, openNotebook } from '../support/open-notebook.ts';

// What the seed document of ListNotes states, statement by statement.

interface Listed {
  total_notes: number;
  vault_path: string;
  notes: { path: string; title: string; tags?: string[]; word_count: number; modified: string }[];
  pagination?: { total: number; limit: number; offset: number; hasMore: boolean; nextOffset?: number };
  warnings?: { count: number; items: { path: string; code: string }[] };
}

const seedName = 'ObsidianMcp::Tools::ListNotes';
const settings = { readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50, dialects: ['obsidian'] };
const tool = toolsByName(selectTools(settings)).get('obsidian_list_notes') as ServedTool;
const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };

async function list({ engine, call }: OpenNotebook, args = {}, as = call): Promise<Listed> {
  return (await runTool(tool, engine, args, { ...as, budget })) as unknown as Listed;
}

const vault = {
  'simple-note.md': 'Just some words here.\n',
  'tagged-note.md': '---\ntitle: "Note with tags"\ntags: [alpha, beta]\n---\nBody text\n',
  'empty-note.md': '',
  'frontmatter-only.md': '---\ntitle: Frontmatter only\ntags: [meta]\n---\n',
  'malformed.md': '---\ntitle: [unclosed\n  - x: {\n---\nBody stays\n',
  'projects/alpha/plan.md': '---\ntitle: Project Alpha\n---\n# Another heading\n\n#inline tag\n',
  'special.md': '---\ntitle: "Ünïcödé & emoji 🎉 ™"\n---\nx\n',
  'heading.md': '# A heading is no title\n\nText.\n',
  'picture.png': 'not a note',
  'notes.txt': 'not a note',
  '.obsidian/app.md': 'configuration',
};

test('every Markdown note of the vault is listed, in all folders, and nothing else', async () => {
  await using open = await openNotebook(vault);
  const { total_notes, notes } = await list(open);
  expect(total_notes).toBe(8);
  expect(notes.map(({ path }) => path).sort()).toEqual(
    Object.keys(vault)
      .filter((path) => /^[^.].*\.md$/.test(path))
      .sort(),
  );
});

test('the answer has total_notes, vault_path and notes, and nothing else when all fits', async () => {
  await using open = await openNotebook(vault);
  const answer = await list(open);
  expect(Object.keys(answer)).toEqual(['total_notes', 'vault_path', 'notes', 'warnings']);
  await using clean = await openNotebook({ 'a.md': 'a' });
  expect(Object.keys(await list(clean))).toEqual(['total_notes', 'vault_path', 'notes']);
  expect(answer.vault_path).toBe(open.folder.root);
});

test('a note has path, title, tags, word_count and modified, and nothing else', async () => {
  await using open = await openNotebook(vault);
  for (const note of (await list(open)).notes) {
    expect(Object.keys(note)).toEqual(['path', 'title', 'tags', 'word_count', 'modified']);
    expect(note.path).not.toMatch(/^[/.]/);
    expect(Number.isInteger(note.word_count)).toBe(true);
    expect(note.modified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
});

test('the title is that of the frontmatter, else the file name; a heading does not count', async () => {
  await using open = await openNotebook({
    ...vault,
    'number.md': '---\ntitle: 2024\n---\n# Heading\n',
    'blank.md': '---\ntitle: "  "\n---\n# Heading\n',
    'null.md': '---\ntitle:\n---\n# Heading\n',
    'list.md': '---\ntitle: [a, b]\n---\n# Heading\n',
    'UPPER.MD': '# Heading\n',
  });
  const titles = Object.fromEntries((await list(open)).notes.map(({ path, title }) => [path, title]));
  expect(titles).toMatchObject({
    'simple-note.md': 'simple-note',
    'tagged-note.md': 'Note with tags',
    'malformed.md': 'malformed',
    'projects/alpha/plan.md': 'Project Alpha',
    'special.md': 'Ünïcödé & emoji 🎉 ™',
    'heading.md': 'heading',
    'number.md': '2024',
    'blank.md': 'blank',
    'null.md': 'null',
    'list.md': 'list',
    'UPPER.MD': 'UPPER',
  });
});

test('tags are those of the frontmatter in all its forms, normalised; tags in the text do not count', async () => {
  await using open = await openNotebook({
    'list.md': '---\ntags: [a, "#b", a, A]\n---\n#inline\n',
    'block.md': '---\ntags:\n  - one/two\n  - three\n---\n',
    'text.md': '---\ntags: a, b c\n---\n',
    'single.md': '---\ntag: solo\n---\n',
    'none.md': '---\ntags:\n---\n#only-inline\n',
    'plain.md': '#only-inline\n',
    'number.md': '---\ntags: [2024, true]\n---\n',
  });
  const tags = Object.fromEntries((await list(open)).notes.map(({ path, tags }) => [path, tags]));
  expect(tags).toEqual({
    'list.md': ['a', 'b'],
    'block.md': ['one/two', 'three'],
    'text.md': ['a', 'b', 'c'],
    'single.md': ['solo'],
    'none.md': [],
    'plain.md': [],
    'number.md': ['2024', 'true'],
  });
});

test('word_count counts the body without the frontmatter; empty notes have none', async () => {
  await using open = await openNotebook(vault);
  const words = Object.fromEntries(
    (await list(open)).notes.map(({ path, word_count }) => [path, word_count]),
  );
  expect(words).toMatchObject({
    'simple-note.md': 4,
    'tagged-note.md': 2,
    'empty-note.md': 0,
    'frontmatter-only.md': 0,
  });
});

test('modified is the time of the file, whatever the frontmatter says', async () => {
  await using open = await openNotebook({ 'a.md': '---\nmodified: 1999-01-01\ncreated: 1999-01-01\n---\n' });
  utimesSync(open.folder.path('a.md'), 1_700_000_000, 1_700_000_000);
  expect((await list(open)).notes[0]?.modified).toBe('2023-11-14T22:13:20Z');
  utimesSync(open.folder.path('a.md'), 1_700_000_100, 1_700_000_100);
  expect((await list(open)).notes[0]?.modified).toBe('2023-11-14T22:15:00Z');
});

test('notes are sorted by title, ignoring case, then by path; the same every time', async () => {
  await using open = await openNotebook({
    'z/banana.md': 'x',
    'a/Banana.md': 'x',
    'one.md': '---\ntitle: apple\n---\n',
    'two.md': '---\ntitle: Zebra\n---\n',
    'three.md': '---\ntitle: Émile\n---\n',
    'cherry.md': '# Aardvark\n',
    'b/one.md': '---\ntitle: Apple\n---\n',
  });
  const first = await list(open);
  expect(first.notes.map(({ path }) => path)).toEqual([
    'b/one.md',
    'one.md',
    'a/Banana.md',
    'z/banana.md',
    'cherry.md',
    'two.md',
    'three.md',
  ]);
  expect(await list(open)).toEqual(first);
});

test('include_tags: false leaves the key out and changes nothing else; true is the default', async () => {
  await using open = await openNotebook(vault);
  const full = await list(open);
  expect(await list(open, { include_tags: true })).toEqual(full);
  const without = await list(open, { include_tags: false });
  expect(without.notes).toEqual(full.notes.map(({ tags: _, ...note }) => note));
  expect(without.total_notes).toBe(full.total_notes);
});

test('a note that cannot be parsed or read is listed with what is known, warned of once and logged once', async () => {
  await using open = await openNotebook({
    ...vault,
    'binary.md': new Uint8Array([0, 1, 2, 255]),
    'latin.md': new Uint8Array([0xe9, 0x20, 0x61]),
    'dates.md': '---\ndate: 2024-01-15\nref: &a [1]\nagain: *a\n---\nok\n',
    'scalar.md': '---\njust text\n---\nok\n',
    'folder.md/inner.md': 'x',
  });
  symlinkSync('/nowhere/at/all.md', open.folder.path('dangling.md'));
  const { notes, warnings, total_notes } = await list(open);
  expect(total_notes).toBe(13);
  expect(notes).toHaveLength(13);
  expect(notes.find(({ path }) => path === 'malformed.md')).toMatchObject({ title: 'malformed', tags: [] });
  const warned = warnings?.items.map(({ path, code }) => `${path} ${code}`);
  expect(warned).toEqual(
    expect.arrayContaining(['malformed.md YAML_INVALID', 'binary.md BINARY', 'latin.md NOT_UTF8']),
  );
  const lines: string[] = [];
  const logWarnings = createWarningLog(createLog('warn', (line) => lines.push(line)));
  logWarnings({ warnings });
  logWarnings({ warnings });
  expect(lines.filter((line) => line.includes('malformed.md'))).toHaveLength(1);
});

test('a note without permission to read is listed from its stat', async () => {
  await using open = await openNotebook({ 'secret.md': '---\ntitle: Hidden\n---\n', 'b.md': 'x' });
  chmodSync(open.folder.path('secret.md'), 0o000);
  const { notes } = await list(open);
  // root reads everything, in a container too
  const title = process.geteuid?.() === 0 ? 'Hidden' : 'secret';
  expect(notes.map((note) => note.title).sort()).toEqual([title, 'b'].sort());
});

test('a vault that is not there is an error with a code and a hint', async () => {
  await using open = await openNotebook({ 'a.md': 'x' });
  await expect(list(open, { notebook: '/no/such/vault' })).rejects.toMatchObject({
    code: 'NOTEBOOK_NOT_FOUND',
    hint: expect.any(String),
  });
});

test('notes outside the vault are never listed, also not through links', async () => {
  await using outside = await openNotebook({ 'private.md': 'x' });
  await using open = await openNotebook({ 'a.md': 'x' });
  symlinkSync(outside.folder.path('private.md'), open.folder.path('link.md'));
  symlinkSync(outside.folder.root, open.folder.path('folder'));
  expect((await list(open)).notes.map(({ path }) => path)).toEqual(['a.md']);
});

test('a caller sees only its own part, in notes and in counts', async () => {
  await using open = await openNotebook({
    'mine/a.md': '---\ntags: [t]\n---\n',
    'other/b.md': '---\ntags: [t]\n---\n',
  });
  for (const args of [{}, { tags: ['t'] }, { sort: 'modified' }, { modified_since: '2000-01-01' }]) {
    const { notes, total_notes } = await list(open, args, callAs(['mine/**']));
    expect(notes.map(({ path }) => path)).toEqual(['mine/a.md']);
    expect(total_notes).toBe(1);
  }
});

test('a change on disk is in the very next answer', async () => {
  await using open = await openNotebook({ 'a.md': '# x' });
  for (const title of ['first', 'second', 'third']) {
    open.folder.write('a.md', `---\ntitle: ${title}\ntags: [${title}]\n---\n`);
    expect((await list(open)).notes).toMatchObject([{ title, tags: [title] }]);
  }
});

test('wrong parameters are refused by name; null counts as omitted', async () => {
  await using open = await openNotebook({ 'a.md': 'x' });
  for (const args of [
    { include_tags: 'yes' },
    { limit: 0 },
    { offset: -1 },
    { sort: 'size' },
    { nope: 1 },
    { modified_since: 'yesterday' },
    { tags: [] },
  ])
    await expect(list(open, args)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: Object.keys(args)[0] },
    });
  expect((await list(open, { include_tags: null, limit: null })).total_notes).toBe(1);
});

const many = Object.fromEntries(
  Array.from({ length: 900 }, (_, i) => [
    `folder ${i % 7}/note ${i}.md`,
    `---\n${i % 3 === 0 ? `title: Title ${(i * 7919) % 1000}\n` : ''}tags: [t${i % 10}, group/g${i % 4}]\n---\n# H ${900 - i}\n`,
  ]),
);

test('a large vault comes in pages that join to the whole, each within the size limit', async () => {
  await using open = await openNotebook(many);
  const whole: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: Listed = await list(open, { offset });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(51_200);
    expect(page.total_notes).toBe(900);
    expect(page.pagination).toMatchObject({ total: 900, offset, limit: page.notes.length });
    expect(page.pagination?.hasMore).toBe(page.pagination?.nextOffset !== undefined);
    whole.push(...page.notes.map(({ path }) => path));
    offset = page.pagination?.nextOffset;
  }
  expect(new Set(whole).size).toBe(900);
  const key = (path: string) => {
    const number = Number(/note (\d+)/.exec(path)?.[1]);
    return number % 3 === 0 ? `title ${(number * 7919) % 1000}` : `note ${number}`;
  };
  const sorted = [...whole].sort((a, b) => (key(a) === key(b) ? (a < b ? -1 : 1) : key(a) < key(b) ? -1 : 1));
  expect(whole).toEqual(sorted);
  for (const sort of ['title', 'path', 'modified']) {
    const first = await list(open, { sort, limit: 250 });
    const [a, b] = [
      await list(open, { sort, limit: 100 }),
      await list(open, { sort, limit: 150, offset: 100 }),
    ];
    expect([...a.notes, ...b.notes]).toEqual(first.notes);
    expect(a.pagination).toEqual({ total: 900, limit: 100, offset: 0, hasMore: true, nextOffset: 100 });
  }
});

test('filters: tags with those nested in them, files changed since a date; totals count the matches', async () => {
  await using open = await openNotebook(many);
  const tagged = await list(open, { tags: ['#T1'], limit: 1000 });
  expect(tagged.total_notes).toBe(90);
  expect(tagged.notes.every(({ tags }) => tags?.includes('t1'))).toBe(true);
  expect((await list(open, { tags: ['t1', 't2'] })).total_notes).toBe(180);
  expect((await list(open, { tags: ['group'] })).total_notes).toBe(900);
  expect((await list(open, { tags: ['grou'] })).total_notes).toBe(0);
  utimesSync(open.folder.path('folder 0/note 0.md'), 1_000_000_000, 1_000_000_000);
  expect((await list(open, { modified_since: '2002-01-01' })).total_notes).toBe(899);
  const newest = await list(open, { sort: 'modified', offset: 899 });
  expect(newest.notes[0]?.path).toBe('folder 0/note 0.md');
});

test('the tool is called by its own name or the name of the seed; the latter is listed only on request', async () => {
  await using open = await openNotebook(vault);
  for (const advertiseSeedNames of [false, true]) {
    const tools = selectTools({ ...settings, advertiseSeedNames });
    const server = buildServer({
      version: '1.0.0',
      tools,
      budget,
      engine: open.engine,
      caller: owner,
      log: createLog('silent'),
      logWarnings: () => undefined,
    });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(far), client.connect(near)]);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(advertiseSeedNames ? ['obsidian_list_notes', seedName] : ['obsidian_list_notes']);
    const ours = await client.callTool({ name: 'obsidian_list_notes', arguments: {} });
    const theirs = await client.callTool({ name: seedName, arguments: { include_tags: true } });
    expect(theirs).toEqual(ours);
    expect(ours.content).toEqual([{ type: 'text', text: JSON.stringify(ours.structuredContent) }]);
    const bad = await client.callTool({ name: seedName, arguments: { include_tags: 3 } });
    expect(bad.isError).toBe(true);
    expect(JSON.parse((bad.content as { text: string }[])[0]!.text)).toMatchObject({
      error: true,
      code: 'INVALID_PARAMS',
    });
    await client.close();
  }
});

test('the schema is the seed’s: include_tags is an optional boolean, nothing is required', () => {
  const schema = tool.input as unknown as { properties: Record<string, object>; required: string[] };
  expect(schema.properties.include_tags).toMatchObject({ type: 'boolean', default: true });
  expect(schema.required).toEqual([]);
});

test('an owner and a page of 10,000 notes: the first page is quick', { timeout: 120_000 }, async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, i) => [
      `folder ${i % 50}/note ${(i * 7919) % 10_000}.md`,
      `---\n${i % 2 ? `title: Title of ${(i * 31) % 10_000}\n` : ''}tags: [a, b${i % 9}]\n---\n# Heading ${i}\n\nSome words.\n`,
    ]),
  );
  await using open = await openNotebook(notes);
  while ((await list(open)).total_notes < 10_000) await new Promise((resolve) => setTimeout(resolve, 100));
  const times: number[] = [];
  for (let i = 0; i < 31; i++) {
    const start = process.cpuUsage();
    const { notes } = await list(open, {}, { ...open.call, caller: owner });
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    expect(notes.length).toBeGreaterThan(200);
  }
  const p50 = times.sort((a, b) => a - b)[15]!;
  console.log(`ListNotes, 10,000 notes: first page p50 ${p50.toFixed(1)} ms`);
  expect(p50).toBeLessThan(45);
});
