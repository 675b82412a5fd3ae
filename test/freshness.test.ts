import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, listNotes, readNote } from '../src/engine/index.ts';
import {
  makeScratch,
  openScratchEngine,
  ownerCall,
  type Scratch,
  startEngineProcess,
  writeNote,
} from './scratch-notebook.ts';

let scratch: Scratch;
let engine: Engine;

beforeEach(async () => {
  scratch = makeScratch();
  engine = await openScratchEngine(scratch);
});
afterEach(async () => {
  await engine.close();
  scratch.remove();
});

async function list(query: { pattern?: string; limit?: number } = {}) {
  return listNotes(engine, { sortBy: 'path', offset: 0, limit: 1_000_000, ...query }, ownerCall);
}

async function paths(): Promise<string[]> {
  return (await list()).notes.map((note) => note.path);
}

async function content(note: string): Promise<string | undefined> {
  return (await readNote(engine, { note, includeContent: true, maxBytes: 10_000 }, ownerCall)).content;
}

/** Does what `change` says to the files, the way a person or a program beside us would. */
type Changer = {
  write(name: string, text: string): void | Promise<void>;
  rename(from: string, to: string): void | Promise<void>;
  remove(name: string): void | Promise<void>;
};

/** Rounds of create, edit, rename and delete, each asked for at once; gives what was missed. */
async function countMissed(changer: Changer, rounds: number): Promise<{ asked: number; missed: string[] }> {
  const missed: string[] = [];
  const expected = new Set(await paths());
  let asked = 0;
  const check = async (what: string, title?: [note: string, title: string]) => {
    asked++;
    const answer = await list();
    const got = answer.notes.map((note) => note.path);
    if (got.length !== expected.size || got.some((one) => !expected.has(one)))
      missed.push(`${what}: ${got.length} of ${expected.size}`);
    else if (title && answer.notes.find((note) => note.path === title[0])?.title !== title[1])
      missed.push(`${what}: old title`);
  };
  for (let i = 0; i < rounds; i++) {
    const name = `f${i % 5}/n${i}.md`;
    await changer.write(name, `# First ${i}\n`);
    expected.add(name);
    await check(`create ${name}`, [name, `First ${i}`]);
    await changer.write(name, `# Other ${i}\n`);
    await check(`edit ${name}`, [name, `Other ${i}`]);
    const moved = `f${(i + 1) % 5}/m${i}.md`;
    await changer.rename(name, moved);
    expected.delete(name);
    expected.add(moved);
    if ((await content(moved).catch(String)) !== `# Other ${i}\n`) missed.push(`read ${moved}`);
    await check(`rename ${name}`);
    if (i % 3 > 0) {
      await changer.remove(moved);
      expected.delete(moved);
      await check(`delete ${moved}`);
    }
  }
  return { asked, missed };
}

test('none of 1,100 changes made right before a call is missed', { timeout: 120_000 }, async () => {
  for (let i = 0; i < 5; i++) writeNote(scratch.root, `f${i}/keep.md`, 'keep\n');
  const at = (name: string) => path.join(scratch.root, name);
  const { asked, missed } = await countMissed(
    {
      write: (name, text) => writeFileSync(at(name), text),
      rename: (from, to) => renameSync(at(from), at(to)),
      remove: (name) => rmSync(at(name)),
    },
    300,
  );
  expect(asked).toBeGreaterThanOrEqual(1100);
  expect(missed).toEqual([]);
});

test('none of 400 changes of another process is missed', { timeout: 120_000 }, async () => {
  for (let i = 0; i < 5; i++) writeNote(scratch.root, `f${i}/keep.md`, 'keep\n');
  const other = startEngineProcess(scratch);
  try {
    const { asked, missed } = await countMissed(
      {
        write: (name, text) => other.ask({ do: 'write', files: { [name]: text } }),
        rename: (from, to) => other.ask({ do: 'rename', from, to }),
        remove: (name) => other.ask({ do: 'remove', names: [name] }),
      },
      110,
    );
    expect(asked).toBeGreaterThanOrEqual(400);
    expect(missed).toEqual([]);
  } finally {
    other.child.disconnect();
    await other.ended;
  }
});

test('a new folder with folders and notes in it is seen whole, and what changes in it afterwards', async () => {
  await paths();
  for (let i = 0; i < 40; i++) {
    writeNote(scratch.root, `new ${i}/a/b/deep.md`, 'deep\n');
    expect(await paths()).toContain(`new ${i}/a/b/deep.md`);
    writeNote(scratch.root, `new ${i}/a/b/later.md`, 'later\n');
    expect(await paths()).toContain(`new ${i}/a/b/later.md`);
    renameSync(path.join(scratch.root, `new ${i}/a`), path.join(scratch.root, `new ${i}/moved`));
    writeNote(scratch.root, `new ${i}/moved/b/later.md`, '# In the moved folder\n');
    const { notes } = await list({ pattern: `new ${i}/**` });
    expect(notes.map((note) => note.title).sort()).toEqual(['In the moved folder', 'deep']);
  }
});

test('calls made at the same time all see what was there before them', async () => {
  await paths();
  for (let i = 0; i < 60; i++) {
    writeNote(scratch.root, `n${i}.md`, 'x\n');
    const answers = await Promise.all([paths(), list({ limit: 1 }), paths()]);
    expect(answers[0]).toHaveLength(i + 1);
    expect(answers[1].total).toBe(i + 1);
    expect(answers[2]).toHaveLength(i + 1);
  }
});

test('a rule that hides or shows again works on the next call', async () => {
  writeNote(scratch.root, 'a.md', 'a');
  writeNote(scratch.root, 'drafts/b.md', 'b');
  expect(await paths()).toHaveLength(2);
  writeFileSync(path.join(scratch.root, '.slipboxignore'), 'drafts/\n');
  expect(await paths()).toEqual(['a.md']);
  writeNote(scratch.root, 'drafts/c.md', 'c');
  expect(await paths()).toEqual(['a.md']);
  rmSync(path.join(scratch.root, '.slipboxignore'));
  expect(await paths()).toEqual(['a.md', 'drafts/b.md', 'drafts/c.md']);
  writeNote(scratch.root, 'drafts/d.md', 'd');
  expect(await paths()).toContain('drafts/d.md');
});

const manyFiles = 20_000;

/** Runs beside us while we stand still: more events than the system keeps, then changes whose events are lost. */
const flood = `
  import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
  process.chdir(process.argv[1]);
  for (let i = 0; i < 30_000; i++) utimesSync(\`big/n\${i % 1000}.md\`, 1e9 + i, 1e9 + i);
  writeFileSync('big/after.md', '# After\\n');
  rmSync('big/n19999.md');
  renameSync('big/n19998.md', 'small/moved.md');
  renameSync('small', 'aside');
  mkdirSync('small');
  writeFileSync('small/fresh.md', '# Fresh\\n');
  mkdirSync('late/deep', { recursive: true });
  writeFileSync('late/deep/x.md', '# X\\n');
`;

async function settled(): Promise<Awaited<ReturnType<typeof list>>> {
  for (;;) {
    const answer = await list();
    const stale = JSON.stringify(answer.warnings ?? '').includes('STALE');
    if (!stale && answer.index === undefined) return answer;
  }
}

test('20,000 files in one folder: no change is missed, each is taken in quickly, and lost events are made up for', {
  timeout: 240_000,
}, async () => {
  writeNote(scratch.root, 'small/s.md', 's\n');
  writeNote(scratch.root, 'big/n0.md', 'x\n');
  for (let i = 1; i < manyFiles; i++) writeFileSync(path.join(scratch.root, `big/n${i}.md`), `# N ${i}\n`);
  expect((await settled()).total).toBe(manyFiles + 1);

  const times: number[] = [];
  let total = manyFiles + 1;
  for (let i = 0; i < 120; i++) {
    const file = path.join(scratch.root, `big/e${i}.md`);
    if (i % 3 === 2) rmSync(path.join(scratch.root, `big/e${i - 1}.md`));
    else writeFileSync(file, `# E ${i}\n`);
    total += i % 3 === 2 ? -1 : 1;
    const start = performance.now();
    const answer = await list({ limit: 1 });
    times.push(performance.now() - start);
    expect(answer.total).toBe(total);
  }
  times.sort((a, b) => a - b);
  const median = times[times.length / 2]!;
  console.log(
    `20,000 files in one folder: a change and a call take ${median.toFixed(2)} ms (median), ${times.at(-2)!.toFixed(2)} ms (p99)`,
  );
  expect(median).toBeLessThan(5 * 4);

  const run = spawnSync(process.execPath, ['--input-type=module', '-e', flood, scratch.root], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  const after = (await settled()).notes.map((note) => note.path);
  expect(after).toHaveLength(total + 1 - 1 + 1 + 1);
  for (const name of ['big/after.md', 'aside/moved.md', 'aside/s.md', 'small/fresh.md', 'late/deep/x.md'])
    expect(after).toContain(name);
  expect(after).not.toContain('big/n19999.md');

  // Folders whose coming was lost among the events are watched from now on.
  for (const folder of ['small', 'aside', 'late/deep', 'big']) {
    writeFileSync(path.join(scratch.root, folder, 'again.md'), '# Again\n');
    expect((await list({ pattern: `${folder}/again.md` })).total, folder).toBe(1);
  }
});
