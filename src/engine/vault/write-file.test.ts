import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { makeTempFolder, type TempFolder } from '../../../test/support/temp-folder.ts';
import { checkPath, findInside, type InsidePath, resolveNew } from './path-guard.ts';
import { claimAndRename, createFile, moveFile } from './write-file.ts';

const existing = (temp: TempFolder, path: string) => findInside(temp.root, checkPath(path))!;
const fresh = (temp: TempFolder, path: string) => resolveNew(temp.root, checkPath(path));
const moduleUrl = new URL('./write-file.ts', import.meta.url).href;

it('takes only paths that were proven to lie inside', () => {
  // @ts-expect-error a plain string has not been checked
  const refused: Parameters<typeof createFile>[0] = '/etc/passwd';
  expect(refused).toBeTypeOf('string');
});

describe('createFile', () => {
  it('makes a file with the usual mode', () => {
    using temp = makeTempFolder();
    using state = makeTempFolder();
    expect(createFile(fresh(temp, 'a.md'), 'new', state.root)).toBe(true);
    expect(temp.read('a.md')).toBe('new');
    expect(statSync(temp.path('a.md')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(readdirSync(temp.root)).toEqual(['a.md']);
    expect(readdirSync(state.root)).toEqual([]);
  });

  it('leaves alone whatever has the name already', () => {
    using temp = makeTempFolder();
    using state = makeTempFolder();
    temp.write('a.md', 'old');
    temp.folder('b.md');
    symlinkSync('nowhere', temp.path('c.md'));
    for (const name of ['a.md', 'b.md', 'c.md'])
      expect(createFile(temp.path(name) as InsidePath, 'new', state.root)).toBe(false);
    expect(temp.read('a.md')).toBe('old');
    expect(readdirSync(temp.root).sort()).toEqual(['a.md', 'b.md', 'c.md']);
  });

  it('needs its folder, and does what makes it once that is written down', () => {
    using temp = makeTempFolder();
    using state = makeTempFolder();
    const file = fresh(temp, 'x/a.md');
    expect(() => createFile(file, 'new', state.root)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    const make = () => {
      expect(readdirSync(state.root)).toEqual([expect.stringMatching(/\.making$/)]);
      temp.folder('x');
    };
    expect(createFile(file, 'new', state.root, [temp.path('x')], make)).toBe(true);
    expect(temp.read('x/a.md')).toBe('new');
  });

  it('on a disk that fills up while writing leaves nothing', () => {
    using temp = makeTempFolder();
    using state = makeTempFolder();
    temp.write('a.md', 'old');
    const args = [temp.path('b.md'), state.root].map((path) => JSON.stringify(path));
    const script = `import { createFile } from ${JSON.stringify(moduleUrl)};
      try { createFile(${args[0]}, Buffer.alloc(100_000), ${args[1]}); } catch (error) { console.log(error.code); }`;
    // A limit on file size fails in the middle of a write, as a full disk does.
    const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" --input-type=module -e "$1"';
    const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('EFBIG');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
    expect(readdirSync(state.root)).toEqual([]);
  });

  it('of twenty that create the same file at once, exactly one wins, and its bytes are there', async () => {
    using temp = makeTempFolder();
    using state = makeTempFolder();
    const gate = new SharedArrayBuffer(4);
    const script = `import { parentPort, workerData } from 'node:worker_threads';
      const { createFile } = await import(workerData.module);
      parentPort.postMessage('ready');
      Atomics.wait(new Int32Array(workerData.gate), 0, 0);
      parentPort.postMessage(createFile(workerData.file, workerData.text, workerData.state));`;
    const workers = Array.from({ length: 20 }, (_, i) => {
      const text = `${i}\n`.repeat(10_000);
      const workerData = { module: moduleUrl, gate, file: temp.path('a.md'), text, state: state.root };
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

describe('moveFile', () => {
  it('gives a file another name, unless that is taken', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'one');
    temp.write('b.md', 'two');
    expect(moveFile(existing(temp, 'a.md'), existing(temp, 'b.md'))).toBe(false);
    expect(moveFile(existing(temp, 'a.md'), fresh(temp, 'c.md'))).toBe(true);
    expect(readdirSync(temp.root).sort()).toEqual(['b.md', 'c.md']);
    expect([temp.read('b.md'), temp.read('c.md')]).toEqual(['two', 'one']);
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
