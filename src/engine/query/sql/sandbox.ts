import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '../../db/database.ts';
import { indexInode, openReader } from '../../db/open-index.ts';
import { countNotes } from '../../db/queries/files.ts';
import { hasPendingLinks } from '../../db/queries/sql-tables.ts';
import type { Scope } from '../../db/queries/zones.ts';
import { SlipboxError } from '../../errors.ts';
import { leastNotes } from './copies.ts';
import { openConverter } from './json-value.ts';
import { readPage } from './page.ts';
import type { Duck } from './register-functions.ts';
import type { TableName } from './scan-tables.ts';
import { ScopedDatabase } from './scoped-database.ts';
import {
  isAbout,
  isFatal,
  isInterrupted,
  LinksUnfinished,
  toInvalidSql,
  tooMuchMemory,
} from './sql-error.ts';
import type { SqlOrder, SqlRows, SqlSettings } from './sql-messages.ts';
import { checkStatement } from './statement.ts';

const mostScopes = 3;
/** Nobody asking for so long, tables are copied. */
const quietMs = 150;
const giveWayMs = 10;
/** The rest is for statements. */
const roomForCopies = 0.6;

/** Everything of the SQL process but the process: one statement at a time, over the index as it is then. */
export class Sandbox {
  readonly #duck: Duck;
  readonly #settings: SqlSettings;
  readonly #scopes = new Map<string, ScopedDatabase>();
  #index: { db: Database; inode: number } | undefined;
  #running: { connection: DuckDBConnection } | undefined;
  #stopped = false;
  /** The statement that runs waits for a copy, so that the copy must not wait for it. */
  #awaited = false;
  #copying: Promise<void> = Promise.resolve();
  #quiet: NodeJS.Timeout | undefined;

  constructor(duck: Duck, settings: SqlSettings) {
    this.#duck = duck;
    this.#settings = settings;
  }

  async query(order: SqlOrder): Promise<SqlRows> {
    this.#stopped = false;
    clearTimeout(this.#quiet);
    const db = await this.#openIndex();
    const database = await this.#scoped(order.scope);
    this.#running = database;
    try {
      const statement = await this.#translated(database, () =>
        checkStatement(database.connection, order.sql),
      );
      this.#throwIfStopped();
      const { tables, texts, order: sorted } = statement.uses;
      if (tables.has('links') && !order.unfinished && hasPendingLinks(db)) throw new LinksUnfinished();
      database.copies.want(tables);
      if (texts && sorted && tables.has('notes') && countNotes(db) >= leastNotes)
        await this.#copyFirst(database, 'notes');
      const page = await database.reading(db, () =>
        this.#translated(database, () =>
          readPage(database.connection, statement, order, {
            convert: openConverter(this.#duck),
            statementTypes: this.#duck.StatementType,
            throwIfStopped: () => this.#throwIfStopped(),
          }),
        ),
      );
      return { ...page, executed: statement.sql };
    } finally {
      this.#running = undefined;
      this.#copySoon(database, db);
    }
  }

  /** Ends the statement that runs; it fails with CANCELLED. */
  stop(): void {
    this.#stopped = true;
    this.#running?.connection.interrupt();
  }

  checkMemory(): void {
    if (process.memoryUsage.rss() > this.#settings.memory.process) throw tooMuchMemory(this.#settings.memory);
  }

  #throwIfStopped(): void {
    if (this.#stopped) throw new SlipboxError('CANCELLED', 'The call was cancelled');
  }

  /** An error of DuckDB may be one of ours inside, of which it keeps only the words. */
  async #translated<T>(database: ScopedDatabase, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#throwIfStopped();
      if (isInterrupted(error)) throw new SlipboxError('CANCELLED', 'The call was cancelled');
      if (error instanceof SlipboxError) throw error;
      const { raised } = database;
      if (raised !== undefined && isAbout(error, raised)) throw raised;
      const refused = toInvalidSql(error, this.#settings.memory, (error as { shift?: number }).shift);
      throw isFatal(error) ? Object.assign(refused, { ending: true }) : refused;
    }
  }

  /** Another process may have begun a new index: what was copied from the old one goes with it. */
  async #openIndex(): Promise<Database> {
    const { location } = this.#settings;
    const inode = indexInode(location);
    if (this.#index && this.#index.inode !== inode) {
      await this.#copying;
      this.#index.db.close();
      this.#index = undefined;
      for (const database of this.#scopes.values()) database.close();
      this.#scopes.clear();
    }
    this.#index ??= { db: openReader(location), inode: inode ?? -1 };
    return this.#index.db;
  }

  async #scoped(scope: Scope): Promise<ScopedDatabase> {
    const key = JSON.stringify(scope);
    let database = this.#scopes.get(key);
    this.#scopes.delete(key);
    if (!database) {
      const { root, memory } = this.#settings;
      database = await ScopedDatabase.open(this.#duck, { root, scope, memory }, () => this.checkMemory());
    }
    this.#scopes.set(key, database);
    const [oldest, first] = this.#scopes.entries().next().value!;
    if (this.#scopes.size > mostScopes) {
      await this.#copying;
      this.#scopes.delete(oldest);
      first.close();
    }
    return database;
  }

  /** Only of a table of its own does DuckDB choose the rows first and read their texts then. */
  async #copyFirst(database: ScopedDatabase, table: TableName): Promise<void> {
    if (database.copies.has(table)) return;
    this.#awaited = true;
    await this.#copy(database, table);
    this.#awaited = false;
    this.#throwIfStopped();
  }

  #copy(database: ScopedDatabase, only?: TableName): Promise<void> {
    this.#copying = this.#copying.then(() => this.#copyAll(database, only)).catch(() => undefined);
    return this.#copying;
  }

  #copySoon(database: ScopedDatabase, db: Database): void {
    if (database.copies.next() === undefined || countNotes(db) < leastNotes) return;
    this.#quiet = setTimeout(() => {
      void this.#copy(database);
    }, quietMs);
  }

  async #copyAll(database: ScopedDatabase, only?: TableName): Promise<void> {
    const db = openReader(this.#settings.location);
    try {
      const giveWay = async () => {
        while (this.#running && !this.#awaited) await sleep(giveWayMs);
        return process.memoryUsage.rss() < this.#settings.memory.process * roomForCopies;
      };
      while (await database.copyNext(db, giveWay, only));
    } finally {
      db.close();
    }
  }
}
