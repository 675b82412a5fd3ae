import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import {
  isRoot,
  makeTempFolder,
  type TempFolder,
  withoutPrivileges,
} from '../../../test/support/temp-folder.ts';
import { checkPath, findInside, type InsidePath, resolveNew } from './path-guard.ts';
import { claimAndRename, createFile, makeParents, replaceFile } from './write-file.ts';

const existing = (temp: TempFolder, path: string) => findInside(temp.root, checkPath(path))!;
const fresh = (temp: TempFolder, path: string) => resolveNew(temp.root, checkPath(path));
const moduleUrl = new URL('./write-file.ts', import.meta.url).href;

it('takes only paths that were proven to lie inside', () => {
  // @ts-expect-error a plain string has not been checked
  const refused: Parameters<typeof replaceFile>[0] = '/etc/passwd';
  expect(refused).toBeTypeOf('string');
});

describe('replaceFile', () => {
  it('puts new bytes in the place of the old ones and leaves nothing else', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'old');
    replaceFile(existing(temp, 'a.md'), Buffer.from('new \0 bytes'));
    expect(temp.read('a.md')).toBe('new \0 bytes');
    replaceFile(existing(temp, 'a.md'), 'text 😀');
    expect(temp.read('a.md')).toBe('text 😀');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });

  it.each([0o600, 0o644, 0o640, 0o755, 0o444])('keeps mode %o', (mode) => {
    using temp = makeTempFolder();
    chmodSync(temp.write('a.md', 'old'), mode);
    replaceFile(existing(temp, 'a.md'), 'new');
    expect(statSync(temp.path('a.md')).mode & 0o777).toBe(mode);
  });

  it('keeps the owner as far as it may', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'old');
    const owner = isRoot ? 65534 : process.geteuid!();
    chownSync(file, owner, isRoot ? 65534 : process.getegid!());
    replaceFile(existing(temp, 'a.md'), 'new');
    expect(statSync(file).uid).toBe(owner);
  });

  it('never shows a half-written file to a reader', () => {
    using temp = makeTempFolder();
    const file = temp.write('a.md', 'a'.repeat(500_000));
    const inside = existing(temp, 'a.md');
    const seen = spawnReader(file, () => {
      for (let round = 0; round < 40; round++) replaceFile(inside, (round % 2 ? 'a' : 'b').repeat(500_000));
    });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.every((length) => length === 500_000)).toBe(true);
  });

  it('does not make a file that is not there', () => {
    using temp = makeTempFolder();
    expect(() => replaceFile(fresh(temp, 'a.md'), 'x')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(readdirSync(temp.root)).toEqual([]);
  });

  it('refuses a folder and a symlink', () => {
    using temp = makeTempFolder();
    temp.folder('folder.md');
    temp.write('target.md', 'kept');
    symlinkSync('target.md', temp.path('link.md'));
    for (const name of ['folder.md', 'link.md'])
      expect(() => replaceFile(temp.path(name) as InsidePath, 'x')).toThrow(
        expect.objectContaining({ code: 'EINVAL' }),
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
    expect(() => withoutPrivileges(() => replaceFile(file, 'new'))).toThrow(
      expect.objectContaining({ code: 'EACCES' }),
    );
    chmodSync(temp.path('locked'), 0o755);
    expect(temp.read('locked/a.md')).toBe('old');
    expect(readdirSync(temp.path('locked'))).toEqual(['a.md']);
  });

  it.each(['replaceFile', 'createFile'])(
    '%s: a disk that fills up while writing leaves the old file and no other',
    (work) => {
      using temp = makeTempFolder();
      temp.write('a.md', 'old');
      const file = temp.path(work === 'replaceFile' ? 'a.md' : 'b.md');
      const script = `import { ${work} } from ${JSON.stringify(moduleUrl)};
      try { ${work}(${JSON.stringify(file)}, Buffer.alloc(100_000)); } catch (error) { console.log(error.code); }`;
      // A limit on file size fails in the middle of a write, as a full disk does.
      const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" --input-type=module -e "$1"';
      const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
      expect(stdout.trim()).toBe('EFBIG');
      expect(temp.read('a.md')).toBe('old');
      expect(readdirSync(temp.root)).toEqual(['a.md']);
    },
  );
});

describe('createFile', () => {
  it('makes a file with the usual mode', () => {
    using temp = makeTempFolder();
    expect(createFile(fresh(temp, 'a.md'), 'new')).toBe(true);
    expect(temp.read('a.md')).toBe('new');
    expect(statSync(temp.path('a.md')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });

  it('leaves alone whatever has the name already', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'old');
    temp.folder('b.md');
    symlinkSync('nowhere', temp.path('c.md'));
    for (const name of ['a.md', 'b.md', 'c.md'])
      expect(createFile(temp.path(name) as InsidePath, 'new')).toBe(false);
    expect(temp.read('a.md')).toBe('old');
    expect(readdirSync(temp.root).sort()).toEqual(['a.md', 'b.md', 'c.md']);
  });

  it('needs its folder, which makeParents makes', () => {
    using temp = makeTempFolder();
    const file = fresh(temp, 'x/y/a.md');
    expect(() => createFile(file, 'new')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    makeParents(file);
    makeParents(file);
    expect(createFile(file, 'new')).toBe(true);
    expect(temp.read('x/y/a.md')).toBe('new');
  });

  it('of twenty that create the same file at once, exactly one wins, and its bytes are there', async () => {
    using temp = makeTempFolder();
    const gate = new SharedArrayBuffer(4);
    const script = `import { parentPort, workerData } from 'node:worker_threads';
      const { createFile } = await import(workerData.module);
      parentPort.postMessage('ready');
      Atomics.wait(new Int32Array(workerData.gate), 0, 0);
      parentPort.postMessage(createFile(workerData.file, workerData.text));`;
    const workers = Array.from({ length: 20 }, (_, i) => {
      const workerData = { module: moduleUrl, gate, file: temp.path('a.md'), text: `${i}\n`.repeat(10_000) };
      return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData });
    });
    const messages = (worker: Worker) =>
      new Promise<unknown>((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await Promise.all(workers.map(messages));
    const results = Promise.all(workers.map(messages));
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    const won = (await results).flatMap((result, i) => (result === true ? [i] : []));
    expect(won).toHaveLength(1);
    expect(temp.read('a.md')).toBe(`${won[0]}\n`.repeat(10_000));
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });
});

describe('without hard links', () => {
  it('claims the name and puts the whole file there', () => {
    using temp = makeTempFolder();
    const part = temp.write('.part', 'whole');
    expect(claimAndRename(part, fresh(temp, 'a.md'))).toBe(true);
    expect(temp.read('a.md')).toBe('whole');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });

  it('leaves alone what has the name, and no claim behind when it fails', () => {
    using temp = makeTempFolder();
    const part = temp.write('.part', 'whole');
    temp.write('a.md', 'old');
    expect(claimAndRename(part, existing(temp, 'a.md'))).toBe(false);
    expect(temp.read('a.md')).toBe('old');
    expect(() => claimAndRename(temp.path('.gone'), fresh(temp, 'b.md'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
    expect(readdirSync(temp.root).sort()).toEqual(['.part', 'a.md']);
  });
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
