import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAs, type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { createNote, SlipboxError } from '../index.ts';

const code = (wanted: string, details: object = {}) =>
  expect.objectContaining({ name: 'SlipboxError', code: wanted, ...details });

async function bodyWith(notebook: OpenNotebook, template: string, call = notebook.call): Promise<string> {
  const { created } = await createNote(notebook.engine, { title: `N ${Math.random()}`, template }, call);
  const text = notebook.folder.read(created.path);
  return text.slice(text.indexOf('---\n', 4) + 4).trim();
}

async function errorOf(notebook: OpenNotebook, template: string): Promise<SlipboxError> {
  const failure: unknown = await bodyWith(notebook, template).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SlipboxError);
  return failure as SlipboxError;
}

const config = (templates: object, more: object = {}) => JSON.stringify({ name: 'Mine', templates, ...more });

describe('templates of the configuration', () => {
  it('are texts, paths of files, or objects with content and data', async () => {
    await using notebook = await openNotebook({
      '.opennotes.json': config({
        inline: 'Inline {{title}}',
        file: 'forms/file.md',
        sentence: 'Read more in notes.md',
        object: { content: 'Object', data: { status: 'todo' }, prompts: [] },
        bare: { data: { status: 'bare' } },
      }),
      'forms/file.md': 'From a file',
    });
    expect(await bodyWith(notebook, 'inline')).toMatch(/^Inline N/);
    expect(await bodyWith(notebook, 'file')).toBe('From a file');
    expect(await bodyWith(notebook, 'sentence')).toBe('Read more in notes.md');
    expect(await bodyWith(notebook, 'object')).toBe('Object');
    await createNote(notebook.engine, { title: 'With data', template: 'object' }, notebook.call);
    expect((await notebook.read('with-data')).properties).toMatchObject({ status: 'todo' });
    await createNote(notebook.engine, { title: 'Bare', template: 'bare' }, notebook.call);
    expect((await notebook.read('bare')).properties).toMatchObject({ status: 'bare' });
  });

  it('may lie beside a notes folder of its own', async () => {
    await using notebook = await openNotebook({
      '.opennotes.json': config({ beside: 'forms/x.md' }, { root: 'notes' }),
      'forms/x.md': 'Beside',
      'notes/a.md': '',
    });
    const { created } = await createNote(notebook.engine, { title: 'B', template: 'beside' }, notebook.call);
    expect(created.path).toBe('b.md');
    expect(notebook.folder.read('notes/b.md')).toMatch(/Beside\n$/);
  });

  it('go before files of the same name', async () => {
    await using notebook = await openNotebook({
      '.opennotes.json': config({ meeting: 'configured' }),
      'templates/meeting.md': 'file',
    });
    expect(await bodyWith(notebook, 'meeting')).toBe('configured');
    expect(await bodyWith(notebook, 'templates/meeting')).toBe('file');
  });

  it('whose file is missing are not found, and never lead out', async () => {
    using elsewhere = makeTempFolder();
    elsewhere.write('secret.md', 'secret');
    await using notebook = await openNotebook({
      '.opennotes.json': config({ gone: 'forms/gone.md', out: '../secret.md', link: 'link.md' }),
    });
    symlinkSync(elsewhere.path('secret.md'), notebook.folder.path('link.md'));
    expect(await errorOf(notebook, 'gone')).toEqual(code('TEMPLATE_NOT_FOUND'));
    expect(await errorOf(notebook, 'out')).toEqual(code('PATH_TRAVERSAL'));
    expect(await errorOf(notebook, 'link')).toEqual(code('PATH_TRAVERSAL'));
  });

  it('are read anew each time', async () => {
    await using notebook = await openNotebook({ '.opennotes.json': config({ a: 'one' }) });
    expect(await bodyWith(notebook, 'a')).toBe('one');
    notebook.folder.write('.opennotes.json', config({ a: 'two' }));
    expect(await bodyWith(notebook, 'a')).toBe('two');
  });
});

describe('templates in folders', () => {
  it('are the notes in templates and Templates', async () => {
    await using notebook = await openNotebook({
      'templates/Meeting.md': 'a meeting',
      'Templates/team/review.md': 'a review',
    });
    expect(await bodyWith(notebook, 'Meeting')).toBe('a meeting');
    expect(await bodyWith(notebook, 'meeting.md')).toBe('a meeting');
    expect(await bodyWith(notebook, 'team/review')).toBe('a review');
  });

  it("are in the folder of Obsidian's own setting too", async () => {
    await using notebook = await openNotebook({
      '.obsidian/templates.json': '{"folder": "Meta/Forms/"}',
      'Meta/Forms/day.md': 'a day',
    });
    expect(await bodyWith(notebook, 'day')).toBe('a day');
  });

  it('do without a setting that names no folder of the notebook', async () => {
    await using notebook = await openNotebook({ 'templates/a.md': 'one' });
    for (const text of ['{"folder": "../x"}', '{"folder": ".obsidian"}', '{"folder": 5}', 'broken', '{}']) {
      notebook.folder.write('.obsidian/templates.json', text);
      expect(await bodyWith(notebook, 'a'), text).toBe('one');
    }
  });

  it('are found where .slipboxignore hides them from lists', async () => {
    await using notebook = await openNotebook({ '.slipboxignore': 'templates/\n', 'templates/a.md': 'one' });
    expect(await bodyWith(notebook, 'a')).toBe('one');
  });

  it('are no others than these', async () => {
    using elsewhere = makeTempFolder();
    elsewhere.write('secret.md', 'secret');
    await using notebook = await openNotebook({ 'private.md': 'private', '.hidden/x.md': '' });
    mkdirSync(notebook.folder.path('templates'));
    symlinkSync(elsewhere.path('secret.md'), notebook.folder.path('templates/secret.md'));
    symlinkSync(elsewhere.root, notebook.folder.path('Templates'));
    for (const name of ['private', 'secret', 'templates/secret', 'constructor', '__proto__', 'x'])
      expect(await errorOf(notebook, name), name).toEqual(code('TEMPLATE_NOT_FOUND'));
    for (const name of ['../private', '/etc/passwd', '.hidden/x', 'a/../../b', '%2e%2e/x'])
      expect(await errorOf(notebook, name), name).toEqual(code('PATH_TRAVERSAL'));
  });

  it('are only those that the caller may see', async () => {
    await using notebook = await openNotebook({
      '.opennotes.json': config({ file: 'secret.md', text: 'fine', out: '../x.md', gone: 'gone.md' }),
      'secret.md': 'secret',
      'templates/a.md': 'one',
    });
    const call = callAs(['n*.md']);
    await expect(bodyWith(notebook, 'a', call)).rejects.toThrow(
      code('TEMPLATE_NOT_FOUND', { details: { available: ['text'] } }),
    );
    await expect(bodyWith(notebook, 'b')).rejects.toThrow(
      code('TEMPLATE_NOT_FOUND', { details: { available: ['a', 'file', 'text'] } }),
    );
    await expect(bodyWith(notebook, 'file', call)).rejects.toThrow(code('TEMPLATE_NOT_FOUND'));
    expect(await bodyWith(notebook, 'text', call)).toBe('fine');
  });
});

describe('what cannot be used', () => {
  it('is an unknown name: the error lists at most 50 others, and nothing is written', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`t${i}`, 'x']));
    await using notebook = await openNotebook({
      '.opennotes.json': config(many),
      'templates/a.md': '',
    });
    const before = readdirSync(notebook.folder.root);
    const error = await errorOf(notebook, 'nope');
    expect(error).toEqual(code('TEMPLATE_NOT_FOUND', { message: 'Template not found: nope' }));
    const { available } = error.details as { available: string[] };
    expect(available).toHaveLength(50);
    expect(available[0]).toBe('a');
    expect(readdirSync(notebook.folder.root)).toEqual(before);
  });

  it.each([
    ['broken frontmatter', '---\na: [\n---\n', /Invalid frontmatter in template bad: Invalid YAML on line/],
    ['binary bytes', 'a\0b', /Template bad cannot be used: templates\/bad\.md is not UTF-8 text/],
    ['another encoding', Buffer.from([0x61, 0xe9, 0x62]), /is not UTF-8 text/],
    ['too many of them', 'x'.repeat(1024 * 1024 + 1), /is larger than/],
  ])('is a template with %s: the error names it, and nothing is written', async (_, text, message) => {
    await using notebook = await openNotebook({ 'templates/bad.md': text });
    const error = await errorOf(notebook, 'bad');
    expect(error).toEqual(code('CONFIG_INVALID', { message: expect.stringMatching(message) }));
    expect(readdirSync(notebook.folder.root)).toEqual(['templates']);
  });
});
