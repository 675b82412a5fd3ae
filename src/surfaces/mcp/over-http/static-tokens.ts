import { createHash, timingSafeEqual } from 'node:crypto';
import { type AccessToken, callerOf, SlipboxError } from '../../../engine/index.ts';
import { type Authenticator, fullAccess, type Principal } from './principal.ts';
import { readToken } from './token-file.ts';

interface KnownToken {
  readonly hash: Buffer;
  readonly principal: Principal;
}

/** Accepts the owner's token and those of the configuration. All are compared each time, so that time tells nothing. */
export function staticTokens(
  ownToken: string | undefined,
  configured: readonly AccessToken[],
): Authenticator | undefined {
  const known: KnownToken[] = configured.map((token) => ({
    hash: token.sha256 === undefined ? hashOf(readToken(token.file!)) : Buffer.from(token.sha256, 'hex'),
    principal: { key: `token:${token.name}`, access: { caller: callerOf(token) } },
  }));
  if (ownToken !== undefined)
    known.unshift({ hash: hashOf(ownToken), principal: { key: 'owner', access: fullAccess } });
  if (new Set(known.map(({ hash }) => hash.toString('hex'))).size < known.length)
    throw new SlipboxError(
      'CONFIG_INVALID',
      'Two of the tokens are the same: nobody could tell whose call it is',
      {
        hint: 'Give every entry of tokens a secret of its own',
        details: { key: 'tokens' },
      },
    );
  if (known.length === 0) return undefined;
  return async (token) => {
    const hash = hashOf(token);
    let found: Principal | undefined;
    for (const one of known) if (timingSafeEqual(one.hash, hash)) found ??= one.principal;
    return found && { principal: found };
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
