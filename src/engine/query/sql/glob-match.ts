import { compileGlob, type PathTest } from '../../vault/glob.ts';
import { parsePathPattern } from '../path-pattern.ts';

const extension = /\.md$/i;
const mostCompiled = 1000;

/** A glob of `read_markdown`; PATH_TRAVERSAL when it leaves the notebook. */
export function compileNoteGlob(written: string): PathTest {
  const glob = written.replace(/^(?:\.\/)+/, '');
  parsePathPattern(glob);
  const test = compileGlob(glob.replace(/\/$/, '/**').replace(extension, '.md'));
  return (path) => test(path.replace(extension, '.md'));
}

const everything = new Set(['**', '**/*', '**/*.md']);

/** Whether these globs take every note, so that no path needs to be looked at. */
export function takesAll(globs: readonly string[]): boolean {
  return globs.some((glob) => everything.has(glob.replace(/^(?:\.\/)+/, '').replace(extension, '.md')));
}

/** The globs that `to_json` made of a text or a list of texts. */
function parseGlobs(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/**
 * The same as a regular expression for DuckDB, which is ten times as quick as asking us for each path; null for what only
 * we know (classes, braces, escapes, and letters that may stand for those of the extension, whose case does not matter).
 */
export function toRegex(globs: readonly string[]): string | null {
  const parts = globs.map((written) => {
    const glob = written
      .replace(/^(?:\.\/)+/, '')
      .replace(/\/$/, '/**')
      .normalize('NFC');
    if (/[[\]{}\\]/.test(glob)) return null;
    const segments = glob.split('/');
    if (/^\*{2,}$/.test(segments.at(-1)!)) segments.push('*');
    if (mayNameExtension(segments.at(-1)!)) return null;
    return segments
      .map((segment, place) => {
        const last = place === segments.length - 1;
        if (/^\*{2,}$/.test(segment)) return '(?:[^/]+/)*';
        return segmentRegex(segment, last) + (last ? '' : '/');
      })
      .join('');
  });
  return parts.includes(null) ? null : `^(?:${parts.join('|')})$`;
}

/** `a.md*` or `a.m?`, but not `a.md`: as many characters as the letters of an extension, from the end. */
function mayNameExtension(segment: string): boolean {
  return !extension.test(segment) && /[md]/i.test(segment.replaceAll('*', '').slice(-2));
}

function segmentRegex(segment: string, last: boolean): string {
  const stem = last ? segment.replace(extension, '') : segment;
  const regex = stem
    .replaceAll(/[.^$|+()]/g, '\\$&')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('?', '[^/]');
  return stem === segment ? regex : `${regex}\\.[mM][dD]`;
}

interface Globs {
  all(json: string): boolean;
  regex(json: string): string | null;
  test(path: string, json: string): boolean;
}

/** Compiles each list of globs once. */
export function openGlobs(): Globs {
  const compiled = new Map<string, { all: boolean; regex: string | null; test: PathTest }>();
  const get = (json: string) => {
    let known = compiled.get(json);
    if (!known) {
      if (compiled.size >= mostCompiled) compiled.clear();
      const globs = parseGlobs(json);
      const tests = globs.map(compileNoteGlob);
      known = {
        all: takesAll(globs),
        regex: toRegex(globs),
        test: (path) => tests.some((test) => test(path)),
      };
      compiled.set(json, known);
    }
    return known;
  };
  return {
    all: (json) => get(json).all,
    regex: (json) => get(json).regex,
    test: (path, json) => get(json).test(path),
  };
}
