import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeTempFolder, type TempFolder, withoutPrivileges } from '../../../test/support/temp-folder.ts';
import { letGoOfAll } from '../vault/late-writes.ts';
import { watchSteps } from '../vault/steps.ts';
import { countSyncs } from '../vault/sync.ts';
import { finishSyncs } from '../vault/sync-behind.ts';
import { findTrashPlace } from '../vault/trash.ts';
import { commitChanges, type FileChange } from './commit-changes.ts';
import { findDoneMoves } from './done-moves.ts';

const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more });
const rewrite = (disk: string, before: string, after: string): FileChange => ({
  kind: 'rewrite',
  disk,
  before: Buffer.from(before),
  after: Buffer.from(after),
});
const move = (from: string, to: string): FileChange => ({ kind: 'move', from, to });

/** A notebook with a state folder beside it. */
function makeNotebook(files: Record<string, string>) {
  const temp = makeTempFolder();
  const state = makeTempFolder();
  for (const [path, text] of Object.entries(files)) temp.write(path, text);
  return {
    temp,
    state: state.root,
    commit: (...changes: FileChange[]) => commitChanges({ root: temp.root, stateDir: state.root }, changes),
    tree: () => readTree(temp),
    [Symbol.dispose]: () => {
      letGoOfAll();
      while (readdirSync(state.root).some((name) => name.endsWith('.applied'))) finishSyncs();
      expect(readdirSync(state.root).filter((name) => !name.endsWith('.done'))).toEqual([]);
      temp[Symbol.dispose]();
      state[Symbol.dispose]();
    },
  };
}

function readTree(temp: TempFolder): Record<string, string> {
  const all = readdirSync(temp.root, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile());
  const paths = files.map((entry) => `${entry.parentPath}/${entry.name}`.slice(temp.root.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, temp.read(path)]));
}

afterEach(() => watchSteps(undefined));

it('moves a note with its own text and the texts of others', () => {
  using notebook = makeNotebook({ 'a.md': 'own [x](y)', 'b.md': '[[a]]', 'c.md': 'c' });
  const changes = [rewrite('a.md', 'own [x](y)', 'own [x](../y)'), rewrite('b.md', '[[a]]', '[[new/a]]')];
  expect(notebook.commit(...changes, move('a.md', 'new/deep/a.md'))).toEqual([]);
  expect(notebook.tree()).toEqual({ 'b.md': '[[new/a]]', 'c.md': 'c', 'new/deep/a.md': 'own [x](../y)' });
});

it('moves folders, gives names another case, and puts notes into the trash', () => {
  using notebook = makeNotebook({ 'x/a.md': 'a', 'x/y/b.md': 'b', 'c.md': 'c', 'd.md': 'd' });
  notebook.commit(
    rewrite('x/y/b.md', 'b', 'B'),
    { kind: 'folder', from: 'x', to: 'z/x' },
    { kind: 'trash', disk: 'd.md', to: '.trash/d.md' },
    move('c.md', 'C.md'),
  );
  expect(notebook.tree()).toEqual({ '.trash/d.md': 'd', 'C.md': 'c', 'z/x/a.md': 'a', 'z/x/y/b.md': 'B' });
  expect(existsSync(notebook.temp.path('x'))).toBe(false);
});

it('can put one note in the place of another that goes to the trash', () => {
  using notebook = makeNotebook({ 'a.md': 'a', 'b.md': 'b', '.trash/b.md': 'older', '.trash/b 2.md': '' });
  const to = findTrashPlace(notebook.temp.root, 'b.md');
  expect(to).toBe('.trash/b 3.md');
  notebook.commit(move('a.md', 'b.md'), { kind: 'trash', disk: 'b.md', to });
  expect(notebook.tree()).toMatchObject({ 'b.md': 'a', '.trash/b 3.md': 'b', '.trash/b.md': 'older' });
});

it('finds a place in the trash although a file there has the name of a folder', () => {
  using notebook = makeNotebook({ '.trash/x': 'a file', 'x/a.md': '' });
  expect(findTrashPlace(notebook.temp.root, 'x/a.md')).toBe('.trash/a.md');
  expect(findTrashPlace(notebook.temp.root, 'y/a.md')).toBe('.trash/y/a.md');
});

it('waits for the disk twice before it answers, whatever its size', () => {
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.md`, '[[a]]']));
  using notebook = makeNotebook({ ...files, 'a.md': '' });
  const syncs = countSyncs();
  notebook.commit(...Object.keys(files).map((path) => rewrite(path, '[[a]]', '[[b]]')), move('a.md', 'b.md'));
  expect(countSyncs() - syncs).toBe(2);
});

describe('writes nothing', () => {
  it.each([
    ['a text is not as it was read', [rewrite('b.md', 'else', 'x')], 'NOTE_CHANGED'],
    ['a text is gone', [rewrite('gone.md', 'x', 'y')], 'NOTE_CHANGED'],
    ['the place is taken', [move('b.md', 'c.md')], 'NOTE_EXISTS'],
    ['a folder has the name', [move('b.md', 'x')], 'NOTE_EXISTS'],
    ['a file is where a folder should be', [move('b.md', 'c.md/b.md')], 'INVALID_PARAMS'],
    ['the name is too long', [move('b.md', `${'x'.repeat(300)}.md`)], 'INVALID_PARAMS'],
    ['it leads out', [move('b.md', '../out.md')], 'PATH_TRAVERSAL'],
    ['it leads into a hidden folder that is not the trash', [move('b.md', '.git/b.md')], 'PATH_TRAVERSAL'],
    ['it leads out of the trash', [move('b.md', '.trash/../../out.md')], 'PATH_TRAVERSAL'],
  ])('when %s', (_, changes, wanted) => {
    const files = { 'a.md': '[[b]]', 'b.md': 'b', 'c.md': 'c', 'x/y.md': '' };
    using notebook = makeNotebook(files);
    expect(() => notebook.commit(rewrite('a.md', '[[b]]', '[[z]]'), ...changes)).toThrow(code(wanted));
    expect(notebook.tree()).toEqual(files);
  });

  it('when a folder or a file may not be written', () => {
    using notebook = makeNotebook({ 'a.md': 'a', 'locked/b.md': 'b', 'kept.md': 'k' });
    const { temp, state } = notebook;
    for (const folder of [temp.root, state]) chmodSync(folder, 0o777);
    chmodSync(temp.path('locked'), 0o555);
    chmodSync(temp.path('kept.md'), 0o444);
    for (const change of [
      rewrite('locked/b.md', 'b', 'x'),
      rewrite('kept.md', 'k', 'x'),
      move('a.md', 'locked/a.md'),
      move('locked/b.md', 'b.md'),
    ])
      expect(() => withoutPrivileges(() => notebook.commit(rewrite('a.md', 'a', 'A'), change))).toThrow(
        code('PERMISSION_DENIED'),
      );
    chmodSync(temp.path('locked'), 0o755);
    expect(notebook.tree()).toEqual({ 'a.md': 'a', 'locked/b.md': 'b', 'kept.md': 'k' });
  });
});

it('takes everything back when the last step fails', () => {
  const files = { 'a.md': '[[b]]', 'b.md': 'b', 'x/c.md': '[[b]]' };
  using notebook = makeNotebook(files);
  const { temp } = notebook;
  let renames = 0;
  watchSteps((name) => {
    // somebody takes the place at the last moment
    if (name === 'renamed' && ++renames === 2) writeFileSync(temp.path('new/b.md'), 'theirs');
  });
  mkdirSync(temp.path('new'));
  const texts = [rewrite('a.md', '[[b]]', '[[z]]'), rewrite('x/c.md', '[[b]]', '[[z]]')];
  expect(() => notebook.commit(...texts, move('b.md', 'new/b.md'))).toThrow(code('NOTE_EXISTS'));
  expect(notebook.tree()).toEqual({ ...files, 'new/b.md': 'theirs' });
});

it('takes everything back when something else lies in the place of a text', () => {
  using notebook = makeNotebook({ 'a.md': '[[b]]', 'b.md': 'b', 'c.md': '[[b]]' });
  watchSteps((name) => {
    if (name !== 'renamed') return;
    watchSteps(undefined);
    rmSync(notebook.temp.path('c.md'));
    mkdirSync(notebook.temp.path('c.md'));
  });
  const texts = [rewrite('a.md', '[[b]]', '[[z]]'), rewrite('c.md', '[[b]]', '[[z]]')];
  expect(() => notebook.commit(...texts, move('b.md', 'z.md'))).toThrow(code('INVALID_PARAMS'));
  expect(notebook.tree()).toEqual({ 'a.md': '[[b]]', 'b.md': 'b' });
});

it('goes on without a text that somebody removes', () => {
  using notebook = makeNotebook({ 'a.md': '[[b]]', 'b.md': 'b', 'c.md': '[[b]]' });
  watchSteps((name) => name === 'committed' && rmSync(notebook.temp.path('c.md')));
  const texts = [rewrite('a.md', '[[b]]', '[[z]]'), rewrite('c.md', '[[b]]', '[[z]]')];
  expect(notebook.commit(...texts, move('b.md', 'z.md'))).toMatchObject([
    { path: 'c.md', code: 'NOTE_CHANGED' },
  ]);
  expect(notebook.tree()).toEqual({ 'a.md': '[[z]]', 'z.md': 'b' });
});

describe('an editor at the same moment', () => {
  const at = (step: string, work: () => void) =>
    watchSteps((name) => {
      if (name !== step) return;
      watchSteps(undefined);
      work();
    });

  it.each(['committed', 'before rename', 'renamed'])('who appends at "%s" loses nothing', (step) => {
    using notebook = makeNotebook({ 'a.md': '', 'b.md': '[[a]]\n' });
    const editor = openSync(notebook.temp.path('b.md'), 'a');
    at(step, () => writeSync(editor, 'theirs\n'));
    notebook.commit(rewrite('b.md', '[[a]]\n', '[[z]]\n'), move('a.md', 'z.md'));
    closeSync(editor);
    expect(notebook.tree()).toEqual({ 'b.md': '[[z]]\ntheirs\n', 'z.md': '' });
  });

  it('who saves the note anew gets the links changed in what he wrote', () => {
    const before = 'one [[a]] two [[a]] three\n';
    using notebook = makeNotebook({ 'a.md': '', 'x/b.md': before });
    at('committed', () => {
      writeFileSync(notebook.temp.path('.part'), `new line\n${before}more\n`);
      renameSync(notebook.temp.path('.part'), notebook.temp.path('x/b.md'));
    });
    const splices = [4, 14].map((place) => ({
      at: place,
      old: Buffer.from('[[a]]'),
      new: Buffer.from('[[z]]'),
    }));
    const text = { ...rewrite('x/b.md', before, 'one [[z]] two [[z]] three\n'), splices } as FileChange;
    expect(notebook.commit(text, { kind: 'folder', from: 'x', to: 'y' })).toEqual([]);
    expect(notebook.tree()).toEqual({ 'a.md': '', 'y/b.md': 'new line\none [[z]] two [[z]] three\nmore\n' });
  });

  it('who wrote something else in the place of the link keeps it, and a warning says so', () => {
    using notebook = makeNotebook({ 'a.md': '', 'b.md': '[[a]]\n' });
    at('committed', () => writeFileSync(notebook.temp.path('b.md'), 'quite different\n'));
    expect(notebook.commit(rewrite('b.md', '[[a]]\n', '[[z]]\n'), move('a.md', 'z.md'))).toEqual([
      { path: 'b.md', code: 'NOTE_CHANGED', message: expect.stringContaining('b.md') },
    ]);
    expect(notebook.tree()).toEqual({ 'b.md': 'quite different\n', 'z.md': '' });
  });

  it('who writes into the old file after it moved finds it in the new place', () => {
    using notebook = makeNotebook({ 'a.md': 'a\n' });
    const editor = openSync(notebook.temp.path('a.md'), 'a');
    notebook.commit(rewrite('a.md', 'a\n', 'b\n'), move('a.md', 'x/a.md'));
    writeSync(editor, 'late\n');
    closeSync(editor);
    letGoOfAll();
    expect(notebook.tree()).toEqual({ 'x/a.md': 'b\nlate\n' });
  });
});

it('remembers the latest moves with what they changed, at most thirty', () => {
  using notebook = makeNotebook({ '0.md': '', 'b.md': '[[0]]\n' });
  for (let i = 0; i < 35; i++) {
    notebook.commit(rewrite('b.md', `[[${i}]]\n`, `[[${i + 1}]]\n`), move(`${i}.md`, `${i + 1}.md`));
    expect(findDoneMoves(notebook.state)[0]!.moves).toMatchObject([{ from: `${i}.md`, to: `${i + 1}.md` }]);
    if (i % 9 === 0)
      while (readdirSync(notebook.state).some((name) => name.endsWith('.applied'))) finishSyncs();
  }
  while (readdirSync(notebook.state).some((name) => name.endsWith('.applied'))) finishSyncs();
  const done = findDoneMoves(notebook.state);
  expect(done).toHaveLength(30);
  const [{ rewrites }] = done as [(typeof done)[0]];
  expect(rewrites).toMatchObject([
    { disk: 'b.md', splices: [{ at: 3, old: Buffer.from('4'), new: Buffer.from('5') }] },
  ]);
});
