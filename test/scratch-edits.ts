import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

/** One thing that someone may do to a notebook; numbers choose among what is there at that moment. */
export type Edit =
  | { do: 'write'; folder: number; name: string; text: string }
  | { do: 'append' | 'same-size' | 'touch' | 'old-time' | 'delete' | 'to-folder'; file: number }
  | { do: 'rename'; file: number; folder: number; name: string }
  | { do: 'make-folders'; folder: number; names: string[]; note: string }
  | { do: 'move-folder'; from: number; to: number; name: string }
  | { do: 'delete-folder' | 'folder-to-link' | 'swap-folder'; folder: number }
  | { do: 'ignore'; rules: string[] };

const cafe = 'Café';
const names = [
  'a.md',
  'b.md',
  'Zettel 1.md',
  'UPPER.MD',
  `${cafe}.md`,
  `${cafe.normalize('NFD')}.md`,
  '日本語.md',
  '🗂️ box.md',
  '한글.md',
  '한글'.normalize('NFD').concat('.md'),
  'pic.png',
  `${cafe}.pdf`,
  `${cafe.normalize('NFD')}.pdf`,
  'index.md',
  "it's 100%.md",
  'node_modules',
  '.hidden.md',
  'x.md.bak',
];
const folderNames = [
  'one',
  'two',
  cafe,
  cafe.normalize('NFD'),
  '日本',
  '🎒',
  'a.md',
  'one0',
  'build',
  'node_modules',
];
const texts = [
  '',
  '# One\n\nText with #tag and [[a]] and [link](b.md#part).\n',
  '---\ntitle: Named\naliases: [other, Überall]\ntags: [x, y/z]\nid: n1\ncreated: 2024-05-06\n---\nBody ^block\n',
  '---\nbroken: [\n---\nStill a note\n',
  '- [ ] task 📅 2025-01-01\n- [x] done\n\n[[Zettel 1|shown]] ![[pic.png]]\n',
  'Same size A\n',
  'Same size B\n',
  'Bin\0ary',
  'Käse 日本語テキスト running runs\r\n',
  '---\nup: "[[index]]"\nn: 3\n---\n\n## Heading\n\n### Deeper\n',
  '---\nparents: [Named, other, one/a]\nchildren: [[b]]\nsubnotes: [n1, "[x](a.md)", 日本語]\n---\n',
];
const rules = [[], ['build/'], ['/one/'], ['*.pdf'], ['two', '!two/a.md'], ['Zettel*']];

const any = fc.nat({ max: 1000 });
const name = fc.constantFrom(...names);
const folderName = fc.constantFrom(...folderNames);
const text = fc.constantFrom(...texts);

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), folder: any, name, text }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('append' as const, 'same-size' as const, 'touch' as const, 'old-time' as const),
      file: any,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), file: any }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), file: any, folder: any, name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('make-folders' as const),
      folder: any,
      names: fc.array(folderName, { minLength: 1, maxLength: 3 }),
      note: name,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('move-folder' as const), from: any, to: any, name: folderName }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('delete-folder' as const, 'folder-to-link' as const, 'swap-folder' as const),
      folder: any,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('to-folder' as const), file: any }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('ignore' as const), rules: fc.constantFrom(...rules) }),
  },
);

const under = (folder: string, entry: string) => (folder === '' ? entry : `${folder}/${entry}`);

function list(root: string): { files: string[]; folders: string[] } {
  const found = { files: [] as string[], folders: [''] };
  for (const folder of found.folders)
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) found.folders.push(under(folder, entry.name));
      else if (entry.isFile() && entry.name !== '.slipboxignore') found.files.push(under(folder, entry.name));
    }
  return found;
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Does it, and gives the paths that a watcher would name; `'sweep'` when the rules of what to leave out changed. */
export function applyEdit(root: string, edit: Edit): string[] | 'sweep' {
  const { files, folders } = list(root);
  const at = (disk: string) => path.join(root, disk);
  const pick = (from: readonly string[], n: number) => from[n % Math.max(1, from.length)];
  switch (edit.do) {
    case 'write': {
      const disk = under(pick(folders, edit.folder)!, edit.name);
      if (isThere(at(disk)) && !lstatSync(at(disk)).isFile()) return [];
      writeFileSync(at(disk), edit.text);
      return [disk];
    }
    case 'make-folders': {
      const top = pick(folders, edit.folder)!;
      let disk = top;
      let first: string | undefined;
      for (const name of edit.names) {
        disk = under(disk, name);
        if (isThere(at(disk))) {
          if (!lstatSync(at(disk)).isDirectory()) return first === undefined ? [] : [first];
          continue;
        }
        mkdirSync(at(disk));
        first ??= disk;
      }
      const note = under(disk, edit.note);
      if (isThere(at(note))) return first === undefined ? [] : [first];
      writeFileSync(at(note), `In ${disk}\n`);
      return [first ?? note];
    }
    case 'move-folder': {
      const from = pick(folders.slice(1), edit.from);
      const to = under(pick(folders, edit.to)!, edit.name);
      if (from === undefined || isThere(at(to)) || to === from || to.startsWith(`${from}/`)) return [];
      renameSync(at(from), at(to));
      return [from, to];
    }
    case 'delete-folder':
    case 'folder-to-link':
    case 'swap-folder': {
      const folder = pick(folders.slice(1), edit.folder);
      if (folder === undefined) return [];
      if (edit.do === 'delete-folder') {
        rmSync(at(folder), { recursive: true });
        return [folder];
      }
      const aside = path.join(root, '..', `aside-${process.hrtime.bigint()}`);
      renameSync(at(folder), aside);
      if (edit.do === 'folder-to-link') symlinkSync(aside, at(folder));
      else {
        mkdirSync(at(folder));
        writeFileSync(path.join(at(folder), 'swapped.md'), 'swapped\n');
      }
      return [folder];
    }
    case 'ignore':
      writeFileSync(at('.slipboxignore'), edit.rules.join('\n'));
      return 'sweep';
    case 'rename': {
      const from = pick(files, edit.file);
      const to = under(pick(folders, edit.folder)!, edit.name);
      if (from === undefined || (isThere(at(to)) && !lstatSync(at(to)).isFile())) return [];
      renameSync(at(from), at(to));
      return [from, to];
    }
    default: {
      const file = pick(files, edit.file);
      if (file === undefined) return [];
      changeFile(at(file), edit.do);
      return [file];
    }
  }
}

function changeFile(
  file: string,
  how: 'append' | 'same-size' | 'touch' | 'old-time' | 'delete' | 'to-folder',
): void {
  const { mtime, atime, size } = lstatSync(file);
  if (how === 'append') writeFileSync(file, 'More #added\n', { flag: 'a' });
  else if (how === 'touch') utimesSync(file, new Date(), new Date());
  else if (how === 'delete') rmSync(file);
  else if (how === 'to-folder') {
    rmSync(file);
    mkdirSync(file);
    writeFileSync(path.join(file, 'inner.md'), 'inner\n');
  } else {
    const fd = openSync(file, 'r+');
    writeSync(fd, String(process.hrtime.bigint() % 10n).repeat(Math.min(size, 3)), 0);
    closeSync(fd);
    if (how === 'old-time') utimesSync(file, atime, mtime);
  }
}
