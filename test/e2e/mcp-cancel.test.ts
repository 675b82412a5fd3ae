import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyNotes, writeNote } from '../scratch-notebook.ts';
import { type Era, eras } from '../support/mcp-client.ts';
import { createFixture } from './notebook-fixture.ts';

const bin = join(import.meta.dirname, '../../bin/slipbox.mjs');
const fixture = createFixture();
afterAll(fixture.remove);

beforeAll(() => {
  const endless = '// description: Never ends\nexport default () => { for (;;); };\n';
  writeNote(fixture.notebook, '.slipbox/functions/endless.js', endless);
});

interface Connected {
  client: Client;
  pid: number | null;
}

async function connect(
  era: Era,
  notebook = fixture.notebook,
  more: Record<string, string> = {},
): Promise<Connected> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const args = [bin, 'serve', '--notebook', notebook, '--dialects', 'opennotes,flint'];
  const env = { PATH: process.env.PATH ?? '', ...fixture.env, ...more };
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' });
  await client.connect(transport);
  return { client, pid: transport.pid };
}

/** How much the server and what it started work in half a second, in ms; 0 where that cannot be seen. */
async function workOf(pid: number | null): Promise<number> {
  if (process.platform !== 'linux' || pid === null) return 0;
  const ticks = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
          const fields = rest.split(' ');
          const isOurs = Number(name) === pid || Number(fields[1]) === pid;
          return isOurs ? [Number(fields[11]) + Number(fields[12])] : [];
        } catch {
          return []; // ended meanwhile
        }
      })
      .reduce((sum, one) => sum + one, 0);
  const before = ticks();
  await sleep(500);
  return (ticks() - before) * 10;
}

/** Whether it comes to work that much, or that little, within some seconds: other tests may run beside. */
async function comesTo(pid: number | null, isSo: (work: number) => boolean): Promise<boolean> {
  for (let look = 0; look < 12; look++) if (isSo(await workOf(pid))) return true;
  return false;
}

/** Starts a call, sees that it keeps the server busy, and gives it up. */
async function giveUp(
  { client, pid }: Connected,
  name: string,
  args: Record<string, unknown>,
): Promise<void> {
  const abort = new AbortController();
  const call = client.callTool({ name, arguments: args }, { signal: abort.signal });
  const ended = call.then(
    ({ content }) => `answered: ${JSON.stringify(content)}`,
    () => 'given up',
  );
  if (process.platform === 'linux') expect(await comesTo(pid, (work) => work > 100), name).toBe(true);
  abort.abort();
  expect(await ended).toBe('given up');
}

test.each<Era>(eras)('what a client of the %s era gives up is no longer worked on', async (era) => {
  const connected = await connect(era);
  const { client, pid } = connected;
  // one step after the other: it takes time and hardly any memory
  const sql =
    'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 1000000000) SELECT max(n) AS n FROM t';
  await client.callTool({ name: 'opennotes_search', arguments: { sql: 'SELECT 1 AS one' } });
  for (const [name, args] of [
    ['opennotes_search', { sql }],
    ['run_custom_function', { name: 'endless' }],
  ] as const) {
    await giveUp(connected, name, args);
    expect(await comesTo(pid, (work) => work < 50), name).toBe(true);
  }
  const next = await client.callTool({ name: 'opennotes_search', arguments: { sql: 'SELECT 2 AS two' } });
  expect(next.structuredContent).toMatchObject({ results: [{ two: 2 }] });
  await client.close();
});

test('a call that waits for the first index is let go, and the index is finished', async () => {
  const many = createFixture();
  try {
    writeManyNotes(many.notebook, 6000, 500);
    const { client } = await connect('modern', many.notebook, { ...many.env, SLIPBOX_INDEX_WAIT: '60000' });
    const progress: number[] = [];
    const abort = new AbortController();
    const call = client.callTool(
      { name: 'opennotes_list', arguments: {} },
      { signal: abort.signal, onprogress: ({ progress: done }) => progress.push(done) },
    );
    const given = expect(call).rejects.toThrow();
    await sleep(300);
    abort.abort();
    await given;
    const list = await client.callTool({ name: 'opennotes_list', arguments: { limit: 1 } });
    expect(list.structuredContent).toMatchObject({ pagination: { total: 6004 } });
    await client.close();
  } finally {
    many.remove();
  }
});
