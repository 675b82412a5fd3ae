import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { contentHash, decodeText, hashFile, readFileBytes } from './read-file.ts';

describe('readFileBytes', () => {
  it.each([
    [0, '', true],
    [3, 'abc', true],
    [6, 'abcdef', false],
    [100, 'abcdef', false],
  ])('reads at most %i bytes', (limit, text, truncated) => {
    using temp = makeTempFolder();
    const file = readFileBytes(temp.write('a.md', 'abcdef'), limit);
    expect({ text: file.bytes.toString(), truncated: file.truncated, size: file.stats.size }).toEqual({
      text,
      truncated,
      size: 6,
    });
  });

  it('reads an empty file', () => {
    using temp = makeTempFolder();
    expect(readFileBytes(temp.write('a.md'), 10)).toMatchObject({ truncated: false, bytes: Buffer.alloc(0) });
  });

  it('refuses a pipe at once instead of waiting for a writer', () => {
    using temp = makeTempFolder();
    execFileSync('mkfifo', [temp.path('pipe.md')]);
    const start = performance.now();
    expect(() => readFileBytes(temp.path('pipe.md'), 10)).toThrow(
      expect.objectContaining({ code: 'EINVAL' }),
    );
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('refuses folders, devices and symlinks', () => {
    using temp = makeTempFolder();
    temp.write('a.md', 'a');
    symlinkSync('a.md', temp.path('link.md'));
    symlinkSync('loop.md', temp.path('loop.md'));
    expect(() => readFileBytes(temp.root, 10)).toThrow(expect.objectContaining({ code: 'EINVAL' }));
    expect(() => readFileBytes('/dev/zero', 10)).toThrow(expect.objectContaining({ code: 'EINVAL' }));
    for (const name of ['link.md', 'loop.md'])
      expect(() => readFileBytes(temp.path(name), 10)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  });

  it('throws for a file that is not there', () => {
    using temp = makeTempFolder();
    expect(() => readFileBytes(temp.path('a.md'), 10)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

describe('decodeText', () => {
  it.each<[string, Buffer, ReturnType<typeof decodeText>]>([
    ['ASCII', Buffer.from('plain\r\n'), { text: 'plain\r\n', kind: 'utf8' }],
    ['UTF-8', Buffer.from('é字😀'), { text: 'é字😀', kind: 'utf8' }],
    ['a byte order mark', Buffer.from('\uFEFFa'), { text: '\uFEFFa', kind: 'utf8' }],
    ['Latin-1', Buffer.from('caf\u00e9', 'latin1'), { text: 'caf\uFFFD', kind: 'not-utf8' }],
    ['UTF-16', Buffer.from('ab', 'utf16le'), { text: '', kind: 'binary' }],
    ['NUL', Buffer.from('a\0b'), { text: '', kind: 'binary' }],
    ['nothing', Buffer.alloc(0), { text: '', kind: 'utf8' }],
    ['a sequence cut by its file', Buffer.from('é').subarray(0, 1), { text: '\uFFFD', kind: 'not-utf8' }],
  ])('%s', (_, bytes, wanted) => {
    expect(decodeText(bytes)).toEqual(wanted);
  });

  it('a cut inside a character loses that character and no other', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-composite' }).filter((text) => !text.includes('\0')),
        fc.nat(),
        (text, at) => {
          const bytes = Buffer.from(text);
          const cut = at % (bytes.length + 1);
          const decoded = decodeText(bytes.subarray(0, cut), true);
          expect(decoded.kind).toBe('utf8');
          expect(text.startsWith(decoded.text)).toBe(true);
          expect(cut - Buffer.byteLength(decoded.text)).toBeLessThan(4);
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, truncated) => {
        const { text, kind } = decodeText(Buffer.from(bytes), truncated);
        if (kind === 'utf8' && !truncated) expect(Buffer.from(text).equals(bytes)).toBe(true);
        if (kind === 'binary') expect(text).toBe('');
      }),
    );
  });
});

describe('contentHash', () => {
  it('names exactly these bytes, whichever way they are read', () => {
    using temp = makeTempFolder();
    const bytes = Buffer.alloc(3_000_001, 'abc');
    const hash = contentHash(bytes);
    expect(hash).toMatch(/^[\w-]{22}$/);
    expect(hashFile(temp.write('a.md', bytes))).toBe(hash);
    bytes[3_000_000] = 0;
    expect(contentHash(bytes)).not.toBe(hash);
    expect(hashFile(temp.write('empty.md'))).toBe(contentHash(Buffer.alloc(0)));
  });
});
