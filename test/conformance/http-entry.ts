import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { buildServer, type ServerParts } from '../../src/surfaces/mcp/build-server.ts';
import { BusChanges } from '../../src/surfaces/mcp/bus-changes.ts';
import { type ListenFilter, Subscriptions } from '../../src/surfaces/mcp/subscriptions.ts';
import { withFixtures } from './with-fixtures.ts';

export interface HttpEntry extends AsyncDisposable {
  readonly url: string;
}

/** Our server with the suite's fixtures over HTTP: sessions for the older era, as its scenarios ask back, none for the newer. */
export async function startHttpEntry(parts: ServerParts): Promise<HttpEntry> {
  const modern = serveRequests(parts);
  const legacy = serveSessions(parts);
  const route = async (request: Request) =>
    (await isLegacyRequest(request.clone())) ? legacy.fetch(request) : modern.fetch(request);
  const handle = toNodeHandler({ fetch: route });
  const isOurHost = localhostHostValidation();
  const isOurOrigin = localhostOriginValidation();
  const http = createServer((request, response) => {
    if (isOurHost(request, response) && isOurOrigin(request, response))
      void handle(request as Parameters<typeof handle>[0], response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      await Promise.all([modern.close(), legacy.close()]);
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

interface Served {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

function serveRequests(parts: ServerParts): Served {
  const changes = new BusChanges(parts.engine, parts.caller);
  const build = () => withFixtures(buildServer({ ...parts, changes: 'bus' }), handler.notify);
  const handler = createMcpHandler(build, { legacy: 'reject', bus: changes.bus });
  return {
    async fetch(request) {
      const body = await readBody(request);
      if (body?.method === 'subscriptions/listen') {
        const stop = changes.listen(body.params?.notifications ?? {});
        request.signal.addEventListener('abort', stop, { once: true });
      }
      return handler.fetch(request);
    },
    close() {
      changes.close();
      return handler.close();
    },
  };
}

async function readBody(
  request: Request,
): Promise<{ method?: string; params?: { notifications?: ListenFilter } } | undefined> {
  try {
    return (await request.clone().json()) as { method?: string };
  } catch {
    return undefined; // the handler says what is wrong with it
  }
}

function serveSessions(parts: ServerParts): Served {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const startSession = async () => {
    const changes = new Subscriptions(parts.engine, parts.caller);
    const server = withFixtures(buildServer({ ...parts, changes }), {
      toolsChanged: () => void server.sendToolListChanged(),
      promptsChanged: () => void server.sendPromptListChanged(),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    return transport;
  };
  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? await startSession() : sessions.get(id);
      if (session) return session.handleRequest(request);
      const error = { code: -32_001, message: 'Session not found' };
      return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
    },
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}
