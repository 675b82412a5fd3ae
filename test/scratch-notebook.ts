import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Database } from '../src/engine/db/database.ts';
import { locateIndex } from '../src/engine/db/index-location.ts';
import { type Call, type Engine, loadConfig, openEngine, owner } from '../src/engine/index.ts';
import { indexInBulk } from '../src/engine/indexer/bulk.ts';
import { bulkThreshold } from '../src/engine/indexer/bulk-threshold.ts';
import { IndexWriter } from '../src/engine/indexer/index-writer.ts';

export const timeZone = 'Europe/Berlin';

/** A folder for one test: a notebook, a cache, and what else it needs beside them. */
export interface Scratch {
  readonly folder: string;
  readonly root: string;
  readonly cache: string;
  remove(): void;
}

export function makeScratch(notes: Record<string, string> = {}): Scratch {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipbox-scratch-')));
  const root = path.join(folder, 'notes');
  mkdirSync(root);
  for (const [name, text] of Object.entries(notes)) writeNote(root, name, text);
  return {
    folder,
    root,
    cache: path.join(folder, 'cache'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export function writeNote(root: string, name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** `count` small notes that differ, in folders of `perFolder`. */
export function writeManyNotes(root: string, count: number, perFolder: number): void {
  for (let i = 0; i < count; i++) {
    const folder = path.join(root, `folder ${Math.floor(i / perFolder)}`);
    if (i % perFolder === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `note ${i}.md`), noteText(i));
  }
}

export function noteText(i: number, extra = ''): string {
  return `---\ntags: [t${i % 7}]\naliases: [alias ${i}]\n---\n# Note ${i}\n\nWord${i} links to [[note ${i + 1}]] ${extra}\n`;
}

export async function openScratchEngine(
  { root, cache, folder }: Pick<Scratch, 'root' | 'cache' | 'folder'>,
  more: Record<string, string> = {},
): Promise<Engine> {
  const env = {
    ...more,
    SLIPBOX_CACHE: cache,
    SLIPBOX_STATE: path.join(folder, 'state'),
    SLIPBOX_CONFIG: path.join(folder, 'config.json'),
    OPENNOTES_CONFIG: path.join(folder, 'opennotes.json'),
    SLIPBOX_TIME_ZONE: timeZone,
  };
  const around = { env, cwd: root, home: folder, platform: process.platform };
  return openEngine(loadConfig({ flags: { notebook: root }, ...around }));
}

export const ownerCall: Call = {
  caller: owner,
  signal: new AbortController().signal,
  progress: () => undefined,
};

export function openScratchWriter(scratch: Pick<Scratch, 'root' | 'cache'>): IndexWriter {
  return new IndexWriter({
    root: scratch.root,
    location: locateIndex(scratch.cache, scratch.root),
    timeZone,
    cacheKiB: 4096,
  });
}

/** Everything in an index that follows from the files alone, table by table, with ids replaced by paths. */
export type IndexDump = Record<string, string[]>;

const dumped: Record<string, string> = {
  files: `SELECT kind, path, coalesce(disk, path), slash, (SELECT group_concat(glob, ' ') FROM policy_globs g, zones z, json_each(z.globs) j
    WHERE z.id = files.zone AND j.value = g.id) FROM files`,
  folders: 'SELECT path FROM folders',
  notes: `SELECT n.path, f.path, n.zone = f.zone, title, title_key, name_key, note_id, created, modified, words, lines, hash, encoding, tags, aliases,
    data, warning_code, warning FROM notes n LEFT JOIN files f ON f.id = n.id AND f.kind = 0`,
  missing: 'SELECT path FROM files WHERE kind = 0 AND id NOT IN (SELECT id FROM notes)',
  aliases: 'SELECT n.path, ord, alias_key FROM aliases c LEFT JOIN notes n ON n.id = c.note',
  properties: 'SELECT n.path, ord, key, value FROM properties c LEFT JOIN notes n ON n.id = c.note',
  tags: 'SELECT n.path, ord, tag, tag_key, source, line FROM tags c LEFT JOIN notes n ON n.id = c.note',
  links: `SELECT n.path, ord, kind, line, raw, target, target_key, heading, block, alias, external, property
    FROM links c LEFT JOIN notes n ON n.id = c.note`,
  // whether a file is there that is left out is known as of the last sweep
  edges: `SELECT n.path, e.ord, f.path, f.kind, CASE WHEN e.dst IS NULL THEN 1 ELSE e.state END, e.part FROM edges e LEFT JOIN notes n ON n.id = e.note LEFT JOIN files f ON f.id = e.dst`,
  kin: `SELECT n.path, k.ord, k.up, k.kind, k.target, k.target_key, f.path, f.kind, k.dst IS NULL OR f.id IS NOT NULL
    FROM kin k LEFT JOIN notes n ON n.id = k.note LEFT JOIN files f ON f.id = k.dst`,
  dangling: 'SELECT note, ord FROM edges WHERE dst NOT IN (SELECT id FROM files)',
  structure: 'SELECT n.path, headings, blocks, tasks FROM structure c LEFT JOIN notes n ON n.id = c.note',
  fullText: 'SELECT n.path, v.term, v.col, v.offset FROM temp.instances v LEFT JOIN notes n ON n.id = v.doc',
  complete: 'SELECT complete FROM state',
  terms: 'SELECT term, stem FROM terms',
  late: "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
};

export function dumpIndex(scratch: Pick<Scratch, 'root' | 'cache'>): IndexDump {
  // Terms and edges of a first index are made in idle moments; here they are due at once.
  const writer = openScratchWriter(scratch);
  writer.finish();
  writer.close();
  const location = locateIndex(scratch.cache, scratch.root);
  const db = new Database(location.index, { readOnly: true, busyTimeout: 10_000, cacheKiB: 16_384 });
  try {
    db.exec('CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, fts, instance)');
    const dump: IndexDump = {};
    for (const [table, sql] of Object.entries(dumped))
      dump[table] = db
        .tuples(sql)
        .map((row) => JSON.stringify(row))
        .sort();
    return dump;
  } finally {
    db.close();
  }
}

/** What makes a kept index other than a rebuilt one; a term that no note has any more may stay. */
export function findDifferences(kept: IndexDump, rebuilt: IndexDump): string[] {
  const found: string[] = [];
  for (const table of Object.keys(dumped)) {
    const left = new Set(kept[table]);
    const right = new Set(rebuilt[table]);
    for (const row of right) if (!left.has(row)) found.push(`${table}: lacks ${row}`);
    if (table !== 'terms')
      for (const row of left) if (!right.has(row)) found.push(`${table}: has left over ${row}`);
    if (left.size !== kept[table]!.length) found.push(`${table}: rows stored twice`);
  }
  return found.slice(0, 20);
}

/** The index of a folder built from nothing, in a cache of its own. */
export async function rebuild(
  scratch: Pick<Scratch, 'root' | 'folder'>,
  globs: readonly string[] = [],
): Promise<IndexDump> {
  const cache = mkdtempSync(path.join(scratch.folder, 'rebuilt-'));
  const writer = openScratchWriter({ root: scratch.root, cache });
  try {
    writer.register(globs);
    const plan = writer.plan();
    if (plan.notes.length > bulkThreshold) await indexInBulk(writer, plan, () => undefined);
    else await writer.sweep();
    return dumpIndex({ root: scratch.root, cache });
  } finally {
    writer.close();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** An engine in a process of its own, told what to do. */
export interface EngineProcess {
  readonly child: ChildProcess;
  ask<T>(request: EngineRequest): Promise<T>;
  ended: Promise<void>;
}

export type EngineRequest =
  | { do: 'paths' }
  | { do: 'index' }
  | { do: 'write'; files: Record<string, string> }
  | { do: 'remove'; names: string[] }
  | { do: 'rename'; from: string; to: string }
  | { do: 'close' };

export function startEngineProcess(scratch: Scratch): EngineProcess {
  const { root, cache, folder } = scratch;
  const child = fork(fileURLToPath(new URL('./scratch-process.ts', import.meta.url)), [], {
    execArgv: ['--no-warnings'],
    env: { ...process.env, SCRATCH: JSON.stringify({ root, cache, folder }) },
  });
  let last = 0;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(value);
    else asker?.reject(new Error(error));
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const asker of waiting.values()) asker.reject(new Error('The process ended'));
      waiting.clear();
      resolve();
    });
  });
  return {
    child,
    ended,
    ask: <T>(request: EngineRequest) =>
      new Promise<T>((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, request }, (error) => error && reject(error));
      }),
  };
}
