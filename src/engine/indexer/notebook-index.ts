import path from 'node:path';
import { canSee } from '../access.ts';
import { type Call, throwIfCancelled } from '../call.ts';
import { type Database, isDamaged } from '../db/database.ts';
import { type IndexLocation, locateIndex } from '../db/index-location.ts';
import { tryCreateIndex } from '../db/open-index.ts';
import { countNotes } from '../db/queries/files.ts';
import { type IndexState, readState } from '../db/queries/state.ts';
import { countVisible } from '../db/queries/views.ts';
import type { Scope } from '../db/queries/zones.ts';
import type { Warning } from '../warnings.ts';
import type { Helper } from './ask-ahead.ts';
import { ChangeFeed, type ChangeListener } from './change-feed.ts';
import { IndexReader } from './index-reader.ts';
import { QueryCache } from './query-cache.ts';
import { ReaderClient } from './reader-client.ts';
import type { Reconciled } from './reconciled.ts';
import type { ThreadQuestion } from './thread-view.ts';
import { Upkeep } from './upkeep.ts';
import type { WriteJob } from './writer-messages.ts';

export interface IndexStatus {
  complete: false;
  indexed: number;
  found: number;
}

export interface IndexOptions {
  root: string;
  cacheDir: string;
  stateDir: string;
  /** Nothing in the notebook may change, not even what a crash left. */
  readOnly?: boolean;
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

const attempts = 5;

/** A notebook's index, asked when it is in step with the folder. */
export class NotebookIndex {
  readonly root: string;
  readonly location: IndexLocation;
  /** Where journals and locks of this notebook are. */
  readonly stateDir: string;
  readonly #reader: IndexReader;
  readonly #upkeep: Upkeep;
  readonly #cache = new QueryCache();
  readonly #thread: ReaderClient;
  readonly #feed: ChangeFeed;
  readonly #closing: (() => Promise<void>)[] = [];

  constructor({ cacheDir, stateDir, readOnly = false, ...options }: IndexOptions) {
    this.root = options.root;
    this.location = locateIndex(cacheDir, options.root);
    this.stateDir = path.join(stateDir, path.basename(this.location.folder));
    this.#reader = new IndexReader(this.location);
    this.#thread = new ReaderClient({ root: this.root, location: this.location });
    this.#feed = new ChangeFeed(this.#reader);
    this.#upkeep = new Upkeep({
      ...options,
      location: this.location,
      stateDir: this.stateDir,
      readOnly,
      reader: this.#reader,
      onCompared: () => this.#feed.look(),
    });
  }

  /** Gets ready while the process is still starting; writes nothing. */
  prepare(helper?: Helper): void {
    this.#upkeep.prepare(helper);
  }

  /** Begins to compare the folder with the index, so that the first call finds it done. */
  async start(): Promise<void> {
    await this.#upkeep.start();
  }

  get isComplete(): boolean {
    return this.#reader.isComplete;
  }

  get watchFailure(): string | undefined {
    return this.#upkeep.watchFailure;
  }

  /** Asks the index, fresh. A damaged index is rebuilt, and the question asked again. */
  ask<T>(call: Call, work: (view: View) => T): Promise<Answer<T>> {
    return this.#ask(call, work, Number.POSITIVE_INFINITY);
  }

  /** Asks without waiting for an index in the making. */
  askNow<T>(call: Call, work: (view: View) => T): Promise<Answer<T>> {
    return this.#ask(call, work, 0);
  }

  /** Asks in the reader thread what may take longer than a moment. The index is finished first, if it is not. */
  askThread<Question extends ThreadQuestion>(
    call: Call,
    name: Question['name'],
    input: Question['input'],
  ): Promise<Answer<Question['output']>> {
    return this.#fresh(call, Number.POSITIVE_INFINITY, async (scope, warnings) => {
      if (this.#reader.state?.unfinished) await this.#upkeep.writer.finish();
      const { value, state } = await this.#thread.ask(name, input, scope, call.signal);
      const { complete, indexed, found } = state!;
      const seen = Math.max(indexed, found, this.#upkeep.bulk.progress?.found ?? 0);
      const index = complete ? undefined : (this.#ownPart(scope) ?? { complete, indexed, found: seen });
      return { value, index, warnings: this.#withWalk(call, warnings) };
    });
  }

  /** Asks in a process that reads the index by itself, and says so when it needs it finished. */
  askProcess<T>(
    call: Call,
    work: (scope: Scope, finish: () => Promise<void>) => Promise<T>,
  ): Promise<Answer<T>> {
    return this.#fresh(call, Number.POSITIVE_INFINITY, async (scope, warnings) => {
      const value = await work(scope, async () => {
        if (this.#reader.state?.unfinished) await this.#upkeep.writer.finish();
      });
      const db = this.#reader.find();
      const index = db && this.#status(readState(db), db, scope);
      return { value, index, warnings: this.#withWalk(call, warnings) };
    });
  }

  /**
   * Changes the notebook, in the writer thread. `needsIndex`: not before every note is indexed, as for a move, which has to
   * know all links. Once under way it is not given up: a caller that goes away leaves it to finish.
   */
  async change<Job extends WriteJob>(
    call: Call,
    name: Job['name'],
    input: Job['input'],
    options: { needsIndex: boolean },
  ): Promise<Job['output']> {
    await this.#upkeep.refresh(call, options.needsIndex ? Number.POSITIVE_INFINITY : 0);
    if (options.needsIndex) await this.#upkeep.untilComplete(call);
    throwIfCancelled(call);
    return this.#upkeep.runJob(call, name, input);
  }

  /** Tells of notes that come, change or go from now on, until the function it gives is called. */
  watch(listener: ChangeListener): () => void {
    const stop = this.#feed.add(listener);
    this.#upkeep.start().catch(() => undefined); // what stands in the way is said by the next call
    return stop;
  }

  /** Lets go of what lives as long as this index. */
  onClose(work: () => Promise<void>): void {
    this.#closing.push(work);
  }

  #ask<T>(call: Call, work: (view: View) => T, patience: number): Promise<Answer<T>> {
    return this.#fresh(call, patience, (scope, warnings) => this.#read(call, scope, warnings, work));
  }

  async #fresh<T>(
    call: Call,
    patience: number,
    work: (scope: Scope, warnings: Warning[]) => Answer<T> | Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        // What fails in starting over fails again in the sweep, where it is waited for.
        if (this.#reader.isReplaced) this.#startOver({ setAside: false }).catch(() => undefined);
        const warnings = await this.#upkeep.refresh(call, patience);
        throwIfCancelled(call);
        // The writer may have met damage and begun a new file: this reader holds the old one.
        if (this.#reader.isReplaced && attempt < attempts) continue;
        const scope = await this.#scope(call);
        const answer = await work(scope, warnings);
        // Globs of another caller may have been registered meanwhile: the notes are in other zones then.
        if (attempt >= attempts || this.#isCurrent(scope, call)) return answer;
      } catch (error) {
        if (!isDamaged(error) || attempt >= attempts) throw error;
        await this.#startOver({ setAside: !this.#reader.isReplaced });
      }
    }
  }

  /** All of a question is answered from one state of the index. */
  #read<T>(call: Call, scope: Scope, warnings: Warning[], work: (view: View) => T): Answer<T> {
    const db = this.#reader.find()!;
    db.exec('BEGIN');
    try {
      const state = readState(db);
      const value = work({ db, scope, cache: this.#cache, generation: state.generation });
      return { value, index: this.#status(state, db, scope), warnings: this.#withWalk(call, warnings) };
    } finally {
      db.exec('COMMIT');
    }
  }

  #withWalk(call: Call, warnings: Warning[]): Warning[] {
    const isVisible = canSee(call.caller);
    return [...warnings, ...this.#upkeep.walkWarnings.filter((warning) => isVisible(warning.path))];
  }

  async #scope(call: Call): Promise<Scope> {
    for (let attempt = 0; ; attempt++) {
      const seen = this.#reader.scope(call.caller);
      if ('scope' in seen) return seen.scope;
      if (attempt > 2) throw new Error(`The index cannot be opened: ${this.location.index}`);
      if (!this.#reader.find() && tryCreateIndex(this.location)) continue;
      await this.#upkeep.writer.register(seen.missing);
      this.#feed.look();
    }
  }

  #isCurrent(scope: Scope, call: Call): boolean {
    if (scope === 'all') return true;
    const now = this.#reader.scope(call.caller);
    return 'scope' in now && String(now.scope) === String(scope);
  }

  #status(state: IndexState, db: Database, scope: Scope): IndexStatus | undefined {
    if (state.complete) return undefined;
    const own = this.#ownPart(scope);
    if (own) return own;
    const indexed = countNotes(db);
    const found = Math.max(indexed, this.#upkeep.bulk.progress?.found ?? 0, state.found);
    return { complete: false, indexed, found };
  }

  /** How much there is beyond what it sees is not for a caller to know. */
  #ownPart(scope: Scope): IndexStatus | undefined {
    const db = this.#reader.find();
    if (scope === 'all' || !db) return undefined;
    const indexed = countVisible(db, scope);
    return { complete: false, indexed, found: indexed };
  }

  async #startOver(options: { setAside: boolean }): Promise<void> {
    this.#reader.close();
    this.#cache.clear();
    await this.#upkeep.startOver(options);
  }

  /** Marks paths that turned out to differ from the index, and takes them in. */
  reconcile(paths: readonly string[]): Promise<void> {
    return this.#upkeep.reconcile(paths);
  }

  /** Compares everything now and waits for it to be indexed, however long it takes. */
  bringUpToDate(call: Call, options: { rebuild: boolean }): Promise<Reconciled> {
    return this.#upkeep.bringUpToDate(call, options);
  }

  async close(): Promise<void> {
    // The reader first: the last to close empties the log, and a reader cannot. A log left behind is read through by
    // the next start.
    this.#reader.close();
    await Promise.all([this.#thread.close(), ...this.#closing.map((work) => work())]);
    await this.#upkeep.close();
    this.#reader.close();
  }
}
