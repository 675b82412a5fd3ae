import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { TempFolder } from './temp-folder.ts';

export interface HostileNote {
  /** What it is, for the test's title. */
  readonly kind: string;
  /** Its path as the disk spells it. */
  readonly disk: string;
  readonly bytes: Buffer;
  /** Its path in a list; `disk` in NFC unless said otherwise. */
  readonly path?: string;
  readonly warning?: string;
  /** Whether its bytes come back as they are; not when they are no text. */
  readonly isText?: boolean;
}

const deep = Array.from({ length: 20 }, (_, i) => `level-${i + 1}`).join('/');
/** Nine levels of ten aliases each: a thousand million values when followed. */
const yamlBomb = Array.from(
  { length: 9 },
  (_, i) =>
    `k${i}: &k${i} [${Array(10)
      .fill(i === 0 ? 'x' : `*k${i - 1}`)
      .join(', ')}]\n`,
).join('');
const text = (content: string) => Buffer.from(content);

/** Notes that are listed, however odd. */
export const hostileNotes: readonly HostileNote[] = [
  { kind: 'an ordinary note', disk: 'plain.md', bytes: text('# Plain\n\nWords.\n') },
  {
    kind: 'broken YAML',
    disk: 'broken-yaml.md',
    bytes: text('---\ntitle: [unclosed\n  : ]: {\n---\nBody\n'),
    warning: 'YAML_INVALID',
  },
  { kind: 'YAML without end', disk: 'endless-yaml.md', bytes: text('---\ntitle: never closed\n\nBody\n') },
  {
    kind: 'YAML that grows',
    disk: 'bomb.md',
    bytes: text(`---\n${yamlBomb}---\nBody\n`),
    warning: 'YAML_INVALID',
  },
  { kind: 'CRLF', disk: 'crlf.md', bytes: text('---\r\ntitle: Windows\r\n---\r\n# One\r\n\r\nTwo\r\n') },
  { kind: 'a byte order mark', disk: 'bom.md', bytes: text('\uFEFF---\ntitle: Marked\n---\nBody') },
  { kind: 'a name in NFD', disk: 'nai\u0308ve/re\u0301sume\u0301.md', bytes: text('# Decomposed\n') },
  {
    kind: 'Latin-1',
    disk: 'latin-1.md',
    bytes: Buffer.from('# Caf\u00e9\n\ncr\u00e8me\n', 'latin1'),
    warning: 'NOT_UTF8',
    isText: false,
  },
  { kind: 'nothing', disk: 'empty.md', bytes: text('') },
  { kind: 'only a line end', disk: 'newline.md', bytes: text('\n') },
  {
    kind: 'binary',
    disk: 'binary.md',
    bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 0xfe]),
    warning: 'BINARY',
    isText: false,
  },
  { kind: 'twenty folders deep', disk: `${deep}/bottom.md`, bytes: text('# Bottom\n') },
  { kind: 'emoji', disk: '🗂️ files/📝😀.md', bytes: text('# 😀\n') },
  { kind: 'spaces', disk: ' leading and  double .md', bytes: text('spaces\n') },
  { kind: 'quotes', disk: `it's "quoted" \`so\`.md`, bytes: text('quotes\n') },
  { kind: 'a line break', disk: 'two\nlines.md', bytes: text('break\n') },
  { kind: 'a leading dash', disk: '-rf --help.md', bytes: text('dash\n') },
  { kind: 'glob characters', disk: 'what?[*]{a,b}.md', bytes: text('globs\n') },
  { kind: 'SQL', disk: "'); DROP TABLE notes; --.md", bytes: text('sql\n') },
  { kind: 'percent signs', disk: '100%20 %41.md', bytes: text('percent\n') },
  { kind: 'two dots', disk: 'a..b.md', bytes: text('dots\n') },
  { kind: 'a title', disk: 'twin-1.md', bytes: text('# Same title\n') },
  { kind: 'the same title', disk: 'twin-2.md', bytes: text('# Same title\n') },
  { kind: 'a name in NFC', disk: 'twice/caf\u00e9.md', bytes: text('composed\n') },
  {
    kind: 'the same name in NFD',
    disk: 'twice/cafe\u0301.md',
    path: 'twice/cafe\u0301.md',
    bytes: text('decomposed\n'),
  },
  { kind: 'a capital extension', disk: 'SHOUT.MD', bytes: text('# Loud\n') },
  { kind: 'a note in a folder called like one', disk: 'y.md/inner.md', bytes: text('inner\n') },
  {
    kind: '12 MB',
    disk: 'huge.md',
    bytes: Buffer.alloc(12 * 1024 * 1024, 'all work and no play\n'),
    warning: 'TOO_LARGE',
  },
  { kind: 'a line of 3 MB', disk: 'long-line.md', bytes: Buffer.alloc(3_000_000, 'no end in sight ') },
  { kind: 'links without end', disk: 'open-links.md', bytes: text(`# Links\n${'[a]('.repeat(200_000)}\n`) },
  { kind: '200,000 lines', disk: 'many-lines.md', bytes: Buffer.from('- item\n'.repeat(200_000)) },
  { kind: 'deep quotes', disk: 'quotes.md', bytes: text(`${'>'.repeat(100_000)} deep\n`) },
  {
    kind: 'lone surrogates in UTF-8',
    disk: 'surrogate.md',
    bytes: Buffer.from([0xed, 0xa0, 0x80, 0x0a]),
    warning: 'NOT_UTF8',
    isText: false,
  },
];

/** Things that no list shows; some are worth a warning. */
export const skipped: Readonly<Record<string, string | undefined>> = {
  'out.md': 'SYMLINK_OUT',
  'out-folder': 'SYMLINK_OUT',
  'loop.md': undefined,
  'dangling.md': undefined,
  'inside.md': undefined,
  self: undefined,
  '.plain.md.icloud': undefined,
  '.hidden/secret.md': undefined,
  'ignored/secret.md': undefined,
  'pipe.md': undefined,
  'con.md': 'PATH_TRAVERSAL',
  'nul.md': 'PATH_TRAVERSAL',
  '%2e%2e.md': 'PATH_TRAVERSAL',
  'y.md': undefined,
};

export function fillHostileNotebook(folder: TempFolder, outside: TempFolder): void {
  for (const { disk, bytes } of hostileNotes) folder.write(disk, bytes);
  outside.write('secret.md', 'secret from outside');
  for (const name of [
    '.plain.md.icloud',
    '.hidden/secret.md',
    'ignored/secret.md',
    'con.md',
    'nul.md',
    '%2e%2e.md',
  ])
    folder.write(name, 'secret');
  folder.write('.slipboxignore', 'ignored/\n');
  folder.write('picture.png', Buffer.from([0x89, 0x50]));
  const links = {
    'out.md': outside.path('secret.md'),
    'out-folder': outside.root,
    'loop.md': 'loop.md',
    'dangling.md': 'nowhere.md',
  };
  for (const [name, target] of Object.entries({ ...links, 'inside.md': 'plain.md', self: '.' }))
    symlinkSync(target, folder.path(name));
  execFileSync('mkfifo', [folder.path('pipe.md')]);
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder.root}/latin-`), Buffer.from([0xe9]), Buffer.from('.md')]),
    'not UTF-8',
  );
  mkdirSync(folder.path('empty-folder'));
  chmodSync(folder.write('locked.md', 'locked away\n'), 0o000);
}
