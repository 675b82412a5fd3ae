import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { initialize, listTools, newerEra, openHttp } from './testing-http.ts';

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
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'opennotes_get',
    };
    expect((await http.ask({ body, headers })).text.length).toBeGreaterThan(2 * text.length);
    const { socket, closed } = http.dial();
    socket.pause();
    // three at once: the system alone takes in about as much as one of these answers
    const request = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${http.token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: opennotes_get\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    socket.write(request.repeat(3));
    await sleep(1200);
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
