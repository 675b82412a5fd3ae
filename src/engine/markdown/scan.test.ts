import { describe, expect, it } from 'vitest';
import { type NoteLink, scanNote } from './scan.ts';

/** A link on one line: kind, target, then whatever else it has. */
function show(link: NoteLink): string {
  const parts = [link.kind, link.target];
  if (link.heading !== undefined) parts.push(`#${link.heading}`);
  if (link.block !== undefined) parts.push(`#^${link.block}`);
  if (link.alias !== undefined) parts.push(`|${link.alias}`);
  if (link.title !== undefined) parts.push(`"${link.title}"`);
  if (link.external) parts.push('external');
  return parts.join(' ');
}

const links = (text: string) => scanNote(text).links.map(show);
const tags = (text: string) => scanNote(text).tags.map((tag) => tag.tag);
const headings = (text: string) =>
  scanNote(text).headings.map((heading) => `${heading.level} ${heading.text}`);
const words = (text: string) => scanNote(text).words;

describe('frontmatter', () => {
  it.each([
    ['---\na: 1\n---\nbody', { start: 0, end: 13, yamlStart: 4, yamlEnd: 9 }],
    ['\ufeff---\na: 1\n---\nbody', { start: 1, end: 14, yamlStart: 5, yamlEnd: 10 }],
    ['---\r\na: 1\r\n---\r\nbody', { start: 0, end: 16, yamlStart: 5, yamlEnd: 11 }],
    ['---\na: 1\n...\nbody', { start: 0, end: 13, yamlStart: 4, yamlEnd: 9 }],
    ['---\n---\n', { start: 0, end: 8, yamlStart: 4, yamlEnd: 4 }],
    ['---\na: 1\n---', { start: 0, end: 12, yamlStart: 4, yamlEnd: 9 }],
    ['---  \na: 1\n--- \n', { start: 0, end: 16, yamlStart: 6, yamlEnd: 11 }],
    ['---\na: 1\n', undefined],
    ['---', undefined],
    ['----\na: 1\n----\n', undefined],
    ['--- x\na: 1\n---\n', undefined],
    ['\n---\na: 1\n---\n', undefined],
    [' ---\na: 1\n---\n', undefined],
    ['', undefined],
  ])('of %j', (text, block) => {
    const scan = scanNote(text);
    expect(scan.frontmatter).toEqual(block);
    expect(scan.bodyStart).toBe(block?.end ?? (text.startsWith('\ufeff') ? 1 : 0));
  });

  it('is not read as text', () => {
    const scan = scanNote('---\ntags: "#no"\nup: "[[no]]"\n---\n# Yes\n');
    expect([scan.tags, scan.links, scan.words]).toEqual([[], [], 1]);
    expect(scan.headings).toEqual([{ level: 1, text: 'Yes', line: 5, start: 33, end: 38 }]);
  });
});

describe('lines', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
    ['\ufeff', 1],
    ['---\n---', 2],
    ['---\n---\n', 2],
    ['---\n---\na', 3],
    ['a\r\nb\r\n', 2],
  ])('of %j', (text, count) => {
    expect(scanNote(text).lineCount).toBe(count);
  });
});

describe('headings', () => {
  it.each([
    ['# One', ['1 One']],
    ['###### Six ##', ['6 Six']],
    ['####### Seven', []],
    ['#none', []],
    ['#', ['1 ']],
    ['## ##', ['2 ']],
    ['# C#', ['1 C#']],
    ['# a \\#', ['1 a \\#']],
    ['   # indented', ['1 indented']],
    ['    # code', []],
    ['Setext\n===', ['1 Setext']],
    ['Two\nlines\n---', ['2 Two lines']],
    ['- item\n---', []],
    ['> quoted\n---', []],
    ['> # In a quote', ['1 In a quote']],
    ['- # In an item', ['1 In an item']],
    ['\\# escaped', []],
    ['```\n# code\n```\n# after', ['1 after']],
    ['~~~~\n# code\n~~~\n# code\n~~~~\n# after', ['1 after']],
    ['> ```\n> # code\n\n# after', ['1 after']],
    ['- ```\n  # code\n  ```\n\n# after', ['1 after']],
    ['<!--\n# no\n-->\n# after', ['1 after']],
    ['%%\n# no\n%%\n# after', ['1 after']],
    ['$$\n# no\n$$\n# after', ['1 after']],
    ['<div>\n# no\n</div>\n\n# after', ['1 after']],
    ['| a |\n|---|\n| b |\n---\n', []],
    ['[a]: b\n===', []],
    ['# one\r\n## two\r\n', ['1 one', '2 two']],
  ])('of %j', (text, found) => {
    expect(headings(text)).toEqual(found);
  });
});

describe('wikilinks', () => {
  it.each([
    ['[[name]]', ['wikilink name']],
    ['[[folder/name]]', ['wikilink folder/name']],
    ['[[name#heading]]', ['wikilink name #heading']],
    ['[[name#h1#h2]]', ['wikilink name #h1#h2']],
    ['[[name#^block]]', ['wikilink name #^block']],
    ['[[#heading]]', ['wikilink  #heading']],
    ['[[a|alias]]', ['wikilink a |alias']],
    ['[[a|b|c]]', ['wikilink a |b|c']],
    ['![[embed.png|300]]', ['embed embed.png |300']],
    ['| x |\n|---|\n| [[a\\|alias]] |', ['wikilink a |alias']],
    ['[[ spaced ]]', ['wikilink spaced']],
    ['[[a]][[b]]', ['wikilink a', 'wikilink b']],
    ['[[[a]]', ['wikilink a']],
    ['[[a|b [c] d]]', ['wikilink a |b [c] d']],
    ['[[日本語#見出し]]', ['wikilink 日本語 #見出し']],
    ['[[열쇠]](v2)를', ['wikilink 열쇠']],
    ['[[열쇠|자물쇠]](`.lock`)', ['wikilink 열쇠 |자물쇠']],
    ['![[a.png]](left)', ['embed a.png']],
    ['[[a|b]](https://x.org)', ['wikilink a |b', 'autolink https://x.org external']],
    ['[[a]](#b)', ['markdown  #b |[a]']],
    ['[[a]](https://x.org)', ['markdown https://x.org |[a] external']],
    ['[[a]](//x.org "T")', ['markdown //x.org |[a] "T" external']],
    ['[[a]](../b)', ['markdown ../b |[a]']],
    ['[[a|`b`]] [[#`c`]]', ['wikilink a |`b`', 'wikilink  #`c`']],
    ['[[<a-b>]]', ['wikilink <a-b>']],
    ['[[]] [[ ]] [[|x]]', []],
    ['[[a\nb]]', []],
    ['[[a', []],
    ['\\[[a]]', []],
    ['`[[a]]`', []],
    ['%%[[a]]%% [[b]]', ['wikilink b']],
    ['$$[[a]]$$ [[b]]', ['wikilink b']],
    ['<!-- [[a]] --> x', []],
    ['x <!-- [[a]] --> [[b]]', ['wikilink b']],
  ])('in %j', (text, found) => {
    expect(links(text)).toEqual(found);
  });
});

describe('Markdown links', () => {
  it.each([
    ['[t](note.md)', ['markdown note.md |t']],
    ['[t](note.md#part)', ['markdown note.md #part |t']],
    ['[t](note.md#^b1)', ['markdown note.md #^b1 |t']],
    ['[t](#part)', ['markdown  #part |t']],
    ['[t](a%20b.md)', ['markdown a%20b.md |t']],
    ['[t](<a b.md>)', ['markdown a b.md |t']],
    ['[t](a "T")', ['markdown a |t "T"']],
    ["[t](a 'T')", ['markdown a |t "T"']],
    ['[t](a (T))', ['markdown a |t "T"']],
    ['[t](a(b)c)', ['markdown a(b)c |t']],
    ['[t](a\\)b)', ['markdown a\\)b |t']],
    ['[t](https://x.org/#a)', ['markdown https://x.org/#a |t external']],
    ['[t](mailto:a@b.c)', ['markdown mailto:a@b.c |t external']],
    ['[t](//x.org)', ['markdown //x.org |t external']],
    ['[t](C:/x)', ['markdown C:/x |t']],
    ['![i](p.png)', ['image p.png |i']],
    ['[![i](p.png)](n.md)', ['markdown n.md |![i](p.png)', 'image p.png |i']],
    ['[a [b] c](d)', ['markdown d |a [b] c']],
    ['[a `]` b](d)', ['markdown d |a `]` b']],
    ['[a \\] b](d)', ['markdown d |a \\] b']],
    ['[a [b](c) d](e)', ['markdown c |b']],
    ['[[1]](n.md)', ['markdown n.md |[1]']],
    ['[https://a.org](https://b.org)', ['markdown https://b.org |https://a.org external']],
    ['[t](\n  a\n  "T")', ['markdown a |t "T"']],
    ['> [t\n> u](a)', ['markdown a |t\n> u']],
    ['![a [https://x.org](b)](c) [d](e)', ['image c |a [https://x.org](b)', 'markdown e |d']],
    ['[t]()', []],
    ['[t](a b)', []],
    ['[t] (a)', []],
    ['\\[t](a)', []],
    ['[t](a', []],
    ['```\n[t](a)\n```', []],
    ['> ```\n> [t](a)\n> ```', []],
    ['1. ~~~\n   [t](a)\n   ~~~', []],
    ['    [t](a)', []],
    ['- x\n\n      [t](a)', []],
    ['``[t](a) ` ``', []],
    ['`a\n[t](b)\n`', []],
    ['<a title="[t](a)">', []],
    ['<div>\n[t](a)\n</div>', []],
    ['<div>\n\n[t](a)\n\n</div>', ['markdown a |t']],
  ])('in %j', (text, found) => {
    expect(links(text)).toEqual(found);
  });
});

describe('references and autolinks', () => {
  it.each([
    ['[t][r]\n\n[r]: a "T"', ['reference a |t "T"']],
    ['[r][]\n\n[R]: <a b>', ['reference a b |r']],
    ['[r]\n\n[r]: https://x.org', ['reference https://x.org |r external']],
    ['![r]\n\n[r]: a.png', ['image a.png |r']],
    ['[two\nwords]\n\n[Two  Words]: a', ['reference a |two\nwords']],
    ['> [a]: x\n> [b]: y\n\n[b]', ['reference y |b']],
    ['[r]: a\n[r]: b\n\n[r]', ['reference a |r']],
    ['[r]', []],
    ['[t][r]', []],
    ['[t][no]\n\n[t]: a', []],
    ['text\n[r]: a\n\n[r]', []],
    ['note[^1]\n\n[^1]: the [t](a)', ['markdown a |t']],
    ['<https://x.org/a>', ['autolink https://x.org/a external']],
    ['<a@b.org>', ['autolink a@b.org external']],
    [
      'see https://x.org/a_(b), and (http://y.org).',
      ['autolink https://x.org/a_(b) external', 'autolink http://y.org external'],
    ],
    ['**https://x.org**', ['autolink https://x.org external']],
    ['见https://x.org。好', ['autolink https://x.org external']],
    ['https://x.org/?a=1&amp; b', ['autolink https://x.org/?a=1 external']],
    ['| https://x.org|b |\n|---|---|', ['autolink https://x.org external']],
    ['xhttps://x.org', []],
    ['https://', []],
    ['https://.', []],
    ['`https://x.org`', []],
  ])('in %j', (text, found) => {
    expect(links(text)).toEqual(found);
  });
});

describe('tags', () => {
  it.each([
    ['#tag', ['tag']],
    ['#a/b-c_d', ['a/b-c_d']],
    ['#日本語 #été #🎉party #Ünï', ['日本語', 'été', '🎉party', 'Ünï']],
    ['#1984 #y1984 #2024-01 #1984a', ['y1984', '2024-01', '1984a']],
    ['(#a) "#b" *#c*, #d. #e/', ['a', 'b', 'c', 'd', 'e']],
    ['a#b x/#y &#35; \\#z ##q', []],
    ['# heading #in', ['in']],
    ['`#a` [#b](c) [[#d]] https://x.org/#e <a href="#f">', []],
    ['```\n#a\n```\n\n    #b\n\n#c', ['c']],
    ['%% #a %% #b', ['b']],
    ['- #a\n> #b', ['a', 'b']],
    ['| #a | #b |\n|---|---|\n| #c | d |', ['a', 'b', 'c']],
    ['#', []],
    ['#a#b', ['a']],
  ])('in %j', (text, found) => {
    expect(tags(text)).toEqual(found);
  });
});

describe('tasks', () => {
  it('knows status, indent, heading and line', () => {
    const scan = scanNote('# Plan\n\n- [ ] one #a\n  - [x] two #b #c\n1. [-] three\n\n## Next\n* [ ] four\n');
    expect(
      scan.tasks.map(({ text, status, done, indent, heading, line, tags }) => [
        text,
        status,
        done,
        indent,
        heading,
        line,
        tags,
      ]),
    ).toEqual([
      ['one #a', ' ', false, 0, 'Plan', 3, ['a']],
      ['two #b #c', 'x', true, 2, 'Plan', 4, ['b', 'c']],
      ['three', '-', false, 0, 'Plan', 5, []],
      ['four', ' ', false, 0, 'Next', 8, []],
    ]);
  });

  it('reads the fields of Obsidian Tasks', () => {
    const [task] = scanNote(
      '- [ ] pay 🔺 🔁 every month on the 1st ➕ 2024-01-01 🛫 2024-01-02 ⏳ 2024-01-03 📅 2024-01-04 ✅ 2024-01-05 #x',
    ).tasks;
    expect(task).toMatchObject({
      priority: 'highest',
      recurrence: 'every month on the 1st',
      start: '2024-01-02',
    });
    expect(task).toMatchObject({
      scheduled: '2024-01-03',
      due: '2024-01-04',
      completed: '2024-01-05',
      tags: ['x'],
    });
  });

  it('reads inline fields', () => {
    const [task] = scanNote(
      '- [x] pay [due:: 2024-01-04] (scheduled:: 2024-01-03) [start:: 2024-01-02] [completion:: 2024-01-05] [priority:: High] [repeat:: every week]',
    ).tasks;
    expect(task).toMatchObject({
      due: '2024-01-04',
      scheduled: '2024-01-03',
      start: '2024-01-02',
      completed: '2024-01-05',
    });
    expect(task).toMatchObject({ priority: 'high', recurrence: 'every week' });
  });

  it.each([
    '- [ ]text',
    '[ ] text',
    '- [](a)',
    '- [ab] text',
    '```\n- [ ] code\n```',
    '- [x](a)',
    '- `[ ]` no',
    '    - [ ] code',
  ])('finds none in %j', (text) => {
    expect(scanNote(text).tasks).toEqual([]);
  });

  it.each([
    ['- [ ]', ''],
    ['> - [ ] quoted', 'quoted'],
    ['- [🎉] party', 'party'],
    ['-\t[ ]\ttabbed', 'tabbed'],
  ])('finds one in %j', (text, found) => {
    expect(scanNote(text).tasks.map((task) => task.text)).toEqual([found]);
  });
});

describe('block ids', () => {
  it.each([
    ['![[plan.png]]^plan', ['plan']],
    ['- [t](a)^t-1\n- <https://x.org>^u', ['t-1', 'u']],
    ['(a+b)^2', []],
    ['[[a]] b^c', []],
    ['text ^abc-1', ['abc-1']],
    ['- item ^a\n- other ^b  ', ['a', 'b']],
    ['| a |\n|---|\n\n^table', ['table']],
    ['> quote\n> ^q', ['q']],
    ['one ^a\ntwo', ['a']],
    ['2^10', []],
    ['a ^b c', []],
    ['a ^b_c', []],
    ['a ^', []],
    ['`a ^b`', []],
  ])('in %j', (text, found) => {
    expect(scanNote(text).blocks.map((block) => block.id)).toEqual(found);
  });
});

describe('words', () => {
  it.each([
    ['', 0],
    ['one two  three', 3],
    ['**bold** _it_ ~~x~~', 3],
    ['# Heading one', 2],
    ['1. first\n2. second', 2],
    ['- [x] done', 1],
    ['[text here](some/place.md "title")', 2],
    ['[[target note]] [[other|two words]] ![[embed.png]]', 4],
    ['![alt text](a.png)', 2],
    ['https://example.org/some/path end', 1],
    ['<b class="x y">bold</b>', 1],
    ['<div class="a b">\ntwo words\n</div>', 2],
    ['<!-- not these --> x', 1],
    ['a <!-- not these --> b', 2],
    ['%% not these %% b', 1],
    ['`code text` and', 3],
    ['```js\nlet a = 1;\n```', 3],
    ['    indented code', 2],
    ['漢字かな', 4],
    ['漢字 and 2 words', 5],
    ['cafe\u0301 naïve', 2],
    ['हिन्दी भाषा', 2],
    ['a &amp; b', 2],
    ['[r]: https://x.org "T"', 0],
    ['text ^block-id', 1],
    ['#tag/sub', 2],
    ['| a | b |\n|---|---|\n| c | d |', 4],
    ['word[^note]\n\n[^note]: more words', 3],
  ])('of %j', (text, count) => {
    expect(words(text)).toBe(count);
  });
});
