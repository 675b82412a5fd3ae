import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { initialize, listTools, newerEra, type OpenHttp, openHttp, sha256Of } from './testing-http.ts';

const ann = 'ann-'.repeat(10);
const bob = 'bob-'.repeat(10);
const named = (name: string, token: string) => ({ name, sha256: sha256Of(token) });
const start = () =>
  openHttp({
    files: { 'a.md': '# A\n' },
    config: { tokens: [named('ann', ann), named('bob', bob)] },
    limits: { tokensEveryMs: 50 },
  });
const configure = (http: OpenHttp, ...tokens: object[]) =>
  http.around.write('config.json', JSON.stringify({ tokens }));
const status = async (http: OpenHttp, token: string) =>
  (await http.ask({ body: listTools, headers: newerEra, token })).status;

test('a token taken out of the configuration ends what is open for it, and nothing else', async () => {
  await using http = await start();
  const begin = async (token: string) => {
    const { headers } = await http.ask({ body: initialize, token });
    return { 'mcp-session-id': String(headers['mcp-session-id']) };
  };
  const [annSession, bobSession] = [await begin(ann), await begin(bob)];
  const listening = http.ask({ method: 'GET', headers: annSession, token: ann });
  const modern = await http.client({ token: ann });
  const told = vi.fn<() => void>();
  modern.setNotificationHandler('notifications/resources/updated', told);
  await modern.listen({ resourceSubscriptions: ['note://notes/a.md'] });
  expect(http.running.sessionCount()).toBe(2);

  configure(http, named('bob', bob));
  // nobody has to ask for anything
  expect((await listening).status).toBe(200);
  expect(http.running.sessionCount()).toBe(1);
  http.around.write('notes/a.md', '# A changed\n');
  expect(await status(http, ann)).toBe(401);
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  expect((await http.ask({ body: list, headers: annSession, token: ann })).status).toBe(401);
  expect((await http.ask({ body: list, headers: bobSession, token: bob })).status).toBe(200);

  configure(http, named('bob', bob), named('ann', ann));
  await vi.waitFor(async () => expect(await status(http, ann)).toBe(200));
  expect((await http.ask({ body: list, headers: annSession, token: ann })).status).toBe(404);
  await sleep(300);
  expect(told).not.toHaveBeenCalled();
});

test('a request begun with a token that is gone when it is complete is not answered', async () => {
  await using http = await start();
  const body = JSON.stringify(initialize);
  const { socket, received } = http.dial();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ann}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  await sleep(200);
  configure(http);
  await vi.waitFor(async () => expect(await status(http, ann)).toBe(401));
  socket.write(body.slice(10));
  await vi.waitFor(() => expect(received()).toContain('HTTP/1.1 401'));
  expect(http.running.sessionCount()).toBe(0);
});

test("the owner's token can be exchanged while the server runs", async () => {
  await using http = await start();
  expect(await status(http, http.token)).toBe(200);
  const newer = 'new-'.repeat(10);
  chmodSync(http.around.write('state/http-token', `${newer}\n`), 0o600);
  await vi.waitFor(async () => expect(await status(http, newer)).toBe(200));
  expect(await status(http, http.token)).toBe(401);
});
