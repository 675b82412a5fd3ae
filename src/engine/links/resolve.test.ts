import { afterEach, expect, test } from 'vitest';
import { makeScratch, openScratchWriter, type Scratch } from '../../../test/scratch-notebook.ts';
import { openLookup } from './index-lookup.ts';
import { resolveLink } from './resolve.ts';

const open: Scratch[] = [];
afterEach(() => {
  for (const scratch of open.splice(0)) scratch.remove();
});

/** What each link of a note means: `path`, `path?` when only the part is missing, `-` when there is no such file. */
async function resolveAll(files: Record<string, string>, source: string): Promise<Record<string, string>> {
  const scratch = makeScratch(files);
  open.push(scratch);
  const writer = openScratchWriter(scratch);
  try {
    await writer.sweep();
    writer.finish();
    const rows = writer.db.all<{ raw: string; path: string | null; state: number }>(
      `SELECT l.raw, d.path, e.state FROM edges e JOIN links l ON l.note = e.note AND l.ord = e.ord
       JOIN files s ON s.id = e.note LEFT JOIN files d ON d.id = e.dst WHERE s.path = ?`,
      source,
    );
    return Object.fromEntries(
      rows.map(({ raw, path, state }) => [raw, state === 1 ? '-' : `${path}${state === 2 ? '?' : ''}`]),
    );
  } finally {
    writer.close();
  }
}

const textOf = (links: readonly string[]) => `${links.join('\n\n')}\n`;

async function expectLinks(
  files: Record<string, string>,
  source: string,
  expected: Record<string, string>,
): Promise<void> {
  const text = textOf(Object.keys(expected));
  const found = await resolveAll({ ...files, [source]: `${files[source] ?? ''}${text}` }, source);
  expect(found).toEqual(expected);
}

test('a name is a file name, whatever its case and normal form', () =>
  expectLinks({ 'deep/er/Näme.md': '', 'Other.MD': '' }, 'index.md', {
    '[[Näme]]': 'deep/er/Näme.md',
    '[[nÄME]]': 'deep/er/Näme.md',
    [`[[${'Näme'.normalize('NFD')}]]`]: 'deep/er/Näme.md',
    '[[Näme.md]]': 'deep/er/Näme.md',
    '[[other|shown]]': 'Other.MD',
    '![[other]]': 'Other.MD',
    '[[Nä]]': '-',
  }));

test('a path is one from the root before it is the end of another', () =>
  expectLinks({ 'a/b.md': '', 'x/a/b.md': '', 'x/c/d.md': '' }, 'x/index.md', {
    '[[a/b]]': 'a/b.md',
    '[[/a/b]]': 'a/b.md',
    '[[A/B]]': 'a/b.md',
    '[[x/a/b]]': 'x/a/b.md',
    '[[c/d]]': 'x/c/d.md',
    '[[/c/d]]': '-',
    '[[b/b]]': '-',
    '[[./a/b]]': 'x/a/b.md',
    '[[../a/b]]': 'a/b.md',
    '[[../../a/b]]': '-',
  }));

test('of several files of a name the one below the folder of the note is meant, else the shortest path', async () => {
  const files = { 'one/n.md': '', 'one/sub/n.md': '', 'two/sub/deeper/n.md': '', 'two/longer/n.md': '' };
  await expectLinks(files, 'one/x.md', { '[[n]]': 'one/n.md', '[[sub/n]]': 'one/sub/n.md' });
  await expectLinks(files, 'one/sub/x.md', { '[[n]]': 'one/sub/n.md' });
  await expectLinks(files, 'two/x.md', { '[[n]]': 'two/longer/n.md', '[[deeper/n]]': 'two/sub/deeper/n.md' });
  await expectLinks(files, 'x.md', { '[[n]]': 'one/n.md' });
  await expectLinks({ ...files, 'n.md': '' }, 'two/sub/x.md', { '[[n]]': 'n.md' });
  await expectLinks({ 'b/n.md': '', 'a/n.md': '' }, 'x.md', { '[[n]]': 'a/n.md' });
});

test('names that differ in case only are told apart by the spelling of the link', () =>
  expectLinks({ 'd/Note.md': '', 'd/note.md': '' }, 'x.md', {
    '[[note]]': 'd/note.md',
    '[[Note]]': 'd/Note.md',
    '[[NOTE]]': 'd/Note.md',
    '[[d/note]]': 'd/note.md',
    '[x](d/note.md)': 'd/note.md',
  }));

test('Markdown links are taken from the folder of the note first', () =>
  expectLinks(
    { 'n.md': '', 'one/n.md': '', 'one/two words.md': '', 'far/away.md': '', 'one/(p).md': '' },
    'one/x.md',
    {
      '[a](n.md)': 'one/n.md',
      '[b](n)': 'one/n.md',
      '[c](/n.md)': 'n.md',
      '[d](../n.md)': 'n.md',
      '[e](./n.md)': 'one/n.md',
      '[f](two%20words.md)': 'one/two words.md',
      '[g](<two words.md> "title")': 'one/two words.md',
      '[h](one/n.md)': 'one/n.md',
      '[i](far/away.md)': 'far/away.md',
      '[j](away.md)': 'far/away.md',
      '[k](away)': 'far/away.md',
      '[l](n.md?x=1)': 'one/n.md',
      '[m](\\(p\\).md)': 'one/(p).md',
      '[n](./away.md)': '-',
      '[o](../../n.md)': '-',
    },
  ));

test('reference links and links in properties are links like others', async () => {
  const found = await resolveAll(
    {
      'n.md': '',
      'x.md': '---\nup: "[[N]]"\nlist:\n  - "[[gone]]"\n---\n[shown][ref] [ref]\n\n[ref]: n.md "Title"\n',
    },
    'x.md',
  );
  expect(found).toEqual({ '[[N]]': 'n.md', '[[gone]]': '-', '[shown][ref]': 'n.md', '[ref]': 'n.md' });
});

test('attachments are named with their extension; notes come first where there is none', () =>
  expectLinks(
    {
      'img/pic.png': 'x',
      'doc.pdf': 'x',
      data: 'x',
      'sub/data.md': '',
      'v1.2.md': '',
      'a.b': 'x',
      'a.b.md': '',
    },
    'x.md',
    {
      '![[pic.png]]': 'img/pic.png',
      '![[PIC.PNG|100]]': 'img/pic.png',
      '![alt](img/pic.png)': 'img/pic.png',
      '[[pic]]': '-',
      '[[doc.pdf#page=3]]': 'doc.pdf',
      '[[data]]': 'sub/data.md',
      '[[v1.2]]': 'v1.2.md',
      '[[a.b]]': 'a.b',
      '[[a.b.md]]': 'a.b.md',
      '[[data.md]]': 'sub/data.md',
    },
  ));

test('a link that only its own note has the title of leads nowhere, as in a heading made of one', async () => {
  expect(await resolveAll({ 'day.md': '# [[Plan]]\n', 'b.md': '' }, 'day.md')).toEqual({ '[[Plan]]': '-' });
  expect(await resolveAll({ 'day.md': '# [[Plan]]\n', 'b.md': '[[Plan]]' }, 'b.md')).toEqual({
    '[[Plan]]': 'day.md',
  });
});

test('after file names come aliases, then ids, then a title that only one note has', () =>
  expectLinks(
    {
      'one.md': '---\naliases: [Also One, Both, a/b]\nid: n-1\n---\n# Title One\n',
      'sub/two.md': '---\naliases: Both\ntitle: Twice\n---\n',
      'three.md': '---\ntitle: Twice\nid: Also One\n---\n',
      'four.md': '# one\n',
    },
    'sub/x.md',
    {
      '[[also one]]': 'one.md',
      '[[Both]]': 'sub/two.md',
      '[[A/B]]': 'one.md',
      '[[N-1]]': 'one.md',
      '[[title one]]': 'one.md',
      '[[Twice]]': '-',
      '[[one]]': 'one.md',
      '[x](Title%20One)': 'one.md',
      '[x](./Also%20One)': '-',
    },
  ));

test('headings and blocks must be there too', () =>
  expectLinks({ 'n.md': '# Top\n\n## Part: two\n\nText ^blk\n' }, 'x.md', {
    '[[n#Top]]': 'n.md',
    '[[n#top#part two]]': 'n.md',
    '[[n#^BLK]]': 'n.md',
    '[[n#Gone]]': 'n.md?',
    '[[n#^gone]]': 'n.md?',
    '[[gone#Top]]': '-',
    '[a](n.md#part-two)': 'n.md',
    '[a](n.md#gone)': 'n.md?',
  }));

test('a link without a file means the note it stands in', () =>
  expectLinks({ 'x.md': '# Here\n\nText ^b\n\n' }, 'x.md', {
    '[[#here]]': 'x.md',
    '[[#^b]]': 'x.md',
    '[[#Gone]]': 'x.md?',
    '[a](#here)': 'x.md',
    '[a](#gone)': 'x.md?',
  }));

test('how many files a link may mean is counted where the closest was chosen', async () => {
  const scratch = makeScratch({ 'a/n.md': '', 'b/n.md': '', 'c.md': '' });
  open.push(scratch);
  const writer = openScratchWriter(scratch);
  await writer.sweep();
  const lookup = openLookup(writer.db);
  const choices = (target: string) =>
    resolveLink(lookup, { id: 0, path: 'x.md' }, { kind: 'wikilink', target, heading: null, block: null })
      .choices;
  expect(['n', 'a/n', 'c', 'gone'].map(choices)).toEqual([2, 1, 1, 0]);
  writer.close();
});
