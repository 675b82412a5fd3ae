import type { Caller } from './call.ts';
import { compileGlob, compileGlobs, expandBraces, maxAlternatives, type PathTest } from './vault/glob.ts';

/**
 * What of a notebook may be seen and changed, as a person writes it. No `read` means everything, no `write` means what may
 * be read; what is `hidden` is neither read nor written, whatever else is said.
 */
export interface AccessRule {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly hidden?: readonly string[];
}

/** What is wrong with a glob of a rule, in words that follow "expected"; undefined when nothing is. */
export function globFault(glob: unknown): string | undefined {
  if (typeof glob !== 'string') return 'text';
  if (glob !== glob.trim()) return 'no space at either end';
  if (glob.startsWith('!')) return 'what is meant, not what is not: there is no !';
  const plain = expandBraces(glob).map(trimmed);
  if (plain.length >= maxAlternatives) return `fewer than ${maxAlternatives} alternatives`;
  if (plain.includes('')) return 'a folder, a file or a pattern';
  if (plain.some((one) => /\0|^[A-Za-z]:[/\\]|(?:^|\/)\.\.(?:\/|$)/.test(one)))
    return 'a path inside the notebook';
  // taken for an escape it would change what is hidden without a word
  return /\\[\p{L}\p{N}]/u.test(glob) ? 'a path with / between folders' : undefined;
}

export function callerOf(rule: AccessRule & Pick<Caller, 'notebooks'>): Caller {
  const { read, write, hidden, notebooks } = rule;
  return {
    visible: read?.flatMap(expandGrant) ?? ['**'],
    writable: write?.flatMap(expandGrant) ?? ['**'],
    ...(hidden?.length ? { hidden: hidden.flatMap(expandHiding) } : {}),
    ...(notebooks === undefined ? {} : { notebooks }),
  };
}

/** The caller as far as the rule lets it: what both allow. */
export function narrowCaller(caller: Caller, rule: AccessRule): Caller {
  return { ...callerOf(rule), within: [caller] };
}

/** Whether every path may be seen. */
export function seesAll({ visible, hidden = [], within = [] }: Caller): boolean {
  return visible.includes('**') && hidden.length === 0 && within.every(seesAll);
}

const sights = new WeakMap<Caller, PathTest>();
const reaches = new WeakMap<Caller, PathTest>();

/** Which paths a caller sees, in NFC. */
export function canSee(caller: Caller): PathTest {
  const known = sights.get(caller);
  if (known) return known;
  const tests = [compileGlobs(caller.visible), ...(caller.within ?? []).map(canSee)];
  const hides = (caller.hidden ?? []).map(compileHiding);
  const test: PathTest = seesAll(caller)
    ? () => true
    : (path) => tests.every((sees) => sees(path.normalize('NFC'))) && !hides.some((hidden) => hidden(path));
  sights.set(caller, test);
  return test;
}

/** Which paths a caller may make, change or remove: never one that it does not see. */
export function canWrite(caller: Caller): PathTest {
  const known = reaches.get(caller);
  if (known) return known;
  const tests = [canSee(caller), compileGlobs(caller.writable), ...(caller.within ?? []).map(canWrite)];
  const test: PathTest = (path) => tests.every((one) => one(path.normalize('NFC')));
  reaches.set(caller, test);
  return test;
}

/** Whether there is anything this caller may write. */
export function mayWrite({ writable, within = [] }: Caller): boolean {
  return writable.length > 0 && within.every(mayWrite);
}

// The index knows a path by the globs it matches. One that hides goes by its text after a slash, which no glob that shows
// begins with: it matches in another way.

/** The globs a caller's view depends on, under the names the index has for them. */
export function globNames({ visible, hidden = [], within = [] }: Caller): string[] {
  const own = visible.includes('**') ? [] : visible.filter((glob) => !glob.startsWith('/'));
  return [...new Set([...own, ...hidden.map((glob) => `/${glob}`), ...within.flatMap(globNames)])];
}

export function compileNamed(name: string): PathTest {
  if (name.startsWith('/')) return compileHiding(name.slice(1));
  const test = compileGlob(name);
  return (path) => test(path.normalize('NFC'));
}

/** Whether a caller sees the paths that match just these globs. */
export function seesMatching(caller: Caller, names: ReadonlySet<string>): boolean {
  const { visible, hidden = [], within = [] } = caller;
  return (
    visible.some((glob) => glob === '**' || (!glob.startsWith('/') && names.has(glob))) &&
    !hidden.some((glob) => names.has(`/${glob}`)) &&
    within.every((one) => seesMatching(one, names))
  );
}

/** A hiding glob ignores case: where the disk does, a rule in the wrong case would hide nothing. */
function compileHiding(glob: string): PathTest {
  const test = compileGlob(glob.normalize('NFC').toLowerCase());
  return (path) => test(path.normalize('NFC').toLowerCase());
}

/** A folder named as such means all that is in it; a pattern means what it matches and no more. */
function expandGrant(written: string): string[] {
  return expandBraces(written).flatMap((one) => {
    const glob = trimmed(one);
    if (/^\*{2,}(?:\/\*{2,})*$/.test(glob)) return ['**'];
    const folder = glob.replace(/(?:\/\*{2,})+$/, '');
    const isPattern = folder === glob && /[*?[]/.test(glob.slice(glob.lastIndexOf('/') + 1));
    return isPattern ? [glob] : [folder, `${folder}/**`];
  });
}

/** What is hidden hides all that is in it, a pattern's matches too. */
function expandHiding(written: string): string[] {
  return expandBraces(written).flatMap((one) => {
    const folder = trimmed(one).replace(/(?:\/\*{2,})+$/, '');
    return [folder, `${folder}/**`];
  });
}

function trimmed(glob: string): string {
  const segments = glob.normalize('NFC').split('/');
  return segments.filter((segment) => segment !== '' && segment !== '.').join('/');
}
