import { createHash } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Era } from '../../../../test/support/mcp-client.ts';
import { makeTempFolder, type TempFolder } from '../../../../test/support/temp-folder.ts';
import { type Engine, loadConfig, openEngine } from '../../../engine/index.ts';
import { type HttpLimits, type HttpOptions, parseHttpOptions } from './http-settings.ts';
import { type RunningHttp, startHttp } from './serve-http.ts';

/** A server on a notebook of its own, in this process, and clients for it. */
export interface OpenHttp extends AsyncDisposable {
  readonly running: RunningHttp;
  readonly engine: Engine;
  readonly around: TempFolder;
  readonly token: string;
  readonly port: number;
  client(options?: { era?: Era; token?: string; headers?: Record<string, string> }): Promise<Client>;
  ask(options?: Ask): Promise<Answer>;
  /** A connection of which every byte is up to the test. */
  dial(): Dialled;
}

export interface Ask {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** Sent as it is when text, else as JSON. */
  body?: unknown;
  token?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Dialled {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
}

export interface HttpTestOptions {
  files?: Record<string, string>;
  config?: object;
  /** Files beside the configuration that only their owner may read. */
  tokens?: Record<string, string>;
  flags?: Record<string, unknown>;
  options?: Partial<HttpOptions>;
  limits?: Partial<HttpLimits>;
}

export async function openHttp(given: HttpTestOptions = {}): Promise<OpenHttp> {
  const around = makeTempFolder();
  for (const [path, text] of Object.entries(given.files ?? {})) around.write(`notes/${path}`, text);
  around.write('config.json', JSON.stringify(given.config ?? {}));
  for (const [path, text] of Object.entries(given.tokens ?? {})) chmodSync(around.write(path, text), 0o600);
  const root = around.folder('notes');
  const config = loadConfig({
    flags: { notebook: root, logLevel: 'silent', ...given.flags },
    env: {
      SLIPBOX_CACHE: around.path('cache'),
      SLIPBOX_STATE: around.path('state'),
      SLIPBOX_CONFIG: around.path('config.json'),
      OPENNOTES_CONFIG: around.path('opennotes.json'),
    },
    cwd: root,
    home: around.root,
    platform: process.platform,
  });
  const engine = openEngine(config);
  const settings = parseHttpOptions({ ...noOptions, ...given.options });
  const running = await startHttp(engine, settings, given.limits);
  const token = running.tokenFile === undefined ? '' : around.read('state/http-token').trim();
  const port = Number(new URL(running.url).port);
  const clients: Client[] = [];
  return {
    running,
    engine,
    around,
    token,
    port,
    async client({ era = 'modern', token: other = token, headers = {} } = {}) {
      const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      clients.push(client);
      await client.connect(
        new StreamableHTTPClientTransport(new URL(running.url), {
          requestInit: { headers: { authorization: `Bearer ${other}`, ...headers } },
        }),
      );
      return client;
    },
    ask: (ask = {}) => send(port, { token, ...ask }),
    dial() {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
      return { socket, received: () => text, closed };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      await running.stop();
      await engine.close();
      around[Symbol.dispose]();
    },
  };
}

const noOptions: HttpOptions = {
  http: '127.0.0.1:0',
  allowRemote: false,
  tokenFile: undefined,
  allowHost: [],
  allowOrigin: [],
  oauthIssuer: undefined,
  oauthAudience: undefined,
  oauthJwks: undefined,
};

/** One request by hand: `fetch` would not let a test set the Host or the Origin. */
function send(
  port: number,
  { method = 'POST', path = '/mcp', headers = {}, body, token }: Ask,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path,
      method,
      agent: false,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let received = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        received += chunk;
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received }),
      );
    });
    request.end(text);
  });
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** How a client of the older era begins. */
export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  },
};

/** `tools/list` as a client of the newer era sends it. */
export const listTools = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

export const newerEra = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
