import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budget, type FlintNotebook, openFlint } from '../../../test/support/run-flint.ts';

interface Window {
  totalLines: number;
  returnedLines: number;
  offset: number;
  isTruncated: boolean;
  nextOffset?: number;
  nextCharOffset?: number;
}

interface Note {
  path: string;
  content: string;
  contentMetadata: Window;
  etag: string;
}

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');
const longLine = `${'grüße 🌍 "q" '.repeat(650_000)}`;
const files = {
  'short.md': '---\nid: S-1\ntags: [x]\nn: 007\n---\n# Short\r\n\r\nText without an end',
  '500.md': lines(500),
  '501.md': lines(501),
  '3000.md': lines(3000),
  '12000.md': `---\ntitle: Long\n---\n${lines(11_997)}`,
  'one-line.md': longLine,
  'empty.md': '',
  'parts.md': '# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n',
};

let flint: FlintNotebook;
beforeAll(async () => {
  flint = await openFlint(files);
});
afterAll(() => flint[Symbol.asyncDispose]());

const read = async (identifier: string, args: Record<string, unknown> = {}) =>
  (await flint.run('get_note', { identifier, ...args })) as unknown as Note;

/** All windows of a note, following what each says of the next. */
async function readAll(
  identifier: string,
  args: Record<string, unknown>,
): Promise<{ text: string; pages: number }> {
  let text = '';
  let pages = 0;
  let next: Record<string, unknown> | undefined = {};
  while (next !== undefined) {
    const { content, contentMetadata: window }: Note = await read(identifier, { ...args, ...next });
    text += content;
    pages++;
    const { nextOffset, nextCharOffset } = window;
    next = window.isTruncated
      ? { offset: nextOffset, ...(nextCharOffset === undefined ? {} : { charOffset: nextCharOffset }) }
      : undefined;
  }
  return { text, pages };
}

describe('get_note', () => {
  it('gives the note flat, with its text as it is in the file', async () => {
    expect(await read('S-1')).toEqual({
      id: 'S-1',
      path: 'short.md',
      title: 'Short',
      content: files['short.md'],
      contentMetadata: { totalLines: 8, returnedLines: 8, offset: 0, isTruncated: false },
      properties: { id: 'S-1', tags: ['x'], n: '007' },
      tags: ['x'],
      aliases: [],
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
      words: 5,
      etag: expect.not.stringMatching(/^part:/),
    });
    expect(await flint.run('getNote', { identifier: 'Short' })).toMatchObject({ path: 'short.md' });
    expect((await read('empty')).contentMetadata).toEqual({
      totalLines: 0,
      returnedLines: 0,
      offset: 0,
      isTruncated: false,
    });
  });

  it('gives 500 lines unless told otherwise, and never more than 2000', async () => {
    const window = async (name: string, args = {}) => (await read(name, args)).contentMetadata;
    expect(await window('500')).toEqual({
      totalLines: 500,
      returnedLines: 500,
      offset: 0,
      isTruncated: false,
    });
    expect(await window('501')).toEqual({
      totalLines: 501,
      returnedLines: 500,
      offset: 0,
      isTruncated: true,
      nextOffset: 500,
    });
    expect(await window('501', { offset: 500 })).toMatchObject({ returnedLines: 1, isTruncated: false });
    expect(await window('501', { offset: 501 })).toMatchObject({ returnedLines: 0, isTruncated: false });
    expect(await window('501', { offset: 10_000 })).toMatchObject({ totalLines: 501, returnedLines: 0 });
    expect(await window('3000', { maxLines: 2000 })).toMatchObject({ returnedLines: 2000, nextOffset: 2000 });
    expect(await window('3000', { maxLines: 2001 })).toMatchObject({ returnedLines: 2000 });
    expect(
      await window('3000', { contentLimit: { maxLines: 10, offset: 2990, includeTruncated: true } }),
    ).toEqual({
      totalLines: 3000,
      returnedLines: 10,
      offset: 2990,
      isTruncated: false,
    });
    expect((await read('501')).etag).toMatch(/^part:/);
    expect((await read('501', { offset: 500 })).etag).toMatch(/^part:/);
  });

  it.each([
    [{ maxLines: 0 }, 'maxLines'],
    [{ maxLines: -1 }, 'maxLines'],
    [{ offset: -1 }, 'offset'],
    [{ maxLines: '5' }, 'maxLines'],
    [{ contentLimit: { maxLines: 0 } }, 'contentLimit.maxLines'],
    [{ contentLimit: { lines: 5 } }, 'contentLimit.lines'],
    [{ contentLimit: { offset: 1 }, maxLines: 5 }, 'contentLimit'],
    [{ charOffset: -1 }, 'charOffset'],
  ])('refuses %j', async (args, parameter) => {
    await expect(read('short', args)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter },
    });
  });

  it('gives pages of 12,000 lines that together are the file, byte for byte', async () => {
    for (const args of [{}, { maxLines: 2000 }, { maxLines: 700, maxBytes: 5000 }]) {
      const { text, pages } = await readAll('12000', args);
      expect(text === files['12000.md'], JSON.stringify(args)).toBe(true);
      expect(pages).toBeGreaterThan(3);
    }
  });

  it('gives pages of one 10 MB line that together are the file, byte for byte', async () => {
    const { contentMetadata, content } = await read('one-line');
    expect(contentMetadata).toMatchObject({ totalLines: 1, isTruncated: true, nextOffset: 0 });
    expect(contentMetadata.nextCharOffset).toBe(content.length);
    const { text, pages } = await readAll('one-line', { maxBytes: 1_000_000 });
    expect(text === longLine).toBe(true);
    expect(pages).toBeLessThan(30);
  });

  it('reads less when asked: headings, one section, head and tail', async () => {
    expect(await flint.run('get_note', { identifier: 'parts', outline: true })).toMatchObject({
      outline: [
        { level: 1, text: 'A', line: 1 },
        { level: 2, text: 'B', line: 5 },
        { level: 1, text: 'C', line: 9 },
      ],
    });
    expect(await read('parts', { section: 'A > B' })).toMatchObject({
      content: '## B\n\ntwo\n\n',
      etag: expect.stringMatching(/^part:/),
    });
    const smart = await read('3000', { truncate: 'smart' });
    expect(smart.content.startsWith('line 0\n')).toBe(true);
    expect(smart.content.endsWith('line 2999\n')).toBe(true);
  });

  it('stays within the budget', async () => {
    for (const maxBytes of [1000, 3000, 51_200])
      for (const name of ['12000', 'one-line', 'short'])
        expect(Buffer.byteLength(JSON.stringify(await read(name, { maxBytes })))).toBeLessThanOrEqual(
          maxBytes,
        );
  });
});

describe('get_notes', () => {
  const readMany = async (identifiers: readonly string[], args: Record<string, unknown> = {}) => {
    const answer = await flint.run('getNotes', { identifiers, ...args });
    const size = Buffer.byteLength(JSON.stringify(answer));
    expect(size).toBeLessThanOrEqual((args.maxBytes as number | undefined) ?? budget.bytes);
    return { ...answer, results: answer.results as { success: boolean; note?: Note; code?: string }[] };
  };

  it('has an entry for each identifier, in that order, whatever happens to the others', async () => {
    const asked = ['parts', '', 'nowhere', '../../etc/passwd', 'S-1', 'parts', '.hidden/x'];
    const { results, pagination } = await readMany(asked);
    expect(results.map(({ success, note, code }) => (success ? note!.path : code))).toEqual([
      'parts.md',
      'NOTE_NOT_FOUND',
      'NOTE_NOT_FOUND',
      'PATH_TRAVERSAL',
      'short.md',
      'parts.md',
      'PATH_TRAVERSAL',
    ]);
    expect(results[2]).toEqual({ success: false, error: 'Note not found: nowhere', code: 'NOTE_NOT_FOUND' });
    expect(results[0]!.note).toEqual(await read('parts'));
    expect(pagination).toEqual({ total: 7, limit: 50, offset: 0, hasMore: false });
    expect((await readMany([])).results).toEqual([]);
  });

  it('takes at most 50', async () => {
    expect((await readMany(Array(50).fill('parts'))).results).toHaveLength(50);
    await expect(readMany(Array(51).fill('parts'))).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: { parameter: 'identifiers' },
    });
  });

  it('shares the room: short notes come whole, long ones divide the rest, and all can be read on', async () => {
    const { results } = await readMany(['12000', 'parts', 'one-line', '3000'], { maxLines: 2000 });
    const [long, short, line, other] = results.map(({ note }) => note!);
    expect(short!.contentMetadata.isTruncated).toBe(false);
    const sizes = [long, line, other].map((note) => Buffer.byteLength(JSON.stringify(note!.content)));
    expect(Math.min(...sizes)).toBeGreaterThan(0.9 * Math.max(...sizes));
    expect(Math.min(...sizes)).toBeGreaterThan(9000);
    for (const { path, content, contentMetadata } of [long!, line!, other!]) {
      const { isTruncated, nextOffset, nextCharOffset } = contentMetadata;
      expect(isTruncated).toBe(true);
      const rest = await read(path, { offset: nextOffset, charOffset: nextCharOffset ?? null });
      const text = files[path as keyof typeof files];
      expect(text.startsWith(content + rest.content)).toBe(true);
    }
  });

  it('gives every one of 50 long notes a part', async () => {
    const { results } = await readMany(Array(50).fill('12000'));
    expect(results).toHaveLength(50);
    for (const { note } of results) expect(note!.contentMetadata.returnedLines).toBeGreaterThan(3);
  });

  it('answers fewer notes when the room is too small, and says where to go on', async () => {
    const { results, pagination } = await readMany(Array(50).fill('12000'), { maxBytes: 5000 });
    expect(results.length).toBeGreaterThan(0);
    expect(pagination).toMatchObject({ total: 50, hasMore: true, nextOffset: results.length });
    for (const { note } of results) expect(files['12000.md'].startsWith(note!.content)).toBe(true);
    const one = await readMany(['12000', 'parts'], { maxBytes: 1000 });
    expect(one.results).toHaveLength(1);
    expect(one.results[0]!.note!.content).toMatch(/^---\n/);
  });
});
