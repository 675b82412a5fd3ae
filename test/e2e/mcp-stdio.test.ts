import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, test } from 'vitest';
import { createFixture } from './notebook-fixture.ts';

const bin = join(import.meta.dirname, '../../bin/slipbox.mjs');
const fixture = createFixture();
afterAll(fixture.remove);
const args = [bin, 'serve', '--notebook', fixture.notebook];
const env = { PATH: process.env.PATH ?? '', ...fixture.env };

/** What is served when nothing is chosen and there is no task database. */
const defaultTools = [
  'opennotes_search',
  'opennotes_list',
  'opennotes_get',
  'opennotes_create',
  'opennotes_notebooks',
  'opennotes_views',
  'search_notes',
  'search_by_links',
  'find_broken_links',
  'get_note_links',
  'get_backlinks',
  'get_children',
  'get_parents',
  'get_descendants',
  'get_related_notes',
  'contentManager_createContent',
  'contentManager_appendContent',
  'contentManager_replaceContent',
  'contentManager_setProperty',
  'vaultManager_createFolder',
  'vaultManager_moveNote',
  'vaultManager_deleteNote',
];

type Era = 'legacy' | 'modern';

async function connect(era: Era): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
  return client;
}

describe.each<Era>(['legacy', 'modern'])('a client of the %s era', (era) => {
  test('lists the tools and calls each of them', async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(defaultTools);
    expect(client.getServerVersion()).toMatchObject({ name: 'slipbox' });

    const list = await client.callTool({ name: 'opennotes_list', arguments: { sortBy: 'path', limit: 2 } });
    expect(list.structuredContent).toMatchObject({
      notes: [{ path: 'long.md' }, { path: 'projects/alpha.md', title: 'Project Alpha' }],
      pagination: { total: 4, returned: 2, page: 1, pageSize: 2, hasMore: true, nextOffset: 2 },
      _guidance: 'More results available. To fetch next page: { offset: 2 }',
    });
    expect(list.content).toEqual([{ type: 'text', text: JSON.stringify(list.structuredContent) }]);

    const get = await client.callTool({ name: 'opennotes_get', arguments: { path: 'projects/alpha.md' } });
    expect(get.structuredContent).toMatchObject({
      note: {
        title: 'Project Alpha',
        content: expect.stringContaining('## Risks'),
        frontmatter: { title: 'Project Alpha' },
      },
    });

    const found = await client.callTool({ name: 'opennotes_search', arguments: { query: 'risks' } });
    expect(found.structuredContent).toMatchObject({
      results: [{ path: 'projects/alpha.md' }],
      query: { type: 'text' },
    });
    const sql = "SELECT count(*) AS n FROM notes WHERE path LIKE 'tasks/%'";
    const rows = await client.callTool({ name: 'opennotes_search', arguments: { sql } });
    expect(rows.structuredContent).toMatchObject({
      results: [{ n: 2 }],
      query: { type: 'sql', executed: sql },
    });
    const title = `Made by a client of the ${era} era`;
    const created = await client.callTool({ name: 'opennotes_create', arguments: { title, path: 'new' } });
    const { path } = (created.structuredContent as { created: { path: string } }).created;
    expect(path).toBe(`new/made-by-a-client-of-the-${era}-era.md`);
    const view = await client.callTool({ name: 'opennotes_views', arguments: { view: 'today', limit: 1 } });
    expect(view.structuredContent).toMatchObject({ results: [{ path }] });
    rmSync(join(fixture.notebook, path));
    const backlinks = await client.callTool({
      name: 'get_backlinks',
      arguments: { identifier: 'Project Alpha' },
    });
    expect(backlinks.structuredContent).toMatchObject({ pagination: { total: 1 } });

    const notebooks = await client.callTool({ name: 'opennotes_notebooks', arguments: {} });
    expect(notebooks.structuredContent).toMatchObject({
      current: { path: fixture.notebook, source: 'explicit' },
    });
    await client.close();
  });

  test('a bad argument is a result with isError, an unknown tool a JSON-RPC error', async () => {
    const client = await connect(era);
    const bad = await client.callTool({ name: 'opennotes_list', arguments: { limit: 0 } });
    expect(bad.isError).toBe(true);
    expect(JSON.parse(textOf(bad))).toMatchObject({
      error: true,
      code: 'INVALID_PARAMS',
      details: { parameter: 'limit' },
    });
    const missing = await client.callTool({ name: 'opennotes_get', arguments: { path: 'nowhere.md' } });
    expect(JSON.parse(textOf(missing))).toMatchObject({
      error: true,
      code: 'NOTE_NOT_FOUND',
      hint: expect.any(String),
    });
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  test('a long note is read in windows that join to the file', async () => {
    const client = await connect(era);
    let text = '';
    let etag = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { structuredContent } = await client.callTool({
        name: 'opennotes_get',
        arguments: { path: 'long', offset },
      });
      const { note } = structuredContent as {
        note: { content: string; etag: string; contentMetadata: { nextOffset?: number } };
      };
      text += note.content;
      etag = note.etag;
      offset = note.contentMetadata.nextOffset;
    }
    expect(text).toBe(`${Array.from({ length: 3000 }, (_, index) => `line ${index}`).join('\n')}\n`);
    expect(etag).toMatch(/^part:/);
    await client.close();
  });

  test('a cancelled call ends, and the server goes on', async () => {
    const client = await connect(era);
    const abort = new AbortController();
    const call = client.callTool({ name: 'opennotes_list', arguments: {} }, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toThrow();
    expect((await client.callTool({ name: 'opennotes_notebooks', arguments: {} })).isError).toBeFalsy();
    await client.close();
  });
});

function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]!.text;
}

function start(): { child: ChildProcess; lines: AsyncIterator<string>; send: (message: unknown) => void } {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const send = (message: unknown) =>
    void child.stdin!.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  return { child, lines, send };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

async function exitOf(child: ChildProcess): Promise<{ code: number | null; ms: number }> {
  const start = performance.now();
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, ms: performance.now() - start };
}

test('when stdin ends the server exits 0 within two seconds', async () => {
  const { child, lines, send } = start();
  send(initialize);
  await lines.next();
  const exit = exitOf(child);
  child.stdin!.end();
  expect(await exit).toMatchObject({ code: 0 });
  expect((await exit).ms).toBeLessThan(2000);
});

test('a server that nobody spoke to exits 0 when stdin ends', async () => {
  const { child } = start();
  const exit = exitOf(child);
  child.stdin!.end();
  expect((await exit).code).toBe(0);
});

test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])('%s ends the server cleanly', async (signal) => {
  const { child, lines, send } = start();
  send(initialize);
  await lines.next();
  const exit = exitOf(child);
  child.kill(signal);
  expect((await exit).code).toBe(0);
  expect((await exit).ms).toBeLessThan(2000);
});

test('a call under way when stdin ends is still answered', async () => {
  const { child, lines, send } = start();
  send(initialize);
  await lines.next();
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'opennotes_list', arguments: {} } });
  const exit = exitOf(child);
  child.stdin!.end();
  const { value } = (await lines.next()) as { value: string };
  expect(JSON.parse(value)).toMatchObject({
    id: 2,
    result: { structuredContent: { pagination: { total: 4 } } },
  });
  expect((await exit).code).toBe(0);
});

test('malformed lines get JSON-RPC errors and the server goes on', async () => {
  const { child, lines, send } = start();
  const next = async () => JSON.parse(((await lines.next()) as { value: string }).value) as unknown;
  send('{not json');
  expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
  send({ jsonrpc: '2.0', id: 9 });
  expect(await next()).toMatchObject({ id: 9, error: { code: -32600 } });
  send(initialize);
  expect(await next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'slipbox' } } });
  const exit = exitOf(child);
  child.stdin!.end();
  expect((await exit).code).toBe(0);
});
