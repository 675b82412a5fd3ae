/**
 * Globs over notebook paths: `*` and `?` stay inside a segment, `**` as a segment crosses folders, `[a-z]`, `{a,b}`.
 * Matched without regular expressions: a hostile pattern costs pattern x path steps, never more.
 */
export type PathTest = (path: string) => boolean;

type Token =
  | { kind: 'text'; char: string }
  | { kind: 'one' }
  | { kind: 'star' }
  | { kind: 'class'; has(char: string): boolean };
type Segment = 'any-folders' | Token[];

export const maxAlternatives = 256;

export function compileGlob(glob: string): PathTest {
  const tests = expandBraces(glob.normalize('NFC')).map(compilePlainGlob);
  return tests.length === 1 ? tests[0]! : (path) => tests.some((test) => test(path));
}

/** A glob in which braces mean themselves, as in .gitignore. */
export function compilePlainGlob(glob: string): PathTest {
  const parts = glob.normalize('NFC').split('/');
  const segments: Segment[] = parts.map((part) => (/^\*{2,}$/.test(part) ? 'any-folders' : tokenise(part)));
  // `a/**` is what lies in `a`, not `a` itself; otherwise nothing in a folder hidden so could be shown again.
  if (segments.at(-1) === 'any-folders') segments.push([{ kind: 'star' }]);
  return (path) => matchSegments(segments, path.split('/'));
}

/** Whether a path is matched by one of the globs; `**` matches everything. */
export function compileGlobs(globs: readonly string[]): PathTest {
  if (globs.includes('**')) return () => true;
  const tests = globs.map(compileGlob);
  return (path) => tests.some((test) => test(path));
}

/** The globs without braces that a glob stands for; past `maxAlternatives` some keep theirs. */
export function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const queue = [glob];
  while (queue.length > 0 && done.length + queue.length <= maxAlternatives) {
    const next = queue.shift()!;
    const inner = findBraces(next);
    if (!inner) done.push(next);
    else
      for (const choice of inner.choices)
        queue.push(next.slice(0, inner.open) + choice + next.slice(inner.close + 1));
  }
  return [...done, ...queue];
}

/** The first pair of braces with a comma and no braces inside; scanned by hand, since a pattern for it backtracks. */
function findBraces(glob: string): { open: number; close: number; choices: string[] } | undefined {
  let open = -1;
  let commas: number[] = [];
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i];
    if (char === '\\') i++;
    else if (char === '{') {
      open = i;
      commas = [];
    } else if (char === ',' && open !== -1) commas.push(i);
    else if (char === '}' && open !== -1) {
      if (commas.length > 0) {
        const ends = [open, ...commas, i];
        return { open, close: i, choices: ends.slice(1).map((end, k) => glob.slice(ends[k]! + 1, end)) };
      }
      open = -1;
    }
  }
  return undefined;
}

function tokenise(part: string): Token[] {
  const chars = [...part];
  const tokens: Token[] = [];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i]!;
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') tokens.push({ kind: 'one' });
    else if (char === '\\' && i + 1 < chars.length) tokens.push({ kind: 'text', char: chars[++i]! });
    else {
      const close = char === '[' ? classEnd(chars, i) : -1;
      tokens.push(close === -1 ? { kind: 'text', char } : parseClass(chars.slice(i + 1, close)));
      if (close !== -1) i = close;
    }
  }
  return tokens;
}

/** Where a class closes; a `]` that comes first belongs to it. */
function classEnd(chars: string[], open: number): number {
  return chars.indexOf(']', open + (isNegation(chars[open + 1]) ? 3 : 2));
}

function isNegation(char: string | undefined): boolean {
  return char === '!' || char === '^';
}

function parseClass(chars: string[]): Token {
  const negated = isNegation(chars[0]);
  const body = negated ? chars.slice(1) : chars;
  const codes = body.map((char) => char.codePointAt(0)!);
  const ranges: [number, number][] = [];
  for (let i = 0; i < codes.length; i++) {
    const isRange = body[i + 1] === '-' && i + 2 < codes.length;
    ranges.push([codes[i]!, codes[isRange ? i + 2 : i]!]);
    if (isRange) i += 2;
  }
  const has = (char: string) => {
    const code = char.codePointAt(0)!;
    return ranges.some(([from, to]) => from <= code && code <= to) !== negated;
  };
  return { kind: 'class', has };
}

/** Greedy with one point to come back to: enough for `**`, as it is for `*` below. */
function matchSegments(pattern: Segment[], path: string[]): boolean {
  let p = 0;
  let s = 0;
  let backPattern = -1;
  let backPath = 0;
  while (s < path.length) {
    const segment = pattern[p];
    if (segment === 'any-folders') {
      backPattern = p++;
      backPath = s;
    } else if (segment !== undefined && matchTokens(segment, path[s]!)) {
      p++;
      s++;
    } else if (backPattern !== -1) {
      p = backPattern + 1;
      s = ++backPath;
    } else return false;
  }
  while (pattern[p] === 'any-folders') p++;
  return p === pattern.length;
}

function matchTokens(tokens: Token[], text: string): boolean {
  let t = 0;
  let i = 0;
  let backToken = -1;
  let backText = 0;
  while (i < text.length) {
    const token = tokens[t];
    const char = String.fromCodePoint(text.codePointAt(i)!);
    if (token?.kind === 'star') {
      backToken = t++;
      backText = i;
    } else if (token !== undefined && matchOne(token, char)) {
      t++;
      i += char.length;
    } else if (backToken !== -1) {
      t = backToken + 1;
      backText += String.fromCodePoint(text.codePointAt(backText)!).length;
      i = backText;
    } else return false;
  }
  while (tokens[t]?.kind === 'star') t++;
  return t === tokens.length;
}

function matchOne(token: Token, char: string): boolean {
  if (token.kind === 'text') return token.char === char;
  return token.kind === 'one' || (token.kind === 'class' && token.has(char));
}
