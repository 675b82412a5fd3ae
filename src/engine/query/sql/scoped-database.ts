import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/queries/zones.ts';
import { withOwnLinks } from '../../links/own-links.ts';
import { Copies } from './copies.ts';
import { definitions } from './definitions.ts';
import { openTexts } from './note-text.ts';
import { type Duck, registerFunctions } from './register-functions.ts';
import type { Reading, TableName } from './scan-tables.ts';
import type { SqlMemory } from './sql-messages.ts';

/** Before the tables are made: neither files nor network nor extensions, and one thread, so that equal questions have equal answers. */
function openingOptions(memory: SqlMemory): Record<string, string> {
  return {
    threads: '1',
    memory_limit: `${Math.floor(memory.database / 1024 / 1024)}MiB`,
    // empty, or `.tmp` in the working folder stays open to statements
    temp_directory: '',
    max_temp_directory_size: '0KB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    errors_as_json: 'true',
    // rows are chosen before texts are read, up to a whole page
    late_materialization_max_rows: '1001',
  };
}

/** After them; the last one makes all of it final. */
const lockDown = [
  "SET GLOBAL TimeZone = 'UTC'",
  'SET enable_external_access = false',
  "SET disabled_filesystems = 'LocalFileSystem'",
  'SET lock_configuration = true',
];

/** A DuckDB database over what one kind of caller sees of the notebook. */
export class ScopedDatabase {
  readonly scope: Scope;
  readonly copies = new Copies();
  readonly #instance: DuckDBInstance;
  readonly #readings: Map<number, Reading>;
  readonly #statement: { textOf: (id: number) => string | null; raised: unknown };
  readonly connection: DuckDBConnection;
  readonly #root: string;

  private constructor(
    root: string,
    scope: Scope,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    readings: Map<number, Reading>,
    statement: { textOf: (id: number) => string | null; raised: unknown },
  ) {
    this.#root = root;
    this.scope = scope;
    this.#instance = instance;
    this.connection = connection;
    this.#readings = readings;
    this.#statement = statement;
  }

  static async open(
    duck: Duck,
    { root, scope, memory }: { root: string; scope: Scope; memory: SqlMemory },
    checkMemory: () => void,
  ): Promise<ScopedDatabase> {
    const instance = await duck.DuckDBInstance.create(':memory:', openingOptions(memory));
    const connection = await instance.connect();
    const readings = new Map<number, Reading>();
    const statement = { textOf: (_: number): string | null => null, raised: undefined as unknown };
    registerFunctions(duck, connection, {
      readingOf: (id) => {
        const reading = readings.get(id);
        if (!reading) throw new Error('The index is not being read');
        return reading;
      },
      textOf: (id) => statement.textOf(id),
      checkMemory,
      raised: (error) => {
        statement.raised ??= error;
      },
    });
    for (const sql of [...definitions, ...lockDown]) await connection.run(sql);
    return new ScopedDatabase(root, scope, instance, connection, readings, statement);
  }

  /** Everything a statement reads is of one state of the index. */
  async reading<T>(db: Database, work: (reading: Reading) => Promise<T>): Promise<T> {
    const reading: Reading = { db, scope: this.scope };
    this.#statement.textOf = openTexts(this.#root, db, this.scope);
    this.#statement.raised = undefined;
    return this.#read(this.connection, reading, work);
  }

  async #read<T>(
    connection: DuckDBConnection,
    reading: Reading,
    work: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    const { connectionId } = connection.clientContext;
    reading.db.exec('BEGIN');
    reading.scope = withOwnLinks(reading.db, this.scope);
    this.#readings.set(connectionId, reading);
    try {
      await this.copiesUpTo(connection, reading);
      return await work(reading);
    } finally {
      this.#readings.delete(connectionId);
      if (reading.db.inTransaction) reading.db.exec('COMMIT');
    }
  }

  async copiesUpTo(connection: DuckDBConnection, reading: Reading): Promise<void> {
    if (connection !== this.connection) return;
    const { connectionId } = connection.clientContext;
    await this.copies.bringUpTo(connection, reading, (now) => this.#readings.set(connectionId, now));
  }

  /** The error that one of our functions has thrown in the last statement. */
  get raised(): unknown {
    return this.#statement.raised;
  }

  /** Copies the next table that is worth it; false when there is none. `db` must not be read by others meanwhile. */
  async copyNext(db: Database, giveWay: () => Promise<boolean>, only?: TableName): Promise<boolean> {
    const table = this.copies.next();
    if (table === undefined || (only !== undefined && table !== only)) return false;
    const connection = await this.#instance.connect();
    try {
      await this.#read(connection, { db, scope: this.scope }, (reading) =>
        this.copies.make(connection, table, reading, giveWay),
      );
    } finally {
      connection.closeSync();
    }
    return true;
  }

  close(): void {
    this.connection.closeSync();
    this.#instance.closeSync();
  }
}
