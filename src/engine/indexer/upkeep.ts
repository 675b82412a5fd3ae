import { setImmediate as turn } from 'node:timers/promises';
import type { Call } from '../call.ts';
import type { IndexLocation } from '../db/index-location.ts';
import { SlipboxError } from '../errors.ts';
import { openWalker, type Walker } from '../vault/walk.ts';
import { Watcher } from '../vault/watch.ts';
import { stale, type Warning } from '../warnings.ts';
import { BulkTurns } from './bulk-turns.ts';
import type { Compared } from './compare.ts';
import { FirstLook, type Helper } from './first-look.ts';
import type { IndexReader } from './index-reader.ts';
import { LastingWriter } from './lasting-writer.ts';
import { OwnChanges } from './own-changes.ts';
import { isEmptyPlan } from './plan.ts';
import { nothingDone, type Reconciled } from './reconciled.ts';
import { SweepHere } from './sweep-here.ts';
import { Shared, Turns } from './turns.ts';
import { waitWithin } from './wait-within.ts';
import type { WriterClient } from './writer-client.ts';
import type { TakenIn } from './writer-messages.ts';

export interface UpkeepOptions {
  root: string;
  timeZone: string;
  indexWait: number;
  location: IndexLocation;
  /** Where journals and the write lock of this notebook are. */
  stateDir: string;
  /** Nothing in the notebook may change, not even what a crash left. */
  readOnly: boolean;
  reader: IndexReader;
  /** The folder, or a part of it, was compared with the index and what differed is in it. */
  onCompared: () => void;
}

const sweepWait = 2000;
const sweepEvery = 5 * 60_000;
const unwatchedSweepAfter = 1000;
const backgroundDelay = 300;

/** Keeps an index in step with its folder: by watching it, by sweeps, and by a bulk load when there is much to do. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #watcher: Watcher;
  readonly bulk: BulkTurns;
  readonly #look: FirstLook;
  readonly #own: OwnChanges;
  /** What the index takes in, in the order in which it came up. */
  readonly #turns = new Turns();
  readonly #writer: LastingWriter;
  readonly #here: SweepHere;
  #walker: Walker | undefined;
  #started: Promise<Reconciled> | undefined;
  readonly #sweeping = new Shared<Reconciled>();
  #catchingUp: Promise<void> | undefined;
  #walkWarnings: Warning[] = [];
  #lastSweep = 0;
  #timer: NodeJS.Timeout | undefined;
  #background: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.#own = new OwnChanges(options.root);
    this.#watcher = new Watcher(options.root, () => this.#walk, { onDirty: () => this.#flushSoon() });
    this.#here = new SweepHere(options);
    this.#writer = new LastingWriter(options, () => this.#here.release());
    this.bulk = new BulkTurns({ ...options, lookOver: () => this.#lookOver() });
    this.#look = new FirstLook({
      ...options,
      onWork: () => this.#writer.boot(),
      here: this.#here,
      onDifferent: (compared) => !this.#closed && this.writer.planAhead(compared),
    });
  }

  get #walk(): Walker {
    this.#walker ??= openWalker(this.#options.root, () => undefined);
    return this.#walker;
  }

  get writer(): WriterClient {
    return this.#writer.client;
  }

  /** Symlinks that lead out, folders that cannot be read: what the last walk left out. */
  get walkWarnings(): readonly Warning[] {
    return this.#walkWarnings;
  }

  get watchFailure(): string | undefined {
    return this.#watcher.failure;
  }

  /**
   * Gets ready while the process is still starting: with an index at hand, folders are watched and compared, and what differs
   * is read; without one they are listed. Nothing is written before the first call: a client may only want to look at it.
   */
  prepare(helper?: Helper): void {
    this.#look.prepare((folders) => this.#watcher.add(folders), helper);
  }

  /** Begins to watch and to compare the folder with the index; called again it changes nothing. */
  start(): Promise<Reconciled> {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = undefined; // what stood in the way may be gone at the next call
      throw error;
    });
    return this.#started;
  }

  async #begin(): Promise<Reconciled> {
    let notes: number | undefined;
    if (this.#watcher.watched === 0) {
      const listed = await this.#look.folders((soFar) => this.bulk.startIfMany(soFar));
      if (this.#closed) throw new SlipboxError('CANCELLED', 'The notebook was closed meanwhile');
      this.#watcher.add(listed.folders);
      notes = listed.notes;
    }
    this.#timer ??= setInterval(() => void this.#sweep().catch(() => undefined), sweepEvery).unref();
    // Nothing is indexed yet: a comparison would only say that everything is new.
    if (notes === undefined || !this.bulk.startIfMany(notes))
      return this.#settle(await this.#look.compared(), { afterBulk: false });
    return { ...nothingDone, tooMany: true, found: notes };
  }

  async #lookOver(): Promise<Reconciled> {
    // one that began before may have passed by what was stored since
    await this.#sweeping.underWay?.catch(() => undefined);
    if (this.#closed) return nothingDone;
    const compared = await this.#look.again((folders) => this.#watcher.add(folders));
    return this.#closed ? nothingDone : this.#settle(compared, { afterBulk: true });
  }

  /** An index that is in step with its folder needs no writer; one that is left untidy gets it when the first calls are answered. */
  async #settle(compared: Compared | undefined, { afterBulk }: { afterBulk: boolean }): Promise<Reconciled> {
    if (!compared || !isEmptyPlan(compared.plan)) return this.#sweep(compared);
    this.#walker = undefined;
    this.#lastSweep = performance.now();
    this.#walkWarnings = compared.warnings;
    if (afterBulk || compared.outdated.length > 0 || this.#options.reader.isUntidy)
      this.#writer.tidyLater(compared.outdated);
    this.#options.onCompared();
    return { ...nothingDone, found: compared.plan.found, warnings: compared.warnings };
  }

  #sweep(compared?: Compared): Promise<Reconciled> {
    return this.#sweeping.join(() => this.#sweepOnce(compared));
  }

  async #sweepOnce(compared?: Compared): Promise<Reconciled> {
    this.#walker = undefined;
    this.#lastSweep = performance.now();
    const here = compared && (await this.#here.sweep(compared));
    if (here) this.#writer.tidyLater(compared.outdated);
    const result = here ?? (await this.writer.sweep());
    this.#walkWarnings = result.warnings;
    await this.#afterChange(result);
    return result;
  }

  /** Events were lost: a sweep that begins now makes up for them; one that is under way may have passed them by. */
  #catchUp(): void {
    const mine = Promise.allSettled([this.#catchingUp, this.#sweeping.underWay]).then(async () => {
      if (this.#closed) return;
      this.#watcher.renew(this.#options.reader.folders);
      await this.#sweep();
    });
    this.#catchingUp = mine;
    const forget = () => {
      if (this.#catchingUp === mine) this.#catchingUp = undefined;
    };
    mine.then(forget, forget);
  }

  /** Folders that came to light are watched, then looked at once more: what happened in between was seen by nobody. */
  async #afterChange(result: Reconciled): Promise<void> {
    const before = this.#watcher.watched;
    this.#watcher.add(result.foldersAdded);
    if (this.#watcher.watched > before && !result.tooMany) await this.writer.reconcile(result.foldersAdded);
    if (result.tooMany) this.bulk.start(result.found);
    this.#options.onCompared();
  }

  /**
   * Everything that was on disk when this was called is in the index when it returns, as far as that takes no longer
   * than allowed; gives a warning where it does.
   */
  async refresh(call: Call, patience: number): Promise<Warning[]> {
    const { reader, indexWait } = this.#options;
    const warnings: Warning[] = [];
    const isDone = (work: Promise<unknown>, ms: number) =>
      waitWithin(work, Math.min(ms, patience), call, () => this.bulk.told);
    const started = this.start();
    if (!(await isDone(started, reader.isComplete ? sweepWait : indexWait)) && reader.isComplete)
      warnings.push(stale('The start sweep is not finished: very recent changes may be missing'));
    await turn();
    await turn();
    const isUnwatched =
      this.#watcher.failure !== undefined && performance.now() - this.#lastSweep > unwatchedSweepAfter;
    if (this.#watcher.takeOverflow() || isUnwatched) this.#catchUp();
    if (this.#catchingUp && !(await isDone(this.#catchingUp, sweepWait)))
      warnings.push(stale('Too much changed at once to follow: the notebook is being compared anew'));
    await this.#flush();
    if (this.bulk.underWay) {
      const { isComplete } = reader;
      if (!(await isDone(this.bulk.underWay, isComplete ? sweepWait : indexWait)) && isComplete)
        warnings.push(stale('Many notes changed at once and are still being indexed'));
    }
    if (this.bulk.failure) {
      warnings.push({ path: '', code: 'INTERNAL', message: `Indexing failed: ${this.bulk.failure.message}` });
      void this.#sweep().catch(() => undefined);
    }
    return warnings;
  }

  #flush(): Promise<void> {
    return this.#turns.take(async () => {
      const paths = this.#own.leaveOut(this.#watcher.takeDirty());
      if (paths.length > 0) await this.#afterChange(await this.writer.reconcile(paths));
    });
  }

  #flushSoon(): void {
    this.#background ??= setTimeout(() => {
      this.#background = undefined;
      if (!this.#closed) void this.#flush().catch(() => undefined);
    }, backgroundDelay).unref();
  }

  /** Marks paths that turned out to differ from the index, and takes them in. */
  async reconcile(paths: readonly string[]): Promise<void> {
    this.#mark(paths);
    await this.#flush();
  }

  #mark(paths: readonly string[]): void {
    this.#own.forget(paths);
    for (const path of paths) this.#watcher.markDirty(path);
  }

  /** Waits, however long it takes, until every note is in the index. */
  async untilComplete(call: Call): Promise<void> {
    await this.start();
    await this.bulk.untilDone(call);
  }

  /** Changes the notebook itself; the index knows of it before the next call is answered. */
  async runJob(call: Call, name: string, input: unknown): Promise<unknown> {
    const { value, taken } = await this.writer.job(name, input, call);
    if (taken instanceof Promise) {
      // a failure is of the index, not of the change, and the watcher has seen that, too
      this.#turns.take(async () => this.#takenIn(await taken)).catch(() => undefined);
      return value;
    }
    await this.#takenIn(taken);
    // made all the same: a damaged index is built anew here, and a busy one catches up with the next call
    if ('missed' in taken) await this.#flush().catch(() => undefined);
    else if (taken.reconciled.tooMany) await this.untilComplete(call);
    return value;
  }

  async #takenIn(taken: TakenIn): Promise<void> {
    if ('missed' in taken) return this.#mark(taken.missed);
    this.#own.add(taken.stored);
    await this.#afterChange(taken.reconciled);
  }

  /** Compares everything now and waits for it to be indexed, however long it takes. */
  async bringUpToDate(call: Call, options: { rebuild: boolean }): Promise<Reconciled> {
    const isNew = this.#started === undefined;
    const first = await this.start();
    if (options.rebuild) await this.writer.empty();
    const result = isNew && !options.rebuild ? first : await this.#sweep();
    await this.untilComplete(call);
    return result.tooMany ? { ...result, changed: result.found } : result;
  }

  /** The index is another file now: what was compared with the old one says nothing about it. */
  async startOver(options: { setAside: boolean }): Promise<void> {
    this.#started = undefined;
    this.#sweeping.forget();
    await this.#look.forget();
    await this.writer.reopen(options);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#background);
    this.#watcher.close();
    await this.#look.close();
    await this.bulk.close();
    await this.#writer.close();
  }
}
