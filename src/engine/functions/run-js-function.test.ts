import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeNote } from '../../../test/scratch-notebook.ts';
import { type FunctionNotebook, openFunctions } from './testing-functions.ts';

let notebook: FunctionNotebook;
beforeAll(async () => {
  notebook = await openFunctions({
    'a.md':
      '---\nid: n1\nstatus: open\n---\n# Alpha\n\nAbout rockets. [[b]] and [site](https://example.org/x) #work\n',
    'b.md': '# Beta\n\nAbout gardens. [[a]] [[missing]]\n',
    'private/c.md': '# Gamma\n\nAbout rockets. [[a]]\n',
  });
});
afterAll(() => notebook.close());

const runJs: FunctionNotebook['runJs'] = (source, options) => notebook.runJs(source, options);

test('a function is main, or what is exported as default; either may be async', async () => {
  expect(await runJs('function main(args) { return { got: args.n }; }')).toEqual({ value: {} });
  const source = '// param n number\nconst main = async ({ n }) => { await null; return n + 1; };';
  expect(await runJs(source, { args: { n: 41 } })).toEqual({ value: 42 });
  expect(await runJs('const x = await Promise.resolve(5);\nexport default () => x')).toEqual({ value: 5 });
});

test('arguments come with their types', async () => {
  const source = `// param s string
// param n number = 2
// param b bool = true
// param d date = today
// param l list = a,b
function main(args) { return args }`;
  expect(await runJs(source, { args: { s: 'it\'s "x" \u2028 😀' } })).toEqual({
    value: { s: 'it\'s "x" \u2028 😀', n: 2, b: true, d: '2026-01-28', l: ['a', 'b'] },
  });
});

test('a list comes in pages of rows, anything else as it is', async () => {
  const source = 'export default () => Array.from({ length: 7 }, (_, n) => ({ n }))';
  const pages = await Promise.all([0, 3, 6, 9].map((offset) => runJs(source, { limit: 3, offset })));
  expect(pages.flatMap((page) => ('rows' in page ? page.rows : []))).toEqual(
    Array.from({ length: 7 }, (_, n) => ({ n })),
  );
  expect(pages.map((page) => 'total' in page && page.total)).toEqual([7, 7, 7, 7]);
  expect(await runJs('export default () => [1, "a", null, [2], { x: 1 }]')).toEqual({
    rows: [{ value: 1 }, { value: 'a' }, { value: null }, { value: [2] }, { x: 1 }],
    total: 5,
  });
  const values = 'export default () => ({ a: undefined, f() {}, d: new Date(0), n: NaN })';
  expect(await runJs(values)).toEqual({ value: { d: '1970-01-01T00:00:00.000Z', n: null } });
  expect(await runJs('export default () => {}')).toEqual({ value: null });
});

test('notes can be listed, read, searched and followed', async () => {
  const source = `export default (_, notes) => ({
    list: notes.list({ pattern: '*.md', limit: 1, offset: 1 }),
    note: notes.get('n1'),
    bare: notes.get('Beta', { content: false }),
    search: notes.search('rockets', { limit: 5 }).rows.map((row) => row.path).sort(),
    links: notes.links('a.md'),
    backlinks: notes.backlinks('a').rows.map(({ source, line, raw }) => ({ source, line, raw })),
    same: notes === globalThis.notes,
  })`;
  const answer = await runJs(source);
  expect(answer).toMatchObject({
    value: {
      list: { rows: [{ path: 'b.md', title: 'Beta', tags: [] }], total: 2 },
      note: {
        path: 'a.md',
        properties: { id: 'n1', status: 'open' },
        content: expect.stringMatching(/^---\nid: n1/),
      },
      bare: { path: 'b.md', words: expect.any(Number) },
      search: ['a.md', 'private/c.md'],
      links: {
        internal: { rows: [{ line: 7, raw: '[[b]]', path: 'b.md' }], total: 1 },
        external: { rows: [{ url: 'https://example.org/x' }], total: 1 },
      },
      backlinks: [
        { source: 'b.md', line: 3, raw: '[[a]]' },
        { source: 'private/c.md', line: 3, raw: '[[a]]' },
      ],
      same: true,
    },
  });
  expect((answer as { value: { bare: object } }).value.bare).not.toHaveProperty('content');
});

test('a note changed on disk is seen changed', async () => {
  const source = "export default (_, notes) => notes.get('fresh').title";
  writeNote(notebook.scratch.root, 'fresh.md', '# One');
  expect(await runJs(source)).toEqual({ value: 'One' });
  writeNote(notebook.scratch.root, 'fresh.md', '# Two');
  expect(await runJs(source)).toEqual({ value: 'Two' });
});

test('a function sees what its caller may see', async () => {
  const source = `export default (_, notes) => {
    let code;
    try { notes.get('private/c.md') } catch (error) { code = error.code }
    return {
      code,
      paths: notes.list().rows.map((row) => row.path),
      found: notes.search('rockets').total,
      backlinks: notes.backlinks('a').total,
    };
  }`;
  const call = { caller: { visible: ['a.md', 'b.md'], writable: ['**'] } };
  expect(await runJs(source, { call })).toEqual({
    value: { code: 'NOTE_NOT_FOUND', paths: ['a.md', 'b.md'], found: 1, backlinks: 1 },
  });
});

test('what is wrong in a call of notes is an error a function can catch', async () => {
  const calls = [
    "notes.get('nowhere')",
    'notes.get()',
    "notes.get('a', { text: true })",
    "notes.get('a', { content: 1 })",
    "notes.list('*.md')",
    'notes.list({ limit: 0 })',
    'notes.list({ limit: 1.5 })',
    'notes.list({ offset: -1 })',
    'notes.list({ pattern: 7 })',
    "notes.list({ pattern: '../**' })",
    "notes.search('')",
    "notes.search('?!')",
    "notes.links('nowhere')",
    "notes.backlinks({ toJSON: () => 'nowhere' })",
  ];
  const source = `export default (_, notes) => [${calls.map((call) => `() => ${call}`).join(',')}].map((one) => {
    try { return one() } catch (error) { return error.code }
  })`;
  const answer = await runJs(source);
  const codes = 'rows' in answer ? answer.rows.map(({ value }) => value) : [];
  const invalid = 'INVALID_PARAMS';
  expect(codes).toEqual([
    'NOTE_NOT_FOUND',
    ...Array.from({ length: 8 }, () => invalid),
    'PATH_TRAVERSAL',
    invalid,
    invalid,
    'NOTE_NOT_FOUND',
    'NOTE_NOT_FOUND',
  ]);
});

test('what is printed comes along, so much of it', async () => {
  const { logs } = await runJs(`export default () => {
    console.log('a', 1, { b: [2] }, null, undefined, Symbol('s'), new Error('e'));
    console.warn('x'.repeat(5000));
    for (let i = 0; i < 500; i++) console.info(i);
  }`);
  expect(logs?.[0]).toBe('a 1 {"b":[2]} null undefined Symbol(s) Error: e');
  expect(logs?.[1]).toBe(`${'x'.repeat(1000)}…`);
  expect(logs?.length).toBe(101);
  expect(logs?.at(-1)).toBe('(more than 100 lines)');
});

test.each([
  [
    'export default () => {\n  const a = 1;\n  throw new RangeError("too much");\n}',
    'RangeError: too much',
    3,
  ],
  [
    'function deep() { null.x }\n\nexport default async () => {\n  await deep();\n}',
    "TypeError: cannot read property 'x' of null",
    1,
  ],
  ['export default (_, notes) => {\n  return notes.get("nowhere");\n}', 'Note not found: nowhere', 2],
  ['const a = 1;\nlet b = ;\n', "SyntaxError: unexpected token in expression: ';'", 2],
  ['throw new Error("at once");', 'at once', 1],
  ['await Promise.reject(new Error("late"))', 'late', 1],
  ['export default () => { throw "a text" }', 'it threw a text', undefined],
  ['export default () => { throw null }', 'it threw null', undefined],
  [
    'export default () => { throw { get message() { throw 1 } } }',
    'it threw what cannot be shown',
    undefined,
  ],
  ['/* open', 'SyntaxError: unexpected end of comment', 1],
])('%j fails with its message and line', async (source, message, line) => {
  await expect(runJs(source)).rejects.toMatchObject({
    code: 'FUNCTION_FAILED',
    message: expect.stringMatching(
      new RegExp(`^Function f\\d+ failed: ${literally(message)}${line ? ` \\(line ${line}\\)` : ''}$`),
    ),
    details: {
      reason: 'error',
      path: expect.stringMatching(/^\.slipbox\/functions\/f\d+\.js$/),
      ...(line ? { line } : {}),
    },
  });
});

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('what was printed before a failure is told with it', async () => {
  await expect(runJs('export default () => { console.log("here"); throw 1 }')).rejects.toMatchObject({
    details: { logs: ['here'] },
  });
});

test('a file without a function says what to write', async () => {
  await expect(runJs('const x = 1;')).rejects.toMatchObject({
    code: 'FUNCTION_FAILED',
    message: expect.stringContaining('write function main(args, notes), or export one as default'),
    details: { reason: 'entry' },
  });
});

test('calls and bytes of one run are counted', async () => {
  const many =
    'export default (_, notes) => { let n = 0; try { for (;;) { notes.list({ limit: 1 }); n++ } } catch (e) { return [n, e.message] } }';
  expect(await runJs(many, { limits: { calls: 20 } })).toMatchObject({
    rows: [{ value: 20 }, { value: 'More than 20 calls of notes in one run' }],
  });
  await expect(
    runJs('export default (_, notes) => notes.get("a")', { limits: { bytes: 100 } }),
  ).rejects.toMatchObject({
    code: 'FUNCTION_FAILED',
    message: expect.stringContaining('More than 100 bytes from notes in one run'),
  });
});

test('many calls at once all get their own answer', async () => {
  notebook.save(
    'echo.js',
    '// param n number\nexport default ({ n }, notes) => [n, notes.list({ limit: 1 }).total > 0]',
  );
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => notebook.run('echo', { args: { n } })));
  expect(answers.map((answer) => 'rows' in answer && answer.rows[0]?.value)).toEqual([1, 2, 3, 4, 5]);
});

test('a call that is cancelled ends at once, also one that waits for its turn', async () => {
  const began = performance.now();
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 300);
      return runJs('export default () => { for (;;); }', { call: { signal: stop.signal } });
    }),
  );
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } });
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(await runJs('export default () => "next"')).toEqual({ value: 'next' });
  const aborted = AbortSignal.abort();
  await expect(runJs('export default () => 1', { call: { signal: aborted } })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
});

test('closing the notebook ends its functions', async () => {
  const other = await openFunctions();
  const running = other.runJs('export default () => { for (;;); }').catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const began = performance.now();
  await other.close();
  expect(await running).toMatchObject({ code: 'CANCELLED' });
  expect(performance.now() - began).toBeLessThan(3_000);
});
