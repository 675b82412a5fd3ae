import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type AccessToken,
  callerOf,
  type LoadedConfig,
  owner,
  readTokens,
  SlipboxError,
} from '../../../engine/index.ts';
import { followFile } from './follow-file.ts';
import type { Access, Principal, Verdict } from './principal.ts';
import { readToken } from './token-file.ts';

interface KnownToken {
  /** All it depends on: with any other, it is another token. */
  readonly id: string;
  readonly hash: Buffer;
  readonly principal: Principal;
}

export interface TokenSources {
  readonly config: LoadedConfig;
  /** Where the owner's token is, if there is one. */
  readonly ownFile: string | undefined;
  /** How often files are looked at, at most. */
  readonly everyMs: number;
  readonly warn: (message: string) => void;
  /** Told what a token gave that is none any more. */
  readonly onEnd: (access: Access) => void;
}

/**
 * The owner's token and those of the configuration, as their files are now. At the start a file that cannot be read is an
 * error; later it counts as it was before, and is a warning.
 */
export class StaticTokens {
  readonly #sources: TokenSources;
  readonly #configured: () => readonly AccessToken[] | undefined;
  readonly #files = new Map<string, () => Buffer | undefined>();
  readonly #timer: NodeJS.Timeout;
  #known: readonly KnownToken[] = [];
  #told: string | undefined;
  #lastLook = 0;

  constructor(sources: TokenSources) {
    this.#sources = sources;
    const { config, ownFile, everyMs, warn } = sources;
    for (const file of [ownFile, ...readTokens(config).map((token) => token.file)])
      if (file !== undefined) readToken(file);
    this.#configured =
      config.sources.tokens === 'tokens'
        ? () => config.tokens
        : followFile(config.configFile, () => readTokens(config), warn);
    this.#look();
    if (this.#told !== undefined)
      throw new SlipboxError('CONFIG_INVALID', this.#told, {
        hint: 'Give every entry of tokens a secret of its own',
        details: { key: 'tokens' },
      });
    // requests look too, but streams of a token that is gone are to end when nobody asks for anything
    this.#timer = setInterval(() => this.#look(), everyMs).unref();
  }

  /** All are compared each time, so that time tells nothing. */
  async authenticate(token: string): Promise<Verdict | undefined> {
    if (performance.now() - this.#lastLook >= this.#sources.everyMs) this.#look();
    const hash = hashOf(token);
    let found: Principal | undefined;
    for (const one of this.#known) if (timingSafeEqual(one.hash, hash)) found ??= one.principal;
    return found && { principal: found };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#lastLook = performance.now();
    const before = new Map(this.#known.map((one) => [one.id, one]));
    const now = this.#withoutTwins(this.#read(), before);
    this.#known = now.map((one) => before.get(one.id) ?? one);
    const kept = new Set(this.#known);
    for (const one of before.values()) if (!kept.has(one)) this.#sources.onEnd(one.principal.access);
  }

  #read(): KnownToken[] {
    const { ownFile } = this.#sources;
    const configured = this.#configured() ?? [];
    const own = ownFile === undefined ? [] : knownAs('owner', this.#hashIn(ownFile), owner);
    return [
      ...own,
      ...configured.flatMap((token) => {
        const { sha256, file } = token;
        const hash = sha256 === undefined ? this.#hashIn(file!) : Buffer.from(sha256, 'hex');
        return knownAs(`token:${token.name}`, hash, callerOf(token));
      }),
    ];
  }

  #hashIn(file: string): Buffer | undefined {
    const known =
      this.#files.get(file) ?? followFile(file, () => hashOf(readToken(file)), this.#sources.warn);
    this.#files.set(file, known);
    return known();
  }

  /** Of two that are the same, the one that was there before stays: nobody could tell whose call it is. */
  #withoutTwins(tokens: readonly KnownToken[], before: ReadonlyMap<string, KnownToken>): KnownToken[] {
    const byHash = Map.groupBy(tokens, ({ hash }) => hash.toString('hex'));
    const hasTwins = byHash.size < tokens.length;
    const message = 'Two of the tokens are the same: nobody could tell whose call it is';
    if (hasTwins && this.#told === undefined) this.#sources.warn(message);
    this.#told = hasTwins ? message : undefined;
    return tokens.filter(({ hash, id }) => byHash.get(hash.toString('hex'))!.length === 1 || before.has(id));
  }
}

function knownAs(key: string, hash: Buffer | undefined, caller: Access['caller']): KnownToken[] {
  if (hash === undefined) return [];
  const id = JSON.stringify([key, hash.toString('hex'), caller]);
  return [{ id, hash, principal: { key, access: { caller } } }];
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
