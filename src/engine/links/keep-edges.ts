import type { Database } from '../db/database.ts';
import { type FileRecord, type NoteRecord, noteKind } from '../db/note-record.ts';
import {
  areEdgesKept,
  edgeWriter,
  kinByKey,
  kinOfNote,
  kinWriter,
  type LinkSource,
  linksByKey,
  linksOfNote,
  linksToParts,
  namesOfNote,
} from '../db/queries/edges.ts';
import type { KnownFile } from '../db/queries/files.ts';
import type { ChangedRows } from '../db/queries/write-note.ts';
import { type IgnoredFiles, resolveWithIgnored } from './ignored-files.ts';
import { openLookup } from './index-lookup.ts';
import { foldName, keyOfText, keysOfPath } from './link-aim.ts';
import { resolveLink } from './resolve.ts';

/** What links may find a file by. `parts` tells one state of a note's headings and blocks from another. */
interface Names {
  path: string;
  isNote: boolean;
  /** Each marked as alias, id or title: a text that goes as one may stay as another. */
  texts: ReadonlySet<string>;
  parts: string;
}

/**
 * Keeps edges up with what comes and goes in one write transaction: the links of notes that changed, links that may mean
 * something that came, went or is called otherwise, and links into notes whose headings or blocks changed.
 */
export class EdgeKeeper {
  readonly #db: Database;
  readonly #ignored: () => IgnoredFiles | undefined;
  readonly #before = new Map<number, Names>();
  readonly #after = new Map<number, Names>();
  readonly #keys = new Set<string>();
  /** Links whose rows were written, by note and place; `all` of a note's. */
  readonly #links = new Map<number, Set<number> | 'all'>();
  /** Notes whose rows of kin were written. */
  readonly #kin = new Set<number>();
  #kept: boolean | undefined;

  constructor(db: Database, ignored: () => IgnoredFiles | undefined) {
    this.#db = db;
    this.#ignored = ignored;
  }

  get #isKept(): boolean {
    this.#kept ??= areEdgesKept(this.#db);
    return this.#kept;
  }

  /** To be told while the file is still in the index. */
  leaves({ id, kind, path }: Pick<KnownFile, 'id' | 'kind' | 'path'>): void {
    if (!this.#isKept) return;
    const passing = this.#after.get(id);
    if (passing) {
      this.#after.delete(id);
      this.#touchAll(passing);
    } else if (!this.#before.has(id)) {
      const stored = kind === noteKind ? namesOfNote(this.#db, id) : undefined;
      this.#before.set(id, {
        path,
        isNote: kind === noteKind,
        texts: stored ? markTexts(stored.title, stored.id, stored.aliases) : new Set(),
        parts: stored ? stored.headings + stored.blocks : '',
      });
    }
  }

  noteComes(id: number, note: NoteRecord, rows: ChangedRows = { links: 'all', kin: true }): void {
    if (!this.#isKept) return;
    const links = this.#links.get(id) ?? new Set();
    if (rows.links === 'all' || links === 'all') this.#links.set(id, 'all');
    else this.#links.set(id, new Set([...links, ...rows.links]));
    if (rows.kin) this.#kin.add(id);
    this.#after.set(id, {
      path: note.path,
      isNote: true,
      texts: markTexts(note.titleKey, note.noteId, note.aliases.map(foldName)),
      parts: note.headings + note.blocks,
    });
  }

  attachmentComes(id: number, { path }: Pick<FileRecord, 'path'>): void {
    if (this.#isKept) this.#after.set(id, { path, isNote: false, texts: new Set(), parts: '' });
  }

  /** Before the transaction ends. */
  settle(): void {
    if (this.#before.size + this.#after.size === 0) return;
    const store = edgeWriter(this.#db);
    const lookup = openLookup(this.#db);
    const ignored = this.#ignored();
    const settle = (links: readonly LinkSource[]) => {
      for (const link of links) {
        const source = { id: link.note, path: link.path };
        const { file, state } = resolveWithIgnored(lookup, ignored, source, link);
        store(link.note, link.ord, file, state, link.heading !== null || link.block !== null);
      }
    };
    const storeKin = kinWriter(this.#db);
    const settleKin = (kin: readonly LinkSource[]) => {
      for (const one of kin)
        storeKin(one.note, one.ord, resolveLink(lookup, { id: one.note, path: one.path }, one).file);
    };
    const changedParts = this.#compare();
    const isWritten = ({ note, ord }: LinkSource) => {
      const links = this.#links.get(note);
      return links === 'all' || links?.has(ord) === true;
    };
    const isLeft = (link: LinkSource) => !isWritten(link);
    for (const [id, links] of this.#links)
      if (links === 'all' || links.size > 0) settle(linksOfNote(this.#db, id).filter(isWritten));
    for (const id of this.#kin) settleKin(kinOfNote(this.#db, id));
    for (const key of this.#keys) {
      settle(linksByKey(this.#db, key).filter(isLeft));
      settleKin(kinByKey(this.#db, key).filter(({ note }) => !this.#kin.has(note)));
    }
    for (const id of changedParts) settle(linksToParts(this.#db, id).filter(isLeft));
    for (const each of [this.#before, this.#after, this.#keys, this.#links, this.#kin]) each.clear();
  }

  /** Collects the keys that are touched; gives the notes that are the same but for their headings or blocks. */
  #compare(): number[] {
    const changedParts: number[] = [];
    for (const [id, now] of this.#after) {
      const before = this.#before.get(id);
      if (before?.path !== now.path || before.isNote !== now.isNote) {
        this.#touchAll(now);
        continue;
      }
      this.#before.delete(id);
      for (const text of before.texts) if (!now.texts.has(text)) this.#touch(text);
      for (const text of now.texts) if (!before.texts.has(text)) this.#touch(text);
      if (before.parts !== now.parts) changedParts.push(id);
    }
    for (const gone of this.#before.values()) this.#touchAll(gone);
    return changedParts;
  }

  #touchAll({ path, texts }: Names): void {
    for (const key of keysOfPath(path)) this.#keys.add(key);
    for (const text of texts) this.#touch(text);
  }

  #touch(marked: string): void {
    const key = keyOfText(marked.slice(1));
    if (key !== null) this.#keys.add(key);
  }
}

function markTexts(title: string, id: string | null, aliases: readonly string[]): Set<string> {
  const texts = new Set([`t${title}`]);
  if (id !== null) texts.add(`i${id}`);
  for (const alias of aliases) texts.add(`a${alias}`);
  return texts;
}
