import * as duck from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SlipboxError } from '../../src/engine/errors.ts';
import { ScopedDatabase } from '../../src/engine/query/sql/scoped-database.ts';
import { checkStatement } from '../../src/engine/query/sql/statement.ts';
import { makeTempFolder, type TempFolder } from '../support/temp-folder.ts';
import { openSqlNotebook, type SqlNotebook, sampleFiles } from './sql-notebook.ts';

// Whatever a statement is made of: it gives rows of this notebook or an error that says why, the process lives, and
// nothing that lies outside is read.

const gateRuns = 8000;
const statementRuns = 1000;
const globRuns = 500;
const secret = 'OUTSIDE-THE-NOTEBOOK';

let outside: TempFolder;
let notebook: SqlNotebook;
let gate: ScopedDatabase;

beforeAll(async () => {
  outside = makeTempFolder();
  outside.write('secret.md', `# ${secret}\n`);
  outside.write('secret.csv', `a,b\n${secret},1\n`);
  outside.write('secret.json', `{"a": "${secret}"}`);
  notebook = await openSqlNotebook({ ...sampleFiles, 'secret.csv': `a,b\n${secret},1\n` });
  const memory = { database: 2 ** 28, process: 2 ** 32 };
  gate = await ScopedDatabase.open(
    duck,
    { root: notebook.folder.root, scope: 'all', memory },
    () => undefined,
  );
});
afterAll(async () => {
  gate.close();
  await notebook[Symbol.asyncDispose]();
  outside[Symbol.dispose]();
});

const word = fc.constantFrom(
  ...'SELECT FROM WHERE WITH AS notes tags links tasks headings files properties path title content body metadata data'.split(
    ' ',
  ),
  ...'words ORDER BY GROUP LIMIT 1 2 0 -1 NULL true * , ( ) [ ] { } = < > != || -> ->> :: . ; AND OR NOT IN LIKE'.split(
    ' ',
  ),
  ...'UNION ALL JOIN ON LATERAL EXPLAIN ANALYZE DESCRIBE SHOW SUMMARIZE PIVOT VALUES USING SAMPLE QUALIFY OVER'.split(
    ' ',
  ),
  ...'INSERT INTO UPDATE SET DELETE DROP CREATE TABLE ALTER ATTACH COPY TO PRAGMA CALL LOAD INSTALL EXPORT BEGIN USE'.split(
    ' ',
  ),
  ...'count(*) sum( max( unnest( range(3) lambda x : md_stats( md_list( read_markdown( read_text( read_csv( glob('.split(
    ' ',
  ),
  ...'query( query_table( enable_logging( duckdb_settings() getenv( slipbox_content( slipbox_scan_notes() write_log('.split(
    ' ',
  ),
  "'**/*.md'",
  "'../*'",
  "'/etc/passwd'",
  "'status'",
  "'x'",
  '"notes"',
  "'",
  '"',
  '--',
  '/*',
  '*/',
  '$$',
  '?',
  '$1',
  '\n',
  '中',
  '🎉',
);
const soup = fc
  .array(fc.oneof({ weight: 8, arbitrary: word }, fc.string({ maxLength: 6, unit: 'binary' })), {
    maxLength: 14,
  })
  .map((parts) => parts.join(' '));
const anything = fc.oneof(
  soup,
  fc.string({ maxLength: 60, unit: 'binary' }),
  soup.map((text) => `SELECT ${text}`),
);

/** Statements that mostly parse. */
const path = fc.oneof(
  fc.constantFrom('secret.csv', 'secret.md', '*', '**', '/etc/passwd', '../secret.csv'),
  fc.constant(0).map(() => `${outside.root}/secret.csv`),
  fc.constant(0).map(() => `${outside.root}/*.md`),
);
const quoted = path.map((one) => `'${one}'`);
const reader = fc.constantFrom(
  'read_text',
  'read_csv',
  'read_blob',
  'read_json',
  'read_markdown',
  'glob',
  'sniff_csv',
  'parquet_scan',
  'query',
  'query_table',
  'MAIN.read_text',
  '"read_text"',
);
const source = fc.oneof(
  fc.constantFrom(
    'notes',
    'tags',
    'links',
    'files',
    'tasks',
    'base.notes',
    'direct.tags',
    'information_schema.tables',
    'duckdb_tables',
    'sqlite_master',
  ),
  fc.tuple(reader, quoted).map(([name, file]) => `${name}(${file})`),
  fc.tuple(reader, quoted).map(([name, file]) => `${name}(${file} || '')`),
  quoted,
  path.map((one) => `"${one}"`),
);
const expression = fc.oneof(
  fc.constantFrom(
    '*',
    '1',
    'count(*)',
    'path',
    'content',
    'md_to_text(content)',
    "current_setting('home_directory')",
    'title AS t',
    '#1',
    'COLUMNS(*)',
  ),
  quoted.map((file) => `read_text(${file})`),
  quoted.map((file) => `(SELECT max(content) FROM read_text(${file}))`),
);
const statement = fc
  .tuple(
    expression,
    source,
    source,
    fc.constantFrom(
      'SELECT E FROM S',
      'SELECT E FROM S, T',
      'SELECT E FROM S UNION ALL SELECT E FROM T',
      'WITH a AS (SELECT E FROM S) SELECT * FROM a',
      'SELECT E FROM S WHERE EXISTS (FROM T)',
      'FROM S',
      'DESCRIBE SELECT E FROM S',
      'SUMMARIZE S',
      'EXPLAIN ANALYZE SELECT E FROM S',
      'SELECT E FROM S ORDER BY ALL LIMIT 3',
      "COPY (SELECT E FROM S) TO 'out.csv'",
      'CREATE TABLE x AS SELECT E FROM S',
      'SELECT E FROM S LIMIT (SELECT count(*) FROM T)',
      'PIVOT S ON path USING count(*)',
    ),
  )
  .map(([e, s, t, shape]) =>
    shape
      .replaceAll('E FROM', `${e} FROM`)
      .replaceAll('S,', `${s},`)
      .replace(/\bS\b/g, () => s)
      .replace(/\bT\b/g, () => t),
  );

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work);
  } catch (error) {
    expect(error).toBeInstanceOf(SlipboxError);
    const { code, message, hint } = error as SlipboxError;
    expect(['INVALID_SQL', 'PATH_TRAVERSAL', 'QUERY_TIMEOUT'], message).toContain(code);
    expect(hint).toMatch(/\S/);
    return message;
  }
}

const passed: string[] = [];

test(`the gate takes any text (${gateRuns})`, async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      try {
        const { sql, nests } = await checkStatement(gate.connection, text);
        if (passed.length < 150) passed.push(text);
        expect(nests || /^EXPLAIN /.test(sql)).toBe(true);
      } catch (error) {
        // what DuckDB's parser says is turned into INVALID_SQL one floor above
        expect((error as Error).message).toMatch(/\S/);
      }
    }),
    { numRuns: gateRuns },
  );
}, 40_000);

test('what has passed the gate gives rows or a reason', async () => {
  for (const sql of passed) await outcome(notebook.query(sql, { limit: 5, timeoutMs: 2000 }));
  expect(passed.length).toBeGreaterThan(20);
}, 40_000);

test(`no statement reads a file that is no note (${statementRuns})`, async () => {
  await fc.assert(
    fc.asyncProperty(statement, async (sql) => {
      const said = await outcome(notebook.query(sql, { limit: 20, timeoutMs: 5000 }));
      expect(said, sql).not.toContain(secret);
      expect(said, sql).not.toContain('root:');
    }),
    { numRuns: statementRuns },
  );
  expect(await notebook.rows('SELECT count(*) AS n FROM notes')).toEqual([{ n: 7 }]);
}, 40_000);

test(`no glob leads out (${globRuns})`, async () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '*',
    '**',
    '/',
    '//',
    '\\',
    '{',
    '}',
    ',',
    '[',
    ']',
    '!',
    '~',
    'C:',
    'etc',
    'projects',
    'alpha.md',
    '.md',
    '%2e%2e',
    '\u202e',
    'a',
  );
  const up = fc.constant(0).map(() => `${outside.root}/**`);
  const glob = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
    up,
  );
  const all = new Set(await notebook.paths());
  await fc.assert(
    fc.asyncProperty(glob, fc.boolean(), async (text, computed) => {
      const literal = `'${text.replaceAll("'", "''")}'`;
      const sql = `SELECT file_path, content FROM read_markdown(${computed ? `${literal} || ''` : literal})`;
      try {
        const rows = await notebook.rows(sql);
        for (const { file_path: found, content } of rows) {
          expect(all.has(found as string), text).toBe(true);
          expect(content).not.toContain(secret);
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'PATH_TRAVERSAL' });
      }
    }),
    { numRuns: globRuns },
  );
}, 40_000);
