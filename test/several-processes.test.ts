import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { locateIndex } from '../src/engine/db/index-location.ts';
import {
  dumpIndex,
  type EngineProcess,
  findDifferences,
  makeScratch,
  noteText,
  openScratchWriter,
  rebuild,
  type Scratch,
  startEngineProcess,
  timeZone,
  writeManyNotes,
  writeNote,
} from './scratch-notebook.ts';

interface Listed {
  paths: string[];
  complete: boolean;
  warnings: unknown;
}

async function end(one: EngineProcess): Promise<void> {
  await one.ask({ do: 'close' });
  one.child.disconnect();
  await one.ended;
}

async function untilComplete(one: EngineProcess): Promise<Listed> {
  for (;;) {
    const listed = await one.ask<Listed>({ do: 'paths' });
    if (listed.complete && !JSON.stringify(listed.warnings).includes('STALE')) return listed;
  }
}

async function differsFromRebuilt(scratch: Scratch): Promise<string[]> {
  return findDifferences(dumpIndex(scratch), await rebuild(scratch));
}

test('two engines and a visitor on one notebook, while 1,000 files change, end with the same right answer', {
  timeout: 120_000,
}, async () => {
  const scratch = makeScratch();
  writeManyNotes(scratch.root, 600, 60);
  const engines = [startEngineProcess(scratch), startEngineProcess(scratch)];
  try {
    await Promise.all(engines.map((one) => one.ask<Listed>({ do: 'paths' })));
    const right = new Set((await untilComplete(engines[0]!)).paths);
    expect(right.size).toBe(600);
    let visit: Promise<Listed> | undefined;
    for (let i = 0; i < 1000; i++) {
      const old = `folder ${Math.floor((i % 600) / 60)}/note ${i % 600}.md`;
      const fresh = `new/f${i % 9}/n${i}.md`;
      if (i % 4 === 0 && right.has(old)) {
        rmSync(path.join(scratch.root, old));
        right.delete(old);
      } else if (i % 4 === 1 && right.has(old)) {
        mkdirSync(path.dirname(path.join(scratch.root, fresh)), { recursive: true });
        renameSync(path.join(scratch.root, old), path.join(scratch.root, fresh));
        right.delete(old);
        right.add(fresh);
      } else {
        const name = right.has(old) ? old : fresh;
        writeNote(scratch.root, name, noteText(i, `changed ${i}`));
        right.add(name);
      }
      if (i % 50 === 0) await engines[(i / 50) % 2]!.ask({ do: 'paths' });
      if (i === 500) {
        const visitor = startEngineProcess(scratch);
        visit = untilComplete(visitor).finally(() => end(visitor));
      }
    }
    const sorted = (paths: Iterable<string>) => [...paths].sort();
    const answers = await Promise.all(engines.map((one) => one.ask<Listed>({ do: 'paths' })));
    for (const answer of answers) expect(sorted(answer.paths)).toEqual(sorted(right));
    expect((await visit)?.complete).toBe(true);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  } finally {
    await Promise.all(engines.map(end));
    scratch.remove();
  }
});

test('two engines started at once on a notebook without an index both end with the right one', {
  timeout: 120_000,
}, async () => {
  const scratch = makeScratch();
  writeManyNotes(scratch.root, 3000, 100);
  const engines = [startEngineProcess(scratch), startEngineProcess(scratch)];
  try {
    const answers = await Promise.all(engines.map(untilComplete));
    for (const answer of answers) expect(answer.paths).toHaveLength(3000);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
    writeNote(scratch.root, 'one more.md', 'more');
    for (const one of engines) expect((await one.ask<Listed>({ do: 'paths' })).paths).toHaveLength(3001);
  } finally {
    await Promise.all(engines.map(end));
    scratch.remove();
  }
});

test('the process that dies in the middle of indexing for two is made up for by the other', {
  timeout: 120_000,
}, async () => {
  const scratch = makeScratch();
  writeManyNotes(scratch.root, 3000, 100);
  const bulk = startBulkChild(scratch);
  const engine = startEngineProcess(scratch);
  try {
    await new Promise((resolve) => bulk.on('message', resolve));
    const answer = untilComplete(engine);
    bulk.kill('SIGKILL');
    expect((await answer).paths).toHaveLength(3000);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  } finally {
    await end(engine);
    scratch.remove();
  }
});

function startBulkChild(scratch: Scratch): ChildProcess {
  const entry = fileURLToPath(new URL('../src/engine/indexer/bulk-child.ts', import.meta.url));
  const child = fork(entry, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  });
  const location = locateIndex(scratch.cache, scratch.root);
  mkdirSync(location.folder, { recursive: true });
  child.send({ root: scratch.root, location, timeZone });
  return child;
}

test('one note is written within a moment while another process indexes 20,000', {
  timeout: 240_000,
}, async () => {
  const scratch = makeScratch();
  writeManyNotes(scratch.root, 20_000, 500);
  const bulk = startBulkChild(scratch);
  const ended = new Promise<void>((resolve) => bulk.once('exit', () => resolve()));
  let running = true;
  void ended.then(() => {
    running = false;
  });
  try {
    await new Promise((resolve) => bulk.once('message', resolve));
    const writer = openScratchWriter(scratch);
    const times: number[] = [];
    for (let i = 0; running; i++) {
      writeFileSync(path.join(scratch.root, 'mine.md'), `# Mine ${i}\n`);
      const start = performance.now();
      const { changed } = await writer.reconcile(['mine.md']);
      times.push(performance.now() - start);
      expect(changed).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    writer.close();
    times.sort((a, b) => a - b);
    const p99 = times[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!;
    console.log(
      `one note beside a bulk index: ${times[Math.floor(times.length / 2)]!.toFixed(1)} ms (median), ${p99.toFixed(1)} ms (p99), ${times.at(-1)!.toFixed(1)} ms (worst) of ${times.length}; 250 wanted`,
    );
    expect(times.length).toBeGreaterThan(10);
    expect(p99).toBeLessThan(500);
    expect(await differsFromRebuilt(scratch)).toEqual([]);
  } finally {
    bulk.kill('SIGKILL');
    await ended;
    scratch.remove();
  }
});
