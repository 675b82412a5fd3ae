import { markdownFunctions } from './markdown-functions.ts';
import { scanTables, type TableName, tableNames } from './scan-tables.ts';
import { readMarkdownOptions, sqlFunctions } from './sql-schema.ts';

// Three layers. `direct.x` reads the index through a function of ours, `copied.x` (when there is one) is the same rows
// held by DuckDB, and `base.x` is one or the other. What users see stands on `base`.

const list = (column: string) => `CAST(CAST(${column} AS JSON) AS VARCHAR[]) AS ${column}`;
const instant = (column: string) => `make_timestamp(CAST(${column} * 1000000 AS BIGINT)) AS ${column}`;
const day = (column: string) => `TRY_CAST(${column} AS DATE) AS "${column}"`;

export const scanFunction = (table: TableName) => `slipbox_scan_${table}`;

const direct: Partial<Record<TableName, string>> = {
  notes: `id, path, left(path, greatest(slash - 1, 0)) AS folder,
    substr(path, slash + 1, length(path) - slash - 3) AS name, title, ${list('tags')}, ${instant('created')},
    ${instant('modified')}, words, CAST(size AS BIGINT) AS size, CAST(data AS JSON) AS "data",
    CAST(CAST(data AS JSON) AS MAP(VARCHAR, VARCHAR)) AS metadata, ${list('aliases')}`,
  properties: 'note, path, key, CAST(value AS JSON) AS "value"',
  tasks: `note, path, line, text, status, done, indent, heading, ${['due', 'scheduled', 'start', 'completed']
    .map(day)
    .join(', ')}, priority, recurrence, ${list('tags')}`,
  files: `path, CAST(size AS BIGINT) AS size, ${instant('modified')}`,
};

const noteColumns = (path: string) =>
  `path AS ${path}, slipbox_content(id) AS content, metadata, "data", title, tags,
   created, modified, words, size`;

const views: Record<TableName, string> = {
  notes: `${noteColumns('path')}, folder, name, aliases, slipbox_body(id) AS body`,
  properties: 'path, key, "value"',
  links: 'path AS source, line, kind, raw, target, target_path, heading, "block", alias, "external", broken',
  tags: 'path, tag, source, line',
  headings: 'path, line, "level", "text"',
  tasks:
    'path, line, "text", status, done, indent, heading, due, scheduled, "start", completed, priority, recurrence, tags',
  files: 'path, size, modified',
};

export const useDirect = (table: TableName) =>
  `CREATE OR REPLACE VIEW base.${table} AS SELECT * FROM direct.${table}`;
export const useCopied = (table: TableName) =>
  `CREATE OR REPLACE VIEW base.${table} AS SELECT * FROM copied.${table}`;
/** Empty at first; then a slice at a time. */
export const makeCopy = (table: TableName) =>
  `CREATE OR REPLACE TABLE copied.${table} AS SELECT * FROM direct.${table} LIMIT 0`;
export const fillCopy = (table: TableName) => `INSERT INTO copied.${table} SELECT * FROM direct.${table}`;
export const dropCopy = (table: TableName) => `DROP TABLE IF EXISTS copied.${table}`;
/** Two statements: what has changed goes, and comes again as it is now. */
export const refreshCopy = (table: TableName, notes: readonly number[]) => [
  `DELETE FROM copied.${table} WHERE ${table === 'notes' ? 'id' : 'note'} IN (${notes.join(', ')})`,
  fillCopy(table),
];

function listMacro(): string {
  const value = `json_extract(d, '$."' || replace(replace(k, '\\', '\\\\'), '"', '\\"') || '"')`;
  return `CREATE MACRO md_list(d, k) AS CASE coalesce(json_type(${value}), 'NULL')
    WHEN 'ARRAY' THEN CAST(${value} AS VARCHAR[]) WHEN 'NULL' THEN CAST([] AS VARCHAR[])
    ELSE [${value} ->> '$'] END`;
}

function markdownMacro(name: string): string {
  const { returns } = sqlFunctions.find((one) => one.name === name)!;
  const computed = `slipbox_${name}(t)`;
  return `CREATE MACRO ${name}(t) AS ${returns === 'VARCHAR' ? computed : `CAST(CAST(${computed} AS JSON) AS ${returns})`}`;
}

/** One text or a list of texts. */
const globs = 'CAST(to_json(pattern) AS VARCHAR)';

export const definitions: readonly string[] = [
  'CREATE SCHEMA direct',
  'CREATE SCHEMA base',
  'CREATE SCHEMA copied',
  ...tableNames.flatMap((table) => [
    `CREATE VIEW direct.${table} AS SELECT ${
      direct[table] ??
      Object.keys(scanTables[table].columns)
        .map((name) => `"${name}"`)
        .join(', ')
    } FROM ${scanFunction(table)}()`,
    useDirect(table),
    `CREATE VIEW ${table} AS SELECT ${views[table]} FROM base.${table}`,
  ]),
  `CREATE MACRO read_markdown(pattern, ${readMarkdownOptions.map((option) => `${option} := NULL`).join(', ')}) AS TABLE
   SELECT ${noteColumns('file_path')} FROM base.notes
   WHERE slipbox_glob_all(${globs}) OR CASE WHEN slipbox_glob_regex(${globs}) IS NULL THEN slipbox_glob(path, ${globs})
     ELSE regexp_matches(path, slipbox_glob_regex(${globs})) END`,
  listMacro(),
  ...Object.keys(markdownFunctions).map(markdownMacro),
];
