import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  isRoot,
  makeTempFolder,
  type TempFolder,
  withoutPrivileges,
} from '../../../test/support/temp-folder.ts';
import { type ChangeOptions, changeFile, type Edit } from './change-file.ts';
import { follow, letGoOfAll } from './late-writes.ts';
import { checkPath, findInside, type InsidePath } from './path-guard.ts';
import { watchSteps } from './steps.ts';
import { countSyncs } from './sync.ts';

const existing = (temp: TempFolder, path: string) => findInside(temp.root, checkPath(path))!;
const moduleUrl = new URL('./change-file.ts', import.meta.url).href;
const state = makeTempFolder();
const stateDir = state.folder('state');
chmodSync(state.root, 0o755);
chmodSync(stateDir, 0o777);

const change = (temp: TempFolder, path: string, to: string | Edit, options: Partial<ChangeOptions> = {}) =>
  changeFile(existing(temp, path), typeof to === 'string' ? () => Buffer.from(to) : to, {
    stateDir,
    ...options,
  });

const replace = (file: string, text: string) =>
  changeFile(file as InsidePath, () => Buffer.from(text), { stateDir });

afterEach(() => {
  watchSteps(undefined);
  letGoOfAll();
  expect(readdirSync(stateDir)).toEqual([]);
});

describe('changeFile', () => {
  it('puts new bytes in the place of the old ones and leaves nothing else', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'old');
    change(temp, 'a.md', 'new \0 bytes');
    expect(temp.read('a.md')).toBe('new \0 bytes');
    change(temp, 'a.md', 'text 😀');
    expect(temp.read('a.md')).toBe('text 😀');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });

  it.each([0o600, 0o644, 0o640, 0o755])('keeps mode %o', (mode) => {
    using temp = makeTempFolder();
    chmodSync(temp.write('a.md', 'old'), mode);
    change(temp, 'a.md', 'new');
    expect(statSync(temp.path('a.md')).mode & 0o777).toBe(mode);
  });

  it('keeps the owner as far as it may', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old');
    const owner = isRoot ? 65534 : process.geteuid!();
    chownSync(file, owner, isRoot ? 65534 : process.getegid!());
    change(temp, 'a.md', 'new');
    expect(statSync(file).uid).toBe(owner);
  });

  it('never shows a half-written file to a reader', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'a'.repeat(500_000));
    const inside = existing(temp, 'a.md');
    const seen = spawnReader(file, () => {
      for (let round = 0; round < 40; round++) replace(inside, (round % 2 ? 'a' : 'b').repeat(500_000));
    });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.every((length) => length === 500_000)).toBe(true);
  });

  it('does not make a file that is not there', () => {
    using temp = makeTempFolder();
    expect(() => replace(temp.path('a.md'), 'x')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(readdirSync(temp.root)).toEqual([]);
  });

  it('refuses a folder and a symlink', () => {
    using temp = makeTempFolder();
    temp.folder('folder.md');
    temp.write('target.md', 'kept');
    symlinkSync('target.md', temp.path('link.md'));
    for (const name of ['folder.md', 'link.md'])
      expect(() => replace(temp.path(name), 'x')).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^(EINVAL|ELOOP)$/) }),
      );
    expect(temp.read('target.md')).toBe('kept');
    expect(readdirSync(temp.root).sort()).toEqual(['folder.md', 'link.md', 'target.md']);
  });

  it('in a folder that may not be written, fails and changes nothing', () => {
    using temp = makeTempFolder();
    temp.write('locked/a.md', 'old');
    const file = existing(temp, 'locked/a.md');
    chmodSync(temp.root, 0o755);
    chmodSync(temp.path('locked'), 0o555);
    expect(() => withoutPrivileges(() => replace(file, 'new'))).toThrow(
      expect.objectContaining({ code: 'EACCES' }),
    );
    chmodSync(temp.path('locked'), 0o755);
    expect(temp.read('locked/a.md')).toBe('old');
    expect(readdirSync(temp.path('locked'))).toEqual(['a.md']);
  });

  it('on a disk that fills up while writing leaves the old file and no other', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old');
    const script = `import { changeFile } from ${JSON.stringify(moduleUrl)};
      const stateDir = ${JSON.stringify(stateDir)};
      try { changeFile(${JSON.stringify(file)}, () => Buffer.alloc(100_000), { stateDir }); }
      catch (error) { console.log(error.code); }`;
    // A limit on file size fails in the middle of a write, as a full disk does.
    const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" --input-type=module -e "$1"';
    const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('EFBIG');
    expect(temp.read('a.md')).toBe('old');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });
});

const addLine =
  (line: string): Edit =>
  (bytes) =>
    Buffer.concat([bytes, Buffer.from(`${line}\n`)]);
const addAtTop =
  (line: string): Edit =>
  (bytes) =>
    Buffer.concat([Buffer.from(`${line}\n`), bytes]);

/** Does something once, when the exchange has come to a step. */
function meanwhile(step: string, work: () => void): void {
  watchSteps((name) => {
    if (name !== step) return;
    watchSteps(undefined);
    work();
  });
}

describe('an editor at the same moment', () => {
  const steps = ['recorded', 'temp made', 'temp whole', 'before rename', 'renamed'];

  it.each(steps)('appends at "%s": both are there', (step) => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    const editor = openSync(file, 'a');
    meanwhile(step, () => writeSync(editor, 'theirs\n'));
    const { after } = change(temp, 'a.md', addAtTop('ours'));
    closeSync(editor);
    expect(temp.read('a.md')).toBe('ours\nold\ntheirs\n');
    expect(after.toString()).toBe('ours\nold\ntheirs\n');
  });

  it.each(steps)('writes the file anew at "%s", in place: both are there', (step) => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    const editor = openSync(file, 'r+');
    meanwhile(step, () => writeSync(editor, 'NEW\n', 0));
    change(temp, 'a.md', addLine('ours'));
    closeSync(editor);
    expect(temp.read('a.md')).toBe('NEW\nours\n');
  });

  it.each(steps.slice(0, 3))('puts a file of its own there at "%s": both are there', (step) => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    meanwhile(step, () => renameSync(temp.write('.theirs', 'theirs\n'), file));
    change(temp, 'a.md', addLine('ours'));
    expect(temp.read('a.md')).toBe('theirs\nours\n');
  });

  it.each(steps)('with exact, writing at "%s" stops the change and the text of the editor stays', (step) => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    const editor = openSync(file, 'a');
    meanwhile(step, () => writeSync(editor, 'theirs\n'));
    const edit: Edit = (bytes) => {
      if (bytes.toString() !== 'old\n')
        throw Object.assign(new Error('not as read'), { code: 'NOTE_CHANGED' });
      return Buffer.from('ours\n');
    };
    expect(() => change(temp, 'a.md', edit, { exact: true })).toThrow(
      expect.objectContaining({ code: 'NOTE_CHANGED' }),
    );
    closeSync(editor);
    expect(temp.read('a.md')).toBe('old\ntheirs\n');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });

  it('keeps its text when the change has no place in it any more', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'one two\n');
    const editor = openSync(file, 'r+');
    meanwhile('renamed', () => writeSync(editor, 'ONE TWO\n', 0));
    const edit: Edit = (bytes) => {
      const text = bytes.toString();
      if (!text.includes('two')) throw new Error('not found');
      return Buffer.from(text.replace('two', 'three'));
    };
    change(temp, 'a.md', edit);
    closeSync(editor);
    expect(temp.read('a.md')).toBe('ONE TWO\n');
  });

  it.each(['recorded', 'renamed'])(
    'is just saving the note anew when it is read, and done at "%s"',
    (step) => {
      using temp = makeTempFolder();
      const file = temp.write('a.md', '---\na: 1\n---\nold\n');
      const editor = openSync(file, 'w');
      meanwhile(step, () => writeSync(editor, '---\na: 2\n---\nnew\n'));
      change(temp, 'a.md', addLine('ours'));
      closeSync(editor);
      expect(temp.read('a.md')).toBe('---\na: 2\n---\nnew\nours\n');
    },
  );

  it('that removes the file has removed it', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    meanwhile('temp whole', () => rmSync(file));
    expect(() => change(temp, 'a.md', addLine('ours'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(readdirSync(temp.root)).toEqual([]);
  });

  it('that opened the file before and writes a moment later is not forgotten', async () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    const editor = openSync(file, 'a');
    change(temp, 'a.md', addAtTop('ours'));
    writeSync(editor, 'late\n');
    await sleep(60);
    expect(temp.read('a.md')).toBe('ours\nold\nlate\n');
    change(temp, 'a.md', addAtTop('more'));
    writeSync(editor, 'later');
    closeSync(editor);
    letGoOfAll();
    expect(temp.read('a.md')).toBe('more\nours\nold\nlate\nlater');
  });

  it('writes a line of its own although ours has no line end', () => {
    using temp = makeTempFolder();
    const editor = openSync(temp.write('a.md', 'old\n'), 'a');
    change(temp, 'a.md', 'old\nours');
    writeSync(editor, 'late\n');
    closeSync(editor);
    letGoOfAll();
    expect(temp.read('a.md')).toBe('old\nours\nlate\n');
  });

  it('is followed when the note moves', () => {
    using temp = makeTempFolder();
    const editor = openSync(temp.write('x/a.md', 'old\n'), 'a');
    change(temp, 'x/a.md', addAtTop('ours'));
    renameSync(temp.path('x'), temp.path('y'));
    follow(temp.path('x'), temp.path('y'));
    writeSync(editor, 'late\n');
    closeSync(editor);
    letGoOfAll();
    expect(temp.read('y/a.md')).toBe('ours\nold\nlate\n');
  });

  it('that never stops appending does not keep the change from being made', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old\n');
    let n = 0;
    watchSteps((name) => {
      if (name === 'temp whole') appendFileSync(file, `line ${++n}\n`);
    });
    change(temp, 'a.md', addAtTop('ours'));
    watchSteps(undefined);
    const lines = Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join('');
    expect(temp.read('a.md')).toBe(`ours\nold\n${lines}`);
  });
});

it('waits for the disk twice, and not at all when nothing changes', () => {
  using temp = makeTempFolder();
  temp.write('a.md', 'old\n');
  const before = countSyncs();
  change(temp, 'a.md', addLine('ours'));
  expect(countSyncs() - before).toBe(2);
  expect(change(temp, 'a.md', (bytes) => bytes).changed).toBe(false);
  expect(countSyncs() - before).toBe(2);
});

it('refuses a file that is marked read-only, or too large', () => {
  using temp = makeTempFolder();
  chmodSync(temp.write('a.md', 'old'), 0o444);
  expect(() => change(temp, 'a.md', 'new')).toThrow(expect.objectContaining({ code: 'EACCES' }));
  temp.write('b.md', Buffer.alloc(33 * 1024 * 1024, 'x'));
  expect(() => change(temp, 'b.md', 'new')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  expect(readdirSync(temp.root).sort()).toEqual(['a.md', 'b.md']);
});

/** Lengths of a file as another process saw it while `work` ran. */
function spawnReader(file: string, work: () => void): number[] {
  using temp = makeTempFolder();
  const [ready, stop, out] = [temp.path('ready'), temp.path('stop'), temp.path('out')];
  const script = `const fs = require('node:fs'); const seen = []; fs.writeFileSync(${JSON.stringify(ready)}, '');
    while (!fs.existsSync(${JSON.stringify(stop)})) seen.push(fs.readFileSync(${JSON.stringify(file)}).length);
    fs.writeFileSync(${JSON.stringify(`${out}.part`)}, JSON.stringify(seen));
    fs.renameSync(${JSON.stringify(`${out}.part`)}, ${JSON.stringify(out)});`;
  execFileSync('bash', ['-c', '"$0" -e "$1" >/dev/null 2>&1 &', process.execPath, script]);
  const wait = (path: string) => {
    const until = Date.now() + 10_000;
    while (statSync(path, { throwIfNoEntry: false }) === undefined && Date.now() < until)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  };
  wait(ready);
  work();
  writeFileSync(stop, '');
  wait(out);
  return JSON.parse(readFileSync(out, 'utf8')) as number[];
}
