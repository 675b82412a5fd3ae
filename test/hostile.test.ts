import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexNotebook } from '../src/engine/index.ts';
import { fillHostileNotebook, hostileNotes, skipped } from './support/hostile-notebook.ts';
import { type OpenNotebook, openNotebook } from './support/open-notebook.ts';
import { isRoot, makeTempFolder } from './support/temp-folder.ts';

const outside = makeTempFolder();
let notebook: OpenNotebook;

beforeAll(async () => {
  notebook = await openNotebook();
  fillHostileNotebook(notebook.folder, outside);
  await indexNotebook(notebook.engine, {}, notebook.call);
});
afterAll(async () => {
  await notebook[Symbol.asyncDispose]();
  outside[Symbol.dispose]();
});

const listedPath = (note: (typeof hostileNotes)[number]) => note.path ?? note.disk.normalize('NFC');
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('a notebook of everything that can be odd', () => {
  it('is listed in full, in every order, whatever is in it', async () => {
    const wanted = [...hostileNotes.map(listedPath), 'locked.md'].sort(byCodePoint);
    for (const sortBy of ['path', 'title', 'modified', 'created'] as const) {
      const { notes, total } = await notebook.list({ sortBy });
      expect(notes.map(({ path }) => path).sort(byCodePoint)).toEqual(wanted);
      expect(total).toBe(wanted.length);
      for (const note of notes)
        expect(note).toMatchObject({ title: expect.stringMatching(/./), tags: expect.any(Array) });
    }
  });

  it('has a warning for each note that is not what it should be, and for what was skipped', async () => {
    const warned = new Map<string, string>();
    const { total } = await notebook.list({ limit: 1 });
    for (let offset = 0; offset < total; offset++) {
      const { warnings } = await notebook.list({ offset, limit: 1 });
      for (const { path, code } of warnings?.items ?? []) warned.set(path, code);
    }
    const wanted = new Map<string, string>();
    for (const note of hostileNotes) if (note.warning) wanted.set(listedPath(note), note.warning);
    for (const [path, code] of Object.entries(skipped)) if (code) wanted.set(path, code);
    wanted.set('latin-\uFFFD.md', 'NOT_UTF8');
    if (!isRoot) wanted.set('locked.md', 'UNREADABLE');
    expect([...warned].sort()).toEqual([...wanted].sort());
  });

  it('counts all warnings and shows the first ten', async () => {
    const { warnings } = await notebook.list();
    expect(warnings?.items).toHaveLength(10);
    expect(warnings?.count).toBeGreaterThan(10);
  });

  it.each(hostileNotes.map((note) => [note.kind, note] as const))(
    '%s is read by its listed path, byte for byte',
    async (_, note) => {
      const path = listedPath(note);
      const pieces: string[] = [];
      let place = {};
      for (let page = 0; page < 1000; page++) {
        const read = await notebook.read(path, { ...place, maxBytes: 2_000_000, maxLines: 100_000 });
        expect(read.path).toBe(path);
        pieces.push(read.content!);
        const { isTruncated, nextOffset, nextCharOffset, totalLines } = read.contentMetadata!;
        if (note.isText !== false) expect(totalLines).toBe(lineCount(note.bytes));
        if (!isTruncated) break;
        place = {
          offset: nextOffset!,
          ...(nextCharOffset === undefined ? {} : { charOffset: nextCharOffset }),
        };
      }
      const content = pieces.join('');
      if (note.isText !== false) expect(Buffer.from(content).equals(note.bytes)).toBe(true);
      else expect(content).toBe(note.bytes.includes(0) ? '' : note.bytes.toString('utf8'));
    },
  );

  it.each(hostileNotes.map((note) => [note.kind, note] as const))(
    '%s fits a small window and an outline',
    async (_, note) => {
      const read = await notebook.read(listedPath(note), { maxBytes: 300 });
      expect(Buffer.byteLength(JSON.stringify(read.content))).toBeLessThanOrEqual(302);
      const smart = await notebook.read(listedPath(note), { maxBytes: 1000, truncate: 'smart' });
      expect(Buffer.byteLength(JSON.stringify(smart.content))).toBeLessThanOrEqual(1002);
      expect(await notebook.read(listedPath(note), { outline: true })).toHaveProperty('outline');
    },
  );

  it('shows one it may not open from its stat', async () => {
    const described = await notebook.read('locked.md', { includeContent: false });
    expect(described.title).toBe('locked');
    const read = notebook.read('locked.md');
    if (isRoot) expect((await read).content).toBe('locked away\n');
    else await expect(read).rejects.toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }));
  });

  it.each(Object.keys(skipped))('%s is neither listed nor read', async (path) => {
    expect(await notebook.paths()).not.toContain(path);
    const outcome = await notebook.read(path).catch((error: Error) => error);
    expect(outcome).toMatchObject({
      name: 'SlipboxError',
      code: expect.stringMatching(/^(?:NOTE_NOT_FOUND|PATH_TRAVERSAL)$/),
    });
    expect(JSON.stringify(outcome)).not.toContain('secret from outside');
  });

  it('is the same for a process that finds the index made', async () => {
    const { notes, total } = await notebook.list();
    await notebook.engine.close();
    const again = await notebook.list();
    expect(again.total).toBe(total);
    expect(again.notes).toEqual(notes);
  });
});

function lineCount(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 10) count++;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? count + 1 : count;
}
