import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeScratch, type Scratch, writeNote } from '../../../test/scratch-notebook.ts';
import type { SlipboxError } from '../errors.ts';
import { getFunction, listFunctions } from './find-functions.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const save = (file: string, source: string) => writeNote(scratch.root, `.slipbox/functions/${file}`, source);
const place = (file: string) => path.join(scratch.root, '.slipbox/functions', file);
const list = (limit = 50, offset = 0) => listFunctions(scratch.root, { limit, offset });
const names = () => list().rows.map(({ name }) => name);

function refusal(name: string): SlipboxError {
  try {
    getFunction(scratch.root, name);
  } catch (error) {
    return error as SlipboxError;
  }
  throw new Error('it was found');
}

test('a notebook without functions has none', () => {
  expect(list()).toEqual({ rows: [], total: 0 });
  mkdirSync(path.join(scratch.root, '.slipbox'));
  expect(list()).toEqual({ rows: [], total: 0 });
  writeNote(scratch.root, '.slipbox/functions', 'a file, not a folder');
  expect(list()).toEqual({ rows: [], total: 0 });
  expect(refusal('any')).toMatchObject({ code: 'FUNCTION_NOT_FOUND', details: { available: [] } });
});

test('functions are listed by name, with what their header says', () => {
  save('b.js', '\uFEFF// description: Second\r\n// param n number = 1\r\nfunction main() {}');
  save('a-c.sql', '-- description: First\nSELECT 1');
  save('a.sql', 'SELECT 1');
  save('README.md', 'not a function');
  save('b.json', '{}');
  mkdirSync(place('folder.js'));
  expect(list()).toEqual({
    total: 3,
    rows: [
      { name: 'a', language: 'sql', path: '.slipbox/functions/a.sql', description: '', parameters: [] },
      {
        name: 'a-c',
        language: 'sql',
        path: '.slipbox/functions/a-c.sql',
        description: 'First',
        parameters: [],
      },
      {
        name: 'b',
        language: 'js',
        path: '.slipbox/functions/b.js',
        description: 'Second',
        parameters: [{ name: 'n', type: 'number', required: false, default: 1 }],
      },
    ],
  });
  expect(getFunction(scratch.root, 'b').source.startsWith('// description')).toBe(true);
});

test('pages put together are the whole list', () => {
  const all = Array.from({ length: 23 }, (_, i) => `f${String(i).padStart(2, '0')}`);
  for (const name of all) save(`${name}.sql`, 'SELECT 1');
  const pages = [0, 10, 20, 30].map((offset) => list(10, offset));
  expect(pages.flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(all);
  expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23]);
});

test('of more than 500 functions the first 500 are listed, and it is said', () => {
  for (let i = 0; i < 501; i++) save(`f${String(i).padStart(3, '0')}.sql`, 'SELECT 1');
  const { rows, total, warnings } = list(500);
  expect([rows.length, total, rows.at(-1)?.name]).toEqual([500, 500, 'f499']);
  expect(warnings?.items[0]?.message).toBe('There are 501 functions: only the first 500 are listed');
  expect(getFunction(scratch.root, 'f500').name).toBe('f500');
});

test('two files of one name are a warning in the list and an error to run', () => {
  save('same.sql', 'SELECT 1');
  save('same.js', 'function main() {}');
  save('other.sql', 'SELECT 1');
  expect(names()).toEqual(['other']);
  const message =
    'Invalid function same in .slipbox/functions/same.js and .slipbox/functions/same.sql: two files have this name';
  expect(list().warnings?.items).toEqual([
    { path: '.slipbox/functions/same.js', code: 'CONFIG_INVALID', message },
  ]);
  expect(refusal('same')).toMatchObject({ code: 'CONFIG_INVALID', message });
});

test.each(['1st.sql', '_x.js', 'a b.sql', 'ä.js', `${'x'.repeat(65)}.sql`, 'a.b.js', '-.sql'])(
  '%s is no name for a function',
  (file) => {
    save(file, 'SELECT 1');
    save('ok.sql', 'SELECT 1');
    expect(names()).toEqual(['ok']);
    expect(list().warnings?.items).toMatchObject([
      { path: `.slipbox/functions/${file}`, code: 'CONFIG_INVALID' },
    ]);
    expect(refusal(file.replace(/\.\w+$/, '')).code).toBe('FUNCTION_NOT_FOUND');
  },
);

test.each([
  ['too large', `-- ${'x'.repeat(65_536)}`, 'it is larger than 64 KB'],
  ['binary', 'SELECT 1\0', 'it is not UTF-8 text'],
  ['with a wrong header', '-- param x\nSELECT 1', 'line 1: not a parameter: x'],
])('a file that is %s is listed with a warning and cannot be run', (_, source, problem) => {
  save('bad.sql', source);
  save('good.sql', 'SELECT 1');
  expect(names()).toEqual(['bad', 'good']);
  expect(list().warnings?.items[0]?.message).toContain(problem);
  expect(refusal('bad')).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(refusal('bad').message).toContain(problem);
});

test('a file of exactly 64 KB is a function', () => {
  save('full.sql', `SELECT 1 -- ${'x'.repeat(65_536 - 12)}`);
  expect(getFunction(scratch.root, 'full').source.length).toBe(65_536);
});

test('a file that cannot be read is listed with a warning', () => {
  save('a.sql', 'SELECT 1');
  rmSync(place('a.sql'));
  symlinkSync(place('a.sql'), place('a.sql'));
  expect(list()).toMatchObject({ rows: [], warnings: { items: [{ code: 'SYMLINK_OUT' }] } });
});

test('symlinks that lead out are not followed', () => {
  writeNote(scratch.folder, 'secret.sql', '-- description: outside\nSELECT 1');
  writeNote(scratch.root, 'note.md', '-- description: a note\n');
  save('inside.sql', '-- description: inside\nSELECT 1');
  symlinkSync(path.join(scratch.folder, 'secret.sql'), place('out.sql'));
  symlinkSync(path.join(scratch.root, 'note.md'), place('note.sql'));
  symlinkSync('/dev/zero', place('zero.js'));
  symlinkSync(place('inside.sql'), place('twin.sql'));
  const { rows, warnings } = list();
  expect(rows.map(({ name, description }) => [name, description])).toEqual([
    ['inside', 'inside'],
    ['twin', 'inside'],
  ]);
  expect(warnings?.items.map(({ path: at, code }) => [at, code]).sort()).toEqual([
    ['.slipbox/functions/note.sql', 'SYMLINK_OUT'],
    ['.slipbox/functions/out.sql', 'SYMLINK_OUT'],
    ['.slipbox/functions/zero.js', 'SYMLINK_OUT'],
  ]);
  for (const name of ['out', 'note', 'zero']) expect(refusal(name)).toMatchObject({ code: 'PATH_TRAVERSAL' });
});

test('a folder of functions that lies elsewhere is refused', () => {
  writeNote(scratch.folder, 'elsewhere/f.sql', 'SELECT 1');
  mkdirSync(path.join(scratch.root, '.slipbox'));
  symlinkSync(path.join(scratch.folder, 'elsewhere'), place(''));
  expect(() => list()).toThrow('Path traversal blocked: .slipbox/functions');
  expect(refusal('f').code).toBe('PATH_TRAVERSAL');
});

test('an unknown name is told the nearest, and which there are', () => {
  save('open-tasks.sql', 'SELECT 1');
  save('weekly.js', 'function main() {}');
  expect(refusal('open_taks')).toMatchObject({
    code: 'FUNCTION_NOT_FOUND',
    message: 'Function not found: open_taks',
    hint: 'Did you mean open-tasks?',
    details: { nearest: 'open-tasks', available: ['open-tasks', 'weekly'] },
  });
  expect(refusal('../../etc/passwd').code).toBe('FUNCTION_NOT_FOUND');
  expect(refusal('weekly.js').code).toBe('FUNCTION_NOT_FOUND');
});
