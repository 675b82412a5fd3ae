import type { DuckDBConnection } from '@duckdb/node-api';
import { changedSince } from '../../db/queries/changes.ts';
import { hasPendingLinks } from '../../db/queries/sql-tables.ts';
import { readState } from '../../db/queries/state.ts';
import { dropCopy, fillCopy, makeCopy, refreshCopy, useCopied, useDirect } from './definitions.ts';
import type { Reading, Slice, TableName } from './scan-tables.ts';

/** Below this a scan of the index is as quick as a copy. */
export const leastNotes = 2000;

/** About a tenth of a second. */
const sliceRows = 32 * 1024;

/** Worth copying: asked for by value, over all notes. Of the others each use reads the index. */
const copyable: ReadonlySet<string> = new Set<TableName>(['notes', 'properties', 'tags', 'links']);
/** Where links lead changes without their own note changing, so that a copy of them cannot be refreshed by note. */
const refreshable: ReadonlySet<TableName> = new Set(['notes', 'properties', 'tags']);

/**
 * Copies of tables, held by DuckDB, for the statements after the first. Each is of one generation of the index; before a
 * statement they are brought up to the one it reads, or left out of it.
 */
export class Copies {
  readonly #made = new Map<TableName, number>();
  readonly #inUse = new Set<TableName>();
  readonly #wanted = new Set<TableName>();
  /** Too large for this process. */
  readonly #refused = new Set<string>();

  want(tables: Iterable<string>): void {
    for (const table of tables)
      if (copyable.has(table) && !this.#refused.has(table)) this.#wanted.add(table as TableName);
  }

  /** On the connection of the statement, before it; `reading` is what the statement will read. */
  async bringUpTo(
    connection: DuckDBConnection,
    reading: Reading,
    scanning: (reading: Reading) => void,
  ): Promise<void> {
    const { generation } = readState(reading.db);
    const pending = hasPendingLinks(reading.db);
    for (const [table, copied] of [...this.#made]) {
      const changed =
        copied === generation ? [] : refreshable.has(table) ? changedSince(reading.db, copied) : undefined;
      if (changed === undefined || (table === 'links' && pending)) await this.#drop(connection, table);
      else if (changed.length > 0) {
        scanning({ ...reading, notes: changed });
        await this.#refresh(connection, table, changed);
        scanning(reading);
      }
      if (changed !== undefined && this.#made.has(table)) {
        this.#made.set(table, generation);
        if (!this.#inUse.has(table)) {
          await connection.run(useCopied(table));
          this.#inUse.add(table);
        }
      }
    }
  }

  async #refresh(connection: DuckDBConnection, table: TableName, changed: readonly number[]): Promise<void> {
    try {
      await connection.run('BEGIN');
      for (const sql of refreshCopy(table, changed)) await connection.run(sql);
      await connection.run('COMMIT');
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => undefined);
      await this.#drop(connection, table);
      throw error;
    }
  }

  async #drop(connection: DuckDBConnection, table: TableName): Promise<void> {
    this.#made.delete(table);
    this.#inUse.delete(table);
    await connection.run(useDirect(table));
    await connection.run(dropCopy(table));
  }

  has(table: TableName): boolean {
    return this.#made.has(table);
  }

  /** The next table worth copying; `undefined` when there is none. */
  next(): TableName | undefined {
    const waiting = [...this.#wanted].filter((table) => !this.#made.has(table));
    return waiting.includes('notes') ? 'notes' : waiting[0];
  }

  /**
   * On a connection of its own, with a state of the index of its own. Statements of users come first: between two slices
   * it waits for them, and is told when it takes too much room.
   */
  async make(
    connection: DuckDBConnection,
    table: TableName,
    reading: Reading,
    giveWay: () => Promise<boolean>,
  ): Promise<void> {
    const { generation, complete } = readState(reading.db);
    this.#wanted.delete(table);
    if (!complete || (table === 'links' && hasPendingLinks(reading.db))) return;
    this.#refused.add(table);
    await connection.run(makeCopy(table));
    const slice: Slice = { left: 0, ended: false };
    reading.slice = slice;
    while (!slice.ended) {
      slice.left = sliceRows;
      await connection.run(fillCopy(table));
      if (await giveWay()) continue;
      await connection.run(dropCopy(table));
      return;
    }
    this.#refused.delete(table);
    this.#made.set(table, generation);
  }
}
