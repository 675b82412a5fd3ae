import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPath } from '../vault/path-guard.ts';
import { renderFileName } from './file-name.ts';

describe('a slug', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['many   spaces', 'many-spaces'],
    ['two\nlines\r\nhere', 'two-lines-here'],
    ['--leading and trailing--', 'leading-and-trailing'],
    ['snake_case & more', 'snake-case-more'],
    ['Ünïcode Straße', 'ünïcode-straße'],
    ['Cafe\u0301', 'café'],
    ['會議紀錄 2024', '會議紀錄-2024'],
    ['Привет, мир', 'привет-мир'],
    ['हिन्दी नोट', 'हिन्दी-नोट'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['🎉 party 🎉', 'party'],
    ['🎉❤️', 'untitled'],
    ['', 'untitled'],
    ['...', 'untitled'],
    ['..', 'untitled'],
    ['../../x', 'x'],
    ['/etc/passwd', 'etc-passwd'],
    ['C:\\Windows', 'c-windows'],
    ['CON', '_con'],
    ['lpt1', '_lpt1'],
    ['nul', '_nul'],
    ['a\0b', 'a-b'],
    ['%2e%2e%2fx', '2e-2e-2fx'],
  ])('of %j is %s', (title, name) => {
    expect(renderFileName(title, 'slug')).toBe(name);
  });

  it('has at most 80 characters and no dash at the end', () => {
    expect(renderFileName('a'.repeat(200), 'slug')).toBe('a'.repeat(80));
    expect(renderFileName(`${'a'.repeat(79)} b`, 'slug')).toBe('a'.repeat(79));
    expect([...renderFileName('漢'.repeat(200), 'slug')]).toHaveLength(80);
  });

  it('is cut between characters, also where file systems count bytes', () => {
    const name = renderFileName('𐍈'.repeat(200), 'slug');
    expect(name.isWellFormed()).toBe(true);
    expect([...name]).toHaveLength(60);
  });
});

describe('the title as a file name', () => {
  it.each([
    ['Meeting: plan / review?', 'Meeting plan review'],
    ['C# [draft] ^1 | "x" <y> *z*', 'C draft 1 x y z'],
    ['two\nlines', 'two lines'],
    ['tab\there', 'tab here'],
    ['Ends with dots... ', 'Ends with dots'],
    ['.hidden', 'hidden'],
    ['. . a', 'a'],
    ['..', 'untitled'],
    ['???', 'untitled'],
    ['../../x', 'x'],
    ['CON', '_CON'],
    ['Aux.notes', '_Aux.notes'],
    ['Cafe\u0301', 'Café'],
    ['🎉 Party 👨‍👩‍👧', '🎉 Party 👨‍👩‍👧'],
    ['\u202eevil', 'evil'],
    ['%2e%2e%2fx', '_%2e%2e%2fx'],
    ['100%00', '_10000'],
    ['a\ud800b', 'a\ufffdb'],
  ])('of %j is %s', (title, name) => {
    expect(renderFileName(title, 'title')).toBe(name);
  });

  it('fits into what file systems take', () => {
    const name = renderFileName('é漢🎉 '.repeat(50), 'title');
    expect(Buffer.byteLength(`${name}.md`)).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
  });
});

it('is always one that the path guard takes as it is', () => {
  const title = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', '0', 'c', 'o', 'n', ' ', '~', ':') }),
  );
  fc.assert(
    fc.property(title, fc.constantFrom('slug' as const, 'title' as const), (given, style) => {
      const name = `${renderFileName(given, style)}.md`;
      expect(checkPath(name)).toBe(name);
      expect(name).not.toMatch(/[/\\]/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }),
    { numRuns: 2000 },
  );
});
