import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTempFolder, type TempFolder, withoutPrivileges } from '../../../test/support/temp-folder.ts';
import type { Warning } from '../warnings.ts';
import { checkPath } from './path-guard.ts';
import { isNoteName, openWalker, statInside } from './walk.ts';

function walk(temp: TempFolder): {
  notes: string[];
  others: string[];
  folders: string[];
  warnings: Warning[];
} {
  const warnings: Warning[] = [];
  const walker = openWalker(temp.root, (warning) => warnings.push(warning));
  const found = { notes: [] as string[], others: [] as string[], folders: [] as string[], warnings };
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const listing = walker.listFolder(folder);
    for (const file of listing?.files ?? []) (file.isNote ? found.notes : found.others).push(file.disk);
    found.folders.push(...(listing?.folders ?? []));
    queue.push(...(listing?.folders ?? []));
  }
  for (const list of [found.notes, found.others, found.folders]) list.sort();
  return found;
}

describe('listFolder', () => {
  it('finds notes, other files and folders, and leaves out dot names and node_modules', () => {
    using temp = makeTempFolder();
    for (const file of [
      'a.md',
      'B.MD',
      'c.Md',
      'd.mdx',
      'e.txt',
      'sub/f.md',
      '.hidden.md',
      '.git/g.md',
      'node_modules/h.md',
    ])
      temp.write(file);
    temp.folder('folder.md');
    expect(walk(temp)).toEqual({
      notes: ['B.MD', 'a.md', 'c.Md', 'sub/f.md'],
      others: ['d.mdx', 'e.txt'],
      folders: ['folder.md', 'sub'],
      warnings: [],
    });
  });

  it('follows no symlink and warns only of those that lead out', () => {
    using temp = makeTempFolder();
    using outside = makeTempFolder();
    outside.write('secret.md');
    temp.write('a.md');
    symlinkSync(outside.path('secret.md'), temp.path('out.md'));
    symlinkSync(outside.root, temp.path('out'));
    symlinkSync(path.dirname(temp.root), temp.path('up'));
    symlinkSync(`${temp.root}-neighbour`, temp.path('dangling'));
    mkdirSync(`${temp.root}-twin`);
    symlinkSync(`${temp.root}-twin`, temp.path('twin'));
    symlinkSync('a.md', temp.path('inside.md'));
    symlinkSync('.', temp.path('self'));
    symlinkSync('loop.md', temp.path('loop.md'));
    const { notes, folders, warnings } = walk(temp);
    rmSync(`${temp.root}-twin`, { recursive: true });
    expect({ notes, folders }).toEqual({ notes: ['a.md'], folders: [] });
    expect(warnings.map(({ path: at, code }) => `${code} ${at}`).sort()).toEqual([
      'SYMLINK_OUT out',
      'SYMLINK_OUT out.md',
      'SYMLINK_OUT twin',
      'SYMLINK_OUT up',
    ]);
  });

  it('skips pipes', () => {
    using temp = makeTempFolder();
    execFileSync('mkfifo', [temp.path('pipe.md')]);
    temp.write('a.md');
    expect(walk(temp).notes).toEqual(['a.md']);
  });

  it('skips with a warning what the guard would refuse to read, and lists nothing else that it would', () => {
    using temp = makeTempFolder();
    for (const file of [
      'con.md',
      'aux/a.md',
      '%2e%2e.md',
      'c:d.md',
      '~/a.md',
      'x\\.y.md',
      'sub/c:d.md',
      'console.md',
      '100%.md',
    ])
      temp.write(file);
    const { notes, warnings } = walk(temp);
    expect(notes).toEqual(['100%.md', 'console.md', 'sub/c:d.md']);
    expect(notes.map(checkPath)).toEqual(notes);
    expect(warnings.map(({ path: at, code }) => `${code} ${at}`).sort()).toEqual(
      ['%2e%2e.md', 'aux', 'c:d.md', 'con.md', 'x\\.y.md', '~'].map((name) => `PATH_TRAVERSAL ${name}`),
    );
  });

  it('skips a name that is not UTF-8 with a warning', () => {
    using temp = makeTempFolder();
    writeFileSync(
      Buffer.concat([Buffer.from(`${temp.root}/latin-`), Buffer.from([0xe9]), Buffer.from('.md')]),
      'x',
    );
    temp.write('replacement-\uFFFD.md');
    const { notes, warnings } = walk(temp);
    expect(notes).toEqual(['replacement-\uFFFD.md']);
    expect(warnings.map(({ code }) => code)).toEqual(['NOT_UTF8']);
  });

  it('is undefined for what is no folder (any more), and empty with a warning for one it may not enter', () => {
    using temp = makeTempFolder();
    temp.write('a.md');
    temp.write('locked/b.md');
    chmodSync(temp.root, 0o755);
    chmodSync(temp.path('locked'), 0o000);
    const warnings: Warning[] = [];
    const walker = openWalker(temp.root, (warning) => warnings.push(warning));
    expect(walker.listFolder('gone')).toBeUndefined();
    expect(walker.listFolder('a.md')).toBeUndefined();
    expect(withoutPrivileges(() => walker.listFolder('locked'))).toEqual({
      known: [],
      files: [],
      folders: [],
    });
    expect(warnings).toMatchObject([{ path: 'locked', code: 'UNREADABLE' }]);
    chmodSync(temp.path('locked'), 0o755);
  });

  it('honours .slipboxignore, for names in NFD too', () => {
    using temp = makeTempFolder();
    temp.write('.slipboxignore', 'private/\n*.draft.md\ncaf\u00e9.md\n');
    for (const file of [
      'a.md',
      'a.draft.md',
      'private/b.md',
      'x/private/c.md',
      'cafe\u0301.md',
      'private.md',
    ])
      temp.write(file);
    expect(walk(temp).notes).toEqual(['a.md', 'private.md']);
  });

  it('warns of an ignore file it cannot read', () => {
    using temp = makeTempFolder();
    temp.folder('.slipboxignore');
    temp.write('a.md');
    expect(walk(temp)).toMatchObject({
      notes: ['a.md'],
      warnings: [{ path: '.slipboxignore', code: 'UNREADABLE' }],
    });
  });
});

describe('isIgnored', () => {
  it('agrees with what a walk lists', () => {
    using temp = makeTempFolder();
    using outside = makeTempFolder();
    temp.write('.slipboxignore', 'build/\n*.tmp.md\n/top.md\nshown\n!shown/\n');
    for (const file of [
      'a.md',
      'build/b.md',
      'x/build/c.md',
      'x/d.tmp.md',
      'top.md',
      'x/top.md',
      'y/build',
      'shown/e.md',
      'x/shown',
    ])
      temp.write(file);
    outside.write('f.md');
    symlinkSync(outside.root, temp.path('link'));
    symlinkSync('x', temp.path('inner'));
    const listed = walk(temp);
    const walker = openWalker(temp.root, () => undefined);
    const all = [
      'a.md',
      'build',
      'build/b.md',
      'x',
      'x/build',
      'x/build/c.md',
      'x/d.tmp.md',
      'top.md',
      'x/top.md',
      'y',
      'y/build',
    ];
    all.push('shown', 'shown/e.md', 'x/shown', 'link/f.md', 'inner/top.md');
    expect(all.filter((disk) => !walker.isIgnored(disk)).sort()).toEqual(
      [...listed.notes, ...listed.others, ...listed.folders].sort(),
    );
  });

  it.each(['.git', '.git/config', 'a/.b/c.md', 'node_modules', 'a/node_modules/b.md', 'con.md'])(
    'leaves out %s',
    (disk) => {
      using temp = makeTempFolder();
      expect(openWalker(temp.root, () => undefined).isIgnored(disk)).toBe(true);
    },
  );
});

describe('statInside', () => {
  it('does not follow symlinks and is undefined for what is not there', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'abc');
    symlinkSync('a.md', temp.path('link.md'));
    expect(statInside(temp.root, 'a.md')?.size).toBe(3);
    expect(statInside(temp.root, 'link.md')?.isSymbolicLink()).toBe(true);
    expect(statInside(temp.root, '')?.isDirectory()).toBe(true);
    for (const disk of ['b.md', 'a.md/b.md', `${'x'.repeat(300)}.md`])
      expect(statInside(temp.root, disk)).toBeUndefined();
  });
});

it.each<[string, boolean]>([
  ['a.md', true],
  ['a.MD', true],
  ['a.Md', true],
  ['.md', false],
  ['md', false],
  ['a.mdx', false],
  ['a.md.icloud', false],
  ['amd', false],
])('isNoteName(%j) is %s', (name, is) => {
  expect(isNoteName(name)).toBe(is);
});
