import { type Caller, callerOf, owner } from '../../../engine/index.ts';

/** Who has proved to be at the other end. */
export interface Principal {
  /** Whose sessions and whose share of the rate these are. */
  readonly key: string;
  readonly access: Access;
}

/** What someone may do; compared by identity, so one for all who may do the same. */
export interface Access {
  readonly caller: Caller;
  /** Set where a wider token would let a client do more. */
  readonly missingScope?: string;
}

export const fullAccess: Access = { caller: owner };

export type Verdict =
  | { readonly principal: Principal }
  | { readonly refused: 'missing' | 'invalid' | 'scope' | 'unavailable'; readonly reason: string };

/** Finds out whose token this is. Never throws. */
export type Authenticator = (token: string) => Promise<Verdict | undefined>;

/** Access for readers only: nothing is writable, so the engine refuses what the missing tools would have done. */
export function readOnly(missingScope: string): Access {
  return { caller: callerOf({ write: [] }), missingScope };
}

const scheme = /^bearer +([\w.~+/-]+=*) *$/i;

/** Asks one authenticator after the other. */
export async function authenticate(
  authorization: string | undefined,
  authenticators: readonly Authenticator[],
): Promise<Verdict> {
  if (authorization === undefined) return { refused: 'missing', reason: 'A bearer token is required' };
  const token = authorization.length > 16_384 ? undefined : scheme.exec(authorization)?.[1];
  if (token === undefined)
    return { refused: 'invalid', reason: 'The Authorization header holds no bearer token' };
  let refusal: Verdict | undefined;
  for (const ask of authenticators) {
    const verdict = await ask(token);
    if (verdict !== undefined && 'principal' in verdict) return verdict;
    refusal ??= verdict;
  }
  return refusal ?? { refused: 'invalid', reason: 'The token is not known here' };
}
