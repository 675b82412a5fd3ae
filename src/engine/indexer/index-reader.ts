import type { Caller } from '../call.ts';
import type { Database } from '../db/database.ts';
import type { IndexLocation } from '../db/index-location.ts';
import { indexInode, logSize, openReader } from '../db/open-index.ts';
import { knownFolders } from '../db/queries/files.ts';
import { type IndexState, readState } from '../db/queries/state.ts';
import { missingGlobs, type Scope, scopeOf } from '../db/queries/zones.ts';

const longLog = 4 * 1024 * 1024;

/** The connection that questions are asked on; opened when there is a file to open. */
export class IndexReader {
  readonly #location: IndexLocation;
  #open: { db: Database; inode: number } | undefined;

  constructor(location: IndexLocation) {
    this.#location = location;
  }

  find(): Database | undefined {
    if (this.#open) return this.#open.db;
    const inode = indexInode(this.#location);
    if (inode === undefined) return undefined;
    try {
      const db = openReader(this.#location);
      readState(db);
      this.#open = { db, inode };
      return db;
    } catch {
      return undefined; // not made yet, or damaged: the writer sees to both
    }
  }

  /** Whether there is an index file, readable or not. */
  get isThere(): boolean {
    return indexInode(this.#location) !== undefined;
  }

  get state(): IndexState | undefined {
    const db = this.find();
    return db && readState(db);
  }

  get isComplete(): boolean {
    return this.state?.complete ?? false;
  }

  /** Whether something was left for idle moments, or a log that every start has to read through. */
  get isUntidy(): boolean {
    return this.state?.unfinished === true || logSize(this.#location) > longLog;
  }

  get folders(): string[] {
    const db = this.find();
    return db ? knownFolders(db) : [];
  }

  /** What a caller sees; `missing` are globs of its that the writer must register first. */
  scope(caller: Caller): { missing: string[] } | { scope: Scope } {
    const db = this.find();
    if (!db) return { missing: [] };
    const missing = missingGlobs(db, caller);
    return missing.length > 0 ? { missing } : { scope: scopeOf(db, caller) };
  }

  /** Another process may have set the file aside, or someone deleted the cache. */
  get isReplaced(): boolean {
    return this.#open !== undefined && indexInode(this.#location) !== this.#open.inode;
  }

  close(): void {
    this.#open?.db.close();
    this.#open = undefined;
  }
}
