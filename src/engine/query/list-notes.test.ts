import { rmSync, symlinkSync, utimesSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callAs, type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { compileGlob } from '../vault/glob.ts';

const name = fc.constantFrom('a', 'b', 'ab', 'é', '😀', 'A', 'a b', 'x-1');
const folder = fc.array(fc.constantFrom('a', 'b', 'é', '😀', 'c d', 'ab'), { maxLength: 3 });
const tree = fc.uniqueArray(
  fc
    .tuple(folder, name, fc.constantFrom('.md', '.md', '.md', '.MD', '.txt'))
    .map(([folders, file, end]) => [...folders, file + end].join('/')),
  { minLength: 1, maxLength: 40, selector: (path) => path },
);
const piece = fc.constantFrom(
  'a',
  'b',
  '*',
  '?',
  '**',
  'é',
  '😀',
  '[ab]',
  '[!a]',
  'a*',
  '{a,b}',
  'c d',
  '*b',
  '***',
);
const last = fc.constantFrom(
  '*',
  '*.md',
  '**',
  'a.md',
  '?.md',
  '*.MD',
  'a*.md',
  '{a,é}.md',
  '[!a].md',
  '?*.[mM][dD]',
  'x-1.md',
  '*b*',
);
const pattern = fc
  .tuple(fc.array(piece, { maxLength: 3 }), last)
  .map(([pieces, end]) => [...pieces, end].join('/'));

/** Patterns that select something: a path with some of its segments blurred. */
const blur = fc.array(fc.nat(8), { minLength: 4, maxLength: 4 });
const changes: ((segment: string) => string)[] = [
  (segment) => segment,
  (segment) => segment,
  () => '*',
  () => '**',
  (segment) => `**/${segment}`,
  (segment) => `${[...segment][0]}*`,
  (segment) => `*${[...segment].slice(-4).join('')}`,
  (segment) => `{${segment},zz}`,
  (segment) => `[!q]*${[...segment].at(-1)}`,
];

function blurred(path: string, choices: number[]): string {
  return path
    .split('/')
    .map((segment, i) => changes[choices[i]!]!(segment))
    .join('/');
}

/** The reference: our glob over every path, the extension in any case. */
function selected(paths: string[], glob: string): string[] {
  const lowered = (text: string) => text.replace(/\.md$/i, '.md');
  const test = /\.md$/i.test(glob)
    ? (path: string) => compileGlob(lowered(glob))(lowered(path))
    : compileGlob(glob);
  return paths.filter(test);
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const orders = (['modified', 'created', 'title', 'path'] as const).flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
);

describe('listNotes', () => {
  it('gives exactly what a glob selects, in every order, page by page', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(pattern, { minLength: 8, maxLength: 8 }),
        fc.array(blur, { minLength: 25, maxLength: 25 }),
        fc.integer({ min: 1, max: 7 }),
        async (files, chosen, blurs, limit) => {
          const patterns = [
            ...chosen,
            ...blurs.map((changes, i) => blurred(files[i % files.length]!, changes)),
          ];
          await using notebook = await openNotebook(contents(files));
          const notes = files.filter((file) => /\.md$/i.test(file));
          expect(await notebook.paths()).toEqual(notes.toSorted(byCodePoint));
          for (const [i, glob] of patterns.entries()) {
            const wanted = selected(notes, glob).sort(byCodePoint);
            if (wanted.length > 0) nonEmpty++;
            for (const order of i < 2 ? orders : [orders[i % orders.length]!]) {
              const whole = await notebook.list({ pattern: glob, ...order });
              expect({
                glob,
                paths: whole.notes.map(({ path }) => path).sort(byCodePoint),
                total: whole.total,
              }).toEqual({
                glob,
                paths: wanted,
                total: wanted.length,
              });
              expectOrdered(whole.notes, order);
              expect(await pages(notebook, { pattern: glob, ...order }, limit)).toEqual(whole.notes);
            }
          }
        },
      ),
      { numRuns: 6 },
    );
    expect(nonEmpty).toBeGreaterThan(60);
  });

  it('orders dates newest first and text forwards unless told otherwise', async () => {
    await using notebook = await openNotebook({
      'a.md': '---\ncreated: 2024-01-02\nmodified: 2024-01-03\ntitle: zebra\n---\n',
      'b.md': '---\ncreated: 2024-01-03\nmodified: 2024-01-02\ntitle: Apple\n---\n',
      'c.md': '---\ncreated: 2024-01-01\nmodified: 2024-01-01\ntitle: mango\n---\n',
    });
    expect(await notebook.paths({ sortBy: 'modified' })).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await notebook.paths({ sortBy: 'created' })).toEqual(['b.md', 'a.md', 'c.md']);
    expect(await notebook.paths({ sortBy: 'title' })).toEqual(['b.md', 'c.md', 'a.md']);
    expect(await notebook.paths({ sortBy: 'path' })).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await notebook.paths({ sortBy: 'title', sortOrder: 'desc' })).toEqual(['a.md', 'c.md', 'b.md']);
  });

  it('breaks ties by path, and reverses them with the order', async () => {
    const same = '---\ntitle: same\ncreated: 2024-01-01\nmodified: 2024-01-01\n---\n';
    await using notebook = await openNotebook({ 'b.md': same, 'a.md': same, 'c/a.md': same });
    for (const sortBy of ['modified', 'created', 'title', 'path'] as const) {
      const forwards = await notebook.paths({ sortBy, sortOrder: 'asc' });
      expect((await notebook.paths({ sortBy, sortOrder: 'desc' })).reverse()).toEqual(forwards);
      expect(forwards.toSorted()).toEqual(['a.md', 'b.md', 'c/a.md']);
    }
  });

  it('gives true totals behind the last page', async () => {
    await using notebook = await openNotebook({ 'a.md': '', 'b.md': '' });
    expect(await notebook.list({ offset: 2, limit: 5 })).toMatchObject({ notes: [], total: 2 });
    expect(await notebook.list({ offset: 10_000, pattern: 'a*' })).toMatchObject({ notes: [], total: 1 });
    expect(await notebook.list({ pattern: 'nothing/**' })).toMatchObject({ notes: [], total: 0 });
  });

  it('shows what changed on disk right before the call', async () => {
    await using notebook = await openNotebook({ 'a.md': '# One', 'b.md': '# Two', 'old/c.md': '# Three' });
    await notebook.list();
    notebook.folder.write('a.md', '# Changed');
    rmSync(notebook.folder.path('b.md'));
    rmSync(notebook.folder.path('old'), { recursive: true });
    notebook.folder.write('new/deep/d.md', '# Four');
    const { notes, total } = await notebook.list();
    expect(notes.map(({ path, title }) => [path, title])).toEqual([
      ['a.md', 'Changed'],
      ['new/deep/d.md', 'Four'],
    ]);
    expect(total).toBe(2);
  });

  it('follows the rules of what to leave out when they change', async () => {
    await using notebook = await openNotebook({ 'a.md': '', 'private/b.md': '' });
    expect(await notebook.paths()).toEqual(['a.md', 'private/b.md']);
    notebook.folder.write('.slipboxignore', 'private/\n');
    expect(await notebook.paths()).toEqual(['a.md']);
    notebook.folder.write('private/c.md');
    notebook.folder.write('sub/private/d.md');
    expect(await notebook.paths()).toEqual(['a.md']);
    rmSync(notebook.folder.path('.slipboxignore'));
    expect(await notebook.paths()).toEqual(['a.md', 'private/b.md', 'private/c.md', 'sub/private/d.md']);
  });

  it('shows a restricted caller its own notes, totals and warnings, and nothing of the rest', async () => {
    await using notebook = await openNotebook({
      'public/a.md': '# A',
      'public/deep/b.md': '# B',
      'private/c.md': '---\nbroken: [\n---\n',
      'public.md': '',
      'd.md': '',
    });
    symlinkSync('/etc', notebook.folder.path('private/out'));
    const restricted = callAs(['public/**']);
    for (const { sortBy, sortOrder } of orders) {
      const { notes, total, warnings } = await notebook.list({ sortBy, sortOrder }, restricted);
      expect(notes.map(({ path }) => path).sort()).toEqual(['public/a.md', 'public/deep/b.md']);
      expect({ total, warnings }).toEqual({ total: 2, warnings: undefined });
    }
    expect(await notebook.list({ pattern: 'private/**' }, restricted)).toMatchObject({ notes: [], total: 0 });
    expect(await notebook.paths({}, callAs([]))).toEqual([]);
    expect(await notebook.paths({}, callAs(['private/**', 'd.md']))).toEqual(['d.md', 'private/c.md']);
    expect(await notebook.paths({ pattern: '**/[ab].md' }, callAs(['**/a.md']))).toEqual(['public/a.md']);
    expect((await notebook.list()).warnings?.items.map(({ path, code }) => `${code} ${path}`)).toEqual([
      'YAML_INVALID private/c.md',
      'SYMLINK_OUT private/out',
    ]);
    notebook.folder.write('public/new.md');
    notebook.folder.write('private/new.md');
    expect((await notebook.list({}, restricted)).total).toBe(3);
  });
});

/** Notes with a few titles and dates, so that orders have ties and differences. */
function contents(files: string[]): Record<string, string> {
  const entries = files.map((file, i) => {
    const day = String((i % 5) + 1).padStart(2, '0');
    return [
      file,
      `---\ntitle: ${['beta', 'Alpha', 'é', '😀'][i % 4]}\ncreated: 2024-01-${day}\nmodified: 2023-02-${day}\n---\n`,
    ];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

type Listed = Awaited<ReturnType<OpenNotebook['list']>>['notes'];

function expectOrdered(notes: Listed, { sortBy, sortOrder }: (typeof orders)[number]): void {
  const key = (note: Listed[number]) => (sortBy === 'title' ? note.title.toLowerCase() : note[sortBy]);
  const sorted = notes.toSorted((a, b) => byCodePoint(key(a), key(b)) * (sortOrder === 'asc' ? 1 : -1));
  expect(notes.map(key)).toEqual(sorted.map(key));
}

async function pages(
  notebook: OpenNotebook,
  input: Parameters<OpenNotebook['list']>[0],
  limit: number,
): Promise<Listed> {
  const all: Listed = [];
  for (let offset = 0; ; offset += limit) {
    const { notes, total } = await notebook.list({ ...input, offset, limit });
    all.push(...notes);
    if (offset + limit >= total) return all;
  }
}

it('sees an edit that keeps size and time', async () => {
  await using notebook = await openNotebook({ 'a.md': '# One' });
  const file = notebook.folder.path('a.md');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  expect((await notebook.list()).notes[0]?.title).toBe('One');
  notebook.folder.write('a.md', '# Two');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  expect((await notebook.list()).notes[0]?.title).toBe('Two');
});
