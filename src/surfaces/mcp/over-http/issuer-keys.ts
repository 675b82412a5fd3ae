import type { JWTVerifyGetKey } from 'jose';
import type { OAuthSettings } from './oauth-settings.ts';
import { isLoopback } from './option-checks.ts';

const patience = 5000;
/** Metadata is a page of text; what is longer is something else. */
const longest = 1_000_000;

/** The issuer cannot be asked now; nothing is known about the token. */
export class IssuerUnavailable extends Error {}

/** Finds the keys of an issuer, remembers them, and asks again when a token names one that is not known, not too often. */
export function issuerKeys(settings: OAuthSettings, cooldownMs: number): () => Promise<JWTVerifyGetKey> {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const find = async () => {
    const { createRemoteJWKSet } = await import('jose');
    const url = new URL(settings.jwks ?? (await discoverKeys(settings.issuer)));
    return createRemoteJWKSet(url, { cooldownDuration: cooldownMs, timeoutDuration: patience });
  };
  return () => {
    if (keys === undefined && performance.now() - failedAt < cooldownMs)
      return Promise.reject(new IssuerUnavailable('The issuer of tokens could not be reached a moment ago'));
    keys ??= find().catch((error: unknown) => {
      keys = undefined;
      failedAt = performance.now();
      throw error instanceof IssuerUnavailable ? error : new IssuerUnavailable(String(error));
    });
    return keys;
  };
}

async function discoverKeys(issuer: string): Promise<string> {
  const reasons: string[] = [];
  for (const url of metadataAddresses(issuer)) {
    const found = await readMetadata(url).catch((error: Error) => error);
    const reason = found instanceof Error ? found.message : faultOf(found, issuer);
    if (reason === undefined) return (found as { jwks_uri: string }).jwks_uri;
    reasons.push(`${url}: ${reason}`);
  }
  throw new IssuerUnavailable(`No keys found for the issuer ${issuer} (${reasons.join('; ')})`);
}

/** Where RFC 8414 and OpenID Connect put the metadata of an issuer. */
function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

async function readMetadata(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`status ${answer.status}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > longest) throw new Error('too long');
  }
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new Error('no metadata');
  return parsed as Record<string, unknown>;
}

function faultOf(metadata: Record<string, unknown>, issuer: string): string | undefined {
  // whoever may answer for another issuer could sign for it too
  if (metadata.issuer !== issuer) return 'it names another issuer';
  const { jwks_uri: jwks } = metadata;
  const url = typeof jwks === 'string' && URL.canParse(jwks) ? new URL(jwks) : undefined;
  if (url?.protocol === 'https:') return undefined;
  const isLocal =
    url?.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(new URL(issuer).hostname);
  return isLocal ? undefined : 'it names no usable jwks_uri';
}
