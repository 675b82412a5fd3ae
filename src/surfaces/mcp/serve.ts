import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Engine, owner } from '../../engine/index.ts';
import { selectTools, soleDialect } from '../../tools/registry.ts';
import { createLog } from '../log.ts';
import { packageVersion } from '../version.ts';
import { buildServer } from './build-server.ts';
import { StdioTransport } from './stdio-transport.ts';
import { createWarningLog } from './warning-log.ts';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the service as if the input had ended. */
  readonly signal: AbortSignal;
}

/** Serves until the input ends or the signal fires, answers what is under way, and lets everything go. */
export async function serveMcp(engine: Engine, { input, output, signal }: Streams): Promise<void> {
  const { config } = engine;
  const log = createLog(config.logLevel);
  for (const { message } of config.warnings) log.warn(message);
  const tools = selectTools(config);
  const alone = soleDialect(tools)?.alone;
  const parts = {
    version: packageVersion(),
    tools,
    budget: config.budget,
    engine,
    caller: owner,
    log,
    logWarnings: createWarningLog(log),
  };
  const transport = new StdioTransport(input, output);
  transport.onrequest = (method) => {
    // not for server/discover: a client may start a process only to ask that, and start another to work with
    if (alone === undefined && (method === 'initialize' || method.startsWith('tools/'))) engine.warmUp();
  };
  signal.addEventListener('abort', transport.drain, { once: true });
  serveStdio(() => buildServer(parts), { transport, onerror: (error) => log.debug(error.message) });
  if (alone !== undefined) process.stderr.write(`${alone.startLine}\n`);
  log.info(`serving ${tools.length} tools on stdio`);
  await transport.closed;
  signal.removeEventListener('abort', transport.drain);
  await engine.close();
}
