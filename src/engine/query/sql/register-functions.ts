import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import { scanFunction } from './definitions.ts';
import { openGlobs } from './glob-match.ts';
import { markdownFunctions } from './markdown-functions.ts';
import { bodyOf } from './note-text.ts';
import {
  openScan,
  type Reading,
  type ScanTable,
  type ScanValue,
  scanTables,
  type TableName,
  tableNames,
} from './scan-tables.ts';

export type Duck = typeof import('@duckdb/node-api');

/** What the functions ask their surroundings for while a statement runs. */
export interface Surroundings {
  /** By connection: a copy is made on one of its own, with a state of the index of its own. */
  readingOf(connection: number): Reading;
  textOf(id: number): string | null;
  /** Throws when the process has grown too large. */
  checkMemory(): void;
  /** DuckDB keeps only the message of an error: the error itself is left here. */
  raised(error: unknown): void;
}

const pageSize = 2048;

export function registerFunctions(duck: Duck, connection: DuckDBConnection, around: Surroundings): void {
  const type = { VARCHAR: duck.VARCHAR, INTEGER: duck.INTEGER, DOUBLE: duck.DOUBLE, BOOLEAN: duck.BOOLEAN };
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      around.raised(error);
      throw error;
    }
  };

  function registerScan(name: TableName): void {
    const table: ScanTable = scanTables[name];
    const columns = Object.keys(table.columns);
    connection.registerTableFunction(
      duck.DuckDBTableFunction.create({
        name: scanFunction(name),
        supportsProjectionPushdown: true,
        bindFunction: (info) => {
          for (const column of columns) info.addResultColumn(column, type[table.columns[column]!]);
          info.setBindData({ connection: info.clientContext.connectionId });
        },
        initFunction: (info) => {
          const { connection: id } = info.bindData as { connection: number };
          // Nothing but the number of rows is wanted when a column is none of ours: any will do.
          const wanted = info.getColumnIndexes().map((index) => columns[index] ?? columns[0]!);
          info.setMaxThreads(1);
          info.setInitData({ next: guarded(() => openScan(table, around.readingOf(id), wanted)) });
        },
        mainFunction: (info, output) => {
          const { next } = info.initData as { next: (limit: number) => ScanValue[][] };
          guarded(() => writeRows(output, next(pageSize)));
        },
      }),
    );
  }

  function registerScalar(
    name: string,
    parameters: (keyof typeof type)[],
    returns: 'VARCHAR' | 'BOOLEAN',
    compute: (...values: never[]) => string | boolean | null,
  ): void {
    connection.registerScalarFunction(
      duck.DuckDBScalarFunction.create({
        name,
        parameterTypes: parameters.map((parameter) => type[parameter]),
        returnType: type[returns],
        mainFunction: (_, input, output) =>
          guarded(() =>
            computeRows(input, output, compute as (...values: unknown[]) => string | boolean | null, around),
          ),
      }),
    );
  }

  for (const name of tableNames) registerScan(name);
  const globs = openGlobs();
  registerScalar('slipbox_glob_all', ['VARCHAR'], 'BOOLEAN', (json: string) => globs.all(json));
  registerScalar('slipbox_glob_regex', ['VARCHAR'], 'VARCHAR', (json: string) => globs.regex(json));
  registerScalar('slipbox_glob', ['VARCHAR', 'VARCHAR'], 'BOOLEAN', (path: string, json: string) =>
    globs.test(path, json),
  );
  registerScalar('slipbox_content', ['INTEGER'], 'VARCHAR', (id: number) => around.textOf(id));
  registerScalar('slipbox_body', ['INTEGER'], 'VARCHAR', (id: number) => {
    const text = around.textOf(id);
    return text === null ? null : bodyOf(text);
  });
  for (const [name, compute] of Object.entries(markdownFunctions))
    registerScalar(`slipbox_${name}`, ['VARCHAR'], 'VARCHAR', compute);
}

function writeRows(output: DuckDBDataChunk, rows: readonly ScanValue[][]): void {
  output.rowCount = rows.length;
  for (let column = 0; column < output.columnCount && rows.length > 0; column++) {
    const vector = output.getColumnVector(column) as DuckDBVector<ScanValue>;
    const isBoolean = vector.type.toString() === 'BOOLEAN';
    for (let row = 0; row < rows.length; row++) {
      const value = rows[row]![column]!;
      vector.setItem(row, isBoolean && value !== null ? Boolean(value) : value);
    }
    vector.flush();
  }
}

const checkEvery = 16 * 1024 * 1024;

/** A text of a note can be large, and two thousand are computed at once. */
function computeRows(
  input: DuckDBDataChunk,
  output: DuckDBVector,
  compute: (...values: unknown[]) => string | boolean | null,
  { checkMemory }: Surroundings,
): void {
  const columns = Array.from({ length: input.columnCount }, (_, column) => input.getColumnVector(column));
  let unchecked = 0;
  for (let row = 0; row < input.rowCount; row++) {
    const values = columns.map((vector) => vector.getItem(row));
    const value = values.includes(null) ? null : compute(...values);
    output.setItem(row, value);
    if (typeof value === 'string') unchecked += value.length;
    if (unchecked > checkEvery) {
      checkMemory();
      unchecked = 0;
    }
  }
  output.flush();
}
