import { domainToASCII } from 'node:url';

const authority = /^(?:(?:https?|ftps?|wss?):)?\/\/(?:[^/?#]*@)?(\[[^\]/?#]*\]|[^/?#:\\]*)/i;

/**
 * The host of a URL as links are looked up by it: `https://docs.example.com/x` is `//com.example.docs.`, so that a domain and
 * what is below it are one range of keys. No name of a file begins like that. Null when a URL names no host.
 */
export function hostKey(url: string): string | null {
  const host = authority.exec(url)?.[1]?.toLowerCase().replace(/\.$/, '');
  if (!host) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII has two spellings
  const name = /[^\x00-\x7f]/.test(host) ? domainToASCII(host) : host;
  if (name === '') return null;
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name);
  return `//${isAddress ? name : name.split('.').reverse().join('.')}.`;
}

/** The key of a domain as a person gives it: `example.com`, `*.example.com`, `https://example.com/`; null when it is none. */
export function domainKey(domain: string): string | null {
  const text = domain.trim();
  const key = hostKey(text.includes('//') ? text : `//${text.replace(/^(?:\*?\.)+/, '')}`);
  return key === null || /\s/.test(key) ? null : key;
}

/** All keys of a domain are from its key on and before this. */
export function keysEnd(key: string): string {
  return `${key.slice(0, -1)}/`;
}
