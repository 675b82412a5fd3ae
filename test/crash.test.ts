import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateIndex } from '../src/engine/db/index-location.ts';
import { indexNotebook } from '../src/engine/index.ts';
import {
  dumpIndex,
  findDifferences,
  type IndexDump,
  makeScratch,
  noteText,
  openScratchEngine,
  ownerCall,
  rebuild,
  type Scratch,
  startEngineProcess,
  timeZone,
  writeManyNotes,
  writeNote,
} from './scratch-notebook.ts';

const noteCount = 2500;
let scratch: Scratch;
let expected: IndexDump;

beforeAll(async () => {
  scratch = makeScratch();
  writeManyNotes(scratch.root, noteCount, 100);
  expected = await rebuild(scratch);
}, 60_000);
afterAll(() => scratch.remove());

/** The same notebook with a cache of its own. */
function freshCache(name: string): Scratch {
  return { ...scratch, cache: path.join(scratch.folder, `cache-${name}`) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return; // it was done before us
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** What the next start makes of what is there, compared with an index built from nothing. */
async function differsAfterStart(one: Scratch, right: IndexDump): Promise<string[]> {
  const engine = await openScratchEngine(one);
  try {
    await indexNotebook(engine, {}, ownerCall);
    return findDifferences(dumpIndex(one), right);
  } finally {
    await engine.close();
  }
}

function startBulkChild(one: Scratch): ChildProcess {
  const entry = fileURLToPath(new URL('../src/engine/indexer/bulk-child.ts', import.meta.url));
  const child = fork(entry, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--no-warnings'],
  });
  const location = locateIndex(one.cache, one.root);
  mkdirSync(location.folder, { recursive: true });
  child.send({ root: one.root, location, timeZone });
  return child;
}

test('the process of a first index killed at any moment leaves what the next start completes', {
  timeout: 180_000,
}, async () => {
  for (let run = 0; run < 9; run++) {
    const one = freshCache(`bulk-${run}`);
    const child = startBulkChild(one);
    const reported = new Promise((resolve) => child.on('message', resolve));
    // Before anything, at the first portion, and at moments in between and after.
    if (run % 3 === 0) await sleep(80 + run * 60);
    else {
      await reported;
      await sleep((run * 37) % 160);
    }
    await killed(child);
    expect(await differsAfterStart(one, expected), `run ${run}`).toEqual([]);
  }
});

test('a server killed in its first index leaves what the next start completes', {
  timeout: 120_000,
}, async () => {
  for (let run = 0; run < 3; run++) {
    const one = freshCache(`server-${run}`);
    const server = startEngineProcess(one);
    const answer = server.ask({ do: 'index' }).catch(() => undefined);
    await sleep(300 + run * 250);
    await killed(server.child);
    await answer;
    expect(await differsAfterStart(one, expected), `run ${run}`).toEqual([]);
  }
});

test('a server killed in a sweep, or a process in a second bulk index, leaves what the next start completes', {
  timeout: 120_000,
}, async () => {
  const one = makeScratch();
  try {
    writeManyNotes(one.root, noteCount, 100);
    expect(await differsAfterStart(one, await rebuild(one))).toEqual([]);
    for (let run = 0; run < 5; run++) {
      const many = run >= 3;
      for (let i = 0; i < (many ? 2200 : 500); i++)
        writeNote(
          one.root,
          `folder ${Math.floor(i / 100)}/note ${i}.md`,
          noteText(i, `fresh${run}word${i} again`),
        );
      for (let i = 0; i < 20; i++) rmSync(path.join(one.root, `folder 24/note ${2400 + run * 20 + i}.md`));
      if (many) {
        const child = startBulkChild(one);
        await new Promise((resolve) => child.on('message', resolve));
        await killed(child);
      } else {
        const server = startEngineProcess(one);
        const answer = server.ask({ do: 'index' }).catch(() => undefined);
        await sleep(250 + run * 80);
        await killed(server.child);
        await answer;
      }
      expect(await differsAfterStart(one, await rebuild(one)), `run ${run}`).toEqual([]);
    }
  } finally {
    one.remove();
  }
});
