import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eras } from '../../../../test/support/mcp-client.ts';
import { initialize, listTools, newerEra, openHttp } from './testing-http.ts';

const slow =
  '// description: Takes a while\nexport default () => { const t = Date.now(); while (Date.now() - t < 700); return 1; };\n';
const endless = '// description: Never ends\nexport default () => { for (;;); };\n';
const functions = { '.slipbox/functions/slow.js': slow, '.slipbox/functions/endless.js': endless };
const flags = { dialects: 'opennotes,flint' };

/** The processor time of this process and its threads over a while, as a share of it. */
async function load(ms: number): Promise<number> {
  const before = process.cpuUsage();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ms;
}

describe('clients that are slow on purpose', () => {
  test('who does not finish a request is cut off, and others are served meanwhile', async () => {
    await using http = await openHttp({ limits: { headersMs: 300, requestMs: 600 } });
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.token}\r\nContent-Type: application/json\r\n`;
    const silent = http.dial();
    const dripping = http.dial();
    const withBody = http.dial();
    withBody.socket.write(`${head}Content-Length: 1000\r\n\r\n{"json`);
    const drip = setInterval(() => dripping.socket.write('X-a: b\r\n'), 50);
    dripping.socket.write(head);
    const answer = await http.ask({ body: listTools, headers: newerEra });
    expect(answer.status).toBe(200);
    await Promise.all([silent.closed, dripping.closed, withBody.closed]);
    clearInterval(drip);
    expect(dripping.received()).toMatch(/^HTTP\/1.1 408 /);
    expect(withBody.received()).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  test('more connections than allowed are turned away, and there is room again when one ends', async () => {
    await using http = await openHttp({ limits: { connections: 3 } });
    const dialled = [http.dial(), http.dial(), http.dial()];
    await sleep(50);
    await expect(http.ask({ body: listTools, headers: newerEra })).rejects.toThrow();
    dialled[0]!.socket.destroy();
    await sleep(50);
    expect((await http.ask({ body: listTools, headers: newerEra })).status).toBe(200);
    for (const { socket } of dialled) socket.destroy();
  });

  test('a client that does not read its answer is cut off', async () => {
    const text = `# Long\n\n${'many words '.repeat(400_000)}\n`;
    await using http = await openHttp({
      files: { 'long.md': text },
      flags: { budget: { bytes: 10_000_000, lines: 1_000_000, contentShare: 1 } },
      limits: { stallMs: 300 },
    });
    const params = { ...listTools.params, name: 'opennotes_get', arguments: { path: 'long.md' } };
    const body = JSON.stringify({ ...listTools, method: 'tools/call', params });
    const { socket, closed } = http.dial();
    socket.pause();
    // three at once: the system alone takes in about as much as one of these answers
    const request = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: opennotes_get\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    socket.write(request.repeat(3));
    await sleep(1500);
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeGreaterThan(10_000);
    expect(socket.bytesRead).toBeLessThan(5 * text.length);
  });
});

describe('clients that ask too much', () => {
  test('beyond the rate a token is told to wait, and another one is not', async () => {
    const other = 'other-'.repeat(8);
    await using http = await openHttp({
      config: { tokens: [{ name: 'other', file: 'other' }] },
      tokens: { other },
      limits: { perSecond: 1, burst: 5 },
    });
    const ask = (token: string) => http.ask({ body: listTools, headers: newerEra, token });
    for (let round = 0; round < 5; round++) expect((await ask(http.token)).status).toBe(200);
    const refused = await ask(http.token);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await ask(other)).status).toBe(200);
    const batch = Array.from({ length: 20 }, () => listTools);
    expect((await http.ask({ body: batch, token: other })).status).toBe(429);
  });

  test('sessions are bounded: the one idle for longest makes room, then nobody does', async () => {
    await using http = await openHttp({ limits: { sessions: 2, sessionIdleMs: 600 } });
    const begin = async () => String((await http.ask({ body: initialize })).headers['mcp-session-id']);
    const list = (session: string) =>
      http.ask({
        body: { jsonrpc: '2.0', id: 2, method: 'tools/list' },
        headers: { 'mcp-session-id': session },
      });
    const [first, second] = [await begin(), await begin()];
    expect((await list(first)).status).toBe(200);
    const third = await begin();
    expect((await list(second)).status).toBe(404);
    const streams = [first, third].map((session) => {
      const { socket } = http.dial();
      socket.write(
        `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.token}\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session}\r\n\r\n`,
      );
      return socket;
    });
    await sleep(100);
    const refused = await http.ask({ body: initialize });
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    await sleep(900);
    expect(http.running.sessionCount()).toBe(2);
    for (const socket of streams) socket.destroy();
    for (let round = 0; http.running.sessionCount() > 0 && round < 40; round++) await sleep(100);
    expect(http.running.sessionCount()).toBe(0);
  });
});

describe('the end of a call, and of the server', () => {
  for (const era of eras)
    test(`what a client of the ${era} era no longer waits for is no longer worked on`, async () => {
      await using http = await openHttp({ files: functions, flags });
      const call = { name: 'run_custom_function', arguments: { name: 'endless' } };
      const begun = era === 'legacy' ? await http.ask({ body: initialize }) : undefined;
      const body = JSON.stringify({
        ...listTools,
        method: 'tools/call',
        params: { ...(era === 'modern' ? listTools.params : {}), ...call },
      });
      const own =
        begun === undefined
          ? `MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: ${call.name}\r\n`
          : `Mcp-Session-Id: ${begun.headers['mcp-session-id']}\r\n`;
      const { socket } = http.dial();
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${own}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      let busy = 0;
      for (let round = 0; busy < 0.25 && round < 20; round++) busy = await load(250);
      expect(busy).toBeGreaterThan(0.25);
      socket.destroy();
      await sleep(800);
      expect(await load(400)).toBeLessThan(0.25);
    });

  test('a server that is stopped answers what is under way and takes nothing new', async () => {
    const http = await openHttp({ files: functions, flags });
    try {
      const clients = await Promise.all(eras.map((era) => http.client({ era })));
      const calls = clients.map((client) =>
        client.callTool({ name: 'run_custom_function', arguments: { name: 'slow' } }),
      );
      await sleep(200);
      const stopped = http.running.stop();
      await expect(http.ask({ body: listTools, headers: newerEra })).rejects.toThrow();
      for (const answer of await Promise.all(calls))
        expect(answer.structuredContent).toMatchObject({ value: 1 });
      await stopped;
    } finally {
      await http.engine.close();
      http.around[Symbol.dispose]();
    }
  });

  test('a server that is stopped does not wait for ever', async () => {
    const http = await openHttp({ files: functions, flags, limits: { drainMs: 300 } });
    try {
      const client = await http.client();
      const call = client.callTool({ name: 'run_custom_function', arguments: { name: 'endless' } });
      const given = expect(call).rejects.toThrow();
      await sleep(300);
      const before = performance.now();
      await http.running.stop();
      expect(performance.now() - before).toBeLessThan(2000);
      await given;
    } finally {
      await http.engine.close();
      http.around[Symbol.dispose]();
    }
  });
});
