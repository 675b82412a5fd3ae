import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initialize, listTools, newerEra, type OpenHttp, openHttp } from './testing-http.ts';

let http: OpenHttp;
beforeAll(async () => {
  http = await openHttp({
    options: { allowOrigin: ['https://app.example.org'] },
    limits: { bodyBytes: 100_000 },
  });
});
afterAll(() => http[Symbol.asyncDispose]());

const isHealthy = async () => {
  const answer = await http.ask({ body: listTools, headers: newerEra });
  expect(answer.status).toBe(200);
};

describe('who may call', () => {
  test('without a token nothing is answered, and the client is told what is missing', async () => {
    const answer = await http.ask({ body: listTools, headers: newerEra, token: undefined });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="slipbox"');
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
  });

  test('another token, half a token and other schemes are refused', async () => {
    const basic = { authorization: `Basic ${http.token}` };
    for (const token of ['x'.repeat(43), http.token.slice(0, -1), `${http.token}x`, '', '€', 'a b'])
      expect((await http.ask({ body: listTools, token: encodeURI(token) })).status, token).toBe(401);
    const answer = await http.ask({ body: listTools, headers: basic });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('the word Bearer is taken in any case', async () => {
    const headers = { ...newerEra, authorization: `bearer ${http.token}` };
    expect((await http.ask({ body: listTools, headers })).status).toBe(200);
  });

  test('a request for another host is refused, also with a good token', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      '127.0.0.1.evil.example',
      '10.0.0.7',
      'localhost@evil',
    ])
      expect((await http.ask({ body: listTools, headers: { ...newerEra, host } })).status, host).toBe(403);
    for (const host of ['localhost', `localhost:${http.port}`, '[::1]:99', '127.0.0.1', 'LOCALHOST'])
      expect((await http.ask({ body: listTools, headers: { ...newerEra, host } })).status, host).toBe(200);
  });

  test('a request from an unknown web page is refused, also with a good token', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'https://app.example.org:8443',
      'file://',
    ])
      expect((await http.ask({ body: listTools, headers: { ...newerEra, origin } })).status, origin).toBe(
        403,
      );
  });

  test('a page of this computer may call, but browsers are not told to let it read the answer', async () => {
    const answer = await http.ask({
      body: listTools,
      headers: { ...newerEra, origin: 'http://localhost:5173' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await http.ask({ method: 'OPTIONS', headers: { origin: 'http://localhost:5173' } });
    expect(preflight.status).toBe(405);
  });

  test('an allowed page may ask first, call, and read the answer', async () => {
    const origin = 'https://app.example.org';
    const preflight = await http.ask({ method: 'OPTIONS', headers: { origin }, token: undefined });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization');
    const answer = await http.ask({ body: listTools, headers: { ...newerEra, origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    const refused = await http.ask({ body: listTools, headers: { origin }, token: undefined });
    expect(refused.headers['access-control-allow-origin']).toBe(origin);
  });

  test('whether the server is well can be asked without a token, and nothing else is said', async () => {
    const answer = await http.ask({ method: 'GET', path: '/healthz', token: undefined });
    expect(answer).toMatchObject({ status: 200, text: 'ok\n' });
    const other = await http.ask({ method: 'GET', path: '/healthz', headers: { host: 'evil.example' } });
    expect(other.status).toBe(403);
  });
});

describe('what may be asked', () => {
  test('other paths and methods are refused as such', async () => {
    expect((await http.ask({ path: '/', body: listTools })).status).toBe(404);
    expect((await http.ask({ path: '/mcp/../etc', body: listTools })).status).toBe(404);
    expect((await http.ask({ method: 'GET', path: '/.well-known/oauth-protected-resource' })).status).toBe(
      404,
    );
    const put = await http.ask({ method: 'PUT', body: listTools });
    expect(put).toMatchObject({ status: 405, headers: { allow: 'POST, GET, DELETE' } });
    expect((await http.ask({ body: listTools, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  test('a body over the limit is refused, whether it says so or not', async () => {
    const body = JSON.stringify({ ...listTools, padding: 'x'.repeat(100_000) });
    expect((await http.ask({ body })).status).toBe(413);
    const chunked = await http.ask({ body, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked.status).toBe(413);
    await isHealthy();
  });

  test('a client that goes on sending after a refusal is cut off', async () => {
    const { socket, received, closed } = http.dial();
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n`);
    const sending = setInterval(() => socket.write('x'.repeat(10_000)), 20);
    await closed;
    clearInterval(sending);
    expect(received()).toMatch(/^HTTP\/1.1 401 /);
  });

  test('a body that is no message is answered with what is wrong', async () => {
    const cases: [body: string, code: number][] = [
      ['{', -32_700],
      ['', -32_700],
      ['nul\0', -32_700],
      ['null', -32_600],
      ['"text"', -32_600],
      ['{}', -32_600],
      ['{"jsonrpc":"1.0","method":"x","id":1}', -32_600],
      ['{"jsonrpc":"2.0","method":7,"id":1}', -32_600],
      ['{"jsonrpc":"2.0","method":"tools/list","id":{}}', -32_600],
    ];
    for (const [body, code] of cases) {
      const answer = await http.ask({ body });
      expect(answer.status, body).toBe(400);
      expect(JSON.parse(answer.text).error.code, body).toBe(code);
    }
  });

  test('after a thousand malformed requests of all kinds the server is as it was', async () => {
    const deep = '['.repeat(40_000);
    const bodies = [
      '{',
      'null',
      '[]',
      '[null]',
      '[1,2,3]',
      deep,
      deep + ']'.repeat(40_000),
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`,
      '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
      '{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}',
      '\ufeff{}',
      '\xff\xfe',
      JSON.stringify({ ...initialize, params: {} }),
      JSON.stringify({ ...listTools, params: { _meta: 7 } }),
      JSON.stringify(Array.from({ length: 500 }, () => listTools)),
    ];
    const headers: Record<string, string>[] = [
      {},
      newerEra,
      { 'mcp-session-id': 'none' },
      { 'mcp-protocol-version': '1999-01-01' },
      { accept: 'text/html' },
      { 'content-type': 'application/json; charset=utf-7' },
    ];
    const before = http.running.sessionCount();
    const answers = new Map<number, number>();
    for (let round = 0; round < 1000; round += 25)
      await Promise.all(
        Array.from({ length: 25 }, async (_, place) => {
          const each = round + place;
          const method = each % 11 === 0 ? 'DELETE' : 'POST';
          const { status } = await http.ask({
            method,
            ...(method === 'POST' ? { body: bodies[each % bodies.length] } : {}),
            headers: headers[each % headers.length]!,
          });
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }),
      );
    expect([...answers.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(http.running.sessionCount() - before).toBeLessThan(100);
    await isHealthy();
  });

  test('bytes that are not HTTP are answered with 400 and a closed door', async () => {
    for (const bytes of [
      '\0\0\0',
      'GET\r\n\r\n',
      'POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: -1\r\n\r\n',
    ]) {
      const { socket, received, closed } = http.dial();
      socket.write(bytes);
      await closed;
      expect(received()).toMatch(/^HTTP\/1.1 4\d\d /);
    }
    await isHealthy();
  });
});
