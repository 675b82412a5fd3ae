import { describe, expect, it } from 'vitest';
import { parseIgnoreRules } from './ignore.ts';

/** `x/` in a list of paths is a folder. */
function hidden(rules: string, paths: string[]): string[] {
  const { hides } = parseIgnoreRules(rules);
  return paths.filter((path) => hides(path.replace(/\/$/, ''), path.endsWith('/')));
}

describe('parseIgnoreRules', () => {
  it.each<[rules: string, paths: string[], wanted: string[]]>([
    ['draft.md', ['draft.md', 'a/draft.md', 'drafts.md'], ['draft.md', 'a/draft.md']],
    ['/draft.md', ['draft.md', 'a/draft.md'], ['draft.md']],
    ['a/draft.md', ['a/draft.md', 'b/a/draft.md'], ['a/draft.md']],
    ['**/a/draft.md', ['a/draft.md', 'b/a/draft.md'], ['a/draft.md', 'b/a/draft.md']],
    ['build/', ['build/', 'build', 'a/build/', 'build.md'], ['build/', 'a/build/']],
    ['*.tmp.md', ['x.tmp.md', 'a/x.tmp.md', 'x.md'], ['x.tmp.md', 'a/x.tmp.md']],
    ['private/**', ['private/', 'private/a.md', 'private/b/c.md'], ['private/a.md', 'private/b/c.md']],
    ['private/**\n!private/keep.md', ['private/', 'private/a.md', 'private/keep.md'], ['private/a.md']],
    ['*.md\n!keep.md', ['a.md', 'keep.md', 'x/keep.md'], ['a.md']],
    ['!a.md\na.md', ['a.md'], ['a.md']],
    ['# comment\n\n  \na.md', ['a.md', '# comment'], ['a.md']],
    ['\\#a.md', ['#a.md'], ['#a.md']],
    ['\\!a.md', ['!a.md'], ['!a.md']],
    ['a.md\r\nb.md\r\n', ['a.md', 'b.md'], ['a.md', 'b.md']],
    ['\uFEFFa.md', ['a.md'], ['a.md']],
    ['a.md   ', ['a.md'], ['a.md']],
    ['{a,b}.md', ['a.md', '{a,b}.md'], ['{a,b}.md']],
    ['caf\u0065\u0301.md', ['caf\u00e9.md'], ['caf\u00e9.md']],
    ['/', ['a.md', 'a/'], []],
    ['!', ['a.md'], []],
  ])('%j', (rules, paths, wanted) => {
    expect(hidden(rules, paths)).toEqual(wanted);
  });

  it('is empty when nothing is said', () => {
    expect(parseIgnoreRules('').isEmpty).toBe(true);
    expect(parseIgnoreRules('\n# only words\n').isEmpty).toBe(true);
    expect(parseIgnoreRules('a').isEmpty).toBe(false);
  });

  it('reads a hostile file soon', () => {
    const start = performance.now();
    const lines = [
      '{,'.repeat(300_000),
      '*a'.repeat(2000),
      `${'{a,b}'.repeat(60)}\n`.repeat(500),
      '['.repeat(4000),
    ];
    const { hides } = parseIgnoreRules(lines.join('\n'));
    expect(hides('a'.repeat(200), false)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
