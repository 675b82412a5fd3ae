import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeScratch, openScratchWriter } from '../../../test/scratch-notebook.ts';
import { readState } from '../db/queries/state.ts';
import { scopeOf } from '../db/queries/zones.ts';
import type { IndexWriter } from '../indexer/index-writer.ts';
import { QueryCache } from '../indexer/query-cache.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { answerDescendants, answerParents } from './hierarchy.ts';

type Visible = readonly string[];
const everything: Visible = ['**'];
const part: Visible = ['a/**', 'c.md'];

function viewOf(writer: IndexWriter, root: string, visible: Visible = everything): ThreadView {
  const { db } = writer;
  return {
    db,
    root,
    scope: scopeOf(db, { visible, writable: [] }),
    cache: new QueryCache(),
    generation: readState(db).generation,
    complete: true,
    memory: new Map(),
    throwIfCancelled: () => undefined,
  };
}

async function withNotes(
  notes: Record<string, string>,
  work: (view: (visible?: Visible) => ThreadView) => void,
): Promise<void> {
  const scratch = makeScratch(notes);
  const writer = openScratchWriter(scratch);
  try {
    await writer.sweep();
    writer.register(part);
    writer.finish();
    work((visible) => viewOf(writer, scratch.root, visible));
  } finally {
    writer.close();
    scratch.remove();
  }
}

const all = { limit: 1000, offset: 0 };
const childrenOf = (view: ThreadView, note: string) =>
  answerDescendants(view, { note, maxDepth: 1, ...all }).rows.map(({ path }) => path);
const parentsOf = (view: ThreadView, note: string) =>
  answerParents(view, { note, ...all }).rows.map(({ path }) => path);
const descendantsOf = (view: ThreadView, note: string, maxDepth?: number) =>
  answerDescendants(view, { note, ...(maxDepth === undefined ? {} : { maxDepth }), ...all }).rows.map(
    ({ depth, path, parent }) => `${depth} ${path} < ${parent}`,
  );

const paths = [
  'a.md',
  'a/a.md',
  'a/index.md',
  'a/b.md',
  'a/b/b.md',
  'a/b/index.md',
  'a/b/z.md',
  'a/b/b/y.md',
  'a/e/e.md',
  'b/x.md',
  'c.md',
  'c/index.md',
  'c/d/index.md',
  'index.md',
];

interface Note {
  path: string;
  title: string;
  up: string[];
  down: string[];
}

const note = (path: string): fc.Arbitrary<Note> =>
  fc.record({
    path: fc.constant(path),
    title: fc.constantFrom('T', 't', 'U', 'Ünder'),
    up: fc.array(fc.constantFrom(...paths, 'nowhere.md'), { maxLength: 2 }),
    down: fc.array(fc.constantFrom(...paths, 'nowhere.md'), { maxLength: 3 }),
  });
/** Folders alone decide where no property speaks, so half of the notebooks have few. */
const quiet = ({ path, title }: Note): Note => ({ path, title, up: [], down: [] });
const notebook = fc
  .tuple(fc.subarray(paths, { minLength: 4 }), fc.boolean())
  .chain(([chosen, isQuiet]) =>
    fc.tuple(...chosen.map((path, i) => (isQuiet && i % 3 > 0 ? note(path).map(quiet) : note(path)))),
  );

/** From the root on: a name alone would mean another note of that name where the one it means is missing. */
const spellings = [
  (path: string) => JSON.stringify(`/${path}`),
  (path: string) => JSON.stringify(`/${path.slice(0, -3)}`),
  (path: string) => `"[[/${path.slice(0, -3)}|shown]]"`,
  (path: string) => `"[shown](/${path})"`,
  (path: string) => `[[/${path.slice(0, -3)}]]`,
];

function render({ title, up, down }: Note): string {
  const list = (some: string[], from: number) =>
    `[${some.map((path, i) => spellings[(i + from + title.length) % spellings.length]!(path)).join(', ')}]`;
  const [first, ...others] = up;
  return [
    '---',
    `title: ${title}`,
    ...(first === undefined
      ? []
      : [`${['parent', 'Up'][others.length % 2]}: ${spellings[others.length]!(first)}`]),
    ...(others.length > 0 ? [`parents: ${list(others, 1)}`] : []),
    ...(down.length > 0 ? [`children: ${list(down.slice(0, 2), 2)}`] : []),
    ...(down.length > 2 ? [`subnotes: ${list(down.slice(2), 3)}`] : []),
    '---',
  ].join('\n');
}

/** The rules again, without an index and without care for time. */
function oracle(notes: readonly Note[]) {
  const known = new Map(notes.map((one) => [one.path, one]));
  const folder = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const folderNote = (of: string) =>
    of === ''
      ? undefined
      : [`${of}/${last(of)}.md`, `${of}/index.md`, `${of}.md`].find((path) => known.has(path));
  const byTitle = (a: string, b: string) => {
    const [x, y] = [known.get(a)!.title.toLowerCase(), known.get(b)!.title.toLowerCase()];
    return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1;
  };
  const isNamed = (path: string, self: string) => known.has(path) && path !== self;
  const namedParents = (path: string) => {
    const own = known.get(path)!.up.filter((above) => isNamed(above, path));
    const listing = notes
      .filter((one) => one.path !== path && one.down.includes(path))
      .map((one) => one.path);
    return [...new Set([...own, ...listing.sort(byTitle)])];
  };
  const parents = (path: string) => {
    const named = namedParents(path);
    if (named.length > 0) return named;
    const own = folder(path);
    const above = folderNote(own) === path ? folderNote(folder(own)) : folderNote(own);
    return above === undefined ? [] : [above];
  };
  const children = (path: string) => {
    const listed = known.get(path)!.down.filter((below) => isNamed(below, path));
    const others = [...known.keys()].filter((below) => parents(below).includes(path));
    return [...new Set([...listed, ...others.sort(byTitle)])];
  };
  const descendants = (path: string, maxDepth: number) => {
    const seen = new Set([path]);
    const found: string[] = [];
    let level = [path];
    for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
      const next: string[] = [];
      for (const above of level)
        for (const below of children(above)) {
          if (seen.has(below)) continue;
          seen.add(below);
          next.push(below);
          found.push(`${depth} ${below} < ${above}`);
        }
      level = next;
    }
    return found;
  };
  return { parents, children, descendants };
}

test('parents, children and descendants are what the rules say, whatever points where', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(notebook, (notes) =>
      withNotes(Object.fromEntries(notes.map((one) => [one.path, render(one)])), (view) => {
        for (const visible of [everything, part]) {
          const seen = notes.filter(({ path }) => visible === everything || /^a\/|^c\.md$/.test(path));
          const expected = oracle(seen);
          const shown = view(visible);
          for (const { path } of seen) {
            expect([path, parentsOf(shown, path)]).toEqual([path, expected.parents(path)]);
            expect([path, childrenOf(shown, path)]).toEqual([path, expected.children(path)]);
            expect(descendantsOf(shown, path)).toEqual(expected.descendants(path, 99));
            expect(descendantsOf(shown, path, 2)).toEqual(expected.descendants(path, 2));
          }
        }
      }),
    ),
    { numRuns: 40 },
  );
});

test('parents and children are named by link, path, title, id or alias, also without quotes', () =>
  withNotes(
    {
      'home.md':
        '---\nchildren:\n  - [[One]]\n  - "[[deep/two.md#Part|2]]"\n  - The Third\n  - 4\n  - "[five](deep/five.md)"\n---\n',
      'One.md': '',
      'deep/two.md': '',
      'third.md': '---\ntitle: The Third\n---\n',
      'fourth.md': '---\nid: 4\n---\n',
      'deep/five.md': '',
      'six.md': '---\nUP: "[[home]], [[One]] and https://example.com"\n---\n',
      'seven.md': '---\nparent: [[home|H]]\n---\n',
      'eight.md':
        '---\naliases: Acht\nparent: {a: home}\ndown: ["[web](https://example.com)", pic.png, null, ""]\n---\n',
      'nine.md': '---\nup: Acht\n---\n',
      'pic.png': '',
    },
    (view) => {
      expect(childrenOf(view(), 'home')).toEqual([
        'One.md',
        'deep/two.md',
        'third.md',
        'fourth.md',
        'deep/five.md',
        'seven.md',
        'six.md',
      ]);
      expect(parentsOf(view(), 'six')).toEqual(['home.md', 'One.md']);
      expect(childrenOf(view(), 'eight')).toEqual(['nine.md']);
      expect(parentsOf(view(), 'eight')).toEqual([]);
    },
  ));

test('a parent that does not exist, or that is the note itself, leaves the note to its folder', () =>
  withNotes(
    {
      'f/f.md': '',
      'f/lost.md': '---\nparent: "[[nobody]]"\n---\n',
      'f/self.md': '---\nparent: "[[self]]"\nchildren: self\n---\n',
      'f/ambiguous.md': '---\nparent: Same\n---\n',
      's1.md': '# Same',
      's2.md': '# Same',
    },
    (view) => {
      expect(childrenOf(view(), 'f/f')).toEqual(['f/ambiguous.md', 'f/lost.md', 'f/self.md']);
      expect(parentsOf(view(), 'f/self')).toEqual(['f/f.md']);
      expect(childrenOf(view(), 'f/self')).toEqual([]);
    },
  ));

test('a folder and its note may be spelled in letters of two parts', () =>
  withNotes({ [`${'Café'.normalize('NFD')}/one.md`]: '', 'Café.md': '' }, (view) => {
    expect(childrenOf(view(), 'Café.md')).toEqual(['Café/one.md']);
  }));

test('a chain of a thousand notes and a ring end where they should', async () => {
  const link = (i: number) => `---\nup: n${i}\n---\n`;
  const chain = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`n${i + 1}.md`, link(i)]));
  await withNotes({ ...chain, 'n0.md': '---\nup: n1000\n---\n' }, (view) => {
    const found = answerDescendants(view(), { note: 'n0', limit: 5, offset: 997 });
    expect(found.total).toBe(1000);
    expect(found.rows.map(({ path, depth }) => [path, depth])).toEqual([
      ['n998.md', 998],
      ['n999.md', 999],
      ['n1000.md', 1000],
    ]);
  });
});
