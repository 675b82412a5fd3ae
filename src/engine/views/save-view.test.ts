import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { note, openViews } from '../../../test/support/open-views.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { deleteView as remove, saveView as save } from '../index.ts';
import { deleteView, saveView } from './save-view.ts';

const clock = { now: Date.parse('2026-03-18T12:00:00Z'), timeZone: 'UTC' };

const code = (wanted: string, more: object = {}) =>
  expect.objectContaining({ name: 'SlipboxError', code: wanted, ...more });

const callBy = (writable: readonly string[]) => ({
  caller: { visible: ['**'], writable },
  signal: new AbortController().signal,
  progress: () => undefined,
});
const call = callBy(['**']);

const text =
  '{\r\n\t"name" : "N",\r\n\t"big": 12345678901234567890,\r\n\t"views": {"2": {"sql": "SELECT 1"}}\r\n}\r\n';

describe('a saved view', () => {
  it('can be run at once, replaces one of its name, and is gone when deleted', async () => {
    await using notebook = await openViews({
      views: { old: { sql: 'SELECT path FROM notes', limit: 3 } },
      notes: {
        'a.md': note({ tags: ['work'], modified: '2026-03-17' }),
        'b.md': note({ tags: ['work'], modified: '2026-03-16' }, 'a draft'),
        'c.md': note({ tags: ['work'], modified: '2026-01-01' }),
      },
    });
    const { engine } = notebook;
    const input = {
      name: ' work ',
      query: ' tag:work -draft modified:>={{today-7}} | limit:5 ',
      description: 'Mine',
    };
    const saved = await save(engine, input, call);
    expect(saved).toMatchObject({
      replaced: false,
      changed: true,
      file: notebook.folder.path('.opennotes.json'),
    });
    expect(saved.view).toEqual({
      name: 'work',
      description: 'Mine',
      query: 'tag:work -draft modified:>={{today-7}} | limit:5',
    });
    expect(await notebook.paths('work')).toEqual(['a.md']);
    expect((await notebook.list()).views[1]).toEqual({
      name: 'work',
      origin: 'notebook',
      description: 'Mine',
    });

    const again = await save(engine, { name: 'old', query: '| sort:path limit:2' }, call);
    expect(again).toMatchObject({ replaced: true, changed: true });
    expect(await notebook.paths('old')).toEqual(['a.md', 'b.md']);
    expect(await save(engine, { name: 'old', query: '| sort:path limit:2' }, call)).toMatchObject({
      replaced: true,
      changed: false,
    });

    expect(await remove(engine, { name: 'work' }, call)).toMatchObject({ deleted: { name: 'work' } });
    await expect(notebook.run('work')).rejects.toThrow(code('VIEW_NOT_FOUND'));
    expect(JSON.parse(notebook.folder.read('.opennotes.json'))).toEqual({
      name: 'Views',
      views: { old: { name: 'old', query: '| sort:path limit:2' } },
    });
    await expect(save(engine, input, callBy([]))).rejects.toThrow(code('FORBIDDEN'));
  });

  it('needs a configuration file in the notebook', async () => {
    await using notebook = await openViews();
    const { engine } = notebook;
    const asked = save(engine, { name: 'x', query: 'tag:a' }, call);
    await expect(asked).rejects.toThrow(
      code('CONFIG_INVALID', { hint: expect.stringContaining('.opennotes.json') }),
    );
    expect(existsSync(notebook.folder.path('.opennotes.json'))).toBe(false);
  });

  it('leaves every other byte of the file, and deleting it gives the file back', async () => {
    using folder = makeTempFolder();
    const file = folder.write('.opennotes.json', `\uFEFF${text}`);
    await saveView(file, { name: 'työ', query: 'tag:x' }, clock);
    const entry = ', "työ": {\r\n\t\t"name": "työ",\r\n\t\t"query": "tag:x"\r\n\t}';
    expect(folder.read('.opennotes.json')).toBe(`\uFEFF${text.replace('}}', `}${entry}}`)}`);
    expect(await deleteView(file, 'tyo\u0308')).toEqual({ name: 'työ' });
    expect(folder.read('.opennotes.json')).toBe(`\uFEFF${text}`);
  });

  it('stands in a list where views are a list', async () => {
    using folder = makeTempFolder();
    const file = folder.write('c.json', '{"views": [{"name": "a", "sql": "SELECT 1"}, {"name": "b"}]}');
    const views = () => JSON.parse(folder.read('c.json')).views;
    expect(await saveView(file, { name: 'a', query: 'x' }, clock)).toMatchObject({ replaced: true });
    expect(await saveView(file, { name: 'c', query: 'y' }, clock)).toMatchObject({ replaced: false });
    const [a, c] = [
      { name: 'a', query: 'x' },
      { name: 'c', query: 'y' },
    ];
    expect(views()).toEqual([a, { name: 'b' }, c]);
    await deleteView(file, 'b');
    expect(views()).toEqual([a, c]);
  });

  it('has only one place: other spellings of its name go with it', async () => {
    using folder = makeTempFolder();
    const file = folder.write(
      'c.json',
      '{"views": {" a": {"query": "1"}, "a": {"query": "2"}, "__proto__": {"query": "3"}}}',
    );
    await saveView(file, { name: '__proto__', query: 'kept' }, clock);
    expect(folder.read('c.json')).toContain('"query": "kept"');
    await deleteView(file, 'a');
    expect(Object.keys(JSON.parse(folder.read('c.json')).views)).toEqual(['__proto__']);
  });
});

describe('what is refused leaves the file as it is', () => {
  it.each([
    ['x', '', /^Invalid query: it is empty$/],
    ['x', ' \n', /it is empty/],
    ['x', ' | ', /it is empty/],
    ['x', 'tag:a (b', /^Invalid query: at position 7, parentheses/],
    ['x', 'a OR', /^Invalid query: at position 3, OR needs/],
    ['x', '  "open', /^Invalid query: at position 3, a quote/],
    ['x', 'a | limit:0', /^Invalid query: at position 5, limit cannot be "0"/],
    ['x', 'a | sort:title  top:3', /^Invalid query: at position 17, unknown directive top:3 \(known: sort,/],
    [
      'x',
      'a -modified:>=soon',
      /^Invalid query: at position 4, modified is compared with a date, not with "soon"$/,
    ],
    ['x', 'a tag:{{who}}', /^Invalid query: at position 3, unknown \{\{who\}\}/],
    ['x', '{{env:HOME}}', /^Invalid query: at position 1, .*may not read the environment/],
    ['x', `a ${'b '.repeat(5000)}`, /longer than 10000/],
    ['', 'a', /^Invalid name: ""/],
    ['a\nb', 'a', /^Invalid name: "a\\nb"/],
    ['n'.repeat(65), 'a', /expected 1 to 64 characters/],
    ['today', 'a', /^Invalid name: today is a built-in view$/],
    ['Broken-Links', 'a', /built-in/],
  ])('%j with %j', async (name, query, message) => {
    using folder = makeTempFolder();
    const file = folder.write('.opennotes.json', text);
    await expect(saveView(file, { name, query }, clock)).rejects.toThrow(
      code('INVALID_PARAMS', { message: expect.stringMatching(message) }),
    );
    expect(folder.read('.opennotes.json')).toBe(text);
  });

  it('deleting what is not there, with the closest name', async () => {
    using folder = makeTempFolder();
    const file = folder.write('c.json', '{"views": {"work": {"query": "a"}, "kanban": {"query": "b"}}}');
    await expect(deleteView(file, 'Wrok')).rejects.toThrow(
      code('VIEW_NOT_FOUND', {
        hint: 'Did you mean work?',
        details: { name: 'Wrok', available: ['work', 'kanban'], nearest: 'work' },
      }),
    );
    await expect(deleteView(file, 'zzzzzz')).rejects.toThrow(code('VIEW_NOT_FOUND'));
    await expect(deleteView(file, '')).rejects.toThrow(code('VIEW_NOT_FOUND'));
    await expect(deleteView(file, 'recent')).rejects.toThrow(code('INVALID_PARAMS'));
    // one that stands in front of a built-in view can go: the built-in one is back then
    await deleteView(file, 'kanban');
    await expect(deleteView(file, 'kanban')).rejects.toThrow(code('INVALID_PARAMS'));
  });

  it('views that are none', async () => {
    using folder = makeTempFolder();
    const file = folder.write('c.json', '{"views": "none"}');
    const view = { name: 'x', query: 'a' };
    await expect(saveView(file, view, clock)).rejects.toThrow(code('CONFIG_INVALID'));
    await expect(deleteView(file, 'x')).rejects.toThrow(code('CONFIG_INVALID'));
    expect(folder.read('c.json')).toBe('{"views": "none"}');
  });
});

it('any query is saved as it is or refused as a bad parameter', async () => {
  using folder = makeTempFolder();
  const piece = fc.constantFrom(
    'a',
    '"',
    ' ',
    ':',
    '-',
    '|',
    'OR ',
    '{{',
    '}}',
    'tag:',
    'created:',
    '>=',
    'has:',
    'sort:',
    '\n',
    '\0',
    '\uD800',
    '😀',
  );
  const query = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(query, async (source) => {
      const file = folder.write('c.json', '{"views": {}}');
      const saved = await saveView(file, { name: 'x', query: source }, clock).catch(
        (error: unknown) => error,
      );
      if (saved instanceof Error) {
        expect(saved).toEqual(code('INVALID_PARAMS'));
        expect(folder.read('c.json')).toBe('{"views": {}}');
      } else expect(JSON.parse(folder.read('c.json')).views.x.query).toBe(source.toWellFormed().trim());
    }),
    { numRuns: 150 },
  );
});
