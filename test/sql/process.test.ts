import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqlProcess, type SqlProcessOptions } from '../../src/engine/query/sql/sql-process.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { openSqlNotebook, type SqlNotebook } from './sql-notebook.ts';

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
const slow =
  'SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c WHERE a.range + b.range = c.range + 1';
const mebibyte = 1024 * 1024;

let notebook: SqlNotebook;
let location: SqlProcessOptions['location'];

beforeAll(async () => {
  notebook = await openSqlNotebook({ 'a.md': '# A\n', 'b.md': '# B\n' });
  await notebook.paths();
  location = (await notebook.engine.notebook(undefined, notebook.call)).index.location;
});
afterAll(() => notebook[Symbol.asyncDispose]());

interface Own extends AsyncDisposable {
  process: SqlProcess;
  run(sql: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<unknown[]>;
}

function start(options: Partial<SqlProcessOptions> = {}): Own {
  const sql = new SqlProcess({ root: notebook.folder.root, location, ...options });
  return {
    process: sql,
    run: async (text, { timeoutMs = 20_000, signal = new AbortController().signal } = {}) =>
      (
        await sql.query(
          { sql: text, limit: 10, offset: 0, scope: 'all', unfinished: true },
          timeoutMs,
          signal,
        )
      ).rows,
    [Symbol.asyncDispose]: () => sql.close(),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const count = [{ n: 2 }];
const counting = 'SELECT count(*) AS n FROM notes';

describe('a statement that takes too long', () => {
  test.each([
    ['endless recursion', endless],
    ['a product of tables', slow],
    ['rows without end, ordered', 'SELECT i FROM range(100000000000) t(i) ORDER BY hash(i)'],
  ])('%s is stopped, and the next one runs', async (_, sql) => {
    const started = performance.now();
    await expect(notebook.query(sql, { timeoutMs: 400 })).rejects.toMatchObject({
      code: 'QUERY_TIMEOUT',
      message: 'Query timed out after 0.4s',
    });
    expect(performance.now() - started).toBeLessThan(8000);
    expect(await notebook.rows(counting)).toEqual(count);
  });

  test('other questions are answered meanwhile', async () => {
    const running = expect(notebook.query(endless, { timeoutMs: 1500 })).rejects.toMatchObject({
      code: 'QUERY_TIMEOUT',
    });
    const started = performance.now();
    for (let i = 0; i < 20; i++) expect(await notebook.paths()).toEqual(['a.md', 'b.md']);
    expect(performance.now() - started).toBeLessThan(1400);
    await running;
  });

  test('one that cannot be interrupted is killed, in the end', async () => {
    await using own = start({ memory: { database: 512 * mebibyte, process: 64 * 1024 * mebibyte } });
    expect(await own.run(counting)).toEqual(count);
    const { pid } = own.process;
    const error = own.run("SELECT length(repeat('x', 3000000000))", { timeoutMs: 50 });
    await expect(error).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
    expect(await own.run(counting)).toEqual(count);
    expect(typeof pid).toBe('number');
  });
});

describe('a call that is cancelled', () => {
  test('while its statement runs', async () => {
    await using own = start();
    await own.run(counting);
    const { pid } = own.process;
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 200);
    await expect(own.run(endless, { signal: abort.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await own.run(counting)).toEqual(count);
    expect(own.process.pid).toBe(pid);
  });

  test('before it begins, and while another runs', async () => {
    await using own = start();
    await expect(own.run(counting, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const first = expect(own.run(endless, { timeoutMs: 600 })).rejects.toMatchObject({
      code: 'QUERY_TIMEOUT',
    });
    const abort = new AbortController();
    const second = expect(own.run(counting, { signal: abort.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    abort.abort();
    await second;
    expect(await own.run(counting)).toEqual(count);
    await first;
  });
});

describe('a statement that takes too much memory', () => {
  const memory = { database: 60 * mebibyte, process: 300 * mebibyte };
  let own: Own;
  beforeAll(() => {
    own = start({ memory });
  });
  afterAll(() => own[Symbol.asyncDispose]());

  test.each([
    ['one huge value', "SELECT length(repeat('x', 4000000000))"],
    ['a huge list', 'SELECT list(i) FROM range(500000000) t(i)'],
    ['a huge sort', "SELECT repeat('x', 1000) || i AS s FROM range(10000000) t(i) ORDER BY s"],
    ['huge texts of notes', "SELECT string_agg(repeat(content, 1000000), '') FROM notes, range(100)"],
  ])('%s: refused, and the next one runs', async (_, sql) => {
    const largest = watchMemory(own.process);
    await expect(own.run(sql)).rejects.toMatchObject({
      code: 'INVALID_SQL',
      message: 'Invalid SQL query: it needs more memory than allowed (300 MB)',
      hint: expect.stringContaining('LIMIT'),
    });
    expect(largest()).toBeLessThan(1000 * mebibyte);
    expect(await own.run(counting)).toEqual(count);
  });
});

function watchMemory(sql: SqlProcess): () => number {
  let most = 0;
  const timer = setInterval(() => {
    try {
      const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${sql.pid}/status`, 'utf8'))?.[1];
      most = Math.max(most, Number(resident ?? 0) * 1024);
    } catch {
      // not begun, or gone
    }
  }, 20);
  return () => {
    clearInterval(timer);
    return most;
  };
}

describe('the process', () => {
  test('killed in the middle of a statement: said so, and begun again', async () => {
    await using own = start();
    await own.run(counting);
    const { pid } = own.process;
    const running = own.run(endless);
    setTimeout(() => process.kill(pid!, 'SIGKILL'), 100);
    await expect(running).rejects.toMatchObject({
      code: 'IO_ERROR',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(await own.run(counting)).toEqual(count);
    expect(own.process.pid).not.toBe(pid);
  });

  test('is begun by the first statement, once, and answers many at a time', async () => {
    await using own = start();
    expect(own.process.pid).toBeUndefined();
    const sums = await Promise.all(Array.from({ length: 30 }, (_, i) => own.run(`SELECT ${i} + 1 AS n`)));
    expect(sums.flat()).toEqual(Array.from({ length: 30 }, (_, i) => ({ n: i + 1 })));
  });

  test('ends when nobody asks any more', async () => {
    await using own = start({ idleMs: 50 });
    await own.run(counting);
    const pid = own.process.pid!;
    await expect.poll(() => isAlive(pid), { timeout: 3000 }).toBe(false);
    expect(await own.run(counting)).toEqual(count);
  });

  test('ends with the engine, also in the middle of a statement', async () => {
    const closing = await openSqlNotebook({ 'a.md': 'x' });
    await closing.rows('SELECT 1');
    const before = childrenOf(process.pid);
    const running = expect(closing.query(endless)).rejects.toMatchObject({ code: 'CANCELLED' });
    await sleep(100);
    await closing[Symbol.asyncDispose]();
    await running;
    expect(childrenOf(process.pid).length).toBeLessThan(before.length);
  });

  test('does not outlive a server that is killed', async () => {
    using cache = makeTempFolder();
    const script = fileURLToPath(new URL('./endless-parent.ts', import.meta.url));
    const parent = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, notebook.folder.root, cache.root],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    await sleep(300);
    const children = childrenOf(parent.pid!);
    expect(children.length).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    await expect.poll(() => children.filter(isAlive), { timeout: 4000 }).toEqual([]);
  }, 20_000);

  test('whose database is not installed says what to install, and nothing else suffers', async () => {
    await using own = start({ driver: '@duckdb/not-installed' });
    for (let i = 0; i < 2; i++)
      await expect(own.run(counting)).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('@duckdb/not-installed'),
        hint: expect.stringContaining('npm install @duckdb/not-installed'),
      });
    expect(await notebook.paths()).toEqual(['a.md', 'b.md']);
  });
});

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        const status = readFileSync(`/proc/${child}/status`, 'utf8');
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status) && isAlive(child);
      } catch {
        return false;
      }
    });
}
