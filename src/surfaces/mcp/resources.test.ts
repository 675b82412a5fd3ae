import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Era, eras, type OpenMcp, openMcp } from '../../../test/support/mcp-client.ts';

const lines = (count: number) =>
  `${Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')}\n`;
const odd = 'Grüße, 世界/100% sure? #1 [a] 🦉.md';

interface Listed {
  uri: string;
  name: string;
}

async function listAll(client: Client): Promise<Listed[][]> {
  const pages: Listed[][] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'resources/list', params });
    pages.push(page.resources);
    cursor = page.nextCursor;
  }
  return pages;
}

const notesOf = (pages: Listed[][]) => pages.flat().filter(({ uri }) => uri.startsWith('note://'));

const many = Object.fromEntries(
  Array.from({ length: 230 }, (_, i) => [`f${i % 7}/n${i}.md`, `# Note ${i}\n`]),
);
const oddFiles: Record<string, string> = {
  [odd]: 'odd\n',
  'crlf.md': 'a\r\nb\r\n',
  'bom.md': '\uFEFF# B\n',
  'empty.md': '',
};
const longFiles = { 'long.md': lines(4000), 'wide.md': `${'wörd '.repeat(20_000)}\nend\n` };
const hidden = { 'secret/s.md': '---\naliases: [other]\n---\n# Title\n', 'pic.png': 'x' };
const files = { ...many, ...oddFiles, ...longFiles, ...hidden };

describe.each<Era>(eras)('%s', (era) => {
  let open: OpenMcp;
  beforeAll(async () => {
    const caller = { visible: ['*', 'f*/*', 'Gr*/*'], writable: [] };
    open = await openMcp({ era, files, caller });
  });
  afterAll(() => open[Symbol.asyncDispose]());

  test('notes are listed page by page, by path, each with what a client shows', async () => {
    const pages = await listAll(open.client);
    const notes = notesOf(pages);
    expect(pages.map((page) => page.length)).toEqual([101, 100, 36]);
    const expected = Object.keys({ ...many, ...oddFiles, ...longFiles });
    expect(notes.map(({ name }) => name)).toEqual(expected.sort());
    expect(notes.find(({ name }) => name === 'f0/n0.md')).toEqual({
      uri: 'note://notes/f0/n0.md',
      name: 'f0/n0.md',
      title: 'Note 0',
      mimeType: 'text/markdown',
      size: 9,
      annotations: { lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/) },
    });
  });

  test('what is listed can be read, whatever its name', async () => {
    const notes = notesOf(await listAll(open.client)).filter(({ name }) => name in oddFiles);
    expect(notes).toHaveLength(4);
    for (const { uri, name } of notes) {
      const { contents } = await open.client.readResource({ uri });
      expect(contents).toEqual([
        {
          uri,
          mimeType: 'text/markdown',
          text: oddFiles[name],
          _meta: { etag: expect.not.stringMatching(/^part:/), totalLines: expect.any(Number) },
        },
      ]);
    }
  });

  test('a long note comes in windows, each naming the next, that join to the file', async () => {
    for (const [name, whole] of Object.entries(longFiles)) {
      let text = '';
      let windows = 0;
      for (let uri: string | undefined = `note://notes/${name}`; uri !== undefined; windows++) {
        const { contents } = (await open.client.readResource({ uri })) as {
          contents: { uri: string; text: string; _meta?: { nextUri?: string; etag: string } }[];
        };
        text += contents[0]!.text;
        expect(contents[0]!._meta?.etag).toMatch(/^part:/);
        uri = contents[0]!._meta?.nextUri;
        if (uri !== undefined) expect(contents[1]).toMatchObject({ uri, text: expect.stringContaining(uri) });
        else expect(contents).toHaveLength(1);
      }
      expect(windows).toBeGreaterThan(2);
      expect(text).toBe(whole);
    }
  });

  test('what is not there, is hidden, leads out or is no note is unknown, all in the same words', async () => {
    const read = (uri: string) =>
      open.client.readResource({ uri }).then(
        () => 'read',
        (error: { code: number; message: string }) => `${error.code} ${error.message.replaceAll(uri, 'URI')}`,
      );
    expect(await read('note://notes/long.md')).toBe('read');
    const answers = await Promise.all(
      [
        'note://notes/missing.md',
        'note://notes/secret/s.md',
        'note://notes/secret/none.md',
        'note://notes/../notes/long.md',
        'note://notes/%2e%2e/%2e%2e/etc/passwd',
        'note://notes//etc/passwd',
        'note://notes/.git/config',
        'note://notes/a%00.md',
        'note://notes/pic.png',
        'note://notes/long',
        'note://notes/LONG.md',
        'note://notes/Title',
        'note://notes/other',
        'note://elsewhere/long.md',
        `note://${encodeURIComponent('/etc')}/passwd`,
        'file:///etc/passwd',
        'skill://slipbox/../SKILL.md',
        'skill://other/SKILL.md',
      ].map(read),
    );
    expect(new Set(answers)).toEqual(new Set([expect.stringMatching(/^-32602 /)]));
  });

  test('a cursor that is not ours is refused', async () => {
    await expect(open.client.listResources({ cursor: 'bm90IG91cnM' })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('the template names the notes', async () => {
    const { resourceTemplates } = await open.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'note://{notebook}/{+path}', name: 'note' }]);
  });
});

test('without a notebook there is still a list', async () => {
  await using open = await openMcp({ flags: { notebook: undefined } });
  const uris = (await listAll(open.client)).flat().map(({ uri }) => uri);
  expect(uris).toEqual(['skill://slipbox/SKILL.md']);
});

test('pages keep to the budget and lose nothing', async () => {
  const folder = 'f'.repeat(200);
  const wide = Object.fromEntries(
    Array.from({ length: 150 }, (_, i) => [`${folder}/${'ü'.repeat(90)}${i}.md`, 'x']),
  );
  await using open = await openMcp({ files: wide, flags: { budget: { bytes: 20_000 } } });
  const pages = await listAll(open.client);
  for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(20_000);
  expect(notesOf(pages)).toHaveLength(150);
});
