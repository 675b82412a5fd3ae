import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SlipboxError } from '../errors.ts';

/** A path inside a notebook: relative, `/` between segments, NFC. Only `checkPath` makes one. */
export type NotePath = string & { readonly checked: unique symbol };

/** An absolute path that was proven to lie inside the notebook. Only this can be opened. */
export type InsidePath = string & { readonly inside: unique symbol };

const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

export function traversal(given: string, why: string): SlipboxError {
  const shown = given.length > 200 ? `${given.slice(0, 200)}…` : given;
  return new SlipboxError('PATH_TRAVERSAL', `Path traversal blocked: ${shown}`, {
    details: { path: shown, reason: why },
  });
}

/** Why a path must not be used, or undefined when it may. Looks at the text only. */
function findFault(text: string): string | undefined {
  if (text.includes('\0')) return 'it contains a NUL character';
  if (!text.isWellFormed()) return 'it contains half of a character';
  if (/^(?:[/\\]|[a-z]:|~(?:[/\\]|$)|[a-z][a-z0-9+.-]+:\/\/)/i.test(text)) return 'it is absolute';
  for (const segment of text.split(/[/\\]/)) {
    if (segment === '..') return 'it leaves the notebook';
    if (segment.startsWith('.')) return 'a segment starts with a dot';
    if (device.test(segment)) return 'it names a device';
    if (process.platform === 'win32' && /[. ]$|:/.test(segment)) return 'a segment is not a plain file name';
  }
  return undefined;
}

const longestPath = 4096;
const maxRounds = 10;

/**
 * What percent-decoding makes of a path, repeated, since clients and proxies encode more than once. Only ASCII is
 * decoded: nothing else can be a fault, and it must be seen beside bytes that are not UTF-8 (`%ff%2f%2e%2e`) too.
 */
function decodings(text: string): string[] {
  const found: string[] = [];
  let current = text;
  for (let round = 0; round < maxRounds; round++) {
    const next = current
      .replace(/%c0%a([ef])/gi, (_, low: string) => (low.toLowerCase() === 'e' ? '.' : '/')) // overlong forms
      .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === current) break;
    found.push(next);
    current = next;
  }
  return found;
}

/** The one guard: a path from outside becomes a NotePath, or PATH_TRAVERSAL. */
export function checkPath(given: string): NotePath {
  const fault = given.length > longestPath ? 'it is too long' : findPathFault(given);
  if (fault) throw traversal(given, fault);
  return given.normalize('NFC').split('/').filter(Boolean).join('/') as NotePath;
}

function findPathFault(given: string): string | undefined {
  for (const reading of given.includes('%') ? [given, ...decodings(given)] : [given]) {
    const fault = findFault(reading);
    if (fault) return fault;
  }
  return undefined;
}

const doubtful = process.platform === 'win32' ? /./ : /[%\\:~]|^(?:\.|con|prn|aux|nul|com|lpt)/i;

/** Why `checkPath` would refuse a path with this name in it. A walk asks, so that whatever is listed can also be read. */
export function findNameFault(name: string, isFirst: boolean): string | undefined {
  if (!doubtful.test(name)) return undefined;
  return findPathFault(isFirst ? name : `-/${name}`);
}

/** The absolute path of something that exists in the notebook; symlinks that lead out are refused. */
export function findInside(root: string, given: NotePath): InsidePath | undefined {
  const onDisk = findOnDisk(root, given);
  if (onDisk === undefined) return undefined;
  let real: string;
  try {
    real = realpathSync.native(onDisk);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') throw traversal(given, 'a symlink leads round in a circle');
    throw error;
  }
  const realRoot = realpathSync.native(root);
  if (real !== realRoot && !real.startsWith(realRoot.endsWith(path.sep) ? realRoot : realRoot + path.sep))
    throw traversal(given, 'a symlink leads out of the notebook');
  const inner = path.relative(realRoot, real);
  if (inner.split(path.sep).some((segment) => segment.startsWith('.')))
    throw traversal(given, 'a symlink leads into a hidden folder');
  return real as InsidePath;
}

/** The absolute path of something that need not exist yet: what exists of it must lie inside. */
export function resolveNew(root: string, given: NotePath): InsidePath {
  const segments = given.split('/').filter(Boolean);
  if (segments.length === 0) throw traversal(given, 'it names the notebook itself');
  for (let known = segments.length; known >= 0; known--) {
    const above = segments.slice(0, known).join('/') as NotePath;
    if (findOnDisk(root, above) === undefined) continue;
    const inside = findInside(root, above);
    if (inside === undefined) throw traversal(given, 'a symlink leads nowhere');
    // what it leads to has a path of its own, which whoever names this one may not be meant to learn
    const real = path.relative(realpathSync.native(root), inside).split(path.sep).join('/');
    if (real.normalize('NFC').toLowerCase() !== above.toLowerCase())
      throw traversal(given, 'a folder on the way is a symlink');
    return path.join(inside, ...segments.slice(known)) as InsidePath;
  }
  throw Object.assign(new Error(`The notebook folder is gone: ${root}`), { code: 'ENOENT' });
}

/** Names on disk may be NFD while paths are NFC, so a segment that is not there as typed is looked for by its NFC form. */
function findOnDisk(root: string, given: NotePath): string | undefined {
  const direct = path.join(root, given);
  if (exists(direct)) return direct;
  let folder = root;
  for (const segment of given.split('/')) {
    const next = path.join(folder, segment);
    if (exists(next)) {
      folder = next;
      continue;
    }
    if (/^[\x20-\x7e]*$/.test(segment)) return undefined;
    const twin = listNames(folder).find((name) => name.normalize('NFC') === segment);
    if (twin === undefined) return undefined;
    folder = path.join(folder, twin);
  }
  return folder;
}

function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP') return false;
    throw error;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not a folder, or gone meanwhile: nothing of that name is there
  }
}
