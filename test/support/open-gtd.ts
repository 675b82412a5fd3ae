import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { type Engine, loadConfig, openEngine, owner } from '../../src/engine/index.ts';
import { createLog } from '../../src/surfaces/log.ts';
import { buildServer } from '../../src/surfaces/mcp/build-server.ts';
import { selectTools } from '../../src/tools/registry.ts';
import { type GtdSchema, type SampleDatabase, writeGtdDatabase } from './gtd-database.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

export interface ToolResult {
  text: string;
  /** Empty when the call failed. */
  data: Record<string, unknown>;
  isError: boolean | undefined;
}

/** A client of the directgtd tools, on a database in a folder that is also the home folder. */
export interface OpenGtd extends AsyncDisposable {
  readonly folder: TempFolder;
  readonly file: string;
  readonly engine: Engine;
  readonly client: Client;
  /** `get_root_items` is directgtd_get_root_items. */
  ask(tool: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

export interface GtdOptions {
  schema?: GtdSchema;
  /** Absent: there is no file. */
  sample?: SampleDatabase | undefined;
  flags?: Record<string, unknown>;
}

export async function openGtd({ schema = 'app', sample, flags = {} }: GtdOptions): Promise<OpenGtd> {
  const folder = makeTempFolder();
  const file = folder.path('data/gtd.sqlite');
  folder.folder('data');
  if (sample !== undefined) writeGtdDatabase(file, schema, sample);
  const config = loadConfig({
    flags: { gtdDb: file, dialects: 'directgtd', timeZone: 'America/Los_Angeles', ...flags },
    env: { SLIPBOX_CONFIG: folder.path('config.json'), OPENNOTES_CONFIG: folder.path('opennotes.json') },
    cwd: folder.root,
    home: folder.root,
    platform: process.platform,
  });
  const engine = openEngine(config);
  const server = buildServer({
    version: '9.9.9',
    tools: selectTools(config),
    budget: config.budget,
    engine,
    caller: owner,
    log: createLog('silent'),
    logWarnings: () => undefined,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    folder,
    file,
    engine,
    client,
    async ask(tool, args = {}) {
      const answer = await client.callTool({ name: `directgtd_${tool}`, arguments: args });
      const { content, structuredContent, isError } = answer as {
        content: { text: string }[];
        structuredContent?: Record<string, unknown>;
        isError?: boolean;
      };
      return { text: content[0]!.text, data: structuredContent ?? {}, isError };
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await engine.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Changes the database as another program would, between calls. */
export function editDatabase({ file }: Pick<OpenGtd, 'file'>, statements: readonly string[]): void {
  const db = new DatabaseSync(file);
  try {
    for (const statement of statements) db.exec(statement);
  } finally {
    db.close();
  }
}

/** Names in the folder of the database. */
export function filesBeside({ file }: Pick<OpenGtd, 'file'>): string[] {
  return readdirSync(dirname(file)).sort();
}
