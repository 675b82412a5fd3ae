import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Engine, SlipboxError } from '../../../engine/index.ts';
import { selectTools, soleDialect } from '../../../tools/registry.ts';
import { createLog } from '../../log.ts';
import { packageVersion } from '../../version.ts';
import { createWarningLog } from '../warning-log.ts';
import { createFront } from './http-server.ts';
import { defaultLimits, type HttpLimits, type HttpSettings } from './http-settings.ts';
import { McpService } from './mcp-service.ts';
import { oauthTokens } from './oauth-tokens.ts';
import type { Authenticator } from './principal.ts';
import { StaticTokens } from './static-tokens.ts';
import { ensureToken } from './token-file.ts';

export interface RunningHttp {
  readonly url: string;
  /** Where the owner's token is; undefined when only an issuer's tokens are taken. */
  readonly tokenFile: string | undefined;
  readonly sessionCount: () => number;
  /** Takes nothing new, finishes what is under way, and ends. */
  stop(): Promise<void>;
}

export async function startHttp(
  engine: Engine,
  settings: HttpSettings,
  changedLimits: Partial<HttpLimits> = {},
): Promise<RunningHttp> {
  const limits = { ...defaultLimits, ...changedLimits };
  const { config } = engine;
  const log = createLog(config.logLevel);
  const ownFile = ownTokenFile(settings, config.stateDir);
  const service = new McpService(
    {
      version: packageVersion(),
      budget: config.budget,
      engine,
      log,
      logWarnings: createWarningLog(log),
    },
    limits,
  );
  const tokens = new StaticTokens({
    config,
    ownFile,
    everyMs: limits.tokensEveryMs,
    warn: log.warn,
    onEnd: (access) => service.end(access),
  });
  const authenticators: Authenticator[] = [
    (token: string) => tokens.authenticate(token),
    settings.oauth === undefined ? [] : oauthTokens(settings.oauth, limits.keysCooldownMs, log),
  ].flat();
  const { server, drained } = createFront({ settings, limits, authenticators, service, log });
  server.listen(settings.port, settings.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    tokens.close();
    throw cannotListen(settings, error as NodeJS.ErrnoException);
  }
  const { port } = server.address() as AddressInfo;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}/mcp`,
    tokenFile: ownFile,
    sessionCount: () => service.sessionCount,
    async stop() {
      tokens.close();
      const closed = once(server, 'close');
      server.close();
      await within(drained(), limits.drainMs);
      await service.close();
      server.closeIdleConnections();
      await within(closed, 250);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Serves until the signal fires and what is under way has been answered. */
export async function serveHttp(
  engine: Engine,
  settings: HttpSettings,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<void> {
  const { config } = engine;
  const log = createLog(config.logLevel);
  for (const { message } of config.warnings) log.warn(message);
  const tools = selectTools(config);
  const alone = soleDialect(tools)?.alone;
  const running = await startHttp(engine, settings);
  if (alone === undefined) engine.warmUp();
  else say(alone.startLine);
  say(`Serving ${tools.length} tools at ${running.url}`);
  if (running.tokenFile !== undefined) say(`The token is in ${running.tokenFile}`);
  if (settings.oauth !== undefined) say(`Tokens of ${settings.oauth.issuer} are accepted`);
  if (settings.isRemote)
    log.warn('requests from other computers come unencrypted: put a proxy with TLS in front');
  if (!signal.aborted) await once(signal, 'abort');
  await running.stop();
}

/** With an issuer nobody needs a token of ours, unless one is named. */
function ownTokenFile({ tokenFile, oauth }: HttpSettings, stateDir: string): string | undefined {
  return tokenFile ?? (oauth === undefined ? ensureToken(stateDir) : undefined);
}

function cannotListen({ host, port }: HttpSettings, error: NodeJS.ErrnoException): SlipboxError {
  const isTaken = error.code === 'EADDRINUSE';
  return new SlipboxError(
    error.code === 'EACCES' ? 'PERMISSION_DENIED' : 'IO_ERROR',
    `Cannot listen on ${host}:${port}: ${isTaken ? 'another program does already' : error.message}`,
    { hint: 'Choose another port, or 0 for any that is free', cause: error },
  );
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
