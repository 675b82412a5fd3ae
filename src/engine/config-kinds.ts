import type { AccessRule } from './access.ts';
import { parseRule } from './access-rule.ts';
import { hostZone } from './clock.ts';
import { resolvePath, type Surroundings } from './config-folders.ts';

export const dialectNames = ['opennotes', 'flint', 'claudesidian', 'obsidian', 'directgtd'] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Budget {
  readonly bytes: number;
  readonly lines: number;
  readonly contentShare: number;
}

/** A notebook someone registered; `name` wins over what the notebook calls itself. */
export interface RegisteredNotebook {
  readonly path: string;
  readonly name?: string;
  /** What tools may see and change of it. */
  readonly policy?: AccessRule;
}

/** A client of the HTTP server and what it may do. The token itself is not kept: only its hash, or the file it is in. */
export interface AccessToken extends AccessRule {
  readonly name: string;
  /** In lower-case hex. */
  readonly sha256?: string;
  readonly file?: string;
  /** The only notebooks it knows, by name or path. */
  readonly notebooks?: readonly string[];
}

/** Where relative paths in a value start. */
export type Place = Pick<Surroundings, 'home' | 'platform'> & { readonly base: string };

/** What a value may be. `parse` answers undefined for a value that is not accepted; `fromText` reads a flag or variable first. */
export interface Kind<T> {
  readonly type: string;
  readonly accepts: string;
  parse(raw: unknown, place: Place): T | undefined;
  fromText?(text: string): unknown;
}

export const oneOf = <T extends string>(...choices: readonly T[]): Kind<T> => ({
  type: 'string',
  accepts: `one of ${choices.join(', ')}`,
  parse: (raw) => choices.find((choice) => choice === raw),
});

export const trueOrFalse: Kind<boolean> = {
  type: 'boolean',
  accepts: 'true or false',
  parse: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  fromText: (text) =>
    /^(?:1|true|yes|on)$/i.test(text) ? true : /^(?:0|false|no|off)$/i.test(text) ? false : text,
};

export const wholeNumber = (least: number, most: number): Kind<number> => ({
  type: 'integer',
  accepts: `a whole number from ${least} to ${most}`,
  parse: (raw) => (isWithin(raw, least, most) && Number.isInteger(raw) ? raw : undefined),
  fromText: (text) => (/^\d+$/.test(text) ? Number(text) : text),
});

const unitMs = { ms: 1, s: 1000, m: 60_000 };
export const duration = (most: number): Kind<number> => ({
  type: 'duration',
  accepts: `milliseconds, or text such as "500ms", "30s", "2m", from 0 to ${most / 60_000}m`,
  parse: (raw) => {
    const written = typeof raw === 'string' ? /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(raw) : null;
    const ms =
      written === null ? raw : Number(written[1]) * unitMs[(written[2] ?? 'ms') as keyof typeof unitMs];
    return isWithin(ms, 0, most) ? Math.round(ms) : undefined;
  },
});

export const listOf = <T extends string>(
  accepts: string,
  isItem: (item: string) => item is T,
): Kind<readonly T[]> => ({
  type: 'list of strings',
  accepts,
  parse: (raw) => {
    const given: unknown[] = typeof raw === 'string' ? [raw] : Array.isArray(raw) ? raw : [];
    if (!given.every((item) => typeof item === 'string')) return undefined;
    const items = given.flatMap((item) => item.split(',')).map((item) => item.trim());
    return items.length > 0 && items.every(isItem) ? [...new Set(items)] : undefined;
  },
});

export const budget: Kind<Budget> = {
  type: 'object',
  accepts: 'an object with any of bytes (1000 to 10000000), lines (10 to 1000000), contentShare (0.1 to 1)',
  parse: (raw) => {
    const given = isRecord(raw) ? { ...defaultBudget, ...raw } : undefined;
    if (given === undefined || !isWithin(given.contentShare, 0.1, 1)) return undefined;
    const { contentShare } = given;
    const bytes = wholeNumber(1000, 10_000_000).parse(given.bytes, nowhere);
    const lines = wholeNumber(10, 1_000_000).parse(given.lines, nowhere);
    return bytes === undefined || lines === undefined ? undefined : { bytes, lines, contentShare };
  },
};
export const defaultBudget: Budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const nowhere: Place = { base: '', home: '', platform: 'linux' };

export const workspaces: Kind<Readonly<Record<string, string>>> = {
  type: 'object',
  accepts: 'an object of workspace ids, each with a folder inside the notebook such as "projects/garden"',
  parse: (raw) => {
    if (!isRecord(raw)) return undefined;
    const isFolder = (folder: unknown): folder is string =>
      typeof folder === 'string' &&
      !/^(?:[/\\]|[A-Za-z]:)|\0/.test(folder) &&
      !folder.split(/[/\\]/).includes('..');
    const entries = Object.entries(raw);
    const valid = entries.every((entry): entry is [string, string] => isFolder(entry[1]));
    return valid ? Object.fromEntries(entries) : undefined;
  },
};

export const notebooks: Kind<readonly RegisteredNotebook[]> = {
  type: 'list',
  accepts:
    'a list of folders, each a path or an object with path, name and policy (lists of globs: read, write, hidden)',
  parse: (raw, place) => {
    if (!Array.isArray(raw)) return undefined;
    const parsed = raw.map((item) => parseRegistered(item, place));
    return parsed.every((item) => item !== undefined) ? parsed : undefined;
  },
};

/** One entry of `notebooks`: a path, or a path with a name and a policy. */
export function parseRegistered(raw: unknown, place: Place): RegisteredNotebook | undefined {
  const { path, name, policy, ...others } = isRecord(raw) ? raw : { path: raw };
  // a slip in the name of `policy` would open what it was to close
  if (Object.keys(others).some((key) => /policy|hidden|read|write/i.test(key))) return undefined;
  if (typeof path !== 'string' || path === '' || path.includes('\0')) return undefined;
  if (name !== undefined && (typeof name !== 'string' || name.trim() === '')) return undefined;
  const parsed = policy === undefined || policy === null ? undefined : parseRule(policy);
  if (parsed !== undefined && 'fault' in parsed) return undefined;
  return {
    path: resolvePath(path, place.base, place),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(parsed === undefined ? {} : { policy: parsed.rule }),
  };
}

export const tokens: Kind<readonly AccessToken[]> = {
  type: 'list',
  accepts:
    'a list of objects with name, sha256 (64 hex digits) or file, and any of read, write, hidden (lists of globs), notebooks (a list of names or paths)',
  parse: (raw, place) => {
    if (!Array.isArray(raw)) return undefined;
    const parsed = raw.map((item) => parseToken(item, place));
    const valid = parsed.every((item) => item !== undefined);
    return valid && new Set(parsed.map(({ name }) => name)).size === parsed.length ? parsed : undefined;
  },
};

function parseToken(raw: unknown, place: Place): AccessToken | undefined {
  if (!isRecord(raw)) return undefined;
  const { name, sha256, file, notebooks: known, ...rest } = raw;
  const parsed = parseRule(rest);
  if ('fault' in parsed || typeof name !== 'string' || name.trim() === '') return undefined;
  if ((sha256 === undefined) === (file === undefined)) return undefined;
  if (sha256 !== undefined && !(typeof sha256 === 'string' && /^[\da-f]{64}$/i.test(sha256)))
    return undefined;
  const where = file === undefined ? undefined : filePath.parse(file, place);
  if (file !== undefined && where === undefined) return undefined;
  const isName = (item: unknown): item is string => typeof item === 'string' && item.trim() !== '';
  if (known !== undefined && !(Array.isArray(known) && known.every(isName))) return undefined;
  const toFolder = (one: string) => (/[/\\]|^~/.test(one) ? resolvePath(one, place.base, place) : one.trim());
  return {
    name: name.trim(),
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
    ...(where === undefined ? {} : { file: where }),
    ...(known === undefined ? {} : { notebooks: known.map(toFolder) }),
    ...parsed.rule,
  };
}

export const timeZone: Kind<string> = {
  type: 'string',
  accepts: 'a time zone name such as "Europe/Berlin" or "UTC", or "host"',
  parse: (raw) => {
    if (typeof raw !== 'string') return undefined;
    if (raw === hostZone) return raw;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: raw }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  },
};

export const filePath: Kind<string> = {
  type: 'path',
  accepts: 'the path of a file',
  parse: (raw, place) =>
    typeof raw === 'string' && raw !== '' && !raw.includes('\0')
      ? resolvePath(raw, place.base, place)
      : undefined,
};

export const toolPrefix: Kind<string> = {
  type: 'string',
  accepts: 'up to 32 letters, digits, "_" or "-"',
  parse: (raw) => (typeof raw === 'string' && /^[\w-]{0,32}$/.test(raw) ? raw : undefined),
};

export const isDialect = (name: string): name is DialectName => dialectNames.some((known) => known === name);
export const isToolGlob = (glob: string): glob is string => /^[\w:*?-]+$/.test(glob);

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
