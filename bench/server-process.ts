import { type ChildProcess, spawn } from 'node:child_process';

export interface Answer {
  readonly content: Record<string, unknown>;
  readonly ms: number;
}

interface Waiting {
  readonly sent: number;
  readonly resolve: (answer: { message: JsonRpcAnswer; ms: number }) => void;
  readonly reject: (error: Error) => void;
}

interface JsonRpcAnswer {
  readonly id?: number;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: Record<string, unknown>;
  };
  readonly error?: { readonly message: string };
}

const PATIENCE_MS = 5000;
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * An MCP server over pipes, spoken to in plain JSON-RPC lines: a client library would add its own time to
 * every figure. The clock stops when the last byte of an answer has arrived, before it is parsed.
 */
export class ServerProcess {
  readonly spawned = performance.now();
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #pieces: Buffer[] = [];
  #complaints = '';
  #nextId = 1;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    running.add(this.#child);
    this.#child.stdout!.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.stderr!.on('data', (chunk: Buffer) => {
      this.#complaints = `${this.#complaints}${chunk}`.slice(-4000);
    });
    this.#child.stdin!.on('error', () => undefined);
    this.#child.on('exit', (code, signal) => {
      running.delete(this.#child);
      const error = new Error(`The server ended (${signal ?? code}): ${this.#complaints}`);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async initialize(): Promise<void> {
    await this.#request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    });
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  async call(name: string, args: Record<string, unknown>): Promise<Answer> {
    const { message, ms } = await this.#request('tools/call', { name, arguments: args });
    const { result, error } = message;
    if (error || !result || result.isError || !result.structuredContent) {
      throw new Error(`${name} ${JSON.stringify(args)}: ${error?.message ?? result?.content?.[0]?.text}`);
    }
    return { content: result.structuredContent, ms };
  }

  /** Closes the server's input, as clients do; one that stays is killed. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin!.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
    if (this.#child.signalCode === 'SIGKILL') process.stderr.write('A server did not end by itself.\n');
  }

  #request(method: string, params: object): Promise<{ message: JsonRpcAnswer; ms: number }> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { sent: performance.now(), resolve, reject });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  #send(message: object): void {
    this.#child.stdin!.write(`${JSON.stringify(message)}\n`);
  }

  #receive(chunk: Buffer): void {
    const arrived = performance.now();
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(start, end)]).toString();
      this.#pieces = [];
      start = end + 1;
      this.#settle(line, arrived);
    }
    if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
  }

  #settle(line: string, arrived: number): void {
    const message = JSON.parse(line) as JsonRpcAnswer;
    const waiting = this.#waiting.get(message.id ?? -1);
    if (!waiting) return;
    this.#waiting.delete(message.id!);
    waiting.resolve({ message, ms: arrived - waiting.sent });
  }
}
