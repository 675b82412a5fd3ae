import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from '@modelcontextprotocol/server';
import { findMalformation } from './malformed.ts';

const newline = 0x0a;
/** More than the largest content there is, however it is escaped: what is too large should be told by the tool. */
const largestMessage = 64 * 1024 * 1024;
/** How long requests under way may still take once the client has closed its end. */
const drainMs = 10_000;
/** Answered only when the subscription ends, so nothing to wait for. */
const neverAnswered = 'subscriptions/listen';

/**
 * One JSON message per line. Unlike the SDK's own stdio transport it answers requests that are under way when
 * the input ends, and answers malformed lines with a JSON-RPC error where the SDK drops them.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  /** Told of each request before it is handled. */
  onrequest?: ((request: JSONRPCRequest) => void) | undefined;
  /** Told which request the client has given up. */
  oncancel?: ((id: RequestId) => void) | undefined;
  /** Resolves when the connection is over and everything is written. */
  readonly closed: Promise<void>;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #pending = new Set<RequestId>();
  #chunks: Buffer[] = [];
  #buffered = 0;
  #skipping = false;
  #ended = false;
  #isClosed = false;
  #drainTimer: NodeJS.Timeout | undefined;
  #resolveClosed: () => void = () => undefined;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('end', this.drain);
    this.#input.on('close', this.drain);
    this.#input.on('error', this.drain);
    this.#output.on('error', this.#outputFailed);
  }

  /** Takes no more input and closes once every request under way is answered. */
  readonly drain = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    this.#input.off('data', this.#read);
    this.#input.pause();
    if (this.#pending.size === 0) void this.close();
    else this.#drainTimer = setTimeout(() => void this.close(), drainMs);
  };

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed');
    const line = `${JSON.stringify(message)}\n`;
    if (!this.#output.write(line)) await new Promise<void>((resolve) => this.#output.once('drain', resolve));
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.drain();
    clearTimeout(this.#drainTimer);
    this.onclose?.();
    if (this.#output.writableLength === 0 || this.#output.destroyed) this.#resolveClosed();
    else this.#output.write('', () => this.#resolveClosed());
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#append(chunk.subarray(start));
  };

  #append(part: Buffer): void {
    this.#buffered += part.length;
    if (this.#buffered <= largestMessage) {
      this.#chunks.push(part);
      return;
    }
    this.#chunks = [];
    if (this.#skipping) return;
    this.#skipping = true;
    this.#refuse(null, -32700, `Message exceeds ${largestMessage} bytes`);
  }

  #finishLine(): void {
    const line = Buffer.concat(this.#chunks).toString('utf8').trim();
    this.#chunks = [];
    this.#buffered = 0;
    if (!this.#skipping && line !== '') this.#receive(line);
    this.#skipping = false;
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#refuse(null, -32700, 'Parse error: the line is not JSON');
      return;
    }
    const malformation = findMalformation(message);
    if (malformation !== undefined) {
      this.#refuse(malformation.id, -32600, `Invalid request: ${malformation.reason}`);
      return;
    }
    this.#track(message as JSONRPCMessage);
    this.onmessage?.(message as JSONRPCMessage);
  }

  #track(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      this.onrequest?.(message);
      if (message.method !== neverAnswered) this.#pending.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
      if (requestId !== undefined) this.oncancel?.(requestId);
      this.#settle(requestId);
    }
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#pending.delete(id);
    if (this.#ended && this.#pending.size === 0) void this.close();
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    this.onerror?.(new Error(message));
    if (!this.#isClosed)
      this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }

  readonly #outputFailed = (error: Error): void => {
    this.onerror?.(error);
    this.#pending.clear();
    void this.close();
  };
}
