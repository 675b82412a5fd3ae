import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlipboxError } from '../../engine/index.ts';
import { renderPathFault, shownPath, toFolderPath, toNotePath, toTargetPath } from './paths.ts';

describe('the path of a note', () => {
  it.each([
    ['a', 'a.md'],
    ['a.md', 'a.md'],
    ['A.MD', 'A.MD'],
    ['folder//a', 'folder/a.md'],
    ['v1.2', 'v1.2.md'],
    ['2025.01.03', '2025.01.03.md'],
    ['Dr. Who', 'Dr. Who.md'],
    ['a..b c', 'a..b c.md'],
    ['e\u0301', '\u00e9.md'],
  ])('%s is %s', (given, path) => {
    expect(toNotePath(given)).toBe(path);
    if (!given.includes('//')) expect(shownPath(given)).toBe(path);
  });

  it.each(['a.txt', 'a.canvas', 'a.mp3', 'a/', 'folder/b.PDF', 'a.md/'])('%s is none', (given) => {
    expect(() => toNotePath(given)).toThrow(`Invalid path: ${given}`);
  });

  it('is a note, or an error of ours, whatever is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (given) => {
        try {
          const path = toNotePath(given);
          expect(path).toMatch(/\.md$/i);
          expect(path).not.toMatch(/(^|\/)\.|^\//);
        } catch (error) {
          expect(error).toBeInstanceOf(SlipboxError);
        }
      }),
    );
  });
});

describe('where something goes', () => {
  it('is a note or a folder', () => {
    expect(toTargetPath('a/b')).toBe('a/b');
    expect(toTargetPath('a/b/')).toBe('a/b/');
    expect(() => toTargetPath('a.png')).toThrow('Invalid path: a.png');
    expect(toFolderPath('')).toBe('');
    expect(toFolderPath('/')).toBe('');
    expect(toFolderPath('.')).toBe('');
    expect(toFolderPath('a/')).toBe('a');
  });
});

describe('a path that the guard refuses', () => {
  it.each([
    ['a/../b', 'it leaves the notebook', "Path cannot contain '..'"],
    ['.git/../b', 'a segment starts with a dot', "Path cannot contain '..'"],
    ['a\\..\\b', 'it leaves the notebook', "Path cannot contain '..'"],
    ['%2e%2e/b', 'it leaves the notebook', "Path cannot contain '..'"],
    ['.obsidian', 'a segment starts with a dot', 'Cannot access system folder'],
    ['%2egit/x', 'a segment starts with a dot', 'Cannot access system folder'],
    ['link/x', 'a symlink leads into a hidden folder', 'Cannot access system folder'],
    ['./a', 'a segment starts with a dot', 'Invalid path: ./a'],
    ['/a', 'it is absolute', 'Invalid path: /a'],
    ['con', 'it names a device', 'Invalid path: con'],
  ])('%s because %s: %s', (path, reason, message) => {
    expect(renderPathFault(path, reason)).toBe(message);
  });
});
