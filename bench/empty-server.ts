import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

// The yardstick for start-up: the same SDK with one tool that does nothing, and none of its optional parts.
const unusedValidator = {
  getValidator: () => () => {
    throw new Error('No schema is validated here');
  },
};

serveStdio(() => {
  const server = new Server(
    { name: 'empty', version: '1.0.0' },
    { capabilities: { tools: {} }, jsonSchemaValidator: unusedValidator },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'nothing', inputSchema: { type: 'object' } }],
  }));
  server.setRequestHandler('tools/call', () => ({
    content: [{ type: 'text', text: '{}' }],
    structuredContent: { ready: true },
  }));
  return server;
});
