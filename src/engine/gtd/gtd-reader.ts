import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Call, throwIfCancelled } from '../call.ts';
import { QueryCache } from '../indexer/query-cache.ts';
import { type FileState, lookAtFile } from './file-state.ts';
import { isBusy, isCannotOpen, toGtdError } from './gtd-error.ts';
import { type GtdSettings, locateGtdDatabase, showPath } from './gtd-path.ts';
import { type GtdView, openView } from './gtd-view.ts';

const patience = 2000;
const pause = 20;
/** Between the commits of a busy writer there are only moments. */
const shortPause = 3;

/** How long a quiet moment of a writer is waited for before its locks are asked for. */
const lockless = 500;

/**
 * Reads a DirectGTD database: opened for each question, closed after it, nothing written. What is kept between
 * questions is only the order of long lists, for as long as the files have not changed.
 */
export class GtdReader {
  readonly #settings: GtdSettings;
  #remembered: { version: string; generation: number } = { version: '', generation: 0 };
  readonly #cache = new QueryCache();

  constructor(settings: GtdSettings) {
    this.#settings = settings;
  }

  get shownPath(): string {
    return showPath(locateGtdDatabase(this.#settings), this.#settings.home ?? '');
  }

  async read<T>(call: Call, work: (view: GtdView) => T): Promise<T> {
    const started = performance.now();
    for (;;) {
      throwIfCancelled(call);
      const waited = performance.now() - started;
      const isLast = waited > patience;
      const before = lookAtFile(locateGtdDatabase(this.#settings), this.shownPath);
      const way = isLast ? 'shared' : chooseWay(before, waited);
      let rest = pause;
      try {
        const remember = before.settled && !isLast ? this.#memory(before.version) : undefined;
        const answer = way === 'wait' ? undefined : this.#readOnce(before, way, remember, work);
        if (answer) return answer.value;
      } catch (error) {
        if (isLast || !isBusy(error)) throw toGtdError(error, this.shownPath);
        rest = shortPause;
      }
      await sleep(rest);
    }
  }

  /** Undefined when the files changed meanwhile: what was read without locks or from memory cannot be trusted then. */
  #readOnce<T>(
    before: FileState,
    way: Way,
    remember: GtdView['remember'] | undefined,
    work: (view: GtdView) => T,
  ): { value: T } | undefined {
    const needsSame = way === 'still' || remember !== undefined;
    const isSame = () => lookAtFile(before.path, this.shownPath).version === before.version;
    try {
      const value = readDatabase(before, way, (db) => work(openView(db, remember)));
      return needsSame && !isSame() ? undefined : { value };
    } catch (error) {
      // Without locks a commit in the middle of reading can look like damage.
      if (needsSame && !isSame()) return undefined;
      throw error;
    }
  }

  #memory(version: string): GtdView['remember'] {
    if (this.#remembered.version !== version)
      this.#remembered = { version, generation: this.#remembered.generation + 1 };
    const { generation } = this.#remembered;
    return (key, make) => this.#cache.get(key, generation, make);
  }
}

/**
 * `still`: without locks, as a file that does not change; true only if it really did not. It cannot make a commit of the app
 * fail, and creates nothing: a plain read-only connection leaves `-shm` and `-wal` files beside a WAL database that nobody
 * has open. `shared`: with SQLite's own locks. In WAL mode these keep nobody from writing; with a rollback journal
 * they do, and the app gives up at once, so they are the last resort.
 */
type Way = 'still' | 'shared';

function chooseWay(state: FileState, waited: number): Way | 'wait' {
  if (state.hasSharedMemory || state.hasLog) return 'shared';
  if (state.settled && !state.hasJournal) return 'still';
  return waited > (state.isWal ? patience : lockless) ? 'shared' : 'wait';
}

function readDatabase<T>(state: FileState, way: Way, work: (db: DatabaseSync) => T): T {
  if (way === 'still') return withDatabase(stillAddress(state.path), work);
  try {
    return withDatabase(state.path, work);
  } catch (error) {
    // A log needs a -shm file to be read through. Where none can be made, the main file alone is what there is.
    if (!isCannotOpen(error) || state.hasSharedMemory || !state.isWal) throw error;
    return withDatabase(stillAddress(state.path), work);
  }
}

function stillAddress(path: string): URL {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  return address;
}

function withDatabase<T>(address: string | URL, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(address, { readOnly: true, timeout: 0 });
  try {
    db.exec('BEGIN');
    return work(db);
  } finally {
    db.close();
  }
}
