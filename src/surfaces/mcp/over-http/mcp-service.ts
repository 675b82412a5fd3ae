import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
import { mayWrite } from '../../../engine/index.ts';
import { type ServedTool, selectTools, toolsByName } from '../../../tools/registry.ts';
import { buildServer, type ServerParts } from '../build-server.ts';
import { BusChanges } from '../bus-changes.ts';
import { type ListenFilter, Subscriptions } from '../subscriptions.ts';
import type { HttpLimits } from './http-settings.ts';
import type { Access, Principal } from './principal.ts';
import { type SessionExchange, Sessions } from './sessions.ts';

type SharedParts = Omit<ServerParts, 'tools' | 'caller' | 'changes'>;

/** What serves all clients with the same access. */
interface Counter {
  readonly parts: Omit<ServerParts, 'changes'>;
  readonly handler: McpHttpHandler;
  readonly changes: BusChanges;
}

/** The protocol in both its eras, for many clients over one engine. */
export class McpService {
  readonly #parts: SharedParts;
  readonly #sessions: Sessions;
  readonly #counters = new Map<Access, Counter>();
  readonly #ended = new WeakSet<Access>();
  readonly #allTools: ReadonlyMap<string, ServedTool>;

  constructor(parts: SharedParts, limits: HttpLimits) {
    this.#parts = parts;
    this.#sessions = new Sessions(limits);
    this.#allTools = toolsByName(selectTools(parts.engine.config));
  }

  get sessionCount(): number {
    return this.#sessions.count;
  }

  /** Whether only a token with more scopes could do what a message asks. */
  isOutOfScope({ access }: Principal, body: unknown): boolean {
    if (access.missingScope === undefined) return false;
    return (Array.isArray(body) ? body : [body]).some((message: unknown) => {
      const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
      const name = method === 'tools/call' ? params?.name : undefined;
      const served = typeof name === 'string' ? this.#allTools.get(name) : undefined;
      return served !== undefined && served.tool.effect !== 'read';
    });
  }

  async answer(principal: Principal, exchange: SessionExchange): Promise<Response> {
    const { request, body } = exchange;
    const isLegacy = await isLegacyRequest(request, body);
    // the body may have come long after the token was found good
    if (this.#ended.has(principal.access)) return failure(401, -32_001, 'The token is no longer known here');
    const counter = this.#counter(principal.access);
    if (!isLegacy) return this.#answerStateless(counter, exchange);
    const id = request.headers.get('mcp-session-id');
    if (id !== null)
      return (
        (await this.#sessions.continue(id, principal, exchange)) ?? failure(404, -32_001, 'Session not found')
      );
    if (!isInitialize(body)) return failure(400, -32_000, 'Bad Request: Mcp-Session-Id header is required');
    const { engine } = this.#parts;
    const changes = new Subscriptions(engine, principal.access.caller);
    const server = buildServer({ ...counter.parts, changes });
    return (
      (await this.#sessions.begin(principal, { server, changes }, exchange)) ??
      failure(503, -32_000, 'Too many sessions are open', { 'retry-after': '10' })
    );
  }

  /** Nobody has this access any more: what is open for it ends. */
  end(access: Access): void {
    this.#ended.add(access);
    this.#sessions.end(access);
    const counter = this.#counters.get(access);
    this.#counters.delete(access);
    if (counter) void closeCounter(counter).catch((error: Error) => this.#parts.log.debug(error.message));
  }

  /** Ends every stream and session. */
  async close(): Promise<void> {
    this.#sessions.close();
    await Promise.all([...this.#counters.values()].map(closeCounter));
  }

  #answerStateless(
    { handler, changes }: Counter,
    { request, body, onEnd }: SessionExchange,
  ): Promise<Response> {
    if (isListening(body)) onEnd(changes.listen(body.params?.notifications ?? {}));
    return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
  }

  #counter(access: Access): Counter {
    const known = this.#counters.get(access);
    if (known) return known;
    const { engine, log } = this.#parts;
    const { config } = engine;
    const tools = selectTools({ ...config, readOnly: config.readOnly || !mayWrite(access.caller) });
    const parts = { ...this.#parts, tools, caller: access.caller };
    const changes = new BusChanges(engine, access.caller);
    const counter = {
      parts,
      changes,
      handler: createMcpHandler(() => buildServer({ ...parts, changes: 'bus' }), {
        legacy: 'reject',
        bus: changes.bus,
        onerror: (error) => log.debug(error.message),
      }),
    };
    this.#counters.set(access, counter);
    return counter;
  }
}

function closeCounter({ handler, changes }: Counter): Promise<void> {
  changes.close();
  return handler.close();
}

/** Whether this message opens a stream that lasts until the client has enough of it. */
export function isListening(body: unknown): body is { params?: { notifications?: ListenFilter } } {
  return (body as { method?: unknown } | null | undefined)?.method === 'subscriptions/listen';
}

function isInitialize(body: unknown): boolean {
  return (body as { method?: unknown } | null | undefined)?.method === 'initialize';
}

function failure(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
