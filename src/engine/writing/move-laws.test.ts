import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dumpIndex, findDifferences, rebuild } from '../../../test/scratch-notebook.ts';
import { findSpots } from '../links/rewrite/link-spots.ts';
import { applyRewrites } from '../links/rewrite/plan-note.ts';
import type { Moved } from './job-shapes.ts';
import { type Meanings, type TestDesk, withDesk } from './testing-desk.ts';

const cafe = 'Café';
const names = ['a', 'A', 'b', 'b c', cafe, "it's", 'R&D (x)', '100%', 'v1.2', 'index', 'q?', '日本 🌱', 'c#'];
const folders = ['', 'one', 'One', 'one/two', cafe, 'one/a', 'x y', '50%'];
const inFolder = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const notePath = fc
  .tuple(fc.constantFrom(...folders), fc.constantFrom(...names))
  .map(([f, n]) => inFolder(f, `${n}.md`));

/** Links as people write them; most of them lead somewhere in such a small notebook. */
const target = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  { weight: 3, arbitrary: notePath.map((path) => path.slice(0, -3)) },
  { weight: 2, arbitrary: fc.constantFrom(...names).map((name) => `../${name}`) },
  { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => `./${name}`) },
  { weight: 1, arbitrary: notePath.map((path) => `/${path.slice(0, -3)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Alias X', 'id-7', 'Title B', 'pic.png', 'one/pic.png', `${cafe}/pic.png`),
  },
);
const extension = fc.constantFrom('', '.md');
const part = fc.constantFrom('', '', '#Part one', '#^blk');
const encode = (path: string) =>
  encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F').replaceAll('(', '%28');
const wikiSafe = (path: string) => path.replace('#', '');
const link = fc.oneof(
  fc
    .tuple(target, extension, part, fc.constantFrom('', '|shown', '\\|shown'))
    .map(([t, e, p, a]) => `[[${wikiSafe(t)}${e}${p}${a}]]`),
  fc.tuple(target, part).map(([t, p]) => `![[${wikiSafe(t)}${p}]]`),
  fc.tuple(target, extension, part).map(([t, e, p]) => `[m](${encode(t + e)}${p.replace(' ', '-')} "T")`),
  fc
    .tuple(target, extension)
    .map(([t, e]) => `[m](<${t.replaceAll('%', '%25').replace('#', '%23').replace('?', '%3F')}${e}>)`),
  fc.tuple(target, fc.nat()).map(([t, n]) => `[r][ref${n}]\n\n[ref${n}]: ${encode(t)}.md\n\n`),
  fc.constantFrom('`[[a]]`', '[[#Part one]]', '[[', '](', '`', '%%', 'https://a.b/c', '#tag'),
);
const property = fc.oneof(
  target.map((t) => `see: "[[${wikiSafe(t)}]]"`),
  target.map((t) => `see: '[[${wikiSafe(t).replaceAll("'", "''")}|x]]'`),
  fc.tuple(target, target).map(([t, u]) => `see:\n  - "[[${wikiSafe(t)}]]"\n  - "![[${wikiSafe(u)}]] and"`),
  fc.constantFrom(
    'aliases: [Alias X]',
    'title: Title B',
    'id: id-7',
    'see: [[a]]',
    'broken: [',
    'parent: one/a.md',
  ),
);
const text = fc
  .record({
    head: fc.array(property, { maxLength: 2 }),
    lines: fc.array(fc.array(link, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    end: fc.constantFrom('\n', '', '\r\n', '\n## Part one\n\nText ^blk\n'),
    mark: fc.constantFrom('', '\ufeff'),
    crlf: fc.boolean(),
  })
  .map(({ head, lines, end, mark, crlf }) => {
    const front = head.length === 0 ? '' : `---\n${head.join('\n')}\n---\n`;
    const whole = `${mark}${front}${lines.map((one) => one.join(' ')).join('\n\n')}${end}`;
    return crlf ? whole.replace(/\r?\n/g, '\r\n') : whole;
  });
const vault = fc.tuple(
  fc.dictionary(notePath, text, { minKeys: 2, maxKeys: 9 }),
  fc.subarray(['pic.png', 'one/pic.png', `${cafe}/pic.png`], { minLength: 1 }),
);

type Change = { from: string; to: string; folder: boolean };

const change = (files: Record<string, string>): fc.Arbitrary<Change> => {
  const folder = [
    ...new Set(Object.keys(files).map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))),
  ].filter(Boolean);
  const note = fc
    .tuple(fc.constantFrom(...Object.keys(files).filter((path) => path.endsWith('.md'))), notePath)
    .map(([from, to]) => ({ from, to, folder: false }));
  if (folder.length === 0) return note;
  const whole = fc
    .tuple(fc.constantFrom(...folder), fc.constantFrom('new', 'one/new', 'ONE', 'a', 'x y/n&w'))
    .map(([from, to]) => ({ from, to, folder: true }));
  return fc.oneof({ weight: 3, arbitrary: note }, { weight: 1, arbitrary: whole });
};

const story = vault.chain(([notes, pictures]) => {
  const files = { ...notes };
  for (const picture of pictures) files[picture] = 'p';
  return fc.tuple(fc.constant(files), change(files));
});

async function move(
  desk: TestDesk,
  { from, to, folder }: Change,
  dryRun = false,
): Promise<Moved | undefined> {
  const input = { path: from, newPath: to, ...(dryRun ? { dryRun } : {}) };
  try {
    return await (folder ? desk.moveFolder(input) : desk.moveNote(input));
  } catch (error) {
    expect(['NOTE_EXISTS', 'INVALID_PARAMS']).toContain((error as { code: string }).code);
    return undefined;
  }
}

/** A text without what its links say of paths. */
function mask(latin1: string): string {
  const note = Buffer.from(latin1, 'latin1').toString();
  return applyRewrites(
    note,
    findSpots(note).map((spot) => ({ spot, text: '\0' })),
  );
}

test('links keep their meaning, all else its bytes, and back again nothing has changed', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(story, ([files, one]) =>
      withDesk(files, async (desk) => {
        const was = desk.readAll();
        const meant = desk.meanings();
        const planned = await move(desk, one, true);
        expect(desk.readAll()).toEqual(was);
        const moved = await move(desk, one);
        expect(moved).toEqual(planned && { ...planned, dryRun: undefined });
        if (!moved) return expect(desk.readAll()).toEqual(was);
        const where = (path: string) =>
          path === one.from || path.startsWith(`${one.from}/`) ? one.to + path.slice(one.from.length) : path;
        const now = desk.readAll();
        expect(Object.keys(now).sort()).toEqual(Object.keys(was).map(where).sort());
        for (const [path, text] of Object.entries(was))
          if (path.endsWith('.md')) expect(mask(now[where(path)]!)).toBe(mask(text));
        expectSame(meant, desk.meanings(), where, moved);
        const back = await move(desk, { ...one, from: one.to, to: one.from });
        // a name that differs from another one only in case is not made anew
        if (!back) return expect(hasTwin([...Object.keys(was), one.to], one.from)).toBe(true);
        expect(desk.readAll()).toEqual(was);
      }),
    ),
    { numRuns: 60 },
  );
});

test('the index knows of a move all that a new one would', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(story, ([files, one]) =>
      withDesk(files, async (desk) => {
        if (!(await move(desk, one))) return;
        expect(findDifferences(dumpIndex(desk.scratch), await rebuild(desk.scratch))).toEqual([]);
      }),
    ),
    { numRuns: 20 },
  );
});

function hasTwin(paths: readonly string[], one: string): boolean {
  const others = paths.flatMap((path) => path.split('/').map((_, i, all) => all.slice(0, i + 1).join('/')));
  return others.some((path) => path !== one && path.toLowerCase() === one.toLowerCase());
}

function expectSame(before: Meanings, after: Meanings, where: (path: string) => string, moved: Moved): void {
  const doubtful = new Set(moved.doubtful.items.map(({ path, raw }) => `${path} ${raw}`));
  for (const [key, { target }] of before) {
    if (target === null) continue;
    const [, path, ord] = /^(.*) (\d+)$/.exec(key)!;
    const now = after.get(`${where(path!)} ${ord}`)!;
    if (now.target !== where(target) && !doubtful.has(`${where(path!)} ${now.raw}`))
      expect(`${path}: ${now.raw} -> ${now.target}`).toBe(`${path}: ${now.raw} -> ${where(target)}`);
  }
}
