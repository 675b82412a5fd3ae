import { randomUUID } from 'node:crypto';
import {
  type JSONRPCMessage,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Subscriptions } from '../subscriptions.ts';
import type { HttpLimits } from './http-settings.ts';
import type { Access, Principal } from './principal.ts';

interface Session {
  readonly id: string;
  readonly principal: Principal;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly changes: Subscriptions;
  /** Requests under way and streams that are open. */
  active: number;
  lastUsed: number;
}

/** One request of a session, from its arrival to the last byte of its answer. */
export interface SessionExchange {
  readonly request: Request;
  readonly body: unknown;
  /** Called when the answer is sent, or nobody is there to take it. */
  readonly onEnd: (work: () => void) => void;
}

/** The connections of clients that speak the protocol with `initialize`: each has a server of its own while it lasts. */
export class Sessions {
  readonly #limits: Pick<HttpLimits, 'sessions' | 'sessionIdleMs'>;
  readonly #open = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;

  constructor(limits: Pick<HttpLimits, 'sessions' | 'sessionIdleMs'>) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#expire(), Math.min(60_000, limits.sessionIdleMs / 4)).unref();
  }

  get count(): number {
    return this.#open.size;
  }

  /** Begins a session with its first request. Undefined when there is no room for one. */
  async begin(
    principal: Principal,
    parts: { server: Server; changes: Subscriptions },
    exchange: SessionExchange,
  ): Promise<Response | undefined> {
    if (!this.#makeRoom(principal)) return undefined;
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session: Session = { id, principal, transport, ...parts, active: 0, lastUsed: performance.now() };
    this.#open.set(id, session);
    await parts.server.connect(transport);
    const answer = await this.#exchange(session, exchange);
    if (!answer.ok) this.#close(session);
    return answer;
  }

  /** A further request of a session. Undefined when there is none of that name that is this client's. */
  async continue(id: string, principal: Principal, exchange: SessionExchange): Promise<Response | undefined> {
    const session = this.#open.get(id);
    if (session?.principal.key !== principal.key || session.principal.access !== principal.access)
      return undefined;
    const answer = await this.#exchange(session, exchange);
    if (exchange.request.method === 'DELETE' && answer.ok) this.#close(session);
    return answer;
  }

  /** Ends the sessions of everyone with this access. */
  end(access: Access): void {
    for (const session of this.#open.values()) if (session.principal.access === access) this.#close(session);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of this.#open.values()) this.#close(session);
  }

  async #exchange(session: Session, { request, body, onEnd }: SessionExchange): Promise<Response> {
    session.active++;
    // there is no way to fetch the answer later, so nobody is waiting for it any more
    const cancel = () => {
      for (const requestId of requestIds(body)) {
        session.transport.onmessage?.({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId, reason: 'The client has disconnected' },
        } as JSONRPCMessage);
        release(session.transport, requestId);
      }
    };
    request.signal.addEventListener('abort', cancel, { once: true });
    onEnd(() => {
      request.signal.removeEventListener('abort', cancel);
      session.active--;
      session.lastUsed = performance.now();
    });
    const answer = await session.transport.handleRequest(
      request,
      body === undefined ? {} : { parsedBody: body },
    );
    for (const id of cancelledBy(body)) release(session.transport, id);
    return answer;
  }

  /** A client that has too many loses its own idlest one before anybody else does. */
  #makeRoom({ key }: Principal): boolean {
    const all = [...this.#open.values()];
    const own = all.filter(({ principal }) => principal.key === key);
    if (all.length < this.#limits.sessions) return true;
    const idlest = (some: Session[]) =>
      some.filter(({ active }) => active === 0).sort((a, b) => a.lastUsed - b.lastUsed)[0];
    const leaving = idlest(own) ?? idlest(all);
    if (leaving) this.#close(leaving);
    return leaving !== undefined;
  }

  #expire(): void {
    const before = performance.now() - this.#limits.sessionIdleMs;
    for (const session of this.#open.values())
      if (session.active === 0 && session.lastUsed < before) this.#close(session);
  }

  #close(session: Session): void {
    this.#open.delete(session.id);
    session.changes.close();
    void session.server.close().catch(() => undefined);
  }
}

/**
 * A cancelled call is never answered. The transport would keep its stream open for as long as the session lasts: the session
 * would never be idle, and the server wait for it when it ends.
 */
function release(transport: WebStandardStreamableHTTPServerTransport, id: RequestId): void {
  transport.closeSSEStream(id);
  const answer: JSONRPCMessage = { jsonrpc: '2.0', id, error: { code: -32_000, message: 'Cancelled' } };
  transport.send(answer).catch(() => undefined);
}

function cancelledBy(body: unknown): RequestId[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const { method, params } = (message ?? {}) as { method?: string; params?: { requestId?: RequestId } };
    return method === 'notifications/cancelled' && params?.requestId !== undefined ? [params.requestId] : [];
  });
}

function requestIds(body: unknown): RequestId[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
    return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? [id] : [];
  });
}
