import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An authorization server as far as tokens go, on this computer. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** How often it was asked for its keys. */
  readonly asked: () => number;
  /** What it publishes; the first is the one it signs with. */
  readonly keys: IssuerKey[];
  isDown: boolean;
  addKey(alg?: string): Promise<IssuerKey>;
  sign(claims: Record<string, unknown>, options?: SignOptions): Promise<string>;
}

export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export interface SignOptions {
  key?: IssuerKey;
  /** Seconds from now. */
  expires?: number | undefined;
  header?: Record<string, unknown>;
}

let made = 0;

export async function startIssuer({
  metadata = 'oauth-authorization-server',
  path = '',
} = {}): Promise<Issuer> {
  const keys: IssuerKey[] = [];
  let asked = 0;
  const issuer = { isDown: false };
  const server = createServer((request, response) => {
    const answers: Record<string, () => unknown> = {
      [metadata.startsWith('/') ? metadata : `/.well-known/${metadata}${path}`]: () => ({
        issuer: url,
        jwks_uri: `${origin}/keys`,
      }),
      '/keys': () => {
        asked++;
        return { keys: keys.map(({ jwk }) => jwk) };
      },
    };
    const answer = answers[request.url ?? ''];
    if (issuer.isDown || answer === undefined)
      return void response.writeHead(issuer.isDown ? 500 : 404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}${path}`;
  const addKey = async (alg = 'ES256') => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const kid = `key-${++made}`;
    const key = { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
    keys.unshift(key);
    return key;
  };
  await addKey();
  return Object.assign(issuer, {
    url,
    asked: () => asked,
    keys,
    addKey,
    sign(claims: Record<string, unknown>, { key = keys[0]!, expires = 300, header = {} }: SignOptions = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: url, sub: 'ann', iat: now, exp: now + expires, ...claims };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
