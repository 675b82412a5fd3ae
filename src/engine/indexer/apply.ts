import type { Database } from '../db/database.ts';
import { attachmentKind, type FileRecord, type NoteRecord, noteKind } from '../db/note-record.ts';
import {
  addFolder,
  findByPath,
  findKnownFile,
  type KnownFile,
  removeFolderTree,
  twinsOf,
} from '../db/queries/files.ts';
import { findHash, updateTimes } from '../db/queries/notes.ts';
import type { Change } from '../db/queries/state.ts';
import {
  addTerms,
  deleteFile,
  insertAttachment,
  insertNote,
  updateNote,
  updateStat,
} from '../db/queries/write-note.ts';
import { EdgeKeeper } from '../links/keep-edges.ts';
import { findStem } from '../markdown/stem.ts';
import { sameStat, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';
import { fullTextOf, type ParseContext, type parseNoteFile } from './parse-note.ts';
import type { Plan } from './plan.ts';

/** A change to a note of which all is known: the hash of the text it was made on, and what it brought into that. */
export interface KnownEdit {
  pre: string;
  added: string;
  /** The whole of the text since. */
  bytes: Buffer;
}

/** Puts records into the index, inside the caller's write transaction. */
export class Applier {
  readonly changes: Change[] = [];
  readonly #db: Database;
  readonly #context: ParseContext;
  readonly #zoneOf: (path: string) => number;
  readonly #parse: typeof parseNoteFile;
  readonly #added: Pick<NoteRecord, 'full'>[] = [];
  readonly #edges: EdgeKeeper;

  constructor(
    db: Database,
    context: ParseContext,
    parse: typeof parseNoteFile,
    zoneOf: (path: string) => number,
  ) {
    this.#db = db;
    this.#context = context;
    this.#parse = parse;
    this.#zoneOf = zoneOf;
    this.#edges = new EdgeKeeper(db, context.ignored ?? (() => undefined));
  }

  /** Notes the index has come by their numbers: going back among them makes the full text write out what it holds each time. */
  inOrder(notes: readonly string[]): string[] {
    const known = notes.map((disk) => ({
      disk,
      id: findKnownFile(this.#db, noteKind, disk)?.id ?? Infinity,
    }));
    return known.sort((a, b) => (a.id === b.id ? 0 : a.id - b.id)).map(({ disk }) => disk);
  }

  /**
   * Stores one note. The file is looked at once more under the lock: another process may have stored a newer
   * version meanwhile, and the last one to write must be the one that saw the latest.
   */
  note(disk: string, early: NoteRecord | undefined, edit?: KnownEdit): void {
    const stats = statInside(this.#context.root, disk);
    const known = findKnownFile(this.#db, noteKind, disk);
    if (!stats?.isFile()) {
      if (known) this.remove(known);
      return;
    }
    const now = statKey(stats);
    if (known && !known.racy && sameStat(known, now)) return;
    const path = this.#settlePath(disk, noteKind);
    const record =
      early && early.path === path && sameStat(early.stat, now)
        ? early
        : this.#parse(this.#context, disk, path);
    if (!record) {
      if (known) this.remove(known);
      return;
    }
    const hash = known && findHash(this.#db, known.id);
    if (known && known.path === path && hash === record.hash && record.encoding !== 'unreadable') {
      updateStat(this.#db, known.id, record);
      if (updateTimes(this.#db, known.id, record.created, record.modified))
        this.changes.push({ noteId: known.id, path, kind: 'changed' });
      return;
    }
    if (known?.path === path) {
      this.#edges.leaves(known);
      const rows = updateNote(this.#db, known.id, record);
      // what the index has of the rest of the text is known already
      this.#added.push(edit && edit.pre === hash ? { full: fullTextOf(edit.added) } : record);
      this.#edges.noteComes(known.id, record, rows);
      this.changes.push({ noteId: known.id, path, kind: 'changed' });
      return;
    }
    if (known) this.#delete(known);
    const id = this.#insertNote(record, known?.id);
    this.changes.push({ noteId: id, path, kind: known ? 'changed' : 'added' });
  }

  /**
   * Stores a note that the index does not have, as it was read: the way of a bulk load, which a sweep follows. If it is
   * there after all, it takes the way of any other.
   */
  newNote(disk: string, record: NoteRecord | undefined): void {
    if (record?.path !== disk || findByPath(this.#db, noteKind, disk)) {
      this.note(disk, record);
      return;
    }
    const id = this.#insertNote(record);
    this.changes.push({ noteId: id, path: disk, kind: 'added' });
  }

  attachment(disk: string): void {
    const stats = statInside(this.#context.root, disk);
    const known = findKnownFile(this.#db, attachmentKind, disk);
    if (!stats?.isFile()) {
      if (known) this.remove(known);
      return;
    }
    const stat = statKey(stats);
    if (known && sameStat(known, stat)) return;
    const path = known?.path ?? this.#settlePath(disk, attachmentKind);
    const record: FileRecord = { disk, path, stat, racy: false };
    if (known) updateStat(this.#db, known.id, record);
    else this.#insertAttachment(record);
    this.changes.push({ noteId: 0, path, kind: known ? 'changed' : 'added' });
  }

  remove(known: KnownFile): void {
    this.#delete(known);
    this.changes.push({ noteId: known.kind === noteKind ? known.id : 0, path: known.path, kind: 'removed' });
    const nfc = known.disk.normalize('NFC');
    const [heir] = known.path === nfc ? twinsOf(this.#db, known.kind, nfc) : [];
    if (heir) this.#respell(heir, nfc);
  }

  /**
   * Removals and folders of a plan; what is there again by now stays. Rows are looked up again under the lock:
   * another process may have removed one since, and its id may belong to another note by now.
   */
  structure(plan: Plan, isThere: (disk: string, kind: 'file' | 'folder') => boolean): void {
    for (const { disk, kind } of plan.removed) {
      if (isThere(disk, 'file')) {
        if (kind === noteKind) this.note(disk, undefined);
        else this.attachment(disk);
        continue;
      }
      const known = findKnownFile(this.#db, kind, disk);
      if (known) this.remove(known);
    }
    for (const folder of plan.foldersRemoved)
      if (!isThere(folder, 'folder')) removeFolderTree(this.#db, folder);
    for (const folder of plan.foldersAdded) addFolder(this.#db, folder);
  }

  /** Terms of what was added; a bulk load collects them at its end instead. */
  terms(): void {
    addTerms(this.#db, this.#added, findStem);
    this.#added.length = 0;
  }

  forgetAdded(): void {
    this.#added.length = 0;
  }

  /** What links mean now that all of this portion is stored; a first index leaves it for later. */
  edges(): void {
    this.#edges.settle();
  }

  #insertNote(record: NoteRecord, reuseId?: number): number {
    const id = insertNote(this.#db, record, this.#zoneOf(record.path), reuseId);
    this.#added.push(record);
    this.#edges.noteComes(id, record);
    return id;
  }

  #insertAttachment(file: FileRecord): void {
    const id = insertAttachment(this.#db, file, this.#zoneOf(file.path));
    this.#edges.attachmentComes(id, file);
  }

  #delete(known: KnownFile): void {
    this.#edges.leaves(known);
    deleteFile(this.#db, known.id, known.kind);
  }

  /**
   * Names that differ on disk can be equal in NFC. The one spelled in NFC, or else the first by spelling, goes by the NFC
   * path, the others by their own: that depends only on what is there, not on the order in which it came.
   */
  #settlePath(disk: string, kind: number): string {
    const nfc = disk.normalize('NFC');
    const holder = findByPath(this.#db, kind, nfc);
    if (!holder || holder.disk === disk) return nfc;
    if (disk !== nfc && (holder.disk === nfc || holder.disk < disk)) return disk;
    this.#respell(holder, holder.disk);
    return nfc;
  }

  /** Gives a file another path in the index; everything that follows from its name is made anew. */
  #respell(known: KnownFile, path: string): void {
    this.#delete(known);
    if (known.kind === noteKind) {
      const record = this.#parse(this.#context, known.disk, path);
      if (record) this.#insertNote(record, known.id);
    } else this.#insertAttachment({ disk: known.disk, path, stat: known, racy: false });
    const noteId = known.kind === noteKind ? known.id : 0;
    this.changes.push({ noteId, path: known.path, kind: 'removed' }, { noteId, path, kind: 'added' });
  }
}
