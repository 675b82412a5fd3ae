import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Caller, type Engine, owner } from '../../engine/index.ts';
import { selectTools, soleDialect } from '../../tools/registry.ts';
import { createLog } from '../log.ts';
import { packageVersion } from '../version.ts';
import { buildServer } from './build-server.ts';
import { StdioTransport } from './stdio-transport.ts';
import { type ListenFilter, Subscriptions } from './subscriptions.ts';
import { createWarningLog } from './warning-log.ts';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the service as if the input had ended. */
  readonly signal: AbortSignal;
  /** Who is at the other end; absent: the owner, who started the process. */
  readonly caller?: Caller;
}

/** Serves until the input ends or the signal fires, answers what is under way, and lets everything go. */
export async function serveMcp(engine: Engine, streams: Streams): Promise<void> {
  const { input, output, signal, caller = owner } = streams;
  const { config } = engine;
  const log = createLog(config.logLevel);
  for (const { message } of config.warnings) log.warn(message);
  const tools = selectTools(config);
  const alone = soleDialect(tools)?.alone;
  const changes = new Subscriptions(engine, caller);
  const parts = {
    version: packageVersion(),
    tools,
    budget: config.budget,
    engine,
    caller,
    log,
    logWarnings: createWarningLog(log),
    changes,
  };
  const transport = new StdioTransport(input, output);
  transport.onrequest = ({ method, id, params }) => {
    // the SDK answers these itself and routes what the server sends; what to watch is ours to know
    if (method === 'subscriptions/listen') changes.listen(id, (params?.notifications ?? {}) as ListenFilter);
    // not for server/discover: a client may start a process only to ask that, and start another to work with
    if (alone === undefined && (method === 'initialize' || method.startsWith('tools/'))) engine.warmUp();
  };
  transport.oncancel = (id) => changes.forget(id);
  signal.addEventListener('abort', transport.drain, { once: true });
  serveStdio(() => buildServer(parts), { transport, onerror: (error) => log.debug(error.message) });
  if (alone !== undefined) process.stderr.write(`${alone.startLine}\n`);
  log.info(`serving ${tools.length} tools on stdio`);
  await transport.closed;
  changes.close();
  signal.removeEventListener('abort', transport.drain);
  await engine.close();
}
