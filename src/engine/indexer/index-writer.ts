import { markZone } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { IndexLocation } from '../db/index-location.ts';
import type { ReadNotes } from '../db/note-record.ts';
import { openWriter, type WriterOpening } from '../db/open-index.ts';
import { knownFolders } from '../db/queries/files.ts';
import {
  checkpoint,
  emptyIndex,
  makeLateIndex,
  mergeSegments,
  prepareSingle,
} from '../db/queries/maintenance.ts';
import { saveFolderSnapshot } from '../db/queries/snapshot.ts';
import { hasTimeZone, readState, recordChanges, setProgress, setTimeZone } from '../db/queries/state.ts';
import { addTermsPiece } from '../db/queries/write-note.ts';
import { openZones, registerGlobs, unknownGlobs } from '../db/queries/zones.ts';
import { Turnstile } from '../db/turnstile.ts';
import { type IgnoredFiles, openIgnored } from '../links/ignored-files.ts';
import { EdgeMaker } from '../links/make-edges.ts';
import { findStem } from '../markdown/stem.ts';
import { openWalker, type Walker } from '../vault/walk.ts';
import type { Warning } from '../warnings.ts';
import type { Applier, KnownEdit } from './apply.ts';
import { bulkThreshold } from './bulk-threshold.ts';
import type { Compared } from './compare.ts';
import { lookAtIgnored } from './look-at-ignored.ts';
import type { StoredNote } from './own-changes.ts';
import type { ParseContext, parseNoteFile } from './parse-note.ts';
import {
  isEmptyPlan,
  isThere,
  type Plan,
  planBySnapshot,
  planFolder,
  planPaths,
  runThrough,
} from './plan.ts';
import type { Reconciled } from './reconciled.ts';

const foldersPerStep = 50;
const foldersAtEnd = 300;
const readAhead = 500;
const termsPerPiece = 5000;

export interface WriterOptions extends WriterOpening {
  root: string;
  location: IndexLocation;
  timeZone: string;
}

/** The one that writes the index. Synchronous: it lives in a thread or process of its own. */
export class IndexWriter {
  readonly db: Database;
  readonly context: ParseContext;
  /** What the last comparison read and stored. */
  stored: readonly StoredNote[] = [];
  readonly #turnstile: Turnstile;
  readonly #edges: EdgeMaker;
  readonly #warnings = new Map<string, Warning>();
  #walker: Walker | undefined;
  /** Looked for when a link is first resolved: a sweep may never come, if another found that nothing changed. */
  #ignored: { files: IgnoredFiles | undefined } | undefined;
  readonly #outdated = new Set<string>();
  #planned: Plan | undefined;
  #early: ReadNotes = new Map();

  constructor(options: WriterOptions) {
    this.db = openWriter(options.location, options);
    this.#turnstile = new Turnstile(options.location.turnstile, options);
    this.context = {
      root: options.root,
      timeZone: options.timeZone,
      now: Date.now,
      ignored: () => {
        this.#ignored ??= { files: openIgnored(this.#walk.listHidden()) };
        return this.#ignored.files;
      },
    };
    this.#edges = new EdgeMaker(this.db, this.context.ignored);
  }

  get #walk(): Walker {
    this.#walker ??= openWalker(this.context.root, (warning) => this.#warnings.set(warning.path, warning));
    return this.#walker;
  }

  /** Takes the write lock behind everybody who is already waiting for it. */
  begin(): void {
    this.#turnstile.pass(() => this.db.exec('BEGIN IMMEDIATE'));
  }

  isContended(): boolean {
    return this.#turnstile.isContended();
  }

  write<T>(work: () => T): T {
    this.begin();
    try {
      const result = work();
      this.db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Compares the whole notebook with the index. The rules of what to leave out are read anew. */
  plan(): Plan {
    const zone = markZone(this.context.timeZone);
    if (!hasTimeZone(this.db, zone)) this.write(() => setTimeZone(this.db, zone));
    this.#walker = undefined;
    this.#warnings.clear();
    const { root } = this.context;
    const quick = runThrough(planBySnapshot(this.db, root, this.#walk, this.#outdated));
    if (quick) return quick;
    for (const folder of knownFolders(this.db)) this.#outdated.add(folder);
    return planFolder(this.db, root, this.#walk, '');
  }

  /** Compares and reads ahead of the sweep that will take it up, unless that was done; writes nothing. */
  async planAhead(compared: Compared | undefined, notes: ReadNotes = new Map()): Promise<void> {
    this.#planned = compared?.plan ?? this.plan();
    this.beUntidy(compared?.outdated ?? []);
    for (const warning of compared?.warnings ?? []) this.#warnings.set(warning.path, warning);
    this.#early = notes;
    if (this.#planned.notes.length <= readAhead) this.#early = await this.#readOthers(this.#planned.notes);
  }

  async sweep(): Promise<Reconciled> {
    const plan = this.#planned ?? this.plan();
    this.#planned = undefined;
    const state = readState(this.db);
    if (plan.notes.length > bulkThreshold) return this.#result(plan, true);
    this.lookAtIgnored();
    const changed = await this.#apply(plan);
    if (!state.complete)
      this.write(() => {
        while (makeLateIndex(this.db));
        prepareSingle(this.db);
        setProgress(this.db, { complete: true, found: plan.found });
      });
    return this.#result(plan, false, changed);
  }

  /** Which files are left out is looked at anew, and stored for the next comparison. */
  lookAtIgnored(): void {
    this.#ignored = { files: lookAtIgnored(this.db, this.#walk, (work) => this.write(work)) };
  }

  async reconcile(paths: readonly string[], edits?: ReadonlyMap<string, KnownEdit>): Promise<Reconciled> {
    const plan = planPaths(this.db, this.context.root, this.#walk, paths);
    if (plan.notes.length > bulkThreshold) return this.#result(plan, true);
    return this.#result(plan, false, await this.#apply(plan, edits));
  }

  #result(plan: Plan, tooMany: boolean, changed = 0): Reconciled {
    return {
      changed,
      removed: plan.removed.length,
      found: plan.found,
      foldersAdded: plan.foldersAdded,
      foldersRemoved: plan.foldersRemoved,
      tooMany,
      warnings: [...this.#warnings.values()],
    };
  }

  async #apply(plan: Plan, edits?: ReadonlyMap<string, KnownEdit>): Promise<number> {
    this.stored = [];
    if (isEmptyPlan(plan)) return 0;
    for (const folder of plan.foldersAdded) this.#outdated.add(folder);
    const { applier } = await this.appliers();
    // Parsing happens before the lock is taken; under the lock only what changed meanwhile is parsed again.
    const early = await this.#readOthers(plan.notes, edits);
    this.#early = new Map();
    const stats = plan.notes.map((disk) => [disk, early.get(disk)?.stat] as const);
    this.stored = stats.filter((one): one is StoredNote => one[1] !== undefined);
    const { withFullYaml } = await import('./parse-note.ts');
    const store = () => {
      const portion = applier();
      portion.structure(plan, (disk, kind) => this.isThere(disk, kind));
      for (const disk of portion.inOrder(plan.notes)) portion.note(disk, early.get(disk), edits?.get(disk));
      for (const disk of plan.attachments) portion.attachment(disk);
      portion.terms();
      portion.edges();
      recordChanges(this.db, portion.changes);
      return portion.changes.length;
    };
    return withFullYaml(this.context, () => this.write(store));
  }

  /** What was read early, and the rest of these notes. */
  async #readOthers(notes: readonly string[], edits?: ReadonlyMap<string, KnownEdit>): Promise<ReadNotes> {
    const others = notes.filter((disk) => !this.#early.has(disk));
    if (others.length === 0) return this.#early;
    const { parseNoteFile: parse, withFullYaml } = await import('./parse-note.ts');
    const read = (disk: string) =>
      [disk, parse(this.context, disk, disk.normalize('NFC'), edits?.get(disk)?.bytes)] as const;
    return withFullYaml(this.context, () => new Map([...this.#early, ...others.map(read)]));
  }

  /** What parses and stores notes, loaded when there is a note to store: an index that is up to date needs none of it. */
  async appliers(): Promise<{ applier: () => Applier; parse: typeof parseNoteFile }> {
    const [{ Applier: Portion }, { parseNoteFile: parse }] = await Promise.all([
      import('./apply.ts'),
      import('./parse-note.ts'),
    ]);
    return { applier: () => new Portion(this.db, this.context, parse, openZones(this.db)), parse };
  }

  /** What a first index left for idle moments, all at once. */
  finish(): void {
    this.#ignored = undefined; // may be from before the bulk index that left this for later
    while (this.write(() => makeLateIndex(this.db)));
    while (this.write(() => this.#edges.makePortion()));
    while (this.write(() => addTermsPiece(this.db, termsPerPiece, findStem)));
  }

  isThere(disk: string, kind: 'file' | 'folder'): boolean {
    return isThere(this.context.root, this.#walk, disk, kind);
  }

  isIgnored(disk: string): boolean {
    return this.#walk.isIgnored(disk);
  }

  register(globs: readonly string[]): void {
    if (unknownGlobs(this.db, globs).length === 0) return;
    this.write(() => {
      registerGlobs(this.db, globs);
      // What was counted for some zones is no longer true for zones of the same numbers.
      recordChanges(this.db, [{ noteId: 0, path: '', kind: 'bulk' }]);
    });
  }

  empty(): void {
    this.write(() => {
      emptyIndex(this.db);
      prepareSingle(this.db);
      recordChanges(this.db, [{ noteId: 0, path: '', kind: 'bulk' }]);
    });
  }

  /** In pieces between which others can write. */
  saveSnapshots(folders: readonly string[]): void {
    for (let i = 0; i < folders.length; i += foldersPerStep) {
      const piece = folders.slice(i, i + foldersPerStep);
      this.write(() => {
        for (const folder of piece) saveFolderSnapshot(this.db, folder);
      });
      for (const folder of piece) this.#outdated.delete(folder);
    }
  }

  /** Another comparison has found what is left for idle moments. */
  beUntidy(outdated: readonly string[]): void {
    this.#ignored = undefined;
    for (const folder of outdated) this.#outdated.add(folder);
  }

  /** A little tidying while nobody waits; false when there is nothing left to do. */
  tidy(): boolean {
    if (this.isContended()) return true;
    if (this.#outdated.size > 0) {
      this.saveSnapshots([...this.#outdated].slice(0, foldersPerStep));
      return true;
    }
    if (!readState(this.db).complete) return false;
    if (this.write(() => makeLateIndex(this.db))) return true;
    if (this.write(() => this.#edges.makePortion())) return true;
    if (this.write(() => addTermsPiece(this.db, termsPerPiece, findStem))) return true;
    const more = this.write(() => mergeSegments(this.db, 64));
    if (!more) checkpoint(this.db);
    return more;
  }

  /** Every change leaves a segment of the full text, and a search looks into each: without idle moments they would pile up. */
  mergeSome(): void {
    if (this.isContended() || !readState(this.db).complete) return;
    this.write(() => mergeSegments(this.db, 256));
  }

  close(): void {
    this.#saveLast();
    this.db.close();
    this.#turnstile.close();
  }

  /** The next start compares faster with them; what is more than a moment's work is left to idle moments. */
  #saveLast(): void {
    if (this.#outdated.size === 0 || this.#outdated.size > foldersAtEnd) return;
    try {
      if (!this.isContended()) this.saveSnapshots([...this.#outdated]);
    } catch {
      // The index is damaged or gone: it is being closed for that, and a snapshot is only a help.
    }
  }
}
