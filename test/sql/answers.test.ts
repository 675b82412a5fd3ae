import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMarkdownColumns, sqlFunctions, sqlTables } from '../../src/engine/query/sql/sql-schema.ts';
import { callAs } from '../support/open-notebook.ts';
import { openSqlNotebook, type SqlNotebook, sampleFiles } from './sql-notebook.ts';

let notebook: SqlNotebook;

beforeAll(async () => {
  notebook = await openSqlNotebook(sampleFiles);
});
afterAll(() => notebook[Symbol.asyncDispose]());

const value = async (expression: string) =>
  Object.values((await notebook.rows(`SELECT ${expression} AS v`))[0]!)[0];

describe('values come as JSON has them', () => {
  test.each<[expression: string, expected: unknown]>([
    ['NULL', null],
    ['true', true],
    ['9007199254740991::BIGINT', 9007199254740991],
    ['9007199254740992::BIGINT', '9007199254740992'],
    ['(-9007199254740992)::BIGINT', '-9007199254740992'],
    ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727'],
    ['18446744073709551615::UBIGINT', '18446744073709551615'],
    ['7::HUGEINT', 7],
    ['200::UTINYINT', 200],
    ['1.5::DOUBLE', 1.5],
    ["'NaN'::DOUBLE", 'NaN'],
    ["'-Infinity'::DOUBLE", '-Infinity'],
    ['1.10::DECIMAL(10,2)', 1.1],
    ['0.1::DECIMAL(18,3) + 0.2', 0.3],
    ['12345678901234567890.12::DECIMAL(38,2)', '12345678901234567890.12'],
    ["DATE '2026-02-28'", '2026-02-28'],
    ["TIMESTAMP '2026-02-28 12:34:56'", '2026-02-28T12:34:56Z'],
    ["TIMESTAMP '2026-02-28 12:34:56.789'", '2026-02-28T12:34:56.789Z'],
    ["TIMESTAMPTZ '2026-02-28 12:34:56+02'", '2026-02-28T10:34:56Z'],
    ["TIMESTAMP_S '2026-02-28 12:34:56'", '2026-02-28T12:34:56Z'],
    ["TIMESTAMP_NS '2026-02-28 12:34:56'", '2026-02-28T12:34:56Z'],
    ["TIME '12:34:56'", '12:34:56'],
    ['INTERVAL 3 DAY', '3 days'],
    ["MAP {'a': 1, 'b': NULL}", { a: 1, b: null }],
    ['MAP {1: [2]}', { '1': [2] }],
    ["{'x': 1, 'y': {'z': [DATE '2026-01-01']}}", { x: 1, y: { z: ['2026-01-01'] } }],
    ['[[1], NULL, []]', [[1], null, []]],
    ['[1, 2]::INTEGER[2]', [1, 2]],
    ["'\\xAB'::BLOB", '\\xAB'],
    ["'11111111-2222-3333-4444-555555555555'::UUID", '11111111-2222-3333-4444-555555555555'],
    ["'b'::ENUM('a', 'b')", 'b'],
    ["'0101'::BIT", '0101'],
    ['union_value(n := 3)', 3],
    ['\'{"a": [1, {"b": null}]}\'::JSON', { a: [1, { b: null }] }],
    ['[\'{"a": 1}\'::JSON]', [{ a: 1 }]],
    ["'🎉 中文 \u00e9'", '🎉 中文 é'],
  ])('%s', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  test('columns of one name are kept apart', async () => {
    const { rows, columns } = await notebook.query('SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS "__proto__"');
    expect(Object.values(rows[0]!)).toEqual([1, 2, 3, 4]);
    expect(new Set(columns.map(({ name }) => name)).size).toBe(4);
  });

  test('path is added where there is only file_path', async () => {
    const { rows, columns } = await notebook.query("SELECT file_path FROM read_markdown('index.md')");
    expect(rows).toEqual([{ file_path: 'index.md', path: 'index.md' }]);
    expect(columns.map(({ name }) => name)).toEqual(['file_path', 'path']);
    expect(await notebook.rows("SELECT 'x' AS file_path, 'y' AS path")).toEqual([
      { file_path: 'x', path: 'y' },
    ]);
  });

  test('a huge value is cut, and a huge answer ends with what fits', async () => {
    const long = (await value("repeat('x', 3000000)")) as string;
    expect(long).toHaveLength(1_000_001);
    expect(long.endsWith('…')).toBe(true);
    const { rows, total } = await notebook.query("SELECT i, repeat('x', 100000) AS t FROM range(500) r(i)");
    expect(total).toBe(500);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.length).toBeLessThan(60);
  });
});

describe('what is described is what there is', () => {
  test.each(sqlTables.map(({ name, columns }) => ({ name, columns })))(
    'table $name',
    async ({ name, columns }) => {
      const found = await notebook.rows(`SELECT column_name, column_type FROM (DESCRIBE ${name})`);
      expect(found).toEqual(
        columns.map((column) => ({ column_name: column.name, column_type: column.type })),
      );
      for (const column of columns) expect(column.description).toMatch(/\S/);
    },
  );

  test('read_markdown', async () => {
    const found = await notebook.rows(
      "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_markdown('**'))",
    );
    expect(found).toEqual(
      readMarkdownColumns.map(({ name, type }) => ({ column_name: name, column_type: type })),
    );
  });

  test.each(
    sqlFunctions.filter(({ returns }) => returns !== 'table').map(({ call, returns }) => ({ call, returns })),
  )('$call', async ({ call, returns }) => {
    const [row] = await notebook.rows(
      `SELECT column_type FROM (DESCRIBE SELECT ${call} FROM notes WHERE path = 'index.md')`,
    );
    const plain = (type: unknown) => String(type).replaceAll('"', '');
    expect(plain(row!.column_type)).toBe(plain(returns));
  });

  test('a function of nothing is nothing', async () => {
    for (const { name, returns } of sqlFunctions)
      if (returns !== 'table' && name !== 'md_list') expect(await value(`${name}(NULL)`)).toBeNull();
  });
});

describe('pages', () => {
  test('limit and offset lie on top of the statement, and the total is the whole', async () => {
    const sql = 'SELECT i FROM range(25) t(i) ORDER BY i DESC LIMIT 22';
    const first = await notebook.query(sql, { limit: 10 });
    expect([first.rows.map(({ i }) => i), first.total]).toEqual([
      [24, 23, 22, 21, 20, 19, 18, 17, 16, 15],
      22,
    ]);
    const last = await notebook.query(sql, { limit: 10, offset: 20 });
    expect([last.rows.map(({ i }) => i), last.total]).toEqual([[4, 3], 22]);
    const past = await notebook.query(sql, { limit: 10, offset: 30 });
    expect([past.rows, past.total]).toEqual([[], 22]);
    const none = await notebook.query('SELECT 1 WHERE false');
    expect([none.rows, none.total]).toEqual([[], 0]);
  });

  test('what was run is the statement as written', async () => {
    const sql = "SELECT path FROM notes WHERE path LIKE 'p%' ORDER BY path";
    expect((await notebook.query(sql)).executed).toBe(sql);
  });

  test('the pages of a statement together are its rows, in its order', async () => {
    const statements = [
      'SELECT i % 7 AS a, count(*) AS n FROM range(300) t(i) GROUP BY a ORDER BY a DESC',
      'SELECT i, i % 3 AS m FROM range(120) t(i) ORDER BY m, i DESC',
      "SELECT 'x' || i AS s FROM range(90) t(i) UNION ALL SELECT 'y' ORDER BY s",
      'SELECT tag, count(*) AS n FROM tags GROUP BY tag',
      'SELECT path, line FROM headings',
      'SELECT DISTINCT i % 11 AS d FROM range(500) t(i)',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...statements),
        fc.integer({ min: 1, max: 130 }),
        async (sql, limit) => {
          const whole = await notebook.query(sql);
          const pages: unknown[] = [];
          for (let offset = 0; offset < whole.total; offset += limit) {
            const page = await notebook.query(sql, { limit, offset });
            expect(page.total).toBe(whole.total);
            pages.push(...page.rows);
          }
          expect(pages).toEqual(whole.rows);
        },
      ),
      { numRuns: 25 },
    );
  }, 20_000);

  test('rows without end come in one page, and the limit is at most a thousand', async () => {
    const { rows, total } = await notebook.query('SELECT i FROM range(2000000) t(i)', { limit: 5000 });
    expect([rows.length, total]).toEqual([1000, 2_000_000]);
  });
});

describe('an answer is as fresh as the folder', () => {
  test('notes that come, change and go between statements', async () => {
    await using fresh = await openSqlNotebook({ 'a.md': '---\nn: 1\n---\n#x [[b]]\n' });
    const sum = () => fresh.rows("SELECT count(*) AS notes, sum((data->>'n')::INTEGER) AS n FROM notes");
    const links = () => fresh.rows('SELECT source, target_path, broken FROM links ORDER BY source');
    expect(await sum()).toEqual([{ notes: 1, n: 1 }]);
    expect(await links()).toEqual([{ source: 'a.md', target_path: null, broken: true }]);
    fresh.folder.write('b.md', '---\nn: 10\n---\n');
    expect(await sum()).toEqual([{ notes: 2, n: 11 }]);
    expect(await links()).toEqual([{ source: 'a.md', target_path: 'b.md', broken: false }]);
    fresh.folder.write('a.md', '---\nn: 5\n---\nchanged\n');
    expect(await sum()).toEqual([{ notes: 2, n: 15 }]);
    expect(await fresh.rows("SELECT body FROM notes WHERE path = 'a.md'")).toEqual([{ body: 'changed\n' }]);
    expect(await fresh.rows('SELECT count(*) AS n FROM tags')).toEqual([{ n: 0 }]);
    rmSync(fresh.folder.path('b.md'));
    expect(await sum()).toEqual([{ notes: 1, n: 5 }]);
  });

  test('copies of a large notebook follow every change', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2100 }, (_, i) => [
        `f${i % 30}/n${i}.md`,
        `---\nn: ${i % 3}\ntags: [t${i % 5}]\n---\n[[n${i + 1}]]\n`,
      ]),
    );
    await using large = await openSqlNotebook(files);
    const { index } = await large.engine.notebook(undefined, large.call);
    await index.bringUpToDate(large.call, { rebuild: false });
    const all = async () => ({
      notes: await large.rows(
        "SELECT data->>'n' AS n, count(*) AS c, sum(words) AS w FROM notes GROUP BY ALL ORDER BY ALL",
      ),
      tags: await large.rows('SELECT tag, count(*) AS c FROM tags GROUP BY ALL ORDER BY ALL'),
      properties: await large.rows('SELECT key, count(*) AS c FROM properties GROUP BY ALL ORDER BY ALL'),
      links: await large.rows(
        'SELECT broken, count(*) AS c, count(target_path) AS t FROM links GROUP BY ALL ORDER BY ALL',
      ),
    });
    const before = await all();
    expect(before.links).toEqual([
      { broken: false, c: 2099, t: 2099 },
      { broken: true, c: 1, t: 0 },
    ]);
    const plan = async (table: string) =>
      JSON.stringify(await large.rows(`EXPLAIN SELECT path FROM ${table}`)).includes('SLIPBOX_SCAN');
    await expect
      .poll(async () => (await plan('notes')) || (await plan('tags')), { timeout: 15_000, interval: 200 })
      .toBe(false);
    expect(await all()).toEqual(before);
    large.folder.write('f0/n0.md', '---\nn: 1\ntags: [t1, other]\n---\nmany new words [[nowhere]]\n');
    large.folder.write('new.md', '---\nn: 2\n---\n[[n5]]\n');
    rmSync(large.folder.path('f1/n1.md'));
    const after = await all();
    expect(after.notes).toEqual([
      { n: '0', c: 699, w: 699 },
      { n: '1', c: 700, w: 703 },
      { n: '2', c: 701, w: 701 },
    ]);
    expect(after.tags.find(({ tag }) => tag === 'other')).toEqual({ tag: 'other', c: 1 });
    expect(after.links).toEqual([
      { broken: false, c: 2098, t: 2098 },
      { broken: true, c: 2, t: 0 },
    ]);
    await expect.poll(() => plan('notes'), { timeout: 10_000, interval: 200 }).toBe(false);
    expect(await all()).toEqual(after);
    const newest = await large.rows(
      "SELECT path, content FROM notes WHERE folder = '' ORDER BY modified DESC LIMIT 3",
    );
    expect(newest).toEqual([{ path: 'new.md', content: '---\nn: 2\n---\n[[n5]]\n' }]);
  }, 60_000);
});

describe('a caller meets only what it may see', () => {
  const files = {
    'open/a.md': '---\nk: open\n---\n#seen [[secret]] [[b]]\n- [ ] open task\n# Open\n',
    'open/b.md': '# B\n',
    'hidden/secret.md': '---\nk: secretvalue\n---\n#secrettag [[a]]\n- [ ] secret task\n# Secret heading\n',
    'hidden/pic.png': 'x',
  };

  test('in every table and function', async () => {
    await using scoped = await openSqlNotebook(files);
    const call = callAs(['open/**']);
    const seen = async (sql: string) => JSON.stringify((await scoped.query(sql, { call })).rows);
    for (const { name } of sqlTables) {
      expect(await scoped.rows(`SELECT count(*) AS n FROM ${name}`), name).not.toEqual([{ n: 0 }]);
      const shown = await seen(`SELECT * FROM ${name}`);
      expect(shown, name).toContain('open/');
      expect(shown.replaceAll('[[secret]]', '').replaceAll('"target":"secret"', ''), name).not.toMatch(
        /secret|hidden/i,
      );
    }
    for (const sql of [
      "SELECT * FROM read_markdown('**/*.md') WHERE file_path LIKE 'hidden%'",
      "SELECT * FROM read_markdown('hidden/*.md')",
      "SELECT content FROM notes WHERE content LIKE '%secretvalue%'",
      "SELECT * FROM base.notes WHERE path LIKE 'hidden%'",
    ])
      expect(await seen(sql), sql).toBe('[]');
    expect(await seen('SELECT target, target_path, broken FROM links ORDER BY target')).toBe(
      '[{"target":"b","target_path":"open/b.md","broken":false},{"target":"secret","target_path":null,"broken":true}]',
    );
    expect(await seen('SELECT count(*) AS n FROM notes')).toBe('[{"n":2}]');
    expect(await scoped.rows('SELECT count(*) AS n FROM notes')).toEqual([{ n: 3 }]);
    expect(await seen('SELECT min(path) AS p FROM notes')).toBe('[{"p":"open/a.md"}]');
    const error = await scoped
      .query('SELECT secretvalue FROM notes', { call })
      .catch((thrown: Error) => thrown);
    expect((error as Error).message.replace('"secretvalue"', '')).not.toMatch(/secret|hidden/);
  });

  test('a caller without anything', async () => {
    await using scoped = await openSqlNotebook(files);
    expect(await scoped.rows('SELECT * FROM notes', { call: callAs([]) })).toEqual([]);
    expect(await scoped.rows('SELECT * FROM files', { call: callAs(['nowhere/**']) })).toEqual([]);
  });
});
