import { Database, isBusy, isDamaged } from './database.ts';
import { setFileAside } from './open-index.ts';

/**
 * Writers of all processes queue here, not at the index: a bulk writer sees that someone waits and lets go.
 * Without it a one-note write waits over a second behind another process's first index.
 */
export class Turnstile {
  readonly #db: Database;
  readonly #patience: number;

  constructor(file: string, { waits = true }: { waits?: boolean } = {}) {
    this.#db = openLockFile(file);
    this.#patience = waits ? 30_000 : 0;
    if (!waits) this.#db.exec('PRAGMA busy_timeout=0');
  }

  /** Runs `begin` (which takes the index) while holding the turnstile, then lets the turnstile go. */
  pass(begin: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      begin();
    } finally {
      this.#db.exec('ROLLBACK');
    }
  }

  /** Whether another writer stands in the turnstile now. */
  isContended(): boolean {
    this.#db.exec('PRAGMA busy_timeout=0');
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      this.#db.exec('ROLLBACK');
      return false;
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    } finally {
      this.#db.exec(`PRAGMA busy_timeout=${this.#patience}`);
    }
  }

  close(): void {
    this.#db.close();
  }
}

/** A lock held by one process for as long as it lives: the system lets go of it when the process dies. */
export class Lease {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static tryTake(file: string): Lease | undefined {
    const db = openLockFile(file);
    try {
      db.exec('PRAGMA busy_timeout=0; BEGIN IMMEDIATE');
      return new Lease(db);
    } catch (error) {
      db.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  static isHeld(file: string): boolean {
    const lease = Lease.tryTake(file);
    lease?.release();
    return lease === undefined;
  }

  release(): void {
    this.#db.exec('ROLLBACK');
    this.#db.close();
  }
}

export function openLockFile(file: string): Database {
  try {
    return openLocks(file);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    setFileAside(file);
    return openLocks(file);
  }
}

/** Nothing is ever written to it: without this each lock would still make a journal and delete it. */
function openLocks(file: string): Database {
  const db = new Database(file, { busyTimeout: 30_000, cacheKiB: 64 });
  try {
    db.exec('PRAGMA journal_mode=MEMORY');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
