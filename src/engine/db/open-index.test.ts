import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateIndex } from './index-location.ts';
import { indexInode, openReader, openWriter } from './open-index.ts';
import { isIntact } from './queries/maintenance.ts';
import { readState } from './queries/state.ts';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(path.join(tmpdir(), 'slipbox-open-'));
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

test('four processes that create the same index at once all get it', { timeout: 60_000 }, async () => {
  const location = locateIndex(cache, '/notes');
  const url = JSON.stringify(new URL('./open-index.ts', import.meta.url).href);
  const code = `
    import { openWriter } from ${url};
    const until = Number(process.argv[1]);
    while (Date.now() < until);
    const db = openWriter(${JSON.stringify(location)}, { cacheKiB: 1024 });
    db.exec('BEGIN IMMEDIATE');
    db.run('UPDATE state SET generation = generation + 1');
    db.exec('COMMIT');
    db.close();
  `;
  const at = String(Date.now() + 1500);
  const runs = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code, at], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    return new Promise<string>((resolve) => child.once('close', (status) => resolve(`${status} ${errors}`)));
  });
  expect(await Promise.all(runs)).toEqual(['0 ', '0 ', '0 ', '0 ']);
  const reader = openReader(location);
  expect(readState(reader).generation).toBe(4);
  expect(isIntact(reader)).toBe(true);
  reader.close();
});

test('a damaged index is set aside, and the one before it dropped', () => {
  const location = locateIndex(cache, '/notes');
  openWriter(location, { cacheKiB: 1024 }).close();
  for (const text of ['first damage '.repeat(500), 'second damage '.repeat(500)]) {
    writeFileSync(location.index, text);
    const db = openWriter(location, { cacheKiB: 1024 });
    expect(readState(db)).toMatchObject({ generation: 0, complete: false, found: 0 });
    db.close();
    expect(readFileSync(`${location.index}.damaged`, 'utf8')).toBe(text);
  }
});

test('notebooks of the same name have indexes of their own, and none inside the notebook', () => {
  const one = locateIndex(cache, '/home/me/notes');
  const other = locateIndex(cache, '/home/you/notes');
  expect(one.folder).not.toBe(other.folder);
  for (const file of [one.index, one.lease, one.turnstile]) expect(path.dirname(file)).toBe(one.folder);
  expect(path.basename(locateIndex(cache, '/home/me/日本語 📓?').folder)).toMatch(/^日本語-.*-[0-9a-f]{16}$/);
});

test('a reader makes no file', () => {
  const location = locateIndex(cache, '/notes');
  expect(() => openReader(location)).toThrow();
  expect(existsSync(location.folder)).toBe(false);
  expect(indexInode(location)).toBeUndefined();
});

/** Opening and closing such a file by fs would drop the locks that this process holds on it through SQLite. */
test('no source opens a live lock or index file by way of node:fs', () => {
  const top = fileURLToPath(new URL('../../', import.meta.url));
  const sources = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test|\.d)\.ts$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(60);
  const imported = /import\s*(?:type\s*)?\{([^}]*)\}\s*from\s*'node:fs(?:\/promises)?'/;
  const found: string[] = [];
  for (const name of sources) {
    const text = readFileSync(path.join(top, name), 'utf8');
    const names = imported.exec(text)?.[1];
    if (name === path.join('engine', 'db', 'open-index.ts')) {
      expect(
        names!
          .split(',')
          .map((one) => one.trim())
          .sort(),
      ).toEqual(['mkdirSync', 'renameSync', 'rmSync', 'statSync']);
      continue;
    }
    // A stat opens nothing.
    const rest = text.replace(/\bstatSync\([^)]*\)/g, '');
    if (
      names !== undefined &&
      /\blocateIndex\b|\bIndexLocation\b|\.(?:turnstile|lease)\b|location\.index\b/.test(rest)
    )
      found.push(name);
    if (/node:fs/.test(text) && names === undefined)
      found.push(`${name}: imports node:fs in a way this test cannot read`);
  }
  expect(found).toEqual([]);
});
