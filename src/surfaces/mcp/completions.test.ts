import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenMcp, openMcp } from '../../../test/support/mcp-client.ts';

const template = { type: 'ref/resource' as const, uri: 'note://{notebook}/{+path}' };
const prompt = (name: string) => ({ type: 'ref/prompt' as const, name });

async function complete(
  client: Client,
  ref: typeof template | ReturnType<typeof prompt>,
  name: string,
  value: string,
) {
  return (await client.complete({ ref, argument: { name, value } })).completion;
}

const files = {
  'projects/alpha.md': '---\ntags: [Project/active, urgent]\n---\n# Rocket\n',
  'projects/beta.md': '---\ntags: [project/done]\n---\n# Alphabet soup\n',
  'alphorn.md': '# Music #urgent\n',
  'Überblick/100%_sure.md': '# Größe\n',
  'secret/alpha-secret.md': '---\ntags: [urgent-secret]\n---\n# Alpha\n',
};

describe('completions', () => {
  let open: OpenMcp;
  beforeAll(async () => {
    const caller = { visible: ['*.md', 'projects/*', 'Ü*/*'], writable: [] };
    open = await openMcp({ files, caller });
  });
  afterAll(() => open[Symbol.asyncDispose]());

  test('paths: those that begin like the text, then file names, then titles, then anywhere', async () => {
    expect(await complete(open.client, template, 'path', 'alph')).toEqual({
      values: ['alphorn.md', 'projects/alpha.md', 'projects/beta.md'],
      hasMore: false,
    });
    expect((await complete(open.client, template, 'path', 'PROJECTS/')).values).toEqual([
      'projects/alpha.md',
      'projects/beta.md',
    ]);
    expect((await complete(open.client, template, 'path', '')).values).toHaveLength(4);
    expect((await complete(open.client, template, 'path', 'no such thing')).values).toEqual([]);
  });

  test('signs that mean something to a database mean themselves', async () => {
    for (const text of ['%_s', '%25_s', 'Überblick/100%25_sure.md'])
      expect((await complete(open.client, template, 'path', text)).values).toEqual([
        'Überblick/100%25_sure.md',
      ]);
    for (const text of ['%', '_', "'", '"', '\\', '*', '\0', 'x'.repeat(10_000)])
      expect((await complete(open.client, template, 'path', text)).values.length).toBeLessThan(4);
    expect((await complete(open.client, template, 'path', 'größe')).values).toEqual([
      'Überblick/100%25_sure.md',
    ]);
  });

  test('the argument of a prompt is a path as it is called', async () => {
    expect((await complete(open.client, prompt('find-and-link'), 'note', '100%')).values).toEqual([
      'Überblick/100%_sure.md',
    ]);
  });

  test('tags, views, notes and notebooks, each where it is asked for', async () => {
    expect((await complete(open.client, prompt('daily-review'), 'tag', 'pro')).values).toEqual([
      'Project/active',
      'project/done',
    ]);
    expect(await complete(open.client, prompt('daily-review'), 'tag', 'urgent')).toEqual({
      values: ['urgent'],
      hasMore: false,
    });
    expect((await complete(open.client, prompt('daily-review'), 'view', 'or')).values).toEqual(['orphans']);
    expect((await complete(open.client, prompt('find-and-link'), 'note', 'beta')).values).toEqual([
      'projects/beta.md',
    ]);
    expect((await complete(open.client, template, 'notebook', 'no')).values).toEqual(['notes']);
  });

  test('what a caller may not see completes nothing', async () => {
    const values = await Promise.all([
      complete(open.client, template, 'path', 'secret'),
      complete(open.client, prompt('daily-review'), 'tag', 'secret'),
    ]);
    for (const one of values) expect(one).toEqual({ values: [], hasMore: false });
  });

  test('what there is not is refused', async () => {
    for (const [ref, name] of [
      [prompt('nope'), 'note'],
      [prompt('daily-review'), 'nope'],
      [{ ...template, uri: 'file:///{path}' }, 'path'],
      [template, 'nope'],
    ] as const)
      await expect(complete(open.client, ref, name, 'a')).rejects.toMatchObject({ code: -32602 });
  });
});

test('of many, a hundred are given, each once', async () => {
  const many = Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`n${i}.md`, 'x']));
  await using open = await openMcp({ files: many });
  for (const text of ['', 'n', '.md']) {
    const { values, hasMore } = await complete(open.client, template, 'path', text);
    expect(new Set(values).size).toBe(100);
    expect(hasMore).toBe(true);
  }
});

const oddSign = fc.constantFrom(
  ...['%', '#', '?', ' ', '[', ']', '%25', '%20', '%41', 'e\u0301', '👩‍🚀', '&', '+', "'", 'ß', 'a', '='],
);
const oddName = fc
  .array(oddSign, { minLength: 1, maxLength: 5 })
  .map((signs) => signs.join('').trim())
  .filter((name) => name !== '');

/** How clients fill in `{+path}`: not at all, or as RFC 6570 says. */
const asIs = (value: string) => value;
const byStandard = (value: string) =>
  value.replaceAll(/%[0-9a-f]{2}|./giu, (part) => (/^%../.test(part) ? part : encodeURI(part)));

test('a completed path is one to read, whichever way a client fills in the template', async () => {
  const chosen = ['100%', '100%25', 'a#b', 'what?', 'x?offset=3', '%', '[[link]]', 'cafe\u0301 ☕'];
  const names = [...chosen, ...fc.sample(oddName, { numRuns: 60, seed: 4 })];
  // as a file system keeps them apart that knows neither case nor normal forms
  const files = new Map(names.map((name) => [name.normalize('NFC').toLowerCase(), `odd/${name}.md`]));
  const paths = new Set([...files.values()].map((path) => path.normalize('NFC')));
  await using open = await openMcp({
    files: Object.fromEntries([...files.values()].map((path) => [path, path.normalize('NFC')])),
  });
  const { values } = await complete(open.client, template, 'path', 'odd/');
  const read = async (path: string) => {
    const { contents } = await open.client.readResource({ uri: `note://notes/${path}` });
    return (contents[0] as { text: string }).text;
  };
  for (const fill of [asIs, byStandard]) {
    const texts = await Promise.all(values.map((value) => read(fill(value))));
    expect(new Set(texts), fill.name).toEqual(paths);
  }
  // the SDK escapes what is escaped: fine as long as no note is called so
  const clear = values.filter((value) => !paths.has(value.normalize('NFC')) || !value.includes('%'));
  expect(clear.length).toBeGreaterThan(40);
  for (const value of clear) expect(await read(encodeURI(value))).toBe(await read(value));
});
