import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
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

test('a call that a client of the legacy era cancelled does not keep the server from ending', async () => {
  const http = await openHttp({ files: functions, flags });
  try {
    const client = await http.client({ era: 'legacy' });
    const abort = new AbortController();
    const call = client.callTool(
      { name: 'run_custom_function', arguments: { name: 'endless' } },
      { signal: abort.signal },
    );
    const given = expect(call).rejects.toThrow();
    await sleep(300);
    abort.abort();
    await given;
    await sleep(300);
    const before = performance.now();
    await http.running.stop();
    expect(performance.now() - before).toBeLessThan(2500);
  } finally {
    await http.engine.close();
    http.around[Symbol.dispose]();
  }
});
