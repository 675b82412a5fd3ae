import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { type Engine, owner, SlipboxError } from '../../engine/index.ts';
import { defineTool, type ToolCall } from '../../tools/define-tool.ts';
import { opennotes } from '../../tools/opennotes/dialect.ts';
import { serveTool } from '../../tools/registry.ts';
import { createLog } from '../log.ts';
import { buildServer } from './build-server.ts';
import { createWarningLog } from './warning-log.ts';

async function connect(run: (call: ToolCall) => Promise<Record<string, unknown>>) {
  const tool = defineTool({
    dialect: opennotes,
    name: 'opennotes_probe',
    title: 'Probe',
    description: 'Runs what the test asks for',
    effect: 'read',
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({}),
    cli: {},
    run: (_engine, _input, call) => run(call),
    render: () => '',
    notice: () => '',
  });
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const server = buildServer({
    version: '1.2.3',
    tools: [serveTool(tool, { toolPrefix: 'nb_', defaultPageSize: 50 })],
    budget: { bytes: 51_200, lines: 2000, contentShare: 0.75 },
    engine: {} as Engine,
    caller: owner,
    log,
    logWarnings: createWarningLog(log),
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  const close = () => client.close();
  return { client, logged, close };
}

function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]!.text;
}

const probe = { name: 'nb_probe', arguments: {} };

test('a cancelled call reaches the tool through its signal', async () => {
  const aborted = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const { client, close } = await connect(async ({ signal }) => {
    signal.addEventListener('abort', () => aborted.resolve());
    started.resolve();
    await aborted.promise;
    return {};
  });
  const abort = new AbortController();
  const call = client.callTool(probe, { signal: abort.signal });
  await started.promise;
  abort.abort();
  await expect(call).rejects.toThrow();
  await aborted.promise;
  await close();
});

test('progress is sent to a client that asks for it, and never goes back', async () => {
  const { client, close } = await connect(async ({ progress }) => {
    for (const done of [1, 5, 3, 5, 9]) progress({ done, total: 9, message: 'Indexing' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    return {};
  });
  const seen: unknown[] = [];
  await client.callTool(probe, { onprogress: (progress) => seen.push(progress) });
  expect(seen).toEqual([1, 5, 9].map((progress) => ({ progress, total: 9, message: 'Indexing' })));
  await close();
});

test('a failure is a result in the envelope of the dialect, its hint naming tools by the prefix', async () => {
  const { client, close } = await connect(async () => {
    throw new SlipboxError('VIEW_NOT_FOUND', 'View not found: {prefix}');
  });
  const result = await client.callTool(probe);
  expect(result).toMatchObject({ isError: true });
  expect(result.structuredContent).toBeUndefined();
  expect(JSON.parse(textOf(result))).toEqual({
    error: true,
    message: 'View not found: {prefix}',
    code: 'VIEW_NOT_FOUND',
    hint: 'Use nb_views to list available views',
  });
  await close();
});

test('a defect is INTERNAL to the client and a stack on the log', async () => {
  const { client, logged, close } = await connect(async () => {
    throw new TypeError('undefined is not a note');
  });
  expect(JSON.parse(textOf(await client.callTool(probe)))).toMatchObject({ code: 'INTERNAL' });
  expect(logged.join('')).toContain('build-server.test.ts');
  await close();
});

test('a warning is logged once however often it is answered', async () => {
  const items = [{ path: 'a.md', code: 'NOT_UTF8', message: 'not UTF-8' }];
  const { client, logged, close } = await connect(async () => ({ warnings: { count: 1, items } }));
  await client.callTool(probe);
  await client.callTool(probe);
  expect(logged).toEqual(['slipbox warn: NOT_UTF8 a.md: not UTF-8\n']);
  await close();
});
