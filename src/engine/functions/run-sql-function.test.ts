import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionNotebook, openFunctions } from './testing-functions.ts';

let notebook: FunctionNotebook;
beforeAll(async () => {
  notebook = await openFunctions({
    'a.md': '---\nstatus: open\nmodified: 2026-01-27\n---\n# Alpha\n\none two three #work',
    'b.md': "---\nstatus: it's\nmodified: 2026-01-10\n---\n# Beta\n\none #home",
    'secret/c.md': '# Gamma\n\none',
  });
});
afterAll(() => notebook.close());

const rowsOf = async (source: string, options: Parameters<FunctionNotebook['run']>[1] = {}) => {
  notebook.save('q.sql', source);
  const answer = await notebook.run('q', options);
  if (!('rows' in answer)) throw new Error('no rows');
  return answer;
};

test('parameters are literals, whatever is in them', async () => {
  const source = `-- param status string\n-- param least number = 1\n-- param all bool = true
SELECT path, {{status}} AS given, 'x{{status}}' AS inner, {{all}} AS everything FROM notes
WHERE (data->>'status' = {{status}} OR {{all}}) AND words >= {{least}} AND path NOT LIKE 'secret/%' ORDER BY path -- {{unknown}}`;
  for (const status of ["it's", "'; DROP TABLE notes; --", '{{all}}', "\\'", '$$', '']) {
    const { rows, total } = await rowsOf(source, { args: { status } });
    expect(total).toBe(2);
    expect(rows[0]).toEqual({ path: 'a.md', given: status, inner: `x${status}`, everything: true });
  }
  const { rows } = await rowsOf(source, { args: { status: "it's", all: false, least: -1 } });
  expect(rows.map(({ path }) => path)).toEqual(['b.md']);
});

test('lists and dates are literals too; tokens need no parameter', async () => {
  const source = `-- param names list\n-- param since date = today-7
SELECT path FROM notes WHERE title IN ({{names}}) AND modified >= {{since}}::DATE AND modified < '{{tomorrow}}'::DATE`;
  const titles = ['Alpha', 'Beta', "O'Neill"];
  expect((await rowsOf(source, { args: { names: titles } })).rows).toEqual([{ path: 'a.md' }]);
  const all = await rowsOf(source, { args: { names: titles, since: '2026-01-01' } });
  expect(all.total).toBe(2);
  await expect(rowsOf(source, { args: { names: [] } })).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
    details: { parameter: 'args.names' },
  });
});

test('limit and offset page through what the statement gives', async () => {
  const source = 'SELECT * FROM range(7) r(n) ORDER BY n';
  const pages = await Promise.all([0, 3, 6, 9].map((offset) => rowsOf(source, { limit: 3, offset })));
  expect(pages.flatMap(({ rows }) => rows.map(({ n }) => n))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
});

test('a caller sees what it may see', async () => {
  const call = { caller: { visible: ['*.md'], writable: [] } };
  const { rows } = await rowsOf('SELECT path FROM notes ORDER BY path', { call });
  expect(rows).toEqual([{ path: 'a.md' }, { path: 'b.md' }]);
});

test.each([
  ['SELECT * FROM nowhere', 'FUNCTION_FAILED'],
  ['DELETE FROM notes', 'FUNCTION_FAILED'],
  ["COPY (SELECT 1) TO 'out.csv'", 'FUNCTION_FAILED'],
  ["SELECT * FROM read_text('/etc/passwd')", 'FUNCTION_FAILED'],
  ["SELECT * FROM read_markdown('../*.md')", 'PATH_TRAVERSAL'],
  ['SELECT 1; SELECT 2', 'FUNCTION_FAILED'],
  ['INSTALL httpfs', 'FUNCTION_FAILED'],
  ['', 'FUNCTION_FAILED'],
])('%s is refused as SQL from anywhere is', async (source, code) => {
  await expect(rowsOf(source)).rejects.toMatchObject({ code });
});

test('what is wrong with the statement is said of the function', async () => {
  await expect(rowsOf('SELECT nothing FROM notes')).rejects.toMatchObject({
    message: expect.stringMatching(/^Function q failed: Invalid SQL query: Binder Error: .*nothing/),
    details: { function: 'q', path: '.slipbox/functions/q.sql', reason: 'sql' },
  });
});

test.each([
  ['SELECT {{tag}}', 'unknown {{tag}}'],
  ['SELECT {{env:HOME}}', 'unknown {{env:HOME}}'],
  ['-- param a string = x\nSELECT 1 AS "{{a}}"', '{{a}} stands in a quoted name or a dollar-quoted text'],
  ['-- param a string = x\nSELECT $${{a}}$$', '{{a}} stands in a quoted name or a dollar-quoted text'],
])('%s is a function that cannot be used', async (source, problem) => {
  await expect(rowsOf(source)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: `Invalid function q in .slipbox/functions/q.sql: ${problem}`,
  });
});

test('a call that is cancelled ends', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  const source = 'SELECT count(*) FROM range(100000000) a, range(100000000) b';
  const began = performance.now();
  await expect(rowsOf(source, { call: { signal: stop.signal } })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect(performance.now() - began).toBeLessThan(5_000);
});
