import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export type Era = 'legacy' | 'modern';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** An MCP server over HTTP in a process of its own. */
export class HttpProcess {
  readonly #child: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 100 });
  readonly #url: string;
  readonly #token: string | undefined;
  #nextId = 1;

  private constructor(child: ChildProcess, url: string, token: string | undefined) {
    this.#child = child;
    this.#url = url;
    this.#token = token;
  }

  /** Waits until the server says where it is, and where its token, if it has one. */
  static async start(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    hasToken: boolean,
  ): Promise<HttpProcess> {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    let said = '';
    return new Promise((resolve, reject) => {
      // read to the end: whoever writes to a closed pipe is killed by it
      child.stderr!.on('data', (chunk: Buffer) => {
        said = `${said}${chunk}`.slice(-4000);
        const url = /(http:\S+\/mcp)\s/.exec(said)?.[1];
        const file = /token is in (\S+)\n/i.exec(said)?.[1];
        if (url === undefined || (hasToken && file === undefined)) return;
        const token = file === undefined ? undefined : readFileSync(file, 'utf8').trim();
        resolve(new HttpProcess(child, url, token));
      });
      child.once('exit', (code, signal) =>
        reject(new Error(`The server ended (${signal ?? code}): ${said}`)),
      );
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** A client, as a function that calls a tool and tells how long the answer took to arrive. */
  async connect(era: Era): Promise<(tool: string, args: Record<string, unknown>) => Promise<number>> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    let session: Record<string, string> = {};
    if (era === 'legacy') {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      const begun = await this.#post({ id: this.#nextId++, method: 'initialize', params }, {});
      // the yardstick has no sessions
      if (begun.session !== undefined) session = { 'mcp-session-id': begun.session };
      await this.#post({ method: 'notifications/initialized' }, session);
    }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return async (tool, args) => {
      const params = { name: tool, arguments: args, ...(era === 'modern' ? { _meta } : {}) };
      const headers =
        era === 'legacy'
          ? session
          : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool };
      const { ms, status, body } = await this.#post(
        { id: this.#nextId++, method: 'tools/call', params },
        headers,
      );
      if (status !== 200 || !body.includes('"structuredContent"'))
        throw new Error(`${tool} ${JSON.stringify(args)}: ${status} ${body.slice(0, 500)}`);
      return ms;
    };
  }

  #post(message: object, headers: Record<string, string>) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const sent = performance.now();
    return new Promise<{ ms: number; status: number; body: string; session: string | undefined }>(
      (resolve, reject) => {
        const asking = request(this.#url, {
          method: 'POST',
          agent: this.#agent,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'content-length': Buffer.byteLength(body),
            ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
            ...headers,
          },
        });
        asking.once('error', reject).once('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('end', () =>
            resolve({
              ms: performance.now() - sent,
              status: response.statusCode!,
              body: Buffer.concat(chunks).toString(),
              session: response.headers['mcp-session-id'] as string | undefined,
            }),
          );
        });
        asking.end(body);
      },
    );
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
