import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { discoverAndLoadExtensions, type ToolDefinition } from '@earendil-works/pi-coding-agent';
import { vi } from 'vitest';
import { createFixture } from '../e2e/notebook-fixture.ts';
import { makeTempFolder, type TempFolder } from '../support/temp-folder.ts';

/** The extension as it is published. `npm test` builds before it tests. */
export const builtExtension = fileURLToPath(new URL('../../dist/pi.mjs', import.meta.url));
export const sourceExtension = fileURLToPath(new URL('../../src/surfaces/pi/extension.ts', import.meta.url));
export const launcher = fileURLToPath(new URL('../../bin/slipbox.mjs', import.meta.url));

export interface PiFixture {
  readonly notebook: string;
  /** pi's folder of settings, with nothing in it. */
  readonly agent: TempFolder;
  readonly env: Record<string, string>;
  remove(): void;
}

/** A notebook of four notes and a pi of its own. Variables are set for this process, as pi would find them. */
export function createPiFixture(): PiFixture {
  if (!existsSync(builtExtension)) throw new Error('Not built: run `npm run build` before these tests');
  const { notebook, env, remove } = createFixture();
  const agent = makeTempFolder();
  const all = { ...env, SLIPBOX_NOTEBOOK: notebook, PI_CODING_AGENT_DIR: agent.root, PI_OFFLINE: '1' };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  return {
    notebook,
    agent,
    env: all,
    remove: () => {
      vi.unstubAllEnvs();
      agent[Symbol.dispose]();
      remove();
    },
  };
}

export interface Loaded extends AsyncDisposable {
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly handlers: ReadonlyMap<string, readonly ((event: unknown, ctx: unknown) => unknown)[]>;
  readonly command: { handler(args: string, ctx: unknown): Promise<void>; complete(prefix: string): unknown };
  /** What a tool answers, and what the model reads of it. */
  call(name: string, args: unknown, options?: CallOptions): Promise<Answer>;
}

interface CallOptions {
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly onUpdate?: (partial: unknown) => void;
}

export interface Answer {
  readonly text: string;
  readonly details: Record<string, unknown>;
  readonly structuredContent: Record<string, unknown>;
}

/** The extension by pi's own loader, without a session. */
export async function loadExtension(fixture: PiFixture, file = builtExtension): Promise<Loaded> {
  const { extensions, errors } = await discoverAndLoadExtensions(
    [file],
    fixture.notebook,
    fixture.agent.root,
  );
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const extension = extensions[0]!;
  const command = extension.commands.get('opennotes')!;
  const tools = new Map([...extension.tools].map(([name, { definition }]) => [name, definition]));
  return {
    tools,
    handlers: extension.handlers as unknown as Loaded['handlers'],
    command: {
      handler: (args, ctx) => command.handler(args, ctx as never),
      complete: (prefix) => command.getArgumentCompletions?.(prefix),
    },
    async call(name, args, { cwd = fixture.notebook, signal, onUpdate } = {}) {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`No tool ${name} among ${[...tools.keys()].join(', ')}`);
      const result = await tool.execute('call-1', args as never, signal, onUpdate as never, { cwd } as never);
      const first = result.content[0];
      const { details, structuredContent } = result as unknown as Answer;
      return { text: first?.type === 'text' ? first.text : '', details, structuredContent };
    },
    async [Symbol.asyncDispose]() {
      for (const shutDown of extension.handlers.get('session_shutdown') ?? [])
        await (shutDown as () => unknown)();
    },
  };
}

/** The envelope a failed call carries in its message. */
export async function failure(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await call.then(
    (value) => new Error(`Expected a failure, got ${JSON.stringify(value).slice(0, 300)}`),
    (thrown: Error) => thrown,
  );
  return JSON.parse(error.message) as Record<string, unknown>;
}
