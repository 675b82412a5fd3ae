import { isIP } from 'node:net';
import type { HttpSettings } from './http-settings.ts';
import { isLoopback } from './option-checks.ts';

export interface Guards {
  /** Whether a request may be addressed like this. A page whose name was pointed at this computer has another one. */
  isHost(header: string | undefined): boolean;
  /** Whether a request may come from this web page; clients that are no browsers do not say. */
  isOrigin(header: string | undefined): boolean;
  /** Whether the page may read the answer. */
  isShared(origin: string | undefined): origin is string;
}

export function createGuards(
  settings: Pick<HttpSettings, 'host' | 'isRemote' | 'hosts' | 'origins' | 'oauth'>,
): Guards {
  const { isRemote, oauth } = settings;
  const names = new Set([...settings.hosts, settings.host.toLowerCase()]);
  if (oauth !== undefined) names.add(new URL(oauth.audience).hostname);
  const shared = new Set(settings.origins);
  return {
    isHost(header) {
      const name = header === undefined ? undefined : hostName(header);
      if (name === undefined) return false;
      const bare = name.replace(/^\[(.*)\]$/, '$1');
      // no name server can point a number elsewhere
      return isLoopback(bare) || names.has(name) || names.has(bare) || (isRemote && isIP(bare) !== 0);
    },
    isOrigin(header) {
      if (header === undefined || shared.has(header)) return true;
      const url = URL.canParse(header) ? new URL(header) : undefined;
      return !isRemote && url !== undefined && /^https?:$/.test(url.protocol) && isLoopback(url.hostname);
    },
    isShared: (origin): origin is string => origin !== undefined && shared.has(origin),
  };
}

function hostName(header: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[\w.-]+?)\.?(?::\d{1,5})?$/i.exec(header)?.[1]?.toLowerCase();
}
