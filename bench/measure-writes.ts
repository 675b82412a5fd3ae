import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { spread, timeCalls } from './measure-calls.ts';
import { limited, type Row } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';
import type { Subject } from './subject.ts';

type Limits = Readonly<Record<number, number | undefined>>;

const WRITE: Limits = { 10000: 6 };
const MOVE_HUB: Limits = { 10000: 400 };
const MOVE: Limits = { 10000: 25 };
const BACKLINKS = 510;
const FEW_BACKLINKS = 5;

/** Writes over stdio, in a copy of the notebook with a note that 510 others link to and one that five do. */
export async function measureWrites(subject: Subject): Promise<Row[]> {
  const { size, paths } = subject;
  if (size < 2 * BACKLINKS) return [];
  const cache = subject.freshCache();
  const dir = join(cache, 'notebook');
  cpSync(subject.options.dir, dir, { recursive: true });
  const step = Math.floor((size - 1) / BACKLINKS);
  const linking = Array.from({ length: BACKLINKS }, (_, at) => paths[1 + at * step]!);
  for (const [at, path] of linking.entries())
    appendFileSync(
      join(dir, path),
      at < FEW_BACKLINKS ? '\n[[Bench hub]] [[Bench few|few]]\n' : '\n[[Bench hub]]\n',
    );
  writeFileSync(join(dir, 'Bench hub.md'), '# Hub\n');
  writeFileSync(join(dir, 'Bench few.md'), '# Few\n');
  subject.index(cache, dir);
  const server = subject.serve(cache, {}, dir);
  let count = 0;
  const any = () => paths[1 + ((count++ * 7919) % (size - 1))]!;
  const anyWithProperties = () => {
    for (;;) {
      const path = any();
      if (hasProperties(join(dir, path))) return path;
    }
  };
  const move = (name: string) => {
    let place = `${name}.md`;
    return () => {
      const path = place;
      place = `Moved/${name} ${count++}.md`;
      return { path, newPath: place };
    };
  };
  const measure = (
    tool: string,
    name: string,
    limits: Limits,
    args: () => Record<string, unknown>,
    calls?: { calls: number; warmUp: number },
  ) => timeCalls(server, size, tool, name, limits[size], args, calls);
  try {
    await server.initialize();
    // what a first index leaves for idle moments is not part of a write's time
    await server.call('find_broken_links', { limit: 1 });
    return [
      await measure('contentManager_createContent', 'create a note', WRITE, () => ({
        filePath: `Made/Note ${count++}.md`,
        content: '# Made\n\nWith a [[Home]] link and some words.\n',
      })),
      await measure('contentManager_appendContent', 'append to any note', WRITE, () => ({
        filePath: any(),
        content: 'One more line.\n',
      })),
      await measure('contentManager_setProperty', 'set a property of any note', WRITE, () => ({
        filePath: anyWithProperties(),
        property: 'reviewed',
        value: `day ${count}`,
      })),
      await measure(
        'vaultManager_moveNote',
        `move a note with ${FEW_BACKLINKS} backlinks`,
        MOVE,
        move('Bench few'),
        {
          calls: 40,
          warmUp: 5,
        },
      ),
      ...(await measureHub(server, size, move('Bench hub'))),
    ];
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Such a move answers when it is on disk: the next call waits until the index has taken it in. */
async function measureHub(
  server: ServerProcess,
  notes: number,
  next: () => { path: string; newPath: string },
): Promise<Row[]> {
  const moves: number[] = [];
  const after: number[] = [];
  for (let turn = -2; turn < 10; turn++) {
    const args = next();
    const moved = await server.call('vaultManager_moveNote', args);
    const asked = await server.call('get_backlinks', { identifier: args.newPath, limit: 10 });
    if (turn < 0) continue;
    moves.push(moved.ms);
    after.push(asked.ms);
  }
  const name = `move a note with ${BACKLINKS} backlinks`;
  const figure = spread(moves);
  return [
    limited({ notes, name, figure }, median(moves), MOVE_HUB[notes], ' ms (p50)'),
    { notes, name: 'backlinks right after that move', figure: spread(after) },
  ];
}

/** Some notes have frontmatter that is broken on purpose: its properties cannot be set. */
function hasProperties(file: string): boolean {
  const block = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(readFileSync(file, 'utf8'))?.[1];
  return block !== undefined && parseDocument(block).errors.length === 0;
}
