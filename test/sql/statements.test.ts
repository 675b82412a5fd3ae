import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlNotebook, type SqlNotebook, sampleFiles } from './sql-notebook.ts';

let notebook: SqlNotebook;

beforeAll(async () => {
  notebook = await openSqlNotebook(sampleFiles);
});
afterAll(() => notebook[Symbol.asyncDispose]());

const alpha = 'projects/alpha.md';
const beta = 'projects/beta.md';
const work = [alpha, beta];

/** A statement, and the values of its first column. */
const good: [sql: string, expected: unknown[]][] = [
  ['SELECT 1', [1]],
  ['select 1 as One', [1]],
  ['SeLeCt 2;', [2]],
  ['SELECT 3 ; -- the end', [3]],
  ["SELECT ';' AS semicolon", [';']],
  ["SELECT 'a;b' /* ; */ ;", ['a;b']],
  ['SELECT 4 -- a comment', [4]],
  ['-- first\nSELECT 5', [5]],
  ['/* first */ SELECT 6', [6]],
  ['WITH a AS (SELECT 7 AS x) SELECT x FROM a', [7]],
  ['with recursive n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n', [1, 2, 3]],
  ["FROM notes SELECT path WHERE path LIKE 'projects/b%'", [beta]],
  ['VALUES (8), (9)', [8, 9]],
  ['(SELECT 10)', [10]],
  ['SELECT 1 UNION SELECT 1', [1]],
  ['SELECT 1 UNION ALL SELECT 1', [1, 1]],
  ['SELECT x FROM (SELECT 11 AS x)', [11]],
  ['SELECT (SELECT count(*) FROM notes)', [7]],
  ['SELECT count(*) FROM notes', [7]],
  ["SELECT path FROM notes WHERE title = 'Project Alpha'", [alpha]],
  ["SELECT path FROM notes WHERE body LIKE '% delete %'", [alpha]],
  ["SELECT path FROM notes WHERE content LIKE '%Why?%'", [alpha]],
  ["SELECT path FROM notes WHERE content LIKE '%100\\%%' ESCAPE '\\'", [alpha]],
  ['SELECT \'DROP TABLE notes\' AS "insert"', ['DROP TABLE notes']],
  ["SELECT replace('abc', 'b', 'x')", ['axc']],
  ['SELECT \'update\' AS "update", \'delete\' AS "delete"', ['update']],
  ["SELECT file_path FROM read_markdown('**/*.md') WHERE words > 1000", []],
  ["SELECT file_path FROM read_markdown('projects/*.md') ORDER BY 1", work],
  ["SELECT file_path FROM read_markdown('projects/**') ORDER BY 1", [...work, 'projects/deep/gamma.MD']],
  ["SELECT file_path FROM read_markdown('projects/') ORDER BY 1", [...work, 'projects/deep/gamma.MD']],
  ["SELECT file_path FROM read_markdown('./projects/*.md', include_filepath := true) ORDER BY 1", work],
  ["SELECT file_path FROM read_markdown('projects/{alpha,beta}.md') ORDER BY 1", work],
  ["SELECT file_path FROM read_markdown('projects/[ab]*.md') ORDER BY 1", work],
  ["SELECT file_path FROM read_markdown('*.md')", ['index.md']],
  ["SELECT file_path FROM read_markdown('projects/?lpha.md')", [alpha]],
  ["SELECT file_path FROM read_markdown('notes/中*.md')", ['notes/中文笔记.md']],
  ["SELECT file_path FROM read_markdown('**/gamma.md')", ['projects/deep/gamma.MD']],
  ["SELECT file_path FROM read_markdown(['*.md', 'projects/alpha.md']) ORDER BY 1", ['index.md', alpha]],
  [
    "SELECT file_path FROM read_markdown('index.md') UNION SELECT file_path FROM read_markdown('projects/b*.md') ORDER BY 1",
    ['index.md', beta],
  ],
  ["SELECT b.file_path FROM read_markdown('*.md') a JOIN read_markdown('projects/a*.md') b ON true", [alpha]],
  ["SELECT file_path FROM read_markdown('proj' || 'ects/a*.md')", [alpha]],
  [
    "SELECT m.file_path FROM (VALUES ('index.md'), ('projects/b*.md')) t(g), read_markdown(t.g) m ORDER BY 1",
    ['index.md', beta],
  ],
  ["SELECT file_path FROM read_markdown((SELECT 'projects/a*.md'))", [alpha]],
  ["SELECT metadata['status'] FROM notes WHERE path = 'projects/alpha.md'", ['done']],
  ["SELECT metadata->>'status' FROM notes WHERE path = 'projects/alpha.md'", ['done']],
  ["SELECT path FROM notes WHERE metadata->>'status' = 'done'", [alpha]],
  ["SELECT path FROM notes WHERE words > 0 AND metadata->>'status' = 'done'", [alpha]],
  ["SELECT path FROM notes WHERE metadata->>'status' = 'done' AND data->>'active' = 'true'", [alpha]],
  [
    "SELECT path FROM notes WHERE path = 'index.md' OR data->>'status' = 'todo' ORDER BY 1",
    ['index.md', beta],
  ],
  ["SELECT path FROM notes WHERE folder = 'projects' AND NOT metadata->>'status' = 'todo'", [alpha]],
  ["SELECT path FROM notes WHERE words > 0 AND data->'nested'->>'key' = 'deep'", [alpha]],
  ["SELECT path FROM notes WHERE 'done' = metadata->>'status'", [alpha]],
  ["SELECT path FROM notes n WHERE words > 0 AND n.metadata->>'status' IN ('done', 'x')", [alpha]],
  ["SELECT path FROM notes WHERE words > 0 AND metadata->>'status' LIKE '完%'", ['notes/中文笔记.md']],
  ["SELECT (metadata->>'priority')::INTEGER FROM notes WHERE path = 'projects/alpha.md'", [3]],
  [
    "SELECT TRY_CAST(metadata['priority'] AS INTEGER) FROM notes WHERE folder = 'projects' ORDER BY path",
    [3, null],
  ],
  ["SELECT data->>'$.nested.key' FROM notes WHERE path = 'projects/alpha.md'", ['deep']],
  ["SELECT path FROM notes WHERE list_contains(tags, 'urgent')", [alpha]],
  ["SELECT path FROM notes WHERE list_contains(md_list(data, 'tags'), 'work') ORDER BY 1", work],
  ["SELECT md_list(data, 'tags') FROM notes WHERE path = 'projects/beta.md'", [['work']]],
  ["SELECT md_list(data, 'no \"such\\ key') FROM notes WHERE path = 'index.md'", [[]]],
  ["SELECT md_list(data, 'priority') FROM notes WHERE path = 'projects/alpha.md'", [['3']]],
  [
    'SELECT t FROM (SELECT unnest(tags) AS t FROM notes) GROUP BY t ORDER BY count(*) DESC, t LIMIT 2',
    ['work', 'errand'],
  ],
  ["SELECT tag FROM tags WHERE source = 'inline' ORDER BY tag", ['errand', 'inline/tag']],
  ["SELECT value FROM properties WHERE key = 'active'", [true]],
  ["SELECT text FROM headings WHERE path = 'projects/alpha.md' AND level = 2", ['Tasks']],
  ['SELECT text FROM tasks WHERE done', ['write ✅ 2026-01-15']],
  ['SELECT due FROM tasks WHERE due IS NOT NULL', ['2026-03-01']],
  ['SELECT priority FROM tasks WHERE indent > 0', ['high']],
  ["SELECT path FROM files WHERE path NOT LIKE '%.md' AND path NOT LIKE '%.MD'", ['img/pic.png']],
  ["SELECT target FROM links WHERE source = 'index.md' AND external", ['https://example.org']],
  ["SELECT target FROM links WHERE source = 'index.md' AND broken", ['nowhere']],
  ["SELECT heading FROM links WHERE source = 'projects/beta.md' AND broken", ['Missing']],
  ["SELECT target_path FROM links WHERE source = 'index.md' AND target = 'alpha'", [alpha]],
  ["SELECT alias FROM links WHERE source = 'projects/beta.md' AND alias IS NOT NULL", ['the first']],
  ["SELECT md_stats(content).heading_count FROM notes WHERE path = 'projects/alpha.md'", [2]],
  ["SELECT md_stats(content).code_block_count FROM notes WHERE path = 'projects/alpha.md'", [1]],
  ["SELECT md_extract_links(content)[3].url FROM notes WHERE path = 'index.md'", ['https://example.org']],
  ["SELECT md_extract_headers(content)[2].text FROM notes WHERE path = 'projects/alpha.md'", ['Tasks']],
  ["SELECT md_extract_code_blocks(content)[1].language FROM notes WHERE path = 'projects/alpha.md'", ['js']],
  ["SELECT len(md_extract_images(content)) FROM notes WHERE path = 'projects/alpha.md'", [2]],
  ["SELECT md_extract_metadata(content)['status'] FROM notes WHERE path = 'projects/beta.md'", ['todo']],
  ["SELECT md_to_text('# A **b** [c](d)')", ['A b c']],
  [
    "SELECT link.text FROM (SELECT unnest(md_extract_links(content)) AS link FROM notes WHERE path = 'index.md')",
    ['alpha', 'nowhere', 'site'],
  ],
  ["SELECT name FROM notes WHERE folder = 'projects/deep'", ['gamma']],
  ["SELECT body FROM notes WHERE path = 'projects/deep/gamma.MD'", ['# Gamma\n\nText.\n']],
  ["SELECT content FROM notes WHERE path = 'notes/empty.md'", ['']],
  ["SELECT aliases FROM notes WHERE path = 'projects/alpha.md'", [['A', 'First']]],
  ['SELECT count(*) FROM notes WHERE modified > now() - INTERVAL 1 DAY', [6]],
  ["SELECT path FROM notes WHERE created::DATE = DATE '2026-01-10'", [alpha]],
  ['SELECT title FROM notes QUALIFY row_number() OVER (ORDER BY path) = 1', ['Start']],
  ['SELECT count(*) FILTER (WHERE words = 0) FROM notes', [1]],
  ["SELECT string_agg(name, ',' ORDER BY name) FROM notes WHERE folder = 'projects'", ['alpha,beta']],
  ['SELECT CASE WHEN true THEN 1 ELSE 0 END', [1]],
  ['SELECT list_transform([1, 2], lambda x: x + 1)', [[2, 3]]],
  ['SELECT i FROM range(3) t(i)', [0, 1, 2]],
  ['SELECT * FROM generate_series(1, 2)', [1, 2]],
  ['SELECT key FROM json_each(\'{"a": 1}\')', ['a']],
  ['PIVOT (SELECT 1 AS a, 2 AS b) ON a IN (1) USING sum(b)', [2]],
  ['DESCRIBE files', ['path', 'size', 'modified']],
  ['SHOW TABLES', ['files', 'headings', 'links', 'notes', 'properties', 'tags', 'tasks']],
  ['SUMMARIZE SELECT 1 AS a', ['a']],
  ['EXPLAIN SELECT 1', ['physical_plan']],
  ['EXPLAIN ANALYZE SELECT 1;', ['analyzed_plan']],
];

describe('a statement that only reads the notebook runs', () => {
  test.each(good)('%s', async (sql, expected) => {
    const { rows, columns, total } = await notebook.query(sql);
    expect(rows.map((row) => row[columns[0]!.name])).toEqual(expected);
    expect(total).toBe(expected.length);
  });
});

/** A statement, and a part of what is said about it. */
const bad: [sql: string, message: RegExp][] = [
  ['', /it is empty/],
  ['   ', /it is empty/],
  [';', /it is empty/],
  ['-- nothing', /it is empty/],
  ['SELEC 1', /syntax error at or near "SELEC"/],
  ['SELECT', /SELECT clause without selection list|syntax error/],
  ['SELECT 1 +', /syntax error at end of input/],
  ['SELECT (1', /syntax error/],
  ["SELECT 'open", /unterminated/],
  ['SELECT 1\0', /NUL/],
  ['SELECT 1; SELECT 2', /2 statements/],
  ['SELECT 1; DROP TABLE notes', /2 statements/],
  ['SELECT 1;;SELECT 2', /2 statements/],
  ["INSERT INTO notes VALUES ('x')", /only a SELECT can be run \(INSERT\)/],
  ["UPDATE notes SET title = 'x'", /\(UPDATE\)/],
  ['DELETE FROM notes', /\(DELETE\)/],
  ['DROP TABLE notes', /\(DROP\)/],
  ['DROP VIEW notes', /\(DROP\)/],
  ['CREATE TABLE x (a INTEGER)', /\(CREATE\)/],
  ['CREATE TABLE x AS SELECT 1', /\(CREATE\)/],
  ['CREATE MACRO m() AS 1', /\(CREATE\)/],
  ['CREATE OR REPLACE VIEW notes AS SELECT 1', /\(CREATE\)/],
  ['ALTER TABLE notes RENAME TO x', /\(ALTER\)/],
  ['TRUNCATE notes', /\(TRUNCATE\)/],
  ["ATTACH 'x.db'", /\(ATTACH\)/],
  ['DETACH memory', /\(DETACH\)/],
  ['PRAGMA version', /\(PRAGMA\)/],
  ['PRAGMA enable_profiling', /\(PRAGMA\)/],
  ['SET threads = 4', /\(SET\)/],
  ["SET memory_limit = '100GB'", /\(SET\)/],
  ['RESET threads', /\(RESET\)/],
  ['USE memory', /\(USE\)/],
  ['INSTALL httpfs', /\(INSTALL\)/],
  ['LOAD httpfs', /\(LOAD\)/],
  ["COPY notes TO 'out.csv'", /\(COPY\)/],
  ["COPY (SELECT 1) TO '/tmp/out.csv'", /\(COPY\)/],
  ["EXPORT DATABASE 'out'", /\(EXPORT\)|only a SELECT|statements/],
  ["IMPORT DATABASE 'out'", /./],
  ['CALL pragma_version()', /\(CALL\)/],
  ['CHECKPOINT', /\(CHECKPOINT\)/],
  ['VACUUM', /\(VACUUM\)/],
  ['BEGIN', /\(BEGIN\)/],
  ['COMMIT', /\(COMMIT\)/],
  ['PREPARE x AS SELECT 1', /\(PREPARE\)/],
  ['EXECUTE x', /\(EXECUTE\)/],
  ['EXPLAIN ANALYZE DELETE FROM notes', /only a SELECT can be run/],
  ['EXPLAIN DROP TABLE notes', /only a SELECT can be run/],
  ["EXPLAIN ANALYZE SELECT * FROM read_text('/etc/passwd')", /read_text is not available/],
  ['/* SELECT */ DELETE FROM notes', /\(DELETE\)/],
  ['WITH a AS (DELETE FROM notes RETURNING *) SELECT * FROM a', /./],
  ['SELECT * INTO x FROM notes', /SELECT INTO not supported/],
  ['SELECT ?', /parameters have no value/],
  ['SELECT $name', /parameters have no value/],
  ["SELECT * FROM read_text('/etc/passwd')", /read_text is not available in FROM/],
  ["SELECT * FROM read_blob('**')", /read_blob is not available/],
  ["SELECT * FROM read_csv('/etc/passwd')", /read_csv is not available/],
  ["SELECT * FROM READ_CSV_AUTO('x')", /read_csv_auto is not available/],
  ["SELECT * FROM read_json('x')", /read_json is not available/],
  ["SELECT * FROM read_parquet('x')", /read_parquet is not available/],
  ["SELECT * FROM parquet_metadata('x')", /parquet_metadata is not available/],
  ["SELECT * FROM sniff_csv('/etc/passwd')", /sniff_csv is not available/],
  ["SELECT * FROM glob('/etc/*')", /glob is not available/],
  ["SELECT * FROM main.glob('/etc/*')", /glob is not available/],
  ["SELECT * FROM query('DROP TABLE notes')", /query is not available/],
  ["SELECT * FROM query_table('notes')", /query_table is not available/],
  ['SELECT * FROM duckdb_settings()', /duckdb_settings is not available/],
  ['SELECT * FROM duckdb_secrets()', /duckdb_secrets is not available/],
  ['SELECT * FROM pg_settings', /pg_settings is not available/],
  ['SELECT * FROM pg_catalog.pg_settings', /pg_settings is not available/],
  ['FROM duckdb_databases', /duckdb_databases is not available/],
  ["SELECT current_setting('home_directory')", /current_setting is not available/],
  ['SELECT * FROM pragma_version()', /pragma_version is not available/],
  ["SELECT * FROM enable_logging(storage => 'stdout')", /enable_logging is not available/],
  ['SELECT * FROM enable_profiling()', /enable_profiling is not available/],
  ["SELECT * FROM json_execute_serialized_sql('{}')", /json_execute_serialized_sql is not available/],
  ["SELECT write_log('x')", /write_log is not available/],
  ["SELECT ('x').write_log()", /write_log is not available/],
  ["SELECT getenv('HOME')", /getenv is not available/],
  ['SELECT slipbox_content(1)', /slipbox_content is not available/],
  ['SELECT * FROM slipbox_scan_notes()', /slipbox_scan_notes is not available/],
  ["SELECT 1 WHERE EXISTS (SELECT * FROM read_text('x'))", /read_text is not available/],
  ["WITH a AS (SELECT * FROM read_text('x')) SELECT 1", /read_text is not available/],
  ["SELECT * FROM notes UNION ALL SELECT * FROM read_csv('x')", /read_csv is not available/],
  ["SELECT * FROM '/etc/passwd'", /does not exist/],
  ["SELECT * FROM 'secret.csv'", /only the notebook can be read/],
  ['SELECT * FROM "../secret.parquet"', /only the notebook can be read/],
  ["FROM 'secret.json'", /only the notebook can be read/],
  ['SELECT * FROM nowhere', /Table with name nowhere does not exist/],
  ['SELECT * FROM note', /Did you mean "notes"/],
  ['SELECT titel FROM notes', /"titel" not found .*"title"/],
  ['SELECT nofunction(1)', /nofunction does not exist/],
  ["SELECT * FROM read_markdown('**', include_filepat := true)", /does not support the supplied arguments/],
  ['SELECT * FROM read_markdown()', /does not support the supplied arguments/],
  ["SELECT 'x'::INTEGER", /Could not convert string 'x' to INT32/],
  ["SELECT (metadata->>'status')::INTEGER FROM notes", /Could not convert string/],
  ['SELECT path FROM notes WHERE path = (SELECT path FROM notes)', /More than one row/],
  ['SELECT sum(title) FROM notes', /No function matches/],
  ["SELECT error('on purpose')", /on purpose/],
  [`SELECT '${'x'.repeat(100_001)}'`, /longer than 100000 characters/],
  ['SELECT \ud800', /half a character/],
];

describe('any other statement is refused, and told why', () => {
  test.each(bad.map(([sql, message]) => ({ title: sql.slice(0, 90), sql, message })))(
    '$title',
    async ({ sql, message }) => {
      const error = await notebook.query(sql).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'INVALID_SQL', message: expect.stringMatching(message) });
      expect((error as Error).message).toMatch(/^Invalid SQL query: /);
      expect((error as { hint: string }).hint).toMatch(/\S/);
    },
  );

  test('nothing of that has changed the notebook', async () => {
    expect(await notebook.rows('SELECT count(*) AS n FROM notes')).toEqual([{ n: 7 }]);
  });
});

const escapes = [
  '../*.md',
  '../../../etc/*',
  '/etc/*',
  '/',
  '~/x.md',
  'C:/x.md',
  'projects/../../x.md',
  'projects/..',
  '..',
  '.obsidian/*',
  '\\\\server\\share',
];

describe('a glob that leaves the notebook is PATH_TRAVERSAL', () => {
  const error = (glob: string) => ({ code: 'PATH_TRAVERSAL', message: `Path traversal blocked: ${glob}` });
  test.each(escapes)('%s', async (glob) => {
    const literal = `'${glob}'`;
    for (const sql of [
      `SELECT * FROM read_markdown(${literal})`,
      `SELECT file_path FROM read_markdown('**') UNION SELECT file_path FROM read_markdown(${literal})`,
      `SELECT file_path FROM read_markdown(['*.md', ${literal}])`,
      `SELECT file_path FROM read_markdown(${literal} || '')`,
      `SELECT m.file_path FROM (SELECT ${literal} AS g UNION ALL SELECT 'x') t, read_markdown(t.g) m`,
    ])
      await expect(notebook.query(sql), sql).rejects.toMatchObject(error(glob));
  });
});
