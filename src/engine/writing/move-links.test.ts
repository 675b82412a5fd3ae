import { expect, test } from 'vitest';
import { withDesk } from './testing-desk.ts';

/** [the note that moves, where to, the note with the link, the link, the link afterwards] */
type Row = [from: string, to: string, source: string, before: string, after: string];

const nfd = (text: string) => text.normalize('NFD');

const rows: Row[] = [
  // wikilinks: a name stays a name
  ['b.md', 'sub/b.md', 'x.md', '[[b]]', '[[b]]'],
  ['b.md', 'c.md', 'x.md', '[[b]]', '[[c]]'],
  ['b.md', 'sub/c.md', 'x.md', '[[b]]', '[[c]]'],
  ['sub/b.md', 'b.md', 'x.md', '[[b]]', '[[b]]'],
  ['b.md', 'c.md', 'x.md', '[[B]]', '[[c]]'],
  ['b.md', 'c.md', 'x.md', '[[b.md]]', '[[c.md]]'],
  ['b.md', 'c.md', 'x.md', '[[ b ]]', '[[ c ]]'],
  ['b.md', 'c.md', 'x.md', '[[b|shown]]', '[[c|shown]]'],
  ['b.md', 'c.md', 'x.md', '[[b#Part]]', '[[c#Part]]'],
  ['b.md', 'c.md', 'x.md', '[[b#Part#Deeper|x]]', '[[c#Part#Deeper|x]]'],
  ['b.md', 'c.md', 'x.md', '[[b#^blk]]', '[[c#^blk]]'],
  ['b.md', 'c.md', 'x.md', '![[b]]', '![[c]]'],
  ['b.md', 'c.md', 'x.md', '![[b#^blk|400]]', '![[c#^blk|400]]'],
  ['b.md', 'c.md', 'x.md', '| h |\n|---|\n| [[b\\|x]] |', '| h |\n|---|\n| [[c\\|x]] |'],
  // paths from the root
  ['one/b.md', 'two/b.md', 'x.md', '[[one/b]]', '[[two/b]]'],
  ['one/b.md', 'two/c.md', 'sub/x.md', '[[one/b#Part|x]]', '[[two/c#Part|x]]'],
  ['one/b.md', 'b.md', 'x.md', '[[one/b]]', '[[b]]'],
  ['one/b.md', 'two/b.md', 'x.md', '[[/one/b]]', '[[/two/b]]'],
  ['one/b.md', 'two/b.md', 'x.md', '[[/one/b.md]]', '[[/two/b.md]]'],
  ['one/b.md', 'deep/one/b.md', 'x.md', '[[one/b]]', '[[one/b]]'],
  // the end of a path
  ['deep/one/b.md', 'deep/two/c.md', 'x.md', '[[one/b]]', '[[two/c]]'],
  ['deep/one/b.md', 'c.md', 'x.md', '[[one/b]]', '[[c]]'],
  // by steps
  ['b.md', 'two/b.md', 'one/x.md', '[[../b]]', '[[../two/b]]'],
  ['b.md', 'one/b.md', 'one/x.md', '[[../b]]', '[[./b]]'],
  ['one/b.md', 'b.md', 'one/x.md', '[[./b]]', '[[../b]]'],
  // by alias, id and title
  ['b.md', 'sub/c.md', 'x.md', '[[Alias of b]]', '[[Alias of b]]'],
  ['b.md', 'sub/c.md', 'x.md', '[[id-b]]', '[[id-b]]'],
  ['b.md', 'sub/c.md', 'x.md', '[[Title of b]]', '[[Title of b]]'],
  // Markdown links
  ['b.md', 'sub/b.md', 'x.md', '[m](b.md)', '[m](sub/b.md)'],
  ['b.md', 'sub/b.md', 'x.md', '[m](b)', '[m](sub/b)'],
  ['b.md', 'c.md', 'one/x.md', '[m](../b.md)', '[m](../c.md)'],
  ['b.md', 'one/b.md', 'one/x.md', '[m](../b.md)', '[m](b.md)'],
  ['one/b.md', 'b.md', 'one/x.md', '[m](./b.md)', '[m](../b.md)'],
  ['one/b.md', 'one/c.md', 'one/x.md', '[m](./b.md)', '[m](./c.md)'],
  ['one/b.md', 'two/b.md', 'sub/x.md', '[m](/one/b.md)', '[m](/two/b.md)'],
  ['one/b.md', 'two/b.md', 'sub/x.md', '[m](one/b.md)', '[m](two/b.md)'],
  ['b.md', 'two/c.md', 'sub/x.md', '[m](b.md)', '[m](c.md)'],
  ['b.md', 'c.md', 'x.md', '[m](b.md#part "Title")', '[m](c.md#part "Title")'],
  ['b.md', 'c.md', 'x.md', '[m](b.md?raw=1#part)', '[m](c.md?raw=1#part)'],
  ['b.md', 'c.md', 'x.md', '[m](<b.md>)', '[m](<c.md>)'],
  ['b.md', 'c d.md', 'x.md', '[m](b.md)', '[m](c%20d.md)'],
  ['b.md', 'c d.md', 'x.md', '[m](<b.md>)', '[m](<c d.md>)'],
  ['b e.md', 'c d.md', 'x.md', '[m](b%20e.md)', '[m](c%20d.md)'],
  ['b.md', 'sub/b.md', 'x.md', '![m](b.md)', '![m](sub/b.md)'],
  ['b.md', 'sub/b.md', 'x.md', '[a [m] b](b.md)', '[a [m] b](sub/b.md)'],
  // references
  ['b.md', 'sub/b.md', 'x.md', '[r][ref]\n\n[ref]: b.md "T"', '[r][ref]\n\n[ref]: sub/b.md "T"'],
  ['b.md', 'sub/b.md', 'x.md', '[ref][]\n\n[ref]: <b.md>', '[ref][]\n\n[ref]: <sub/b.md>'],
  ['b.md', 'sub/b.md', 'x.md', '![ref]\n\n> [ref]: b.md#part', '![ref]\n\n> [ref]: sub/b.md#part'],
  // names that want care
  ['b.md', 'R&D.md', 'x.md', '[[b]] [m](b.md)', '[[R&D]] [m](R&D.md)'],
  ['b.md', 'a&amp;b.md', 'x.md', '[[b]] [m](b.md)', '[[a&amp;b]] [m](a%26amp;b.md)'],
  ['b.md', "it's.md", 'x.md', '[[b]] [m](b.md)', "[[it's]] [m](it's.md)"],
  ['b.md', 'say "hi".md', 'x.md', '[[b]] [m](b.md)', '[[say "hi"]] [m](say%20"hi".md)'],
  ['b.md', '100% sure.md', 'x.md', '[[b]] [m](b.md)', '[[100% sure]] [m](100%25%20sure.md)'],
  ['5%.md', '100%.md', 'x.md', '[m](5%.md)', '[m](100%.md)'],
  ['b.md', 'what (x.md', 'x.md', '[[b]] [m](b.md)', '[[what (x]] [m](what%20%28x.md)'],
  ['b.md', 'what (x).md', 'x.md', '[[b]] [m](b.md)', '[[what (x)]] [m](what%20(x).md)'],
  ['b.md', 'why?.md', 'x.md', '[[b]] [m](b.md)', '[[why?]] [m](why%3F.md)'],
  ['b.md', 'note: x.md', 'x.md', '[[b]] [m](b.md)', '[[note: x]] [m](note%3A%20x.md)'],
  ['b.md', '🌱 sprout.md', 'x.md', '[[b]] [m](b.md)', '[[🌱 sprout]] [m](🌱%20sprout.md)'],
  ['b.md', '日本/計画.md', 'x.md', '[[b]] [m](b.md)', '[[計画]] [m](日本/計画.md)'],
  ['é.md', 'ü.md', 'x.md', '[[é]] [m](%C3%A9.md) [m](é.md)', '[[ü]] [m](%C3%BC.md) [m](ü.md)'],
  [nfd('é.md'), 'sub/é.md', 'x.md', `[[${nfd('é')}]] [m](${nfd('é')}.md)`, `[[${nfd('é')}]] [m](sub/é.md)`],
  ['b.md', 'v1.2.md', 'x.md', '[[b]]', '[[v1.2]]'],
  ['b.md', 'c#.md', 'x.md', '[m](b.md)', '[m](c%23.md)'],
  ['b.md', 'a`b.md', 'x.md', '[m](b.md)', '[m](a%60b.md)'],
  // case only
  ['b.md', 'B.md', 'x.md', '[[b]] [m](b.md)', '[[b]] [m](b.md)'],
  // what only looks like a link
  ['b.md', 'c.md', 'x.md', '`[[b]]` [[b]]', '`[[b]]` [[c]]'],
  ['b.md', 'c.md', 'x.md', '```\n[[b]] [m](b.md)\n```', '```\n[[b]] [m](b.md)\n```'],
  ['b.md', 'c.md', 'x.md', '%% [[b]] %% \\[[b]]', '%% [[b]] %% \\[[b]]'],
  ['b.md', 'c.md', 'x.md', '[b](https://b.md) <https://b.md>', '[b](https://b.md) <https://b.md>'],
  // links of the note that moves
  ['b.md', 'sub/b.md', 'b.md', '[m](x.md) [[x]]', '[m](../x.md) [[x]]'],
  [
    'sub/b.md',
    'b.md',
    'sub/b.md',
    '[m](../x.md) [[../x]] ![](pic.png)',
    '[m](x.md) [[./x]] ![](sub/pic.png)',
  ],
  [
    'sub/b.md',
    'sub/c.md',
    'sub/b.md',
    '[m](b.md#part) [[b]] [[#Part]] [x](#part)',
    '[m](c.md#part) [[c]] [[#Part]] [x](#part)',
  ],
  [
    'b.md',
    'sub/b.md',
    'b.md',
    '[folder](sub/) [ignored](hidden/h.md)',
    '[folder](sub/) [ignored](../hidden/h.md)',
  ],
  // properties
  ['b.md', 'c.md', 'x.md', '---\nup: "[[b]]"\n---', '---\nup: "[[c]]"\n---'],
  ['b.md', 'c.md', 'x.md', '---\nsee: [[b]]\n---', '---\nsee: [[c]]\n---'],
  [
    'b.md',
    'c.md',
    'x.md',
    "---\nsee:\n  - '[[b|x]]'\n  - [[b]] # [[z]]\n---",
    "---\nsee:\n  - '[[c|x]]'\n  - [[c]] # [[z]]\n---",
  ],
  [
    'b.md',
    "it's.md",
    'x.md',
    '---\na: \'[[b]]\'\nb: "[[b]]"\n---',
    "---\na: '[[it''s]]'\nb: \"[[it's]]\"\n---",
  ],
  [
    'b.md',
    'say "hi".md',
    'x.md',
    '---\na: \'[[b]]\'\nb: "[[b]]"\n---',
    '---\na: \'[[say "hi"]]\'\nb: "[[say \\"hi\\"]]"\n---',
  ],
  [
    "it's.md",
    'b.md',
    'x.md',
    "---\na: '[[it''s#Part]]'\nb: \"[[it's]]\"\n---",
    '---\na: \'[[b#Part]]\'\nb: "[[b]]"\n---',
  ],
  [
    'one/b.md',
    'c.md',
    'x.md',
    '---\nparent: one/b.md\nchildren: [b, "one/b"]\n---',
    '---\nparent: c.md\nchildren: [c, "c"]\n---',
  ],
];

const moved =
  '---\naliases: [Alias of b]\nid: id-b\n---\n# Title of b\n\n## Part\n\n### Deeper\n\nText ^blk\n';

/** One notebook for all links that one move is to rewrite. */
const moves = Map.groupBy(rows, ([from, to, source]) => JSON.stringify([from, to, source === from]));

test.each([...moves.values()].map((group) => ({ from: group[0]![0], to: group[0]![1], group })))(
  'links keep their files and their style: $from to $to',
  ({ from, to, group }) => {
    const files: Record<string, string> = { 'x.md': 'x', 'sub/pic.png': 'p', 'hidden/h.md': 'h' };
    files['.slipboxignore'] = 'hidden\n';
    files[from] = moved;
    const expected: Record<string, string> = {};
    for (const [i, [, , source, before, after]] of group.entries()) {
      const name = source === from ? from : source.replace('x.md', `x${i}.md`);
      const around = (link: string) => (link.startsWith('---') ? `${link}\nText` : `Text\n\n${link}\n\nText`);
      files[name] = around(before);
      expected[name === from ? to : name] = around(after);
    }
    return withDesk(files, async ({ moveNote, read, readAll, meanings }) => {
      const was = readAll();
      const meant = [...meanings().values()];
      const path = from.normalize('NFC');
      const result = await moveNote({ path: from, newPath: to });
      for (const [name, text] of Object.entries(expected)) expect(read(name), name).toBe(text);
      expect(result.doubtful).toEqual({ total: 0, items: [] });
      const same = meant.map(({ target, state }) => `${target === path ? to : target} ${state}`);
      const now = [...meanings().values()].map(({ target, state }) => `${target} ${state}`);
      expect(now.sort()).toEqual(same.sort());
      await moveNote({ path: to, newPath: path });
      const back = readAll();
      if (path !== from) {
        back[from] = back[path]!;
        delete back[path];
      }
      expect(back).toEqual(was);
    });
  },
);
