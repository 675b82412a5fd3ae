import { chmodSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTempFolder, type TempFolder, withoutPrivileges } from '../../../test/support/temp-folder.ts';
import { deskAt } from '../../../test/writing/scenarios.ts';
import type { Caller } from '../call.ts';
import { contentHash } from '../vault/read-file.ts';
import { watchSteps } from '../vault/steps.ts';
import { countSyncs } from '../vault/sync.ts';
import { createFile } from './create-file.ts';
import { createFolder } from './create-folder.ts';
import type { WriteDesk } from './desk.ts';
import { editNote } from './edit-note.ts';
import type { NoteEdit } from './job-shapes.ts';

const state = makeTempFolder();
chmodSync(state.root, 0o777);
const desk = (temp: TempFolder, more: Partial<WriteDesk> = {}): WriteDesk => ({
  ...deskAt({ root: temp.root, stateDir: state.root }),
  ...more,
});
const as = (caller: Partial<Caller>): Pick<WriteDesk, 'caller'> => ({
  caller: { visible: ['**'], writable: ['**'], ...caller },
});
const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more });
const append: NoteEdit = { kind: 'append', content: 'more' };
const etagOf = (text: string) => contentHash(Buffer.from(text));
const files = (temp: TempFolder) => readdirSync(temp.root, { recursive: true, encoding: 'utf8' }).sort();

describe('editNote', () => {
  it('makes each kind of edit and says what changed', () => {
    using temp = makeTempFolder();
    const before = '---\na: 1 # one\n---\n# T 😀\n';
    temp.write('x/a.md', before);
    const steps: [NoteEdit, string][] = [
      [append, `${before}more\n`],
      [{ kind: 'prepend', content: 'first' }, '---\na: 1 # one\n---\nfirst\n# T 😀\nmore\n'],
      [
        { kind: 'replace', oldContent: 'more', newContent: '$& 2', all: false },
        '---\na: 1 # one\n---\nfirst\n# T 😀\n$& 2\n',
      ],
      [{ kind: 'property', name: 'a', value: 2 }, '---\na: 2 # one\n---\nfirst\n# T 😀\n$& 2\n'],
    ];
    for (const [edit, after] of steps) {
      const { value, touched } = editNote(desk(temp), { path: 'x/a.md', edit });
      expect(temp.read('x/a.md')).toBe(after);
      expect(touched).toEqual(['x/a.md']);
      expect(value).toMatchObject({
        path: 'x/a.md',
        etag: etagOf(after),
        totalLength: [...after].length,
        changed: true,
      });
      expect(value.changes).toHaveLength(1);
    }
    expect(files(temp)).toEqual(['x', 'x/a.md']);
  });

  it('writes nothing in a dry run, and nothing when there is nothing to change', () => {
    using temp = makeTempFolder();
    temp.write('a.md', '---\na: 1\n---\n');
    const dry = editNote(desk(temp), { path: 'a.md', edit: append, dryRun: true });
    expect(dry.touched).toEqual([]);
    expect(dry.value).toMatchObject({ changed: true, dryRun: true, etag: etagOf('---\na: 1\n---\nmore\n') });
    const syncs = countSyncs();
    const same = editNote(desk(temp), { path: 'a.md', edit: { kind: 'property', name: 'a', value: 1 } });
    expect(same.value).toMatchObject({ changed: false, changes: [], etag: etagOf('---\na: 1\n---\n') });
    expect([same.touched, countSyncs() - syncs, temp.read('a.md')]).toEqual([[], 0, '---\na: 1\n---\n']);
  });

  it('waits for the disk twice', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'x\n');
    const syncs = countSyncs();
    editNote(desk(temp), { path: 'a.md', edit: append });
    expect(countSyncs() - syncs).toBe(2);
    createFile(desk(temp), { path: 'new/deep/b.md', content: 'x' });
    expect(countSyncs() - syncs).toBe(4);
  });

  it('takes an etag, also of a part, and refuses any other without writing', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'x\n');
    const edit = (ifMatch: string) =>
      editNote(desk(temp), { path: 'a.md', edit: append, ifMatch }).value.etag;
    const second = edit(etagOf('x\n'));
    edit(`part:${second}`);
    expect(() => edit(second)).toThrow(
      code('NOTE_CHANGED', {
        details: { path: 'a.md', expected: second, actual: etagOf('x\nmore\nmore\n') },
      }),
    );
    expect(temp.read('a.md')).toBe('x\nmore\nmore\n');
  });

  it('refuses what it would damage', () => {
    using temp = makeTempFolder();
    temp.write('latin.md', Buffer.from('caf\xe9', 'latin1'));
    temp.write('binary.md', 'a\0b');
    for (const [path, why] of [
      ['latin.md', 'not UTF-8'],
      ['binary.md', 'binary'],
    ] as const)
      expect(() => editNote(desk(temp), { path, edit: append })).toThrow(
        code('INVALID_PARAMS', { message: expect.stringContaining(why) }),
      );
    temp.write('a.md', 'x');
    const nul: NoteEdit = { kind: 'append', content: 'a\0b' };
    expect(() => editNote(desk(temp), { path: 'a.md', edit: nul })).toThrow(code('INVALID_PARAMS'));
    expect(files(temp)).toEqual(['a.md', 'binary.md', 'latin.md']);
  });

  it('finds only notes that are there and that this caller sees', () => {
    using temp = makeTempFolder();
    using elsewhere = makeTempFolder();
    for (const path of ['a.md', 'secret/s.md', 'x.txt', 'folder.md/y.md', 'ignored/i.md'])
      temp.write(path, 'x');
    elsewhere.write('out.md', 'x');
    symlinkSync(elsewhere.path('out.md'), temp.path('out.md'));
    const mine = desk(temp, {
      ...as({ visible: ['*', 'folder.md', 'ignored/**'] }),
      isIgnored: (disk) => disk.startsWith('ignored'),
    });
    const attempt = (path: string) => () => editNote(mine, { path, edit: append });
    for (const path of ['none.md', 'secret/s.md', 'secret/none.md', 'ignored/i.md', 'x.txt/b.md'])
      expect(attempt(path), path).toThrow(code('NOTE_NOT_FOUND', { message: `Note not found: ${path}` }));
    for (const path of ['x.txt', 'folder.md']) expect(attempt(path), path).toThrow(code('INVALID_PARAMS'));
    for (const path of ['../a.md', '/a.md', '.trash/a.md', 'out.md'])
      expect(attempt(path), path).toThrow(code('PATH_TRAVERSAL'));
    expect(elsewhere.read('out.md')).toBe('x');
  });

  it('changes nothing that this caller only sees', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'x');
    const reader = desk(temp, as({ writable: ['b.md'] }));
    expect(() => editNote(reader, { path: 'a.md', edit: append })).toThrow(code('FORBIDDEN'));
    expect(() => createFile(reader, { path: 'c.md', content: '' })).toThrow(code('FORBIDDEN'));
    expect(() => createFolder(reader, { path: 'c' })).toThrow(code('FORBIDDEN'));
    expect(createFile(reader, { path: 'b.md', content: 'x' }).touched).toEqual(['b.md']);
  });

  it('in a folder or a file that may not be written says so, and nothing is lost', () => {
    using temp = makeTempFolder();
    temp.write('locked/a.md', 'x');
    chmodSync(temp.write('kept.md', 'x'), 0o444);
    chmodSync(temp.root, 0o755);
    chmodSync(temp.path('locked'), 0o555);
    const attempt = (path: string) => () =>
      withoutPrivileges(() => editNote(desk(temp), { path, edit: append }));
    for (const path of ['locked/a.md', 'kept.md'])
      expect(attempt(path)).toThrow(code('PERMISSION_DENIED', { message: `Permission denied: ${path}` }));
    const folder = () => withoutPrivileges(() => createFolder(desk(temp), { path: 'locked/new' }));
    expect(folder).toThrow(code('PERMISSION_DENIED'));
    expect(files(temp)).toEqual(['kept.md', 'locked', 'locked/a.md']);
  });

  it('does not bring back a note that is removed meanwhile', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'x');
    watchSteps((name) => name === 'temp whole' && rmSync(temp.path('a.md')));
    try {
      expect(() => editNote(desk(temp), { path: 'a.md', edit: append })).toThrow(code('NOTE_NOT_FOUND'));
    } finally {
      watchSteps(undefined);
    }
    expect(files(temp)).toEqual([]);
  });
});

describe('createFile', () => {
  it('makes the note and its folders, and answers with etag and time', () => {
    using temp = makeTempFolder();
    const earlier = Date.now() - 5;
    const { value, touched } = createFile(desk(temp), { path: 'x/Cafe\u0301.md', content: 'a\r\nb' });
    expect(value).toMatchObject({ path: 'x/Café.md', etag: etagOf('a\r\nb') });
    expect(value.created).toBeGreaterThanOrEqual(earlier);
    expect(touched).toEqual(['x/Café.md']);
    expect(temp.read('x/Café.md')).toBe('a\r\nb');
  });

  it('leaves what is there, however it is spelt, and a dry run finds that out', () => {
    using temp = makeTempFolder();
    temp.write('A.md', 'x');
    temp.folder('b.md');
    for (const path of ['A.md', 'a.md', 'b.md'])
      for (const dryRun of [false, true])
        expect(() => createFile(desk(temp), { path, content: 'y', dryRun })).toThrow(code('NOTE_EXISTS'));
    expect(() => createFile(desk(temp), { path: 'A.md/b.md', content: 'y' })).toThrow(
      code('INVALID_PARAMS', { message: 'Part of the path is a file, not a folder: A.md/b.md' }),
    );
    const long = `deep/${'x'.repeat(300)}.md`;
    expect(() => createFile(desk(temp), { path: long, content: 'y' })).toThrow(code('INVALID_PARAMS'));
    expect(() => createFile(desk(temp), { path: 'a.txt', content: 'y' })).toThrow(code('INVALID_PARAMS'));
    createFile(desk(temp), { path: 'new/c.md', content: 'y', dryRun: true });
    expect(files(temp)).toEqual(['A.md', 'b.md']);
  });
});

describe('createFolder', () => {
  it('makes it with those above it, and is content when it is there', () => {
    using temp = makeTempFolder();
    const make = (path: string, dryRun?: boolean) =>
      createFolder(desk(temp), { path, ...(dryRun ? { dryRun } : {}) }).value;
    expect(make('a/b/c', true)).toEqual({ path: 'a/b/c', existed: false, dryRun: true });
    expect(files(temp)).toEqual([]);
    expect(make('a/b/c')).toEqual({ path: 'a/b/c', existed: false });
    expect(make('a/b/c/')).toEqual({ path: 'a/b/c', existed: true });
    expect(make('a/b')).toEqual({ path: 'a/b', existed: true });
    expect(files(temp)).toEqual(['a', 'a/b', 'a/b/c']);
  });

  it('says so when a file is in the way', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'x');
    for (const path of ['a.md', 'a.md/b'])
      expect(() => createFolder(desk(temp), { path }), path).toThrow(code('INVALID_PARAMS'));
    expect(() => createFolder(desk(temp), { path: 'x'.repeat(300) })).toThrow(code('INVALID_PARAMS'));
    expect(files(temp)).toEqual(['a.md']);
  });
});
