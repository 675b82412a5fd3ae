import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eras } from '../../../../test/support/mcp-client.ts';
import { listTools, newerEra, type OpenHttp, openHttp } from './testing-http.ts';
import { type Issuer, startIssuer } from './testing-issuer.ts';

const audience = 'https://notes.example.org/mcp';
const readScope = { aud: audience, scope: 'openid slipbox:read' };
const writeScope = { aud: audience, scope: 'slipbox:write' };

let issuer: Issuer;
let http: OpenHttp;
beforeAll(async () => {
  issuer = await startIssuer();
  http = await openHttp({
    files: { 'a.md': '# Alpha\n' },
    config: { tokens: [{ name: 'desk', file: 'desk' }] },
    tokens: { desk: 'desk-'.repeat(8) },
    options: { oauthIssuer: issuer.url, oauthAudience: audience },
    limits: { keysCooldownMs: 50 },
  });
});
afterAll(async () => {
  await http[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const ask = (token: string | undefined) => http.ask({ body: listTools, headers: newerEra, token });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens that are accepted', () => {
  for (const era of eras)
    test(`with slipbox:write everything can be done, with slipbox:read only reading (${era})`, async () => {
      const writer = await http.client({ era, token: await issuer.sign(writeScope) });
      const made = await writer.callTool({ name: 'opennotes_create', arguments: { title: `By ${era}` } });
      expect(made.isError).toBeFalsy();
      const token = await issuer.sign(readScope);
      const reader = await http.client({ era, token });
      const { tools } = await reader.listTools();
      expect(tools.map(({ name }) => name)).toContain('opennotes_list');
      expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
      const listed = await reader.callTool({ name: 'opennotes_list', arguments: {} });
      expect(JSON.stringify(listed)).toContain(`By ${era}`);
      await expect(
        reader.callTool({ name: 'opennotes_create', arguments: { title: 'No' } }),
      ).rejects.toThrow();
    });

  test('every algorithm with a private key of the issuer', async () => {
    for (const alg of ['RS256', 'PS256', 'EdDSA']) await issuer.addKey(alg);
    await sleep(80);
    for (const key of issuer.keys)
      expect((await ask(await issuer.sign(readScope, { key }))).status, key.alg).toBe(200);
  });

  test('one audience of several, scopes as a list, a clock that is a little off', async () => {
    expect(
      (await ask(await issuer.sign({ ...readScope, aud: ['https://x.example', audience] }))).status,
    ).toBe(200);
    expect((await ask(await issuer.sign({ aud: audience, scp: ['slipbox:read'] }))).status).toBe(200);
    expect((await ask(await issuer.sign(readScope, { expires: -10 }))).status).toBe(200);
  });

  test('a token of the configuration, but none of our own making', async () => {
    expect((await ask('desk-'.repeat(8))).status).toBe(200);
    expect(http.running.tokenFile).toBeUndefined();
  });

  test('a key the issuer has changed to is fetched, once for many tokens', async () => {
    await ask(await issuer.sign(readScope));
    await issuer.addKey();
    const before = issuer.asked();
    await sleep(80);
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, n) => issuer.sign({ ...readScope, sub: `u${n}` })),
    );
    expect((await Promise.all(tokens.map(ask))).map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(issuer.asked() - before).toBe(1);
  });
});

describe('tokens that are refused', () => {
  const refused: [name: string, token: () => Promise<string> | string][] = [
    ['an expired one', () => issuer.sign(readScope, { expires: -120 })],
    [
      'one that is not valid yet',
      () => issuer.sign({ ...readScope, nbf: Math.floor(Date.now() / 1000) + 120 }),
    ],
    ['one that never expires', () => issuer.sign({ ...readScope, exp: undefined })],
    ['one for somebody else', () => issuer.sign({ ...readScope, aud: 'https://other.example/mcp' })],
    ['one for nobody', () => issuer.sign({ ...readScope, aud: undefined })],
    ['one of another issuer', () => issuer.sign({ ...readScope, iss: 'https://evil.example' })],
    ['one of the issuer with a slash', () => issuer.sign({ ...readScope, iss: `${issuer.url}/` })],
    ['one without a signature', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
    ['one that says none in another way', () => `${encode({ alg: 'nOnE' })}.${encode(claims())}.AAAA`],
    ['one signed with the public key as a secret', () => signedWithPublicKey()],
    [
      'one whose claims were changed',
      async () => (await issuer.sign(readScope)).replace(/\.[^.]+\./, `.${encode(claims())}.`),
    ],
    ['an opaque one', () => 'opaque-'.repeat(6)],
    ['a longer one than any', () => 'a'.repeat(20_000)],
  ];
  const claims = () => ({
    iss: issuer.url,
    ...writeScope,
    sub: 'eve',
    exp: Math.floor(Date.now() / 1000) + 300,
  });

  async function signedWithPublicKey(): Promise<string> {
    const key = issuer.keys.at(-1)!;
    const secret = await exportSPKI((await importJWK(key.jwk, key.alg)) as CryptoKey);
    const text = `${encode({ alg: 'HS256', kid: key.kid })}.${encode(claims())}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }

  for (const [name, token] of refused)
    test(name, async () => {
      const answer = await ask(await token());
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
      expect(answer.headers['www-authenticate']).toContain(
        'resource_metadata="https://notes.example.org/.well-known/oauth-protected-resource/mcp"',
      );
    });

  test('one signed by another key under the name of a real one', async () => {
    await using other = await startIssuer();
    const { kid } = issuer.keys.at(-1)!;
    const forged = await other.sign({ ...writeScope, iss: issuer.url }, { header: { kid } });
    expect((await ask(forged)).status).toBe(401);
  });

  test('one with an address of keys in it: nobody looks there', async () => {
    await using other = await startIssuer();
    const header = { jku: `${other.url}/keys`, jwk: other.keys[0]!.jwk };
    const forged = await other.sign({ ...writeScope, iss: issuer.url }, { header });
    expect((await ask(forged)).status).toBe(401);
    expect(other.asked()).toBe(0);
  });

  test('one without a scope of ours, with the scope to ask for', async () => {
    for (const scope of [undefined, 'openid', 'slipbox:readx', 'SLIPBOX:READ']) {
      const answer = await ask(await issuer.sign({ aud: audience, scope }));
      expect(answer.status).toBe(403);
      expect(answer.headers['www-authenticate']).toContain(
        'error="insufficient_scope", scope="slipbox:read"',
      );
    }
  });

  test('a reading one for a call that writes, with the scopes to ask for', async () => {
    const params = { ...listTools.params, name: 'opennotes_create', arguments: { title: 'No' } };
    const headers = { ...newerEra, 'mcp-method': 'tools/call', 'mcp-name': 'opennotes_create' };
    const body = { ...listTools, method: 'tools/call', params };
    const answer = await http.ask({ body, headers, token: await issuer.sign(readScope) });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain(
      'error="insufficient_scope", scope="slipbox:read slipbox:write"',
    );
  });

  test('unknown keys do not make us ask the issuer each time', async () => {
    await using other = await startIssuer();
    const before = issuer.asked();
    const forged = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        other.sign({ ...readScope, iss: issuer.url }, { header: { kid: `x${n}` } }),
      ),
    );
    for (const token of forged) expect((await ask(token)).status).toBe(401);
    expect(issuer.asked() - before).toBeLessThan(10);
  });
});

describe('how a client finds out', () => {
  test('metadata says who issues tokens for what, without a token', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const answer = await http.ask({ method: 'GET', path, token: undefined });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        resource: audience,
        authorization_servers: [issuer.url],
        scopes_supported: ['slipbox:read', 'slipbox:write'],
      });
    }
  });

  test('without a token it is told where the metadata is', async () => {
    const answer = await ask(undefined);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer realm="slipbox", scope="slipbox:read slipbox:write", resource_metadata="https://notes.example.org/.well-known/oauth-protected-resource/mcp"',
    );
  });

  test('requests may be addressed to the name in the audience', async () => {
    const headers = { ...newerEra, host: 'notes.example.org' };
    expect((await http.ask({ body: listTools, headers, token: await issuer.sign(readScope) })).status).toBe(
      200,
    );
  });
});

describe('an issuer in other places and states', () => {
  const statusWith = async (own: Issuer, options: { oauthJwks?: string } = {}) => {
    await using other = await openHttp({
      options: { oauthIssuer: own.url, oauthAudience: audience, ...options },
      limits: { keysCooldownMs: 20 },
    });
    const token = await own.sign(readScope);
    const first = await other.ask({ body: listTools, headers: newerEra, token });
    own.isDown = false;
    await sleep(50);
    return [first.status, (await other.ask({ body: listTools, headers: newerEra, token })).status];
  };

  test('its metadata may be that of OpenID Connect, below its path or before it', async () => {
    await using before = await startIssuer({ metadata: 'openid-configuration', path: '/realm' });
    await using below = await startIssuer({
      metadata: '/realm/.well-known/openid-configuration',
      path: '/realm',
    });
    for (const own of [before, below]) expect(await statusWith(own)).toEqual([200, 200]);
  });

  test('its keys may be named instead', async () => {
    await using own = await startIssuer({ metadata: '/nowhere' });
    expect(await statusWith(own, { oauthJwks: `${own.url}/keys` })).toEqual([200, 200]);
    expect(await statusWith(own)).toEqual([503, 503]);
  });

  test('while it is down nobody is let in, and afterwards they are', async () => {
    await using own = await startIssuer();
    own.isDown = true;
    expect(await statusWith(own)).toEqual([503, 200]);
  });
});
