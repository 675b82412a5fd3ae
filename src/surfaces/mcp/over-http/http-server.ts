import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Log } from '../../log.ts';
import { challenge, scopeChallenge } from './challenge.ts';
import { ClientGone, sendResponse, toWebRequest } from './exchange.ts';
import { createGuards } from './guards.ts';
import type { HttpLimits, HttpSettings } from './http-settings.ts';
import { isListening, type McpService } from './mcp-service.ts';
import { metadataUrl, resourceMetadata, wellKnown } from './oauth-settings.ts';
import { type Authenticator, authenticate, type Principal } from './principal.ts';
import { RateLimit } from './rate-limit.ts';
import { readMessage } from './read-message.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface HttpParts {
  readonly settings: HttpSettings;
  readonly limits: HttpLimits;
  readonly authenticators: readonly Authenticator[];
  readonly service: McpService;
  readonly log: Log;
}

export interface HttpFront {
  readonly server: Server;
  /** Takes nothing new and resolves when the calls under way are answered. */
  drained(): Promise<void>;
}

const endpoint = '/mcp';
const methods = 'POST, GET, DELETE';
const corsHeaders = {
  'access-control-allow-methods': methods,
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '600',
};

export function createFront(parts: HttpParts): HttpFront {
  const { settings, limits, authenticators, service, log } = parts;
  const guards = createGuards(settings);
  const rate = new RateLimit(limits.perSecond, limits.burst);
  const metadata = metadataAnswers(settings);
  let calls = 0;
  let isDraining = false;
  let resolveDrained: () => void = () => undefined;

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin } = request.headers;
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    if (!guards.isHost(host))
      return refuse(request, response, { status: 403, message: 'The Host header names another computer' });
    if (!guards.isOrigin(origin))
      return refuse(request, response, { status: 403, message: 'This Origin may not call here' });
    if (isDraining)
      return refuse(request, response, {
        status: 503,
        message: 'The server is stopping',
        headers: { connection: 'close' },
      });
    if (guards.isShared(origin)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate');
      response.setHeader('vary', 'origin');
      if (request.method === 'OPTIONS') return void response.writeHead(204, corsHeaders).end();
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/healthz' && isRead)
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    const document = isRead ? metadata.get(path) : undefined;
    if (document !== undefined)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(document);
    if (path !== endpoint)
      return refuse(request, response, {
        status: 404,
        message: `Nothing is here; the endpoint is ${endpoint}`,
      });
    if (!/^(?:POST|GET|DELETE)$/.test(request.method ?? ''))
      return refuse(request, response, {
        status: 405,
        message: 'Method not allowed',
        headers: { allow: methods },
      });
    // notes are nobody's to keep on the way
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    const verdict = await authenticate(request.headers.authorization, authenticators);
    if ('refused' in verdict) return refuse(request, response, challenge(verdict, settings.oauth));
    await serve(request, response, verdict.principal);
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    principal: Principal,
  ): Promise<void> {
    const wait = rate.take(principal.key);
    if (wait !== undefined) return refuse(request, response, tooFast(wait));
    const release = hold();
    try {
      const read =
        request.method === 'POST' ? await readMessage(request, limits.bodyBytes) : { body: undefined };
      const refusal = 'refusal' in read ? read.refusal : findRefusal(principal, read.body);
      if (refusal !== undefined) return refuse(request, response, refusal);
      const { body } = read as { body: unknown };
      // a stream goes on until somebody has enough of it: not to be waited for
      if (request.method === 'GET' || isListening(body)) release();
      await exchange(request, response, principal, body);
    } finally {
      release();
    }
  }

  function findRefusal(principal: Principal, body: unknown): Refusal | undefined {
    const more =
      Array.isArray(body) && body.length > 1 ? rate.take(principal.key, body.length - 1) : undefined;
    if (more !== undefined) return tooFast(more);
    if (!service.isOutOfScope(principal, body)) return undefined;
    const { missingScope = '' } = principal.access;
    return scopeChallenge('The token is for reading only', missingScope, settings.oauth);
  }

  async function exchange(
    request: IncomingMessage,
    response: ServerResponse,
    principal: Principal,
    body: unknown,
  ): Promise<void> {
    const gone = new AbortController();
    const ends: (() => void)[] = [];
    // the end of an answer is one, too
    const leave = () => {
      if (!response.writableFinished) gone.abort();
    };
    response.once('close', leave);
    try {
      const answer = await service.answer(principal, {
        request: toWebRequest(request, gone.signal),
        body,
        onEnd: (work) => void ends.push(work),
      });
      await sendResponse(answer, response, limits.stallMs);
    } finally {
      response.off('close', leave);
      for (const end of ends) end();
    }
  }

  function hold(): () => void {
    let isHeld = true;
    calls++;
    return () => {
      if (isHeld && --calls === 0 && isDraining) resolveDrained();
      isHeld = false;
    };
  }

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersMs / 2),
      keepAliveTimeout: 30_000,
      maxHeaderSize: 32_768,
      noDelay: true,
    },
    (request, response) => {
      route(request, response).catch((error: unknown) => {
        if (error instanceof ClientGone) return;
        log.error(String((error as Error).stack ?? error));
        refuse(request, response, { status: 500, code: -32_603, message: 'Internal error' });
      });
    },
  );
  server.maxConnections = limits.connections;
  return {
    server,
    drained: () => {
      isDraining = true;
      return new Promise((resolve) => {
        resolveDrained = resolve;
        if (calls === 0) resolve();
      });
    },
  };
}

function tooFast(seconds: number): Refusal {
  return { status: 429, message: 'Too many requests', headers: { 'retry-after': String(seconds) } };
}

/** The same document for clients that ask for the resource by its path, and for those that do not. */
function metadataAnswers({ oauth }: HttpSettings): Map<string, string> {
  if (oauth === undefined) return new Map();
  const text = JSON.stringify(resourceMetadata(oauth));
  return new Map([wellKnown, wellKnown + endpoint, metadataUrl(oauth).pathname].map((path) => [path, text]));
}
