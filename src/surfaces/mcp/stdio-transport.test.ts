import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';

async function connect() {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new StdioTransport(input, output);
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  const sent = () =>
    String(output.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { input, output, transport, received, sent };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' }) as const;

test('messages are read one per line, however they are chunked', async () => {
  const { input, received } = await connect();
  const text = `${JSON.stringify(request(1))}\r\n\n${JSON.stringify({ ...request(2), params: { name: 'ü😀' } })}\n`;
  for (const byte of Buffer.from(text)) input.write(Buffer.of(byte));
  await settle();
  expect(received).toEqual([request(1), { ...request(2), params: { name: 'ü😀' } }]);
});

test.each([
  ['not json', null, -32700],
  ['[]', null, -32600],
  ['5', null, -32600],
  ['{"jsonrpc":"2.0","id":7}', 7, -32600],
  ['{"jsonrpc":"1.0","id":7,"method":"x"}', 7, -32600],
  ['{"jsonrpc":"2.0","id":"a","method":5}', 'a', -32600],
  ['{"jsonrpc":"2.0","id":8,"method":"x","params":[]}', 8, -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"x"}', null, -32600],
])('the malformed line %s is answered with a JSON-RPC error', async (line, id, code) => {
  const { input, sent, received } = await connect();
  input.write(`${line}\n`);
  await settle();
  expect(sent()).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  expect(received).toEqual([]);
});

test('an endless line is refused and the next message still read', async () => {
  const { input, sent, received } = await connect();
  for (let sentMb = 0; sentMb < 12; sentMb++) input.write('x'.repeat(1024 * 1024));
  input.write(`\n${JSON.stringify(request(1))}\n`);
  await settle();
  expect(sent()).toMatchObject([{ error: { code: -32700 } }]);
  expect(received).toEqual([request(1)]);
});

test('when the input ends with nothing under way the connection closes', async () => {
  const { input, transport } = await connect();
  input.end();
  await transport.closed;
});

test('requests under way when the input ends are still answered', async () => {
  const { input, transport, sent } = await connect();
  let isClosed = false;
  void transport.closed.then(() => {
    isClosed = true;
  });
  input.end(`${JSON.stringify(request(1))}\n`);
  await settle();
  await settle();
  expect(isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  await transport.closed;
  expect(sent()).toMatchObject([{ id: 1 }]);
});

test('a cancelled request is not waited for', async () => {
  const { input, transport } = await connect();
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  input.end(`${JSON.stringify(request(1))}\n${JSON.stringify(cancelled)}\n`);
  await transport.closed;
});

test('a reader that goes away closes the connection', async () => {
  const { input, output, transport } = await connect();
  input.write(`${JSON.stringify(request(1))}\n`);
  output.destroy(new Error('EPIPE'));
  await transport.closed;
});
