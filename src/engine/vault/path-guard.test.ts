import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTempFolder, type TempFolder } from '../../../test/support/temp-folder.ts';
import { SlipboxError } from '../errors.ts';
import { checkPath, findInside, findNameFault, type NotePath, resolveNew } from './path-guard.ts';

const temp = makeTempFolder();
afterAll(() => temp[Symbol.dispose]());
const root = temp.folder('notebook');

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof SlipboxError)) throw error;
    return error.code;
  }
}

describe('checkPath', () => {
  it.each([
    ['parent', '..'],
    ['parent in front', '../a.md'],
    ['parent inside', 'a/../../b.md'],
    ['parent that stays inside', 'a/../b.md'],
    ['parent behind', 'a/..'],
    ['absolute', '/etc/passwd'],
    ['two slashes', '//server/share'],
    ['drive', 'C:\\Windows\\win.ini'],
    ['drive with slash', 'c:/notes/a.md'],
    ['drive without slash', 'c:notes.md'],
    ['UNC', '\\\\server\\share\\a.md'],
    ['UNC device', '\\\\?\\C:\\a.md'],
    ['home', '~/a.md'],
    ['home alone', '~'],
    ['file URL', 'file:///etc/passwd'],
    ['other URL', 'https://example.com/a.md'],
    ['encoded', '%2e%2e%2fa.md'],
    ['encoded in capitals', '%2E%2E%2Fa.md'],
    ['half encoded', '.%2e/a.md'],
    ['encoded slash', '..%2fa.md'],
    ['encoded root', '%2fetc/passwd'],
    ['encoded twice', '%252e%252e%252fa.md'],
    ['encoded unevenly', '%252e%2e/a.md'],
    ['encoded six times', '%25252525252e%2e/a.md'],
    ['encoded backslash', '..%5ca.md'],
    ['encoded beside a stray byte', '%ff%2f%2e%2e%2fa.md'],
    ['overlong', '%c0%ae%c0%ae%c0%afa.md'],
    ['NUL', 'a.md\0.png'],
    ['encoded NUL', 'a.md%00.png'],
    ['device', 'con.md'],
    ['device without extension', 'notes/NUL'],
    ['numbered device', 'com1.txt'],
    ['device as folder', 'aux/a.md'],
    ['dot file', '.git/config'],
    ['vault settings', '.obsidian/app.json'],
    ['hidden folder inside', 'a/.hidden/b.md'],
    ['dot segment', './a.md'],
    ['dot alone', '.'],
    ['dots', 'a/.../b.md'],
    ['backslash parent', '..\\a.md'],
    ['backslash parent inside', 'a\\..\\..\\b.md'],
    ['backslash hidden', 'a\\.git\\config'],
    ['too long', 'a/'.repeat(3000)],
    ['a megabyte of percent signs', '%25'.repeat(350_000)],
  ])('refuses: %s', (_, given) => {
    expect(codeOf(() => checkPath(given))).toBe('PATH_TRAVERSAL');
  });

  it.each([
    ['a..b.md', 'a..b.md'],
    ['100%.md', '100%.md'],
    ['a%20b.md', 'a%20b.md'],
    ['50%25 off.md', '50%25 off.md'],
    ['📝 notes/😀.md', '📝 notes/😀.md'],
    ['tilde~.md', 'tilde~.md'],
    ['~backup.md', '~backup.md'],
    ['-rf.md', '-rf.md'],
    [' spaced .md', ' spaced .md'],
    ['console.md', 'console.md'],
    ['com.md', 'com.md'],
    ['a:b/c: d.md', undefined],
    ['ab: c.md', 'ab: c.md'],
    ['a//b/./', undefined],
    ['a//b/', 'a/b'],
    ['', ''],
    ['line\nbreak.md', 'line\nbreak.md'],
    ['cafe\u0301.md', 'caf\u00e9.md'],
  ])('%j becomes %j', (given, wanted) => {
    if (wanted === undefined) expect(codeOf(() => checkPath(given))).toBe('PATH_TRAVERSAL');
    else expect(checkPath(given)).toBe(wanted);
  });

  it('shortens a long path in its message', () => {
    expect(() => checkPath(`../${'x'.repeat(10_000)}`)).toThrow(/^Path traversal blocked: \.\.\/x{197}…$/);
  });

  it('says the same of each name as of the path made of them', () => {
    const name = fc.oneof(
      fc.constantFrom('con', '%2e', 'a', '~', 'c:', 'x\\.y', 'é', '.a', 'aux.md', '%'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(
          name.filter((text) => text !== '' && !text.includes('/')),
          { minLength: 1 },
        ),
        (names) => {
          const refused = codeOf(() => checkPath(names.join('/'))) !== undefined;
          expect(names.some((part, i) => findNameFault(part, i === 0) !== undefined)).toBe(refused);
        },
      ),
    );
  });
});

function buildTree(): TempFolder {
  const folder = makeTempFolder();
  folder.write('outside/secret.md', 'secret');
  folder.write('notebook/a.md', 'a');
  folder.write('notebook/sub/b.md', 'b');
  folder.write('notebook/.git/config', 'hidden');
  folder.write(`notebook/${'e\u0301te\u0301'}/${'nai\u0308f'}.md`, 'nfd');
  const link = (target: string, name: string) => symlinkSync(target, folder.path(`notebook/${name}`));
  link(folder.path('outside/secret.md'), 'out.md');
  link('../outside', 'out');
  link('loop.md', 'loop.md');
  link('.', 'self');
  link('.git', 'hidden');
  link('sub/b.md', 'inside.md');
  link('nowhere.md', 'dangling.md');
  link('/', 'slash');
  mkdirSync(folder.path('notebook-2'));
  link('../notebook-2', 'neighbour');
  return folder;
}

describe('findInside', () => {
  const tree = buildTree();
  const inside = tree.path('notebook');
  afterAll(() => tree[Symbol.dispose]());
  const find = (given: string) => findInside(inside, checkPath(given));

  it('gives the real path of what exists', () => {
    expect(find('a.md')).toBe(tree.path('notebook/a.md'));
    expect(find('inside.md')).toBe(tree.path('notebook/sub/b.md'));
    expect(find('self/sub/b.md')).toBe(tree.path('notebook/sub/b.md'));
  });

  it.each([
    'out.md',
    'out',
    'out/secret.md',
    'slash',
    'slash/etc/hostname',
    'neighbour',
    'loop.md',
    'hidden',
    'hidden/config',
  ])('refuses %s, which a symlink leads elsewhere', (given) => {
    expect(codeOf(() => find(given))).toBe('PATH_TRAVERSAL');
  });

  it.each([
    'missing.md',
    'a.md/b.md',
    'dangling.md',
    'sub/missing/c.md',
    `${'x'.repeat(300)}.md`,
    `${'x/'.repeat(2000)}y`,
  ])('finds nothing at %s', (given) => {
    expect(find(given)).toBeUndefined();
  });

  it('finds names that the disk spells in NFD by their NFC form, and the other way round', () => {
    const spelt = realpathSync.native(path.join(inside, 'e\u0301te\u0301', 'nai\u0308f.md'));
    expect(find('\u00e9t\u00e9/na\u00eff.md')).toBe(spelt);
    expect(find('e\u0301te\u0301/nai\u0308f.md')).toBe(spelt);
  });

  it('never leaves the notebook, whatever it is given', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%252e',
        'out',
        'self',
        'hidden',
        'slash',
        'neighbour',
        'sub',
        'a.md',
        'b.md',
      ),
      fc.constantFrom(
        'secret.md',
        'out.md',
        'loop.md',
        'etc',
        '~',
        'C:',
        '',
        '\0',
        '.git',
        'config',
        'e\u0301te\u0301',
        '\u00e9t\u00e9',
      ),
      fc.string({ unit: 'binary' }),
    );
    const separator = fc.constantFrom('/', '//', '\\', '%2f', '%5C', '%252f');
    const given = fc.array(fc.tuple(part, separator)).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(fc.oneof(given, fc.string({ unit: 'binary' })), (text) => {
        let checked: NotePath;
        try {
          checked = checkPath(text);
          const found = findInside(inside, checked);
          for (const proven of [found, checked === '' ? undefined : resolveNew(inside, checked)]) {
            if (proven === undefined) continue;
            const inner = path.relative(inside, proven);
            expect(path.isAbsolute(inner)).toBe(false);
            expect(inner.split('/').some((segment) => segment.startsWith('.'))).toBe(false);
          }
          if (found !== undefined) expect(realpathSync.native(found)).toBe(found);
        } catch (error) {
          expect(error).toBeInstanceOf(SlipboxError);
          expect((error as SlipboxError).code).toBe('PATH_TRAVERSAL');
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('resolveNew', () => {
  const tree = buildTree();
  const inside = tree.path('notebook');
  afterAll(() => tree[Symbol.dispose]());
  const resolve = (given: string) => resolveNew(inside, checkPath(given));

  it('gives a place for a file that is not there yet', () => {
    expect(resolve('new.md')).toBe(path.join(inside, 'new.md'));
    expect(resolve('sub/deep/er/new.md')).toBe(path.join(inside, 'sub/deep/er/new.md'));
    expect(resolve('a.md')).toBe(path.join(inside, 'a.md'));
  });

  it('uses the folder that is there when it is spelt in NFD', () => {
    expect(resolve('\u00e9t\u00e9/new.md')).toBe(path.join(inside, 'e\u0301te\u0301', 'new.md'));
  });

  it('does not follow a symlinked folder, also when it stays inside', () => {
    expect(() => resolve('self/sub/new.md')).toThrow('Path traversal blocked');
  });

  it.each([
    'out/new.md',
    'out.md',
    'slash/tmp/new.md',
    'neighbour/new.md',
    'hidden/new.md',
    'loop.md/new.md',
    'dangling.md',
    '',
  ])('refuses %j', (given) => {
    expect(codeOf(() => resolve(given))).toBe('PATH_TRAVERSAL');
  });

  it('fails when the notebook itself is gone', () => {
    expect(() => resolveNew(path.join(root, 'gone'), checkPath('a.md'))).toThrow(/gone/);
  });
});
