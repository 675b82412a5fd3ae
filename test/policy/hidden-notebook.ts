import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Caller, callerOf } from '../../src/engine/index.ts';

const page = (fields: string, body: string) =>
  `---\ncreated: 2026-01-05T10:00:00Z\nmodified: 2026-02-05T10:00:00Z\n${fields}---\n${body}`;

/** What everyone sees. It names hidden notes in every way a link can, by the markers in `named` and by no other. */
const open: Record<string, string> = {
  'index.md': page(
    'tags: [home, shared]\n',
    '# Home\n\nTo [[Secret/zqnamed]] and [[Open/Plan]] and [here](Open/Deep/leaf.md).\n\n![[zqnamedpic.png]]\n',
  ),
  'Open/Plan.md': page(
    'tags: [plan, shared]\naliases: [The Plan]\nid: plan-1\nstatus: todo\nparent: "[[index]]"\nchildren: ["[[Secret/zqnamed]]", "[[leaf]]"]\n',
    '# Plan of the garden\n\nThe kitchen meeting about performance. See [[Secret/zqnamed#Part]] and [[zqnamedalias]].\n\n- [ ] water the plants 📅 2026-11-20\n- [x] dig\n\n## Budget\n\nMoney.\n\n[[Nowhere near]] [[zqnamed]]\n',
  ),
  'Open/Deep/leaf.md': page(
    'tags: [leaf]\nstatus: done\nup: "[[Plan]]"\n',
    '# Leaf\n\nA leaf of the garden, with [[Plan|a plan]].\n',
  ),
  'Open/Deep/twin.md': page(
    'tags: [twin]\n',
    '# Twin\n\nSame name as another. [[index]] [md](../../Secret/zqnamed.md).\n',
  ),
  'Open/reader.md': page(
    'tags: [reader]\n',
    '# Reader\n\n[[twin]] and [[Shared title]] and [[nick]] and [[Open/Deep/twin]] and ![[pic.png]]\n',
  ),
  'Open/titled.md': page(
    'tags: []\nstatus: todo\naliases: [nick]\n',
    '# Shared title\n\nGarden once more.\n',
  ),
  'Open/Folder/Folder.md': page('', '# Folder\n\nA folder note of the garden.\n'),
  'Open/Folder/inner.md': page('', '# Inner\n\nInside.\n'),
  'Inbox/new.md': page('tags: [inbox]\n', '# New\n\nUntagged garden thoughts.\n'),
  'templates/meeting.md': '---\nkind: meeting\n---\n# {{title}}\n\nAttendees\n',
  'Open/broken.md': '---\ntitle: [unclosed\n---\n# Broken\n\nBroken but open.\n',
};

/** Seen by nobody here: the policy of the notebook and the rule of the caller hide a part each. */
const hidden: Record<string, string> = {
  'Secret/zqnamed.md': page(
    'title: zqtitle of a secret\ntags: [zqtag, shared, plan]\naliases: [zqnamedalias, zqalias]\nid: zqid-7\nzqkey: zqvalue\nstatus: zqstatus\ncategory: zqcategory\nparent: "[[index]]"\n',
    '# zqheading\n\nThe zqword of zqword: zqwordier meeting performance garden. [[Open/Plan]] [[Plan]] [x](https://zqdomain.example/a) #zqinline/nested\n\n## Part\n\n- [ ] zqtask 📅 2026-11-20\n\nText ^zqblock\n',
  ),
  'Secret/zqother.md': page(
    'tags: [zqtagtwo]\n',
    '# Garden zqgarden\n\nkitchn gardn performence Unfindable zqunique\n\n[[leaf]] [[index]] [[zqnamed]]\n',
  ),
  'Secret/twin.md': page('tags: [twin]\n', '# Twin two zqtwin\n\n[[index]]\n'),
  'Secret/zqfolder/deep.md': page('', '# zqdeep\n'),
  'Secret/zqbroken.md': '---\ntitle: [zqbrokentitle\n---\nzqbroken\n',
  'Secret/zqnamedpic.png': 'zqpicture',
  'Secret/pic.png': 'a picture',
  'Open/Veiled/zqveiled.md': page(
    'tags: [zqveiledtag]\nparent: "[[Plan]]"\nid: zqveiledid\n',
    '# Shared title\n\nGarden zqveiledword. [[Plan]]\n',
  ),
  'Open/Veiled/Nicky.md': page('aliases: [nick]\n', '# zqnicky\n'),
  'Open/zqfile.md': page('tags: [leaf]\n', '# zqfiletitle\n\nzqfileword [[leaf]]\n'),
  'templates/zqtemplate.md': '# zqtemplatetext {{title}}\n',
  'zqroot.md': page('tags: [home]\n', '# zqroottitle\n\ngarden\n'),
  'Open/Folder/zqchild.md': page('', '# zqchildtitle\n'),
};

const functions: Record<string, string> = {
  '.slipbox/functions/everything.sql':
    '-- description: All notes\nSELECT path, title, tags FROM notes ORDER BY path\n',
  '.slipbox/functions/look.js': [
    '// description: Looks around',
    '// param note string',
    'export default async ({ note }) => ({',
    '  list: await notes.list({ limit: 100 }),',
    "  found: await notes.search('zqword garden'),",
    '  links: await notes.links(note).catch((error) => error.message),',
    '  backlinks: await notes.backlinks(note).catch((error) => error.message),',
    '  note: await notes.get(note).catch((error) => error.message),',
    '});\n',
  ].join('\n'),
};

/** Names hidden files, whether they are there or not, as nobody else is to do. */
const templates = {
  zqfile: 'Secret/zqnamed.md',
  zqveiled: 'Open/Veiled/zqveiled.md',
  letter: 'Dear {{title}}',
};

/** Hides the other half; everything else of the notebook may be read, some of it written. */
const rule = {
  read: ['*.md', 'Open', 'Inbox', 'Secret', 'templates'],
  hidden: ['zqroot.md', 'open/veiled', '**/zq*'],
};
const policy = { hidden: ['Secret/**', 'Open/Veiled'], write: ['Open/**', 'Inbox', 'Secret'] };

export const restricted: Caller = callerOf(rule);

/** Every marker there is: a word that stands in something hidden. Those called `zqnamed…` stand in open notes too. */
export const markers = [
  ...new Set([...Object.entries(hidden).flat()].flatMap((text) => text.match(/zq[a-z]+/g) ?? [])),
].filter((marker) => !Object.values(open).some((text) => text.includes(marker)));

/** A notebook with everything in it, or one in which what is hidden has never been. */
export function writeNotebook(root: string, options: { withHidden: boolean }): void {
  const files = { ...open, ...functions, ...(options.withHidden ? hidden : {}) };
  for (const [name, text] of Object.entries(files)) write(root, name, text);
  write(root, '.slipbox.json', JSON.stringify({ policy }));
  write(root, '.opennotes.json', JSON.stringify({ templates }));
  writeFileSync(join(root, '..', 'outside.md'), 'zqoutside');
  if (options.withHidden) symlinkSync(join(root, '..', 'outside.md'), join(root, 'Secret/zqlink.md'));
}

function write(root: string, name: string, text: string): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, 1_790_000_000, 1_790_000_000);
}

export const hiddenPaths = Object.keys(hidden);

/** The files of a notebook with their texts, in order; those of the program itself left out. */
export function readTree(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !name.startsWith('.'))
    .sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

export function removeNotebook(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
