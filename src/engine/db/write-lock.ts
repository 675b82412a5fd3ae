import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { SlipboxError } from '../errors.ts';
import { type Database, isBusy } from './database.ts';
import { openLockFile } from './turnstile.ts';

/** Held by the one process that changes the notebook just now. The system lets go of it when the process dies. */
export class WriteLock {
  readonly #file: string;
  #db: Database | undefined;

  /** `folder`: where this notebook's state is kept. */
  constructor(folder: string) {
    this.#file = path.join(folder, 'write.db');
  }

  take(): void {
    this.#db ??= this.#open();
    try {
      this.#db.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error)) throw error;
      throw new SlipboxError('LOCKED', 'Another process has been changing this notebook for 30 seconds');
    }
  }

  #open(): Database {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    return openLockFile(this.#file);
  }

  release(): void {
    this.#db?.exec('ROLLBACK');
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}
