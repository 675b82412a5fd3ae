import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
  /** Of the request it answers, where that could be read. */
  readonly id?: string | number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an unread rest may be for the connection to be worth keeping. */
const worthReading = 65_536;
const patience = 500;

/** Answers with an error as JSON-RPC writes it. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, message, code = -32_000, id = null, headers = {} } = refusal;
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
  const isUnread = !request.complete && restOf(request) > worthReading;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(isUnread ? { connection: 'close' } : {}),
    ...headers,
  });
  if (isUnread) linger(request, response, text);
  else response.end(text);
}

function restOf({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/** A connection closed on a client that is still sending takes the answer with it, so it gets a moment to read. */
function linger(request: IncomingMessage, response: ServerResponse, text: string): void {
  response.write(text);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, patience);
  request.once('end', end).once('close', end).resume();
}
