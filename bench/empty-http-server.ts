import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

// The yardstick for calls over HTTP: the same SDK with one tool that does nothing, and no token, limit or session.
const unusedValidator = {
  getValidator: () => () => {
    throw new Error('No schema is validated here');
  },
};

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new Server(
      { name: 'empty', version: '1.0.0' },
      { capabilities: { tools: {} }, jsonSchemaValidator: unusedValidator },
    );
    server.setRequestHandler('tools/call', () => ({
      content: [{ type: 'text', text: '{}' }],
      structuredContent: { ready: true },
    }));
    return server;
  }),
);
const server = createServer(
  (request, response) => void handle(request as Parameters<typeof handle>[0], response),
);
// one that waits for its turn is not to lose its connections
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});
process.on('SIGTERM', () => process.exit(0));
