import { PassThrough, type Readable, type Writable } from 'node:stream';
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { type Caller, type Engine, loadConfig, openEngine } from '../../src/engine/index.ts';
import { serveMcp } from '../../src/surfaces/mcp/serve.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

export type Era = 'legacy' | 'modern';
export const eras: Era[] = ['legacy', 'modern'];

/** A client of our own stdio server, both in this process. */
export interface OpenMcp extends AsyncDisposable {
  readonly client: Client;
  readonly engine: Engine;
  /** The notebook, called `notes`. */
  readonly folder: TempFolder;
}

export interface McpOptions {
  files?: Record<string, string | Uint8Array>;
  era?: Era;
  flags?: Record<string, unknown>;
  caller?: Caller;
}

export async function openMcp({
  files = {},
  era = 'modern',
  flags = {},
  caller,
}: McpOptions): Promise<OpenMcp> {
  const around = makeTempFolder();
  const folder = notebookIn(around);
  for (const [path, content] of Object.entries(files)) folder.write(path, content);
  const config = loadConfig({
    flags: { notebook: folder.root, logLevel: 'silent', ...flags },
    env: {
      SLIPBOX_CACHE: around.path('cache'),
      SLIPBOX_STATE: around.path('state'),
      SLIPBOX_CONFIG: around.path('config.json'),
      OPENNOTES_CONFIG: around.path('opennotes.json'),
    },
    cwd: folder.root,
    home: around.root,
    platform: process.platform,
  });
  const engine = openEngine(config);
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const served = serveMcp(engine, {
    input: toServer,
    output: toClient,
    signal,
    ...(caller ? { caller } : {}),
  });
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new LineTransport(toClient, toServer));
  return {
    client,
    engine,
    folder,
    async [Symbol.asyncDispose]() {
      await client.close();
      toServer.end();
      await served;
      around[Symbol.dispose]();
    },
  };
}

function notebookIn(around: TempFolder): TempFolder {
  const at = (relative: string) => `notes/${relative}`;
  return {
    root: around.folder('notes'),
    path: (relative) => around.path(at(relative)),
    write: (relative, content) => around.write(at(relative), content),
    folder: (relative) => around.folder(at(relative)),
    read: (relative) => around.read(at(relative)),
    [Symbol.dispose]: () => undefined,
  };
}

/** The client's end of a pair of streams. */
class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  #rest = '';

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.setEncoding('utf8');
    this.#input.on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#output.end();
    this.onclose?.();
  }
}
