import type { Client } from '@modelcontextprotocol/client';
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
    expect((await complete(open.client, template, 'path', '%_s')).values).toEqual(['Überblick/100%_sure.md']);
    for (const text of ['%', '_', "'", '"', '\\', '*', '\0', 'x'.repeat(10_000)])
      expect((await complete(open.client, template, 'path', text)).values.length).toBeLessThan(4);
    expect((await complete(open.client, template, 'path', 'größe')).values).toEqual([
      'Überblick/100%_sure.md',
    ]);
  });

  test('a completed path is what the template takes', async () => {
    for (const path of (await complete(open.client, template, 'path', '')).values) {
      const uri = `note://notes/${encodeURI(path)}`;
      expect((await open.client.readResource({ uri })).contents).toHaveLength(1);
    }
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
