import type { PathFilter } from '../db/queries/list-notes.ts';
import { SlipboxError } from '../errors.ts';
import { compileGlob } from '../vault/glob.ts';
import { traversal } from '../vault/path-guard.ts';

const magic = /[*?[{\\]/;
const complex = /[[{\\]/;
const maxLength = 1000;

/** A glob over paths as conditions the index can answer; what it cannot is left to `test`. */
export function parsePathPattern(pattern: string): PathFilter {
  if (pattern.length > maxLength)
    throw new SlipboxError('INVALID_PARAMS', `pattern: longer than ${maxLength} characters`, {
      details: { parameter: 'pattern' },
    });
  const glob = pattern.normalize('NFC').replace(/\/$/, '/**');
  const segments = glob.split('/');
  if (
    glob.includes('\0') ||
    /^(?:\/|\\|[a-z]:|~)/i.test(glob) ||
    segments.some((segment) => segment.startsWith('.'))
  )
    throw traversal(pattern, 'a pattern is relative to the notebook and names no dot folders');
  const firstMagic = segments.findIndex((segment) => magic.test(segment));
  const lead = firstMagic === -1 ? segments.length - 1 : Math.min(firstMagic, segments.length - 1);
  const prefix = lead === 0 ? '' : `${segments.slice(0, lead).join('/')}/`;
  const rest = segments.slice(lead);
  const last = rest.at(-1)!;
  const deep = rest.length === 2 && rest[0] === '**';
  if (rest.length === 1 && last === '**') return { prefix };
  if ((rest.length === 1 || deep) && !complex.test(last) && !/^\*{2,}$/.test(last)) {
    const everyNote = last === '*' || last.toLowerCase() === '*.md';
    return { prefix, ...(deep ? {} : { direct: true }), ...(everyNote ? {} : { name: toSqlite(last) }) };
  }
  const superset = complex.test(glob) ? '*' : toSqlite(glob.replaceAll('**/', '*'));
  return { prefix, test: compileForNotes(glob), superset };
}

const extension = /\.md$/i;

/** A note's extension may be spelled in any case, and so may the one at the end of a pattern. */
function compileForNotes(glob: string): (path: string) => boolean {
  const test = compileGlob(glob.replace(extension, '.md'));
  return extension.test(glob) ? (path) => test(path.replace(extension, '.md')) : test;
}

/** The same for SQLite's GLOB, whose stars cross folders. */
function toSqlite(glob: string): string {
  return glob.replace(extension, '.[mM][dD]').replace(/\*+/g, '*');
}
