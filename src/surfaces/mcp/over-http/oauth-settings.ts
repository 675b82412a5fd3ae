import { invalidOption, isLoopback } from './option-checks.ts';

export interface OAuthSettings {
  /** As written: tokens and metadata must name it letter by letter. */
  readonly issuer: string;
  /** The address under which clients know this server. */
  readonly audience: string;
  /** Where the issuer's keys are; asked of the issuer when absent. */
  readonly jwks: string | undefined;
}

export const scopes = { read: 'slipbox:read', write: 'slipbox:write' } as const;

export function parseOAuth(
  issuer: string | undefined,
  audience: string | undefined,
  jwks: string | undefined,
): OAuthSettings | undefined {
  if (issuer === undefined && audience === undefined && jwks === undefined) return undefined;
  if (issuer === undefined || audience === undefined)
    throw invalidOption(
      issuer === undefined ? 'oauth-issuer' : 'oauth-audience',
      'OAuth needs both --oauth-issuer and --oauth-audience',
      { hint: 'Name who issues the tokens and the address of this server they are issued for' },
    );
  for (const [name, text] of Object.entries({ issuer, audience, jwks }))
    if (text !== undefined) checkUrl(`oauth-${name}`, text);
  return { issuer, audience, jwks };
}

/** Keys and tokens that travel in the clear can be replaced on the way. */
function checkUrl(parameter: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isSafe && url.hash === '' && url.username === '' && url.password === '') return;
  throw invalidOption(parameter, `Invalid address for --${parameter}: ${text.slice(0, 200)}`, {
    hint: 'Give an https:// address without fragment and user; http:// only on this computer',
  });
}

/** Where clients find out who issues tokens for this server, as RFC 9728 builds it from the resource's own address. */
export function metadataUrl({ audience }: OAuthSettings): URL {
  const { origin, pathname } = new URL(audience);
  return new URL(`${origin}${wellKnown}${pathname === '/' ? '' : pathname}`);
}

export const wellKnown = '/.well-known/oauth-protected-resource';

export function resourceMetadata({ issuer, audience }: OAuthSettings): Record<string, unknown> {
  return {
    resource: audience,
    authorization_servers: [issuer],
    scopes_supported: [scopes.read, scopes.write],
    bearer_methods_supported: ['header'],
    resource_name: 'Slipbox',
  };
}
