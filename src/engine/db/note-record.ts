import type { StatKey } from '../vault/stat-key.ts';

export const noteKind = 0;
export const attachmentKind = 1;

/** A file as the sweep sees it. `disk` is the path as the disk spells it, `path` the same in NFC. */
export interface FileRecord {
  disk: string;
  path: string;
  stat: StatKey;
  racy: boolean;
}

/** Everything the index keeps of one note, ready to be bound: plain values only, cheap to send between threads. */
export interface NoteRecord extends FileRecord {
  title: string;
  titleKey: string;
  nameKey: string;
  noteId: string | null;
  created: number;
  modified: number;
  words: number;
  lines: number;
  hash: string;
  encoding: 'utf8' | 'not-utf8' | 'binary' | 'unreadable';
  tags: string;
  aliases: string[];
  data: string;
  warningCode: string | null;
  warning: string | null;
  properties: [key: string, value: string][];
  tagRows: [tag: string, key: string, source: string, line: number][];
  links: LinkRow[];
  kin: KinRow[];
  /** JSON arrays of `[line, level, text]`, `[id, line]` and tasks. */
  headings: string;
  blocks: string;
  tasks: string;
  /** `body` also as UTF-8: the parser thread encodes it, so that the one that writes need not. */
  full: { title: string; headings: string; tags: string; body: string | Uint8Array };
}

export type LinkRow = [
  kind: string,
  line: number,
  raw: string,
  target: string,
  targetKey: string | null,
  heading: string | null,
  block: string | null,
  alias: string | null,
  external: number,
  property: string | null,
];

/** A note that a property names as parent (`up` 1) or child of this one. */
export type KinRow = [up: 0 | 1, kind: 'wikilink' | 'markdown', target: string, targetKey: string];

/** Notes as they were read, by the way the disk spells their paths; undefined where one was gone. */
export type ReadNotes = ReadonlyMap<string, NoteRecord | undefined>;
