import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeScratch, openScratchWriter, type Scratch, writeNote } from '../../../test/scratch-notebook.ts';
import type { IndexWriter } from '../indexer/index-writer.ts';

async function withWriter(
  files: Record<string, string>,
  work: (scratch: Scratch, writer: IndexWriter) => Promise<void>,
): Promise<void> {
  const scratch = makeScratch(files);
  const writer = openScratchWriter(scratch);
  try {
    await writer.sweep();
    writer.finish();
    await work(scratch, writer);
  } finally {
    writer.close();
    scratch.remove();
  }
}

/** `source: raw -> target`, with `?` for a missing part and `-` for a missing file. */
function edgesOf(writer: IndexWriter): string[] {
  return writer.db
    .tuples<[string | null, string | null, number, string | null, number | null, number]>(
      `SELECT s.path, l.raw, e.ord, d.path, e.dst, e.state FROM edges e LEFT JOIN files s ON s.id = e.note
       LEFT JOIN links l ON l.note = e.note AND l.ord = e.ord LEFT JOIN files d ON d.id = e.dst`,
    )
    .map(([source, raw, ord, target, dst, state]) => {
      const file = dst === null ? '-' : (target ?? 'a file that is gone');
      return `${source} ${ord}: ${raw} -> ${file}${state === 2 ? '?' : ''}`;
    })
    .concat(kinOf(writer))
    .sort();
}

/** `source up: target -> file`, or `down`. */
function kinOf(writer: IndexWriter): string[] {
  return writer.db
    .tuples<[string | null, number, number, string, string | null, number | null]>(
      'SELECT s.path, k.ord, k.up, k.target, d.path, k.dst FROM kin k LEFT JOIN files s ON s.id = k.note LEFT JOIN files d ON d.id = k.dst',
    )
    .map(([source, ord, up, target, path, dst]) => {
      const file = dst === null ? '-' : (path ?? 'a file that is gone');
      return `${source} ${up ? 'up' : 'down'} ${ord}: ${target} -> ${file}`;
    });
}

function rebuildEdges(writer: IndexWriter): string[] {
  writer.write(() => writer.db.exec('UPDATE state SET links_pending = 1'));
  writer.finish();
  return edgesOf(writer);
}

const cafe = 'Café';
const fileNames = [
  'a.md',
  'A.md',
  'b.md',
  `${cafe}.md`,
  `${cafe.normalize('NFD')}.md`,
  'pic.png',
  'a.pdf',
  'index.md',
  'b',
  'Wide  name.md',
];
const folders = ['', 'one', 'One', 'one/two', cafe, 'one/a'];
const lines = [
  '# a',
  '## Part one',
  'Text ^blk',
  '[[a]] [[A|x]] [[b#Part one]]',
  '![[pic.png]] [[a.pdf#page=2]] [[PIC.png]]',
  '[[one/a]] [[two/b]] [[/a]] [[./b]] [[../a]] [[index]]',
  `[[${cafe}]] [[${cafe.normalize('NFD').toLowerCase()}#^blk]] [[${cafe}/a#a]]`,
  '[m](b.md) [m](one/a.md#part-one) [m](../b) [m](caf%C3%A9.md) [m](/one/two/b.md)',
  '[[alias x]] [[b/alias]] [[Title B]] [[id-7]] [[#Part one]] [[#^blk]]',
  '[[Wide  name]] [[wide name]] [m](Wide%20%20name.md) [m](Wide%20name) [[Wide\u00a0name]]',
  '[r][ref]\n\n[ref]: a.md',
];
const heads = [
  '',
  '---\naliases: [Alias X]\n---\n',
  '---\naliases: [a, b/alias]\nup: "[[a]]"\n---\n',
  '---\ntitle: Title B\n---\n',
  '---\nid: id-7\ntitle: Alias X\n---\n',
  '---\nid: a\n---\n',
  '---\naliases: ["Wide  name"]\n---\n',
  '---\nparent: Title B\nchildren: [a, one/a.md, id-7, "[m](../b.md)"]\n---\n',
  '---\nup: Alias X\ndown: ["[[b]]", index]\n---\n',
];

type Edit =
  | { do: 'write'; file: string; head: string; lines: string[] }
  | { do: 'delete'; file: string }
  | { do: 'move'; file: string; to: string }
  | { do: 'move-folder'; folder: string; to: string };

const folder = fc.constantFrom(...folders);
const file = fc
  .tuple(folder, fc.constantFrom(...fileNames))
  .map(([above, name]) => (above === '' ? name : `${above}/${name}`));
const write = fc.record({
  do: fc.constant('write' as const),
  file,
  head: fc.constantFrom(...heads),
  lines: fc.array(fc.constantFrom(...lines), { maxLength: 4 }),
});
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: write },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), file }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), file, to: file }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move-folder' as const),
      folder,
      to: fc.constantFrom('one', 'two', cafe, 'a'),
    }),
  },
);

/** Does it if it can be done, and gives the paths that a watcher would name. */
function apply(root: string, one: Edit): string[] {
  const at = (disk: string) => path.join(root, disk);
  const kindOf = (disk: string) => {
    try {
      const stats = statSync(at(disk), { throwIfNoEntry: false });
      return stats === undefined ? 'none' : stats.isDirectory() ? 'folder' : 'file';
    } catch {
      return 'blocked';
    }
  };
  switch (one.do) {
    case 'write':
      if (
        kindOf(one.file) === 'folder' ||
        kindOf(one.file) === 'blocked' ||
        kindOf(path.dirname(one.file)) === 'file'
      )
        return [];
      writeNote(root, one.file, one.head + one.lines.join('\n\n'));
      return [one.file, path.dirname(one.file)];
    case 'delete':
      if (kindOf(one.file) !== 'file') return [];
      rmSync(at(one.file));
      return [one.file];
    case 'move':
      if (kindOf(one.file) !== 'file' || kindOf(one.to) !== 'none' || kindOf(path.dirname(one.to)) === 'file')
        return [];
      mkdirSync(path.dirname(at(one.to)), { recursive: true });
      renameSync(at(one.file), at(one.to));
      return [one.file, one.to, path.dirname(one.to)];
    case 'move-folder':
      if (one.folder === '' || kindOf(one.folder) !== 'folder' || kindOf(one.to) !== 'none') return [];
      renameSync(at(one.folder), at(one.to));
      return [one.folder, one.to];
  }
}

test('edges kept up with every change are those made anew, where few names are shared by many', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 3, maxLength: 10 }),
      fc.array(fc.array(edit, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
      (first, rounds) =>
        withWriter({}, async (scratch, writer) => {
          for (const one of first) apply(scratch.root, one);
          await writer.sweep();
          for (const edits of rounds) {
            const dirty = new Set(edits.flatMap((one) => apply(scratch.root, one)));
            dirty.delete('.');
            await writer.reconcile([...dirty]);
            const kept = edgesOf(writer);
            expect(kept).toEqual(rebuildEdges(writer));
          }
        }),
    ),
    { numRuns: 60 },
  );
});

const change = async (scratch: Scratch, writer: IndexWriter, files: Record<string, string | undefined>) => {
  for (const [name, text] of Object.entries(files))
    if (text === undefined) rmSync(path.join(scratch.root, name));
    else writeNote(scratch.root, name, text);
  await writer.reconcile(Object.keys(files));
  return edgesOf(writer).map((edge) => edge.slice(edge.indexOf('->') + 3));
};

test('a note that comes heals the links to it, one that goes breaks them', () =>
  withWriter({ 'x.md': '[[new]] [[sub/new]]' }, async (scratch, writer) => {
    expect(await change(scratch, writer, {})).toEqual(['-', '-']);
    expect(await change(scratch, writer, { 'sub/new.md': '' })).toEqual(['sub/new.md', 'sub/new.md']);
    expect(await change(scratch, writer, { 'new.md': '' })).toEqual(['new.md', 'sub/new.md']);
    expect(await change(scratch, writer, { 'sub/new.md': undefined })).toEqual(['new.md', '-']);
  }));

test('aliases, titles, headings and blocks heal and break links when they change', () =>
  withWriter(
    { 'x.md': '[[n#Part]] [[n#^b]] [[Other name]] [[Its title]]', 'n.md': '' },
    async (scratch, writer) => {
      expect(await change(scratch, writer, {})).toEqual(['n.md?', 'n.md?', '-', '-']);
      expect(
        await change(scratch, writer, {
          'n.md': '---\naliases: [other name]\n---\n# Its title\n\n## Part\n\nText ^b\n',
        }),
      ).toEqual(['n.md', 'n.md', 'n.md', 'n.md']);
      expect(await change(scratch, writer, { 'm.md': '# Its title\n' })).toEqual([
        'n.md',
        'n.md',
        'n.md',
        '-',
      ]);
      expect(await change(scratch, writer, { 'n.md': '## Part\n' })).toEqual(['n.md', 'n.md?', '-', 'm.md']);
    },
  ));

test('an alias is met by links that leave the same blanks and by those that leave fewer', () =>
  withWriter({ 'x.md': '[[Wide  gap]] [[wide gap]]' }, async (scratch, writer) => {
    expect(await change(scratch, writer, { 'n.md': '---\naliases:\n  - Wide  gap\n---\n' })).toEqual([
      'n.md',
      'n.md',
    ]);
    expect(await change(scratch, writer, { 'Wide gap.md': '' })).toEqual(['n.md', 'Wide gap.md']);
    const kept = edgesOf(writer);
    expect(rebuildEdges(writer)).toEqual(kept);
  }));

test('a picture that comes and goes heals and breaks links too', () =>
  withWriter({ 'x.md': '![[pic.png]] ![](img/pic.png)' }, async (scratch, writer) => {
    expect(await change(scratch, writer, { 'img/pic.png': 'x' })).toEqual(['img/pic.png', 'img/pic.png']);
    expect(await change(scratch, writer, { 'img/pic.png': undefined })).toEqual(['-', '-']);
  }));
