import { appendFileSync, chmodSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { isRoot, makeTempFolder } from '../../../test/support/temp-folder.ts';
import { contentHash } from '../vault/read-file.ts';

const code = (wanted: string) => expect.objectContaining({ name: 'SlipboxError', code: wanted });

describe('readNote', () => {
  it('gives what a note says of itself, and its text with frontmatter and line endings', async () => {
    const text =
      '---\r\ntitle: A note\r\ntags: [one, two]\r\naliases: Other\r\ncreated: 2024-01-02T03:04:05Z\r\nn: 007\r\n---\r\n# Head\r\nBody #three';
    await using notebook = await openNotebook({ 'sub/a.md': text });
    expect(await notebook.read('sub/a.md')).toMatchObject({
      path: 'sub/a.md',
      title: 'A note',
      tags: ['one', 'two', 'three'],
      aliases: ['Other'],
      created: '2024-01-02T03:04:05Z',
      properties: { title: 'A note', n: '007' },
      words: 3,
      etag: contentHash(Buffer.from(text)),
      content: text,
      contentMetadata: { totalLines: 9, returnedLines: 9, offset: 0, isTruncated: false },
    });
  });

  it('leaves the text out when it is not wanted', async () => {
    await using notebook = await openNotebook({ 'a.md': 'text' });
    const read = await notebook.read('a.md', { includeContent: false });
    expect(read).not.toHaveProperty('content');
    expect(read).not.toHaveProperty('contentMetadata');
    expect(read.etag).toBe(contentHash(Buffer.from('text')));
  });

  it('gives windows, sections and the outline', async () => {
    const text = 'intro\n# A\none\n## B\ntwo\n# C\nthree\n';
    await using notebook = await openNotebook({ 'a.md': text });
    expect(await notebook.read('a', { offset: 1, maxLines: 2 })).toMatchObject({
      content: '# A\none\n',
      contentMetadata: { totalLines: 7, returnedLines: 2, offset: 1, isTruncated: true, nextOffset: 3 },
    });
    expect(await notebook.read('a', { section: 'A' })).toMatchObject({
      content: '# A\none\n## B\ntwo\n',
      contentMetadata: { totalLines: 4, returnedLines: 4, offset: 0, isTruncated: false },
    });
    expect((await notebook.read('a', { section: 'A > B' })).content).toBe('## B\ntwo\n');
    expect((await notebook.read('a', { section: 'C' })).content).toBe('# C\nthree\n');
    expect((await notebook.read('a', { section: 'A', offset: 2, maxLines: 1 })).content).toBe('## B\n');
    const outlined = await notebook.read('a', { outline: true });
    expect(outlined.outline).toEqual([
      { level: 1, text: 'A', line: 2 },
      { level: 2, text: 'B', line: 4 },
      { level: 1, text: 'C', line: 6 },
    ]);
    expect(outlined).not.toHaveProperty('content');
    await expect(notebook.read('a', { section: 'D' })).rejects.toThrow(code('INVALID_PARAMS'));
  });

  it('cuts smartly when asked to, and not when a place was named', async () => {
    await using notebook = await openNotebook({ 'a.md': `first\n${'line\n'.repeat(3000)}last` });
    const smart = await notebook.read('a', { truncate: 'smart', maxBytes: 2000 });
    expect(smart.content).toMatch(/^first\n.*lines left out.*last$/s);
    expect(Buffer.byteLength(JSON.stringify(smart.content))).toBeLessThanOrEqual(2002);
    expect(
      (await notebook.read('a', { truncate: 'smart', maxBytes: 2000, offset: 1 })).content,
    ).not.toContain('left out');
  });
});

describe('what is on disk when the call is made', () => {
  it('is what is read: edits, renames, deletions, new notes', async () => {
    await using notebook = await openNotebook({ 'a.md': '# One', 'b.md': '# Two' });
    expect((await notebook.read('a.md')).title).toBe('One');
    for (let round = 0; round < 50; round++) {
      notebook.folder.write('a.md', `# Round ${round}`);
      const read = await notebook.read('a.md');
      expect(read).toMatchObject({ title: `Round ${round}`, content: `# Round ${round}` });
      expect(read.etag).toBe(contentHash(Buffer.from(read.content!)));
    }
    renameSync(notebook.folder.path('a.md'), notebook.folder.path('c.md'));
    await expect(notebook.read('a.md')).rejects.toThrow(code('NOTE_NOT_FOUND'));
    expect((await notebook.read('Round 49')).path).toBe('c.md');
    unlinkSync(notebook.folder.path('b.md'));
    await expect(notebook.read('b.md')).rejects.toThrow(code('NOTE_NOT_FOUND'));
    await expect(notebook.read('Two')).rejects.toThrow(code('NOTE_NOT_FOUND'));
    notebook.folder.write('new/deep/d.md', '# Four');
    expect((await notebook.read('new/deep/d')).title).toBe('Four');
    notebook.folder.write('new/deep/e.md', '# Five');
    expect((await notebook.read('Five')).path).toBe('new/deep/e.md');
  });

  it('is read also when size and time were put back', async () => {
    await using notebook = await openNotebook({ 'a.md': '# One' });
    for (const text of ['# Two', '# Six', '# Ten']) {
      notebook.folder.write('a.md', text);
      utimesSync(notebook.folder.path('a.md'), 1_700_000_000, 1_700_000_000);
      expect((await notebook.read('a.md')).content).toBe(text);
    }
  });

  it('is read while something writes to it all the time', async () => {
    await using notebook = await openNotebook({ 'log.md': 'begin\n' });
    const timer = setInterval(() => appendFileSync(notebook.folder.path('log.md'), 'entry\n'), 1);
    try {
      for (let round = 0; round < 20; round++) {
        const read = await notebook.read('log.md', { maxBytes: 10_000_000, maxLines: 1_000_000 });
        expect(read.content).toMatch(/^begin\n(?:entry\n)*$/);
        expect(read.etag).toBe(contentHash(Buffer.from(read.content!)));
      }
    } finally {
      clearInterval(timer);
    }
  });

  it('decides the etag: it changes exactly when the bytes do', async () => {
    await using notebook = await openNotebook({ 'a.md': 'text' });
    const { etag } = await notebook.read('a.md');
    const again = async () => (await notebook.read('a.md')).etag;
    expect(await again()).toBe(etag);
    utimesSync(notebook.folder.path('a.md'), 1, 1);
    expect(await again()).toBe(etag);
    notebook.folder.write('a.md', 'text');
    expect(await again()).toBe(etag);
    chmodSync(notebook.folder.path('a.md'), 0o600);
    expect(await again()).toBe(etag);
    renameSync(notebook.folder.path('a.md'), notebook.folder.path('b.md'));
    expect((await notebook.read('b.md')).etag).toBe(etag);
    notebook.folder.write('b.md', 'texT');
    expect((await notebook.read('b.md')).etag).not.toBe(etag);
  });
});

describe('a note that cannot be read as text', () => {
  it('has no text when it is binary, with a warning', async () => {
    await using notebook = await openNotebook({ 'a.md': Buffer.from('# Title\n\0\0\n') });
    expect(await notebook.read('a.md')).toMatchObject({
      title: 'a',
      content: '',
      contentMetadata: { totalLines: 0, returnedLines: 0, isTruncated: false },
      warnings: { count: 1, items: [{ path: 'a.md', code: 'BINARY' }] },
    });
  });

  it('comes with replacement characters when it is not UTF-8, with a warning', async () => {
    await using notebook = await openNotebook({ 'a.md': Buffer.from('# Caf\u00e9\nend', 'latin1') });
    expect(await notebook.read('a.md')).toMatchObject({
      content: '# Caf\uFFFD\nend',
      contentMetadata: { totalLines: 2 },
      warnings: { items: [{ code: 'NOT_UTF8' }] },
    });
  });

  it('is described from its stat when it may not be opened, and its text is refused', async () => {
    await using notebook = await openNotebook({ 'a.md': 'text', 'b.md': 'text' });
    const file = notebook.folder.path('a.md');
    chmodSync(file, 0o000);
    const read = notebook.read('a.md');
    // Root reads everything; then the note must simply be read.
    if (isRoot) expect((await read).content).toBe('text');
    else {
      await expect(read).rejects.toThrow(code('PERMISSION_DENIED'));
      expect(await notebook.read('a.md', { includeContent: false })).toMatchObject({
        title: 'a',
        warnings: { items: [{ code: 'UNREADABLE' }] },
      });
    }
    expect(await notebook.paths()).toEqual(['a.md', 'b.md']);
    chmodSync(file, 0o644);
    expect((await notebook.read('a.md')).content).toBe('text');
  });

  it('is not found when a folder has its name', async () => {
    await using notebook = await openNotebook({ 'a.md': 'text' });
    await notebook.list();
    unlinkSync(notebook.folder.path('a.md'));
    notebook.folder.write('a.md/b.md', 'inner');
    await expect(notebook.read('a.md')).rejects.toThrow(code('NOTE_NOT_FOUND'));
    expect((await notebook.read('a.md/b.md')).content).toBe('inner');
  });
});

describe('symlinks', () => {
  it('that lead out are refused, and those inside are no notes of their own', async () => {
    using outside = makeTempFolder();
    outside.write('secret.md', 'secret');
    await using notebook = await openNotebook({ 'a.md': 'text' });
    symlinkSync(outside.path('secret.md'), notebook.folder.path('out.md'));
    symlinkSync(outside.root, notebook.folder.path('out'));
    symlinkSync('loop.md', notebook.folder.path('loop.md'));
    symlinkSync('a.md', notebook.folder.path('inside.md'));
    for (const path of ['out.md', 'out/secret.md', 'loop.md'])
      await expect(notebook.read(path)).rejects.toThrow(code('PATH_TRAVERSAL'));
    await expect(notebook.read('inside.md')).rejects.toThrow(code('NOTE_NOT_FOUND'));
    expect(await notebook.paths()).toEqual(['a.md']);
  });

  it('that take the place of a note or folder hide it, and show nothing of the outside', async () => {
    using outside = makeTempFolder();
    outside.write('a.md', 'secret');
    outside.write('sub/b.md', 'secret');
    await using notebook = await openNotebook({ 'a.md': 'text', 'sub/b.md': 'text', 'c.md': 'text' });
    expect(await notebook.paths()).toEqual(['a.md', 'c.md', 'sub/b.md']);
    unlinkSync(notebook.folder.path('a.md'));
    symlinkSync(outside.path('a.md'), notebook.folder.path('a.md'));
    rmSync(notebook.folder.path('sub'), { recursive: true });
    symlinkSync(outside.path('sub'), notebook.folder.path('sub'));
    for (const path of ['a.md', 'sub/b.md']) {
      const outcome = await notebook.read(path).catch((error: Error) => error);
      expect(JSON.stringify(outcome)).not.toContain('secret');
      expect(outcome).toBeInstanceOf(Error);
    }
    expect(await notebook.paths()).toEqual(['c.md']);
  });
});

/** Every window of a note, put together. */
async function readThrough(notebook: OpenNotebook, note: string, maxBytes: number): Promise<string> {
  let content = '';
  let place = {};
  for (;;) {
    const read = await notebook.read(note, { ...place, maxBytes });
    content += read.content;
    const { isTruncated, nextOffset, nextCharOffset } = read.contentMetadata!;
    if (!isTruncated) return content;
    place = { offset: nextOffset!, ...(nextCharOffset === undefined ? {} : { charOffset: nextCharOffset }) };
  }
}

it('following the windows gives the file', async () => {
  const text = `\uFEFF---\r\ntitle: x\r\n---\r\n${'a line with "quotes" and 😀\r\n'.repeat(300)}${'long '.repeat(3000)}\nend`;
  await using notebook = await openNotebook({ 'a.md': text });
  expect(await readThrough(notebook, 'a.md', 1000)).toBe(text);
});
