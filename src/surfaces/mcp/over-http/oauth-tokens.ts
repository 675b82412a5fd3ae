import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Log } from '../../log.ts';
import { IssuerUnavailable, issuerKeys } from './issuer-keys.ts';
import { type OAuthSettings, scopes } from './oauth-settings.ts';
import { type Authenticator, fullAccess, type Principal, readOnly, type Verdict } from './principal.ts';

/** Only signatures that need the issuer's private key. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const skewSeconds = 30;
/** How long a token once found good is not checked again, and how many such are remembered. */
const trustMs = 60_000;
const mostTrusted = 1000;
const unavailable = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

/** Accepts access tokens that an issuer has signed for this server. */
export function oauthTokens(settings: OAuthSettings, cooldownMs: number, log: Log): Authenticator {
  const keys = issuerKeys(settings, cooldownMs);
  const readers = readOnly(`${scopes.read} ${scopes.write}`);
  const trusted = new Map<string, { principal: Principal; until: number }>();
  keys().catch((error: Error) => log.warn(error.message));

  const verify = async (token: string): Promise<JWTPayload> => {
    const { jwtVerify } = await import('jose');
    const { issuer, audience } = settings;
    const options = { issuer, audience, algorithms, clockTolerance: skewSeconds, requiredClaims: ['exp'] };
    return (await jwtVerify(token, await keys(), options)).payload;
  };

  return async (token) => {
    const id = createHash('sha256').update(token).digest('base64');
    const known = trusted.get(id);
    if (known !== undefined && known.until > Date.now()) return { principal: known.principal };
    trusted.delete(id);
    let payload: JWTPayload;
    try {
      payload = await verify(token);
    } catch (error) {
      return refusalOf(error as Error & { code?: string }, log);
    }
    const granted = scopesOf(payload);
    const mayWrite = granted.has(scopes.write);
    if (!mayWrite && !granted.has(scopes.read))
      return { refused: 'scope', reason: `The token has neither ${scopes.read} nor ${scopes.write}` };
    const principal = { key: `oauth:${subjectOf(payload) ?? id}`, access: mayWrite ? fullAccess : readers };
    const until = Math.min(Date.now() + trustMs, ((payload.exp ?? 0) + skewSeconds) * 1000);
    trusted.set(id, { principal, until });
    if (trusted.size > mostTrusted) trusted.delete(trusted.keys().next().value!);
    return { principal };
  };
}

/** `scope` as RFC 9068 has it, `scp` as some issuers do. */
function scopesOf({ scope, scp }: JWTPayload): Set<string> {
  const given = [scope, scp].flat().filter((one) => typeof one === 'string');
  return new Set(given.flatMap((one) => one.split(' ')));
}

function subjectOf({ sub, client_id: client, azp }: JWTPayload): string | undefined {
  return sub === undefined ? undefined : JSON.stringify([sub, client ?? azp ?? null]);
}

function refusalOf(error: Error & { code?: string }, log: Log): Verdict {
  const isOutage =
    error instanceof IssuerUnavailable || error.code === undefined || unavailable.includes(error.code);
  if (isOutage) {
    log.warn(`a token could not be checked: ${error.message}`);
    return { refused: 'unavailable', reason: 'The issuer of tokens cannot be reached now' };
  }
  log.debug(`a token was refused: ${error.message}`);
  const reason =
    error.code === 'ERR_JWT_EXPIRED'
      ? 'The token has expired'
      : error.code === 'ERR_JWT_CLAIM_VALIDATION_FAILED'
        ? `The token is not for here: ${error.message}`
        : 'The token is not valid';
  return { refused: 'invalid', reason };
}
