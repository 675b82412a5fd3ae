import { describe, expect, test } from 'vitest';
import { createGuards } from './guards.ts';
import { type HttpOptions, parseHttpOptions } from './http-settings.ts';
import { metadataUrl } from './oauth-settings.ts';
import { RateLimit } from './rate-limit.ts';

const parse = (options: Partial<HttpOptions>) =>
  parseHttpOptions({
    http: '127.0.0.1:0',
    allowRemote: false,
    tokenFile: undefined,
    allowHost: [],
    allowOrigin: [],
    oauthIssuer: undefined,
    oauthAudience: undefined,
    oauthJwks: undefined,
    ...options,
  });
const refuses = (options: Partial<HttpOptions>, parameter: string) =>
  expect(() => parse(options), JSON.stringify(options)).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAMS', details: { parameter } }),
  );

describe('where to listen', () => {
  test('an address of this computer is taken', () => {
    expect(parse({ http: '127.0.0.1:3800' })).toMatchObject({
      host: '127.0.0.1',
      port: 3800,
      isRemote: false,
    });
    expect(parse({ http: '[::1]:0' })).toMatchObject({ host: '::1', port: 0, isRemote: false });
    expect(parse({ http: 'localhost:1' })).toMatchObject({ host: 'localhost', isRemote: false });
    expect(parse({ http: '8080' })).toMatchObject({ host: '127.0.0.1', port: 8080 });
    expect(parse({ http: '127.9.9.9:1' })).toMatchObject({ isRemote: false });
  });

  test('one that others can reach is refused unless it is allowed', () => {
    for (const http of [
      '0.0.0.0:80',
      '[::]:80',
      '192.168.1.2:80',
      'example.org:80',
      '127.evil.example:80',
      '[::ffff:127.0.0.1]:1',
    ])
      refuses({ http }, 'http');
    expect(parse({ http: '0.0.0.0:80', allowRemote: true })).toMatchObject({
      host: '0.0.0.0',
      isRemote: true,
    });
  });

  test('what is no address is refused', () => {
    for (const http of [
      '',
      'localhost',
      ':80',
      '127.0.0.1:',
      '127.0.0.1:65536',
      '127.0.0.1:-1',
      '[127.0.0.1]:1',
      'http://127.0.0.1:1',
      '1:2:3',
      'a b:1',
    ])
      refuses({ http }, 'http');
  });

  test('hosts and origins must be just that', () => {
    expect(parse({ allowHost: ['Notes.Example.org'] }).hosts).toEqual(['notes.example.org']);
    expect(parse({ allowOrigin: ['https://App.example:443/'] }).origins).toEqual(['https://app.example']);
    for (const allowHost of ['', 'a:80', 'http://a', '*', 'a/b'])
      refuses({ allowHost: [allowHost] }, 'allow-host');
    for (const allowOrigin of ['', '*', 'null', 'app.example', 'https://a/b', 'https://u@a', 'file:///a'])
      refuses({ allowOrigin: [allowOrigin] }, 'allow-origin');
  });
});

describe('OAuth', () => {
  const audience = 'https://notes.example/mcp';

  test('an issuer needs an audience and the other way round', () => {
    refuses({ oauthIssuer: 'https://a.example' }, 'oauth-audience');
    refuses({ oauthAudience: audience }, 'oauth-issuer');
    refuses({ oauthJwks: 'https://a.example/keys' }, 'oauth-issuer');
  });

  test('nothing is fetched in the clear, but on this computer', () => {
    refuses({ oauthIssuer: 'http://a.example', oauthAudience: audience }, 'oauth-issuer');
    refuses(
      { oauthIssuer: 'https://a.example', oauthAudience: audience, oauthJwks: 'http://a.example/k' },
      'oauth-jwks',
    );
    refuses({ oauthIssuer: 'ftp://a.example', oauthAudience: audience }, 'oauth-issuer');
    refuses({ oauthIssuer: 'https://u:p@a.example', oauthAudience: audience }, 'oauth-issuer');
    refuses({ oauthIssuer: 'https://a.example', oauthAudience: 'notes' }, 'oauth-audience');
    expect(parse({ oauthIssuer: 'http://127.0.0.1:9', oauthAudience: audience }).oauth?.issuer).toBe(
      'http://127.0.0.1:9',
    );
  });

  test('the metadata is where the address of the server says', () => {
    const at = (audience: string) =>
      metadataUrl({ issuer: 'https://a.example', audience, jwks: undefined }).href;
    expect(at('https://n.example')).toBe('https://n.example/.well-known/oauth-protected-resource');
    expect(at('https://n.example/x/mcp')).toBe(
      'https://n.example/.well-known/oauth-protected-resource/x/mcp',
    );
  });
});

describe('guards of a server that others can reach', () => {
  const guards = createGuards(
    parse({
      http: '0.0.0.0:80',
      allowRemote: true,
      allowHost: ['notes.example'],
      allowOrigin: ['https://app.example'],
    }),
  );

  test('numbers cannot be pointed elsewhere, names can', () => {
    for (const host of [
      '192.168.1.2',
      '192.168.1.2:80',
      '[fe80::1]:80',
      'notes.example',
      'NOTES.example.:80',
      'localhost',
    ])
      expect(guards.isHost(host), host).toBe(true);
    for (const host of [
      undefined,
      '',
      'evil.example',
      '1.2.3.4.evil.example',
      'notes.example.evil',
      'a b',
      'notes.example:x',
    ])
      expect(guards.isHost(host), host).toBe(false);
  });

  test("pages on the visitor's own computer are no friends of it", () => {
    expect(guards.isOrigin('http://localhost:3000')).toBe(false);
    expect(guards.isOrigin('https://app.example')).toBe(true);
    expect(guards.isOrigin(undefined)).toBe(true);
  });
});

test('a bucket empties, fills again, and is forgotten in favour of others', () => {
  const rate = new RateLimit(10, 20, 2);
  for (let round = 0; round < 20; round++) expect(rate.take('a', 1, 0)).toBeUndefined();
  expect(rate.take('a', 1, 0)).toBe(1);
  expect(rate.take('a', 50, 0)).toBe(5);
  expect(rate.take('a', 5, 500)).toBeUndefined();
  expect(rate.take('a', 1, 500)).toBe(1);
  expect(rate.take('b', 1, 500)).toBeUndefined();
  expect(rate.take('c', 1, 500)).toBeUndefined();
  expect(rate.take('a', 20, 500)).toBeUndefined();
});
