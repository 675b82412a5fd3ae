import { metadataUrl, type OAuthSettings, scopes } from './oauth-settings.ts';
import type { Verdict } from './principal.ts';
import type { Refusal } from './refusal.ts';

type Refused = Exclude<Verdict, { principal: unknown }>;

/** How a request without a good enough token is answered, so that a client knows what to get. */
export function challenge({ refused, reason }: Refused, oauth: OAuthSettings | undefined): Refusal {
  if (refused === 'unavailable') return { status: 503, message: reason, headers: { 'retry-after': '10' } };
  if (refused === 'scope') return scopeChallenge(reason, scopes.read, oauth);
  const parts = ['realm="slipbox"'];
  if (refused === 'invalid') parts.push('error="invalid_token"', `error_description="${quotable(reason)}"`);
  if (oauth !== undefined) parts.push(`scope="${scopes.read} ${scopes.write}"`, metadataPart(oauth));
  return { status: 401, message: reason, headers: { 'www-authenticate': `Bearer ${parts.join(', ')}` } };
}

/** The token is good, but not for this. */
export function scopeChallenge(reason: string, scope: string, oauth: OAuthSettings | undefined): Refusal {
  const parts = ['error="insufficient_scope"', `scope="${scope}"`, `error_description="${quotable(reason)}"`];
  if (oauth !== undefined) parts.push(metadataPart(oauth));
  return { status: 403, message: reason, headers: { 'www-authenticate': `Bearer ${parts.join(', ')}` } };
}

function metadataPart(oauth: OAuthSettings): string {
  return `resource_metadata="${metadataUrl(oauth)}"`;
}

function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, "'");
}
