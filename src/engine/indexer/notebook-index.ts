import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type Call, throwIfCancelled } from '../call.ts';
import { type Database, isDamaged } from '../db/database.ts';
import { type IndexLocation, locateIndex } from '../db/index-location.ts';
import { indexInode, openReader } from '../db/open-index.ts';
import { countNotes, knownFolders } from '../db/queries/files.ts';
import { type IndexState, readState } from '../db/queries/state.ts';
import { missingGlobs, type Scope, scopeOf } from '../db/queries/zones.ts';
import { Lease } from '../db/turnstile.ts';
import { compileGlobs } from '../vault/glob.ts';
import { openWalker, type Walker } from '../vault/walk.ts';
import { Watcher } from '../vault/watch.ts';
import type { Warning } from '../warnings.ts';
import type { BulkRun } from './bulk-process.ts';
import type { Reconciled } from './index-writer.ts';
import { QueryCache } from './query-cache.ts';
import { WriterClient } from './writer-client.ts';

export interface IndexStatus {
  complete: false;
  indexed: number;
  found: number;
}

export interface IndexOptions {
  root: string;
  cacheDir: string;
  timeZone: string;
  indexWait: number;
}

/** What a query is given: the database as of now, and what this caller may see of it. */
export interface View {
  db: Database;
  scope: Scope;
  cache: QueryCache;
  generation: number;
}

export interface Answer<T> {
  value: T;
  index: IndexStatus | undefined;
  warnings: Warning[];
}

const sweepWait = 2000;
const sweepEvery = 5 * 60_000;
const unwatchedSweepAfter = 1000;
const backgroundDelay = 300;
const writerCacheKiB = 4096;
const foldersWatchedAhead = 1000;

/** A notebook's index kept in step with its folder: watched, swept, and asked. */
export class NotebookIndex {
  readonly root: string;
  readonly location: IndexLocation;
  readonly #options: IndexOptions;
  readonly #watcher: Watcher;
  readonly #cache = new QueryCache();
  #writer: WriterClient | undefined;
  #walker: Walker | undefined;
  #reader: { db: Database; inode: number | undefined } | undefined;
  #started: Promise<void> | undefined;
  #sweeping: Promise<Reconciled> | undefined;
  #catchingUp: Promise<void> | undefined;
  #flushing: Promise<void> | undefined;
  #bulk: Promise<void> | undefined;
  #bulkRun: BulkRun | undefined;
  #bulkAgain = false;
  #progress: { indexed: number; found: number } | undefined;
  #failure: Error | undefined;
  #walkWarnings: Warning[] = [];
  #lastSweep = 0;
  #timer: NodeJS.Timeout | undefined;
  #background: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: IndexOptions) {
    this.root = options.root;
    this.location = locateIndex(options.cacheDir, options.root);
    this.#options = options;
    this.#watcher = new Watcher(options.root, () => this.#walk, { onDirty: () => this.#flushSoon() });
  }

  get #walk(): Walker {
    this.#walker ??= openWalker(this.root, () => undefined);
    return this.#walker;
  }

  get #write(): WriterClient {
    const { root, timeZone } = this.#options;
    if (this.#writer?.isDead && !this.#closed) this.#writer = undefined;
    this.#writer ??= new WriterClient({ root, timeZone, location: this.location, cacheKiB: writerCacheKiB });
    return this.#writer;
  }

  /**
   * Gets ready while the process is still starting: with an index at hand, folders are watched and compared in the
   * writer thread. Nothing is written before the first call, as a client may start a process only to look at it.
   */
  prepare(): void {
    const folders = this.#openReader() ? knownFolders(this.#reader!.db) : [];
    if (folders.length === 0 || folders.length > foldersWatchedAhead) return;
    this.#watcher.add(['', ...folders]);
    this.#write.planAhead();
  }

  /** Begins to watch and to compare the folder with the index; called again it changes nothing. */
  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = undefined; // what stood in the way may be gone at the next call
      throw error;
    });
    return this.#started;
  }

  async #begin(): Promise<void> {
    if (this.#watcher.watched === 0) {
      const known = this.#openReader() ? knownFolders(this.#reader!.db) : [];
      this.#watcher.add(['', ...(known.length > 0 ? known : await this.#write.folders())]);
    }
    await this.#sweep();
    this.#timer = setInterval(() => void this.#sweep().catch(() => undefined), sweepEvery).unref();
  }

  #sweep(): Promise<Reconciled> {
    if (!this.#sweeping) {
      const mine = this.#sweepOnce().finally(() => {
        if (this.#sweeping === mine) this.#sweeping = undefined;
      });
      this.#sweeping = mine;
    }
    return this.#sweeping;
  }

  async #sweepOnce(): Promise<Reconciled> {
    this.#walker = undefined;
    this.#lastSweep = performance.now();
    const result = await this.#write.sweep();
    this.#walkWarnings = result.warnings;
    await this.#afterChange(result);
    return result;
  }

  /** Events were lost: a sweep that begins now makes up for them; one that is under way may have passed them by. */
  #catchUp(): void {
    const mine = Promise.allSettled([this.#catchingUp, this.#sweeping]).then(async () => {
      if (this.#closed) return;
      this.#watcher.renew(this.#openReader() ? knownFolders(this.#reader!.db) : []);
      await this.#sweep();
    });
    this.#catchingUp = mine;
    void mine
      .catch(() => undefined)
      .finally(() => {
        if (this.#catchingUp === mine) this.#catchingUp = undefined;
      });
  }

  /** Folders that came to light are watched, then looked at once more: what happened in between was seen by nobody. */
  async #afterChange(result: Reconciled): Promise<void> {
    const before = this.#watcher.watched;
    this.#watcher.add(result.foldersAdded);
    if (this.#watcher.watched > before && !result.tooMany) await this.#write.reconcile(result.foldersAdded);
    if (result.tooMany && !this.#closed) this.#startBulk(result.found);
  }

  #startBulk(found: number): void {
    // What the running one planned before is not all there is to do by now.
    this.#bulkAgain = this.#bulk !== undefined;
    this.#bulk ??= this.#runBulk(found)
      .catch((error: Error) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#bulk = undefined;
        this.#bulkRun = undefined;
        this.#progress = undefined;
      });
  }

  async #runBulk(found: number): Promise<void> {
    do {
      this.#bulkAgain = false;
      await this.#bulkOnce(found);
    } while (this.#bulkAgain && !this.#closed);
  }

  /** One process indexes a notebook at a time; if another does, its progress is ours. */
  async #bulkOnce(found: number): Promise<void> {
    this.#failure = undefined;
    this.#progress = { indexed: 0, found };
    while (Lease.isHeld(this.location.lease)) {
      await sleep(150);
      if (this.#closed) return;
      if (this.#openReader()) this.#progress = { indexed: countNotes(this.#reader!.db), found };
      if (!Lease.isHeld(this.location.lease)) {
        const left = await this.#write.sweep();
        if (!left.tooMany) return;
      }
    }
    if (this.#closed) return;
    const { root, timeZone } = this.#options;
    const { startBulk } = await import('./bulk-process.ts');
    this.#bulkRun = startBulk({ root, timeZone, location: this.location }, (indexed, total) => {
      this.#progress = { indexed, found: total };
    });
    await this.#bulkRun.finished;
    // A file that vanished while the bulk was under way may have been stored after its event was dealt with.
    if (!this.#closed) await this.#write.sweep();
  }

  /** Everything that was on disk when this was called is in the index when it returns, as far as that takes no longer than allowed. */
  async #refresh(call: Call, patience: number): Promise<Warning[]> {
    const warnings: Warning[] = [];
    this.#checkReplaced();
    const started = this.start();
    const wait = this.isComplete ? sweepWait : this.#options.indexWait;
    if (!(await this.#within(started, Math.min(wait, patience), call)) && this.isComplete)
      warnings.push({
        path: '',
        code: 'STALE',
        message: 'The start sweep is not finished: very recent changes may be missing',
      });
    await turn();
    await turn();
    const unwatched =
      this.#watcher.failure !== undefined && performance.now() - this.#lastSweep > unwatchedSweepAfter;
    if (this.#watcher.takeOverflow() || unwatched) this.#catchUp();
    if (this.#catchingUp && !(await this.#within(this.#catchingUp, Math.min(sweepWait, patience), call)))
      warnings.push({
        path: '',
        code: 'STALE',
        message:
          'So much changed at once that the notebook is being compared anew: recent changes may be missing',
      });
    await this.#flush();
    if (this.#bulk) {
      const complete = this.#state()?.complete ?? false;
      const done = await this.#within(
        this.#bulk,
        complete ? Math.min(sweepWait, patience) : Math.min(this.#options.indexWait, patience),
        call,
      );
      if (!done && complete)
        warnings.push({
          path: '',
          code: 'STALE',
          message: 'Many notes changed at once and are still being indexed',
        });
    }
    if (this.#failure) {
      warnings.push({ path: '', code: 'INTERNAL', message: `Indexing failed: ${this.#failure.message}` });
      void this.#sweep().catch(() => undefined);
    }
    return warnings;
  }

  async #flush(): Promise<void> {
    const paths = this.#watcher.takeDirty();
    if (paths.length > 0) {
      const before = this.#flushing;
      const mine: Promise<void> = (async () => {
        await before?.catch(() => undefined);
        await this.#afterChange(await this.#write.reconcile(paths));
      })();
      this.#flushing = mine;
      void mine
        .catch(() => undefined)
        .finally(() => {
          if (this.#flushing === mine) this.#flushing = undefined;
        });
    }
    await this.#flushing;
  }

  #flushSoon(): void {
    this.#background ??= setTimeout(() => {
      this.#background = undefined;
      if (!this.#closed) void this.#flush().catch(() => undefined);
    }, backgroundDelay).unref();
  }

  /** Marks paths that turned out to differ from the index, and takes them in. */
  async reconcile(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#watcher.markDirty(path);
    await this.#flush();
  }

  /** True when the work ended in time; reports progress while it waits. */
  async #within(work: Promise<unknown>, ms: number, call: Call): Promise<boolean> {
    const deadline = performance.now() + ms;
    let done = false;
    const settled = work.then(
      () => {
        done = true;
      },
      (error: unknown) => {
        done = true;
        throw error;
      },
    );
    settled.catch(() => undefined);
    for (;;) {
      throwIfCancelled(call);
      const left = deadline - performance.now();
      if (done || left <= 0) break;
      await Promise.race([settled, sleep(Math.min(left, 100), undefined, { ref: true })]);
      if (this.#progress && !done)
        call.progress({
          done: this.#progress.indexed,
          total: this.#progress.found,
          message: `Indexing ${this.#progress.indexed} of ${this.#progress.found} notes`,
        });
    }
    if (done) await settled;
    return done;
  }

  /** Asks the index, fresh. A damaged index is rebuilt, and the question asked again. */
  ask<T>(call: Call, work: (view: View) => T): Promise<Answer<T>> {
    return this.#ask(call, work, Number.POSITIVE_INFINITY);
  }

  /** Asks without waiting for an index in the making. */
  askNow<T>(call: Call, work: (view: View) => T): Promise<Answer<T>> {
    return this.#ask(call, work, 0);
  }

  get isComplete(): boolean {
    return this.#state()?.complete ?? false;
  }

  async #ask<T>(call: Call, work: (view: View) => T, patience: number): Promise<Answer<T>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const warnings = await this.#refresh(call, patience);
        throwIfCancelled(call);
        // The writer may have met damage and begun a new file: this reader holds the old one.
        if (this.#isReplaced() && attempt < 3) continue;
        const scope = await this.#scope(call);
        const reader = this.#reader!.db;
        reader.exec('BEGIN');
        try {
          const state = readState(reader);
          const view: View = { db: reader, scope, cache: this.#cache, generation: state.generation };
          const value = work(view);
          const isVisible = compileGlobs(call.caller.visible);
          const walk = this.#walkWarnings.filter((warning) => isVisible(warning.path));
          return { value, index: this.#status(state, reader), warnings: [...warnings, ...walk] };
        } finally {
          reader.exec('COMMIT');
        }
      } catch (error) {
        if (!isDamaged(error) || attempt > 3) throw error;
        await this.#repair();
      }
    }
  }

  async #scope(call: Call): Promise<Scope> {
    if (!this.#openReader()) {
      await this.#write.register([]);
      this.#openReader();
    }
    const { db } = this.#reader!;
    const missing = missingGlobs(db, call.caller);
    if (missing.length > 0) await this.#write.register(missing);
    return scopeOf(db, call.caller);
  }

  #status(state: IndexState, db: Database): IndexStatus | undefined {
    if (state.complete) return undefined;
    const indexed = countNotes(db);
    return { complete: false, indexed, found: Math.max(indexed, this.#progress?.found ?? 0, state.found) };
  }

  #state(): IndexState | undefined {
    return this.#openReader() ? readState(this.#reader!.db) : undefined;
  }

  #openReader(): boolean {
    if (this.#reader) return true;
    const inode = indexInode(this.location);
    if (inode === undefined) return false;
    try {
      const db = openReader(this.location);
      readState(db);
      this.#reader = { db, inode };
      return true;
    } catch {
      return false; // not made yet, or damaged: the writer sees to both
    }
  }

  /** Another process may have set the file aside, or someone deleted the cache: start over with what stands there now. */
  #checkReplaced(): void {
    if (!this.#isReplaced()) return;
    this.#forget();
    this.#write.reopen({ setAside: false }).catch(() => undefined); // what fails here fails again in the sweep
  }

  #isReplaced(): boolean {
    return this.#reader !== undefined && indexInode(this.location) !== this.#reader.inode;
  }

  async #repair(): Promise<void> {
    const setAside = !this.#isReplaced();
    this.#forget();
    await this.#write.reopen({ setAside });
  }

  #forget(): void {
    this.#reader?.db.close();
    this.#reader = undefined;
    this.#cache.clear();
    this.#started = undefined;
    this.#sweeping = undefined;
    clearInterval(this.#timer);
  }

  /** Compares everything now and waits for it to be indexed, however long it takes. */
  async bringUpToDate(call: Call, options: { rebuild: boolean }): Promise<Reconciled> {
    await this.start();
    if (options.rebuild) await this.#write.empty();
    let result = await this.#sweep();
    const first = result;
    while (this.#bulk) {
      await this.#within(this.#bulk, Number.POSITIVE_INFINITY, call);
      if (this.#failure) throw this.#failure;
      result = await this.#sweep();
    }
    return first.tooMany ? { ...first, changed: first.found } : result;
  }

  get watchFailure(): string | undefined {
    return this.#watcher.failure;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#background);
    this.#watcher.close();
    this.#bulkRun?.stop();
    await this.#bulk?.catch(() => undefined);
    await this.#writer?.close();
    this.#reader?.db.close();
    this.#reader = undefined;
  }
}
