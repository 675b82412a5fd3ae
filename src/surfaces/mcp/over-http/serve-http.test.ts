import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eras } from '../../../../test/support/mcp-client.ts';
import { initialize, listTools, newerEra, type OpenHttp, openHttp, sha256Of } from './testing-http.ts';

let http: OpenHttp;
beforeAll(async () => {
  http = await openHttp({
    files: { 'a.md': '# Alpha\n\nfirst words\n', 'secret/b.md': '# Beta\n\nhidden words\n' },
    config: {
      tokens: [
        { name: 'reader', file: 'reader-token', write: [] },
        { name: 'outsider', sha256: sha256Of('outsider-'.repeat(5)), hidden: ['secret'] },
      ],
    },
    tokens: { 'reader-token': 'reader-'.repeat(6) },
  });
});
afterAll(() => http[Symbol.asyncDispose]());

const reader = 'reader-'.repeat(6);
const outsider = 'outsider-'.repeat(5);
const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args });

for (const era of eras) {
  test(`a client of the ${era} era lists the tools, reads and writes`, async () => {
    const client = await http.client({ era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('opennotes_list');
    const made = await call(client, 'opennotes_create', { title: `New in ${era}` });
    expect(made.isError).toBeFalsy();
    const listed = await call(client, 'opennotes_list', { limit: 100 });
    const { notes } = listed.structuredContent as { notes: { title: string }[] };
    expect(notes.map(({ title }) => title)).toEqual(expect.arrayContaining(['Alpha', `New in ${era}`]));
  });

  test(`a token that may only read is offered no tool that writes (${era})`, async () => {
    const client = await http.client({ era, token: reader });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(3);
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    await expect(call(client, 'opennotes_create', { title: 'No' })).rejects.toThrow('Unknown tool');
  });

  test(`a token sees only what its rule shows (${era})`, async () => {
    const client = await http.client({ era, token: outsider });
    const listed = await call(client, 'opennotes_list', { limit: 100 });
    expect(JSON.stringify(listed)).toContain('Alpha');
    expect(JSON.stringify(listed)).not.toMatch(/Beta|secret/);
    await expect(client.readResource({ uri: 'note://notes/secret/b.md' })).rejects.toThrow();
  });

  test(`a client that has subscribed to a note is told when it changes (${era})`, async () => {
    const uri = 'note://notes/a.md';
    const client = await http.client({ era });
    const told = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    await client.readResource({ uri });
    if (era === 'legacy') await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
    http.around.write('notes/a.md', `# Alpha\n\nchanged for ${era}\n`);
    expect(await told).toBe(uri);
  });
}

test('a plain request of the newer era needs no session and is answered as JSON', async () => {
  const answer = await http.ask({ body: listTools, headers: newerEra });
  expect(answer.status).toBe(200);
  expect(answer.headers['mcp-session-id']).toBeUndefined();
  expect(JSON.parse(answer.text).result.tools.length).toBeGreaterThan(10);
});

test('a session is of use only to whom it belongs, and until it is ended', async () => {
  const begun = await http.ask({ body: initialize });
  const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  expect((await http.ask({ body: list, headers: session })).status).toBe(200);
  expect((await http.ask({ body: list, headers: session, token: reader })).status).toBe(404);
  expect((await http.ask({ body: list })).status).toBe(400);
  expect((await http.ask({ method: 'DELETE', headers: session, token: reader })).status).toBe(404);
  expect((await http.ask({ method: 'DELETE', headers: session })).status).toBe(200);
  expect((await http.ask({ body: list, headers: session })).status).toBe(404);
});

test('ten clients of both eras read and write at once without an error', async () => {
  const clients = await Promise.all(
    Array.from({ length: 10 }, (_, place) => http.client({ era: eras[place % 2]! })),
  );
  const work = clients.flatMap((client, who) =>
    [0, 1, 2].map(async (strand) => {
      const path = `crowd/${who}-${strand}.md`;
      const failed: string[] = [];
      for (let round = 0; round < 10; round++) {
        const answer = await (round === 0
          ? call(client, 'opennotes_create', { title: `Crowd ${who}`, path })
          : round % 3 === 0
            ? call(client, 'contentManager_appendContent', {
                filePath: path,
                content: `line ${round}`,
              })
            : round % 3 === 1
              ? call(client, 'opennotes_search', { query: 'crowd' })
              : call(client, 'opennotes_get', { path }));
        if (answer.isError) failed.push(JSON.stringify(answer.content));
      }
      expect(failed).toEqual([]);
      expect(http.around.read(`notes/${path}`)).toMatch(/line 3\nline 6\nline 9\n?$/);
    }),
  );
  await Promise.all(work);
});
