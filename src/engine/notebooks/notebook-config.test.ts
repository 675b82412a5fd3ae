import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from './json-edit.ts';
import { findNotebookConfig, getNotesFolder, isInside, parseNotebookConfig } from './notebook-config.ts';
import { makeTestingMachine, type TestingMachine } from './testing-machine.ts';

let machine: TestingMachine;
beforeEach(() => {
  machine = makeTestingMachine();
});
afterEach(() => machine.remove());

const read = (config: unknown) => {
  machine.write('nb/.opennotes.json', config as object);
  return findNotebookConfig(machine.path('nb'))!;
};
const notesFolder = (config: unknown, trusted = false, create = false) =>
  getNotesFolder(read(config), { trusted, create, home: machine.home, platform: 'linux' });

describe('reading', () => {
  test('scenario 1: a directory without a config file has none; with one of either name it has', () => {
    machine.folder('nb');
    expect(findNotebookConfig(machine.path('nb'))).toBeUndefined();
    expect(findNotebookConfig(machine.path('absent'))).toBeUndefined();
    machine.write('nb/.jot.json', { name: 'Jot' });
    expect(findNotebookConfig(machine.path('nb'))).toMatchObject({ name: 'Jot' });
    machine.write('nb/.opennotes.json', { name: 'Open' });
    expect(findNotebookConfig(machine.path('nb'))).toMatchObject({ name: 'Open' });
  });

  test('types what it knows and keeps everything else', () => {
    const raw = {
      $schema: 'x',
      root: 'notes',
      name: '  Work ',
      contexts: ['/a'],
      templates: { plain: 'text', rich: { content: 'body', data: {} } },
      groups: [{ name: 'Default', globs: ['**/*.md'], metadata: { a: 1 }, template: 't', type: 'late' }],
      views: { mine: { sql: 'SELECT 1' } },
      workflows: { w: {} },
    };
    expect(read(raw)).toEqual({
      file: machine.path('nb/.opennotes.json'),
      root: 'notes',
      name: 'Work',
      contexts: ['/a'],
      templates: { plain: 'text', rich: 'body' },
      templateData: { rich: {} },
      groups: [{ name: 'Default', globs: ['**/*.md'], metadata: { a: 1 }, template: 't' }],
      unknown: { workflows: { w: {} } },
      raw,
      warnings: [],
    });
  });

  test('scenario 9: a minimal file has no contexts or templates of its own', () => {
    expect(read({ name: 'Minimal' })).toMatchObject({
      root: '.',
      contexts: [],
      templates: {},
      groups: [],
    });
  });

  test('a byte order mark is accepted', () => {
    machine.write('nb/.opennotes.json', '\uFEFF{"name": "Marked"}');
    expect(findNotebookConfig(machine.path('nb'))?.name).toBe('Marked');
  });

  test('scenario 2: broken JSON is an error with file, line and column that quotes nothing of the file', () => {
    const file = machine.write('nb/.opennotes.json', '{\n  "name": "secret"\n  "root": "."\n}');
    expect(() => findNotebookConfig(machine.path('nb'))).toThrowError(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: `Invalid JSON in ${file}, line 3, column 3: expected "," or "}"`,
        details: { file, line: 3, column: 3 },
      }),
    );
  });

  test('a key of the wrong type is reported and left out', () => {
    const config = read({ name: 5, contexts: '/a', templates: [], groups: [1] });
    expect(config).toMatchObject({ name: undefined, contexts: [], templates: {}, groups: [] });
    expect(config.warnings.map(({ message }) => /"(\w+)"/.exec(message)?.[1])).toEqual([
      'name',
      'contexts',
      'templates',
      'groups',
    ]);
    expect(read({ name: null, contexts: null, root: null }).warnings).toEqual([]);
  });

  test('a pipe or folder named like a config file is not one', () => {
    mkdirSync(machine.path('nb/.opennotes.json'), { recursive: true });
    execFileSync('mkfifo', [machine.path('nb/.jot.json')]);
    expect(findNotebookConfig(machine.path('nb'))).toBeUndefined();
  });

  test('no JSON object makes it throw, but for the root', () => {
    const keys = fc.constantFrom('name', 'contexts', 'templates', 'groups', 'views', '__proto__', 'x');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue(), { noNullPrototype: true }), (made) => {
        const raw = JSON.parse(JSON.stringify(made)) as JsonObject;
        expect(parseNotebookConfig('/f', raw).raw).toBe(raw);
      }),
    );
  });
});

describe('the notes folder', () => {
  test('is the folder of the file, or what root says relative to it', () => {
    machine.folder('nb/notes/deep');
    expect(notesFolder({})).toBe(machine.path('nb'));
    expect(notesFolder({ root: '' })).toBe(machine.path('nb'));
    expect(notesFolder({ root: './notes/deep/' })).toBe(machine.path('nb/notes/deep'));
  });

  test('outside its own folder only when trusted', () => {
    machine.folder('outside');
    for (const root of ['../outside', machine.path('outside'), '~', 'x/../../outside', '..']) {
      expect(() => notesFolder({ root })).toThrowError(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    }
    expect(notesFolder({ root: '../outside' }, true)).toBe(machine.path('outside'));
    expect(notesFolder({ root: '~' }, true)).toBe(machine.home);
  });

  test('a link inside that points out is outside', () => {
    machine.folder('outside');
    machine.folder('nb');
    symlinkSync(machine.path('outside'), machine.path('nb/link'));
    expect(() => notesFolder({ root: 'link' })).toThrowError(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    );
    expect(notesFolder({ root: 'link' }, true)).toBe(machine.path('outside'));
  });

  test('scenario 2: a missing root is reported, not made, unless asked for', () => {
    expect(() => notesFolder({ root: 'gone' })).toThrowError(
      expect.objectContaining({ code: 'FOLDER_NOT_FOUND', hint: expect.stringContaining('gone') as string }),
    );
    expect(readdirSync(machine.path('nb'))).toEqual(['.opennotes.json']);
    expect(notesFolder({ root: 'gone' }, false, true)).toBe(machine.path('nb/gone'));
    writeFileSync(machine.path('nb/file'), '');
    expect(() => notesFolder({ root: 'file' })).toThrowError(
      expect.objectContaining({ code: 'FOLDER_NOT_FOUND' }),
    );
  });

  test.each([5, ['a'], { a: 1 }, 'nul\0'])('a root that is no path is an error: %j', (root) => {
    expect(() => notesFolder({ root })).toThrowError(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});

test('inside means by whole segments', () => {
  expect(isInside('/a/foo', '/a/foo')).toBe(true);
  expect(isInside('/a/foo', '/a/foo/..bar')).toBe(true);
  expect(isInside('/a/foo', '/a/foobar')).toBe(false);
  expect(isInside('/a/foo', '/a')).toBe(false);
});
