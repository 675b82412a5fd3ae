import { isIP } from 'node:net';
import { type OAuthSettings, parseOAuth } from './oauth-settings.ts';
import { invalidOption, isLoopback } from './option-checks.ts';

/** What is refused, and when: figures that tests make small. */
export interface HttpLimits {
  readonly bodyBytes: number;
  readonly connections: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a client may leave an answer unread. */
  readonly stallMs: number;
  readonly perSecond: number;
  readonly burst: number;
  readonly sessions: number;
  readonly sessionIdleMs: number;
  readonly drainMs: number;
  /** How often an issuer is asked for its keys again, at most. */
  readonly keysCooldownMs: number;
  /** How often the files with tokens are looked at, at most. */
  readonly tokensEveryMs: number;
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 4 * 1024 * 1024,
  connections: 512,
  headersMs: 10_000,
  requestMs: 30_000,
  stallMs: 60_000,
  perSecond: 1000,
  burst: 10_000,
  sessions: 256,
  sessionIdleMs: 30 * 60_000,
  drainMs: 5000,
  keysCooldownMs: 10_000,
  tokensEveryMs: 1000,
};

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly isRemote: boolean;
  readonly tokenFile: string | undefined;
  /** Names besides those of this computer that requests may be addressed to. */
  readonly hosts: readonly string[];
  /** Web pages that may call, as `scheme://host:port`. */
  readonly origins: readonly string[];
  readonly oauth: OAuthSettings | undefined;
}

/** The options of `slipbox serve` that have to do with HTTP, as they were typed. */
export interface HttpOptions {
  readonly http: string;
  readonly allowRemote: boolean;
  readonly tokenFile: string | undefined;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly oauthIssuer: string | undefined;
  readonly oauthAudience: string | undefined;
  readonly oauthJwks: string | undefined;
}

export function parseHttpOptions(options: HttpOptions): HttpSettings {
  const { host, port } = parseAddress(options.http);
  const isRemote = !isLoopback(host);
  if (isRemote && !options.allowRemote)
    throw invalidOption('http', `--http ${options.http} can be reached from other computers`, {
      hint: 'Use 127.0.0.1, or add --allow-remote and read docs/http.md first',
    });
  return {
    host,
    port,
    isRemote,
    tokenFile: options.tokenFile,
    hosts: options.allowHost.map(parseHostName),
    origins: options.allowOrigin.map(parseOrigin),
    oauth: parseOAuth(options.oauthIssuer, options.oauthAudience, options.oauthJwks),
  };
}

function parseAddress(text: string): { host: string; port: number } {
  const found = /^(?:(?:\[([\da-f:.]+)\]|([^\s:[\]/@]+)):)?(\d{1,5})$/i.exec(text.trim());
  const host = found?.[1] ?? found?.[2] ?? '127.0.0.1';
  const port = Number(found?.[3]);
  if (!found || port > 65_535 || (found[1] !== undefined && isIP(found[1]) !== 6))
    throw invalidOption('http', `Invalid address for --http: ${text.slice(0, 100)}`, {
      hint: 'Give ADDRESS:PORT, such as 127.0.0.1:3800; port 0 takes a free one',
    });
  return { host, port };
}

function parseHostName(text: string): string {
  const name = text.trim().toLowerCase();
  if (!/^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/.test(name))
    throw invalidOption('allow-host', `Invalid name for --allow-host: ${text.slice(0, 100)}`, {
      hint: 'Give a host name without scheme and port, such as notes.example.org',
    });
  return name;
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.origin !== 'null' && /^[^/]+:\/\/[^/?#@]+\/?$/.test(text);
  if (!isPlain)
    throw invalidOption('allow-origin', `Invalid origin for --allow-origin: ${text.slice(0, 100)}`, {
      hint: 'Give scheme, host and port only, such as https://app.example.org',
    });
  return url.origin;
}
