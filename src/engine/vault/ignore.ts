import { compilePlainGlob } from './glob.ts';

export interface IgnoreRules {
  readonly isEmpty: boolean;
  /** Whether a path (relative, NFC) is hidden by `.slipboxignore`. */
  hides(path: string, isFolder: boolean): boolean;
}

export const ignoreFileName = '.slipboxignore';
const longestRule = 4096;
const nothing: IgnoreRules = { isEmpty: true, hides: () => false };

/** Rules in the manner of .gitignore: comments, `!` to show again, `/` in front to anchor, `/` behind for folders only. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(parseRule)
    .filter((rule) => rule !== undefined);
  if (rules.length === 0) return nothing;
  return {
    isEmpty: false,
    hides(path, isFolder) {
      let hidden = false;
      for (const rule of rules) {
        if (rule.foldersOnly && !isFolder) continue;
        if (rule.test(path)) hidden = !rule.shows;
      }
      return hidden;
    },
  };
}

function parseRule(line: string) {
  let pattern = line.trimEnd();
  if (pattern === '' || pattern.startsWith('#') || pattern.length > longestRule) return undefined;
  const shows = pattern.startsWith('!');
  if (shows) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  return { shows, foldersOnly, test: compilePlainGlob(anchored ? pattern : `**/${pattern}`) };
}
