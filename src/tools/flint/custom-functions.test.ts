import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeScratch,
  openScratchEngine,
  ownerCall,
  type Scratch,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import type { Engine } from '../../engine/index.ts';
import type { Tool } from '../define-tool.ts';
import { selectTools, serveTool, toolsByName } from '../registry.ts';
import { runTool } from '../run-tool.ts';
import { flintListCustomFunctions } from './list-custom-functions.ts';
import { flintRunCustomFunction } from './run-custom-function.ts';

let scratch: Scratch;
let engine: Engine;
const save = (file: string, source: string) => writeNote(scratch.root, `.slipbox/functions/${file}`, source);

beforeAll(async () => {
  scratch = makeScratch({ 'a.md': '# A\n' });
  for (let i = 0; i < 500; i++)
    save(`f${String(i).padStart(3, '0')}.sql`, `-- description: ${i}\nSELECT ${i} AS n`);
  engine = await openScratchEngine(scratch);
});
afterAll(async () => {
  await engine.close();
  scratch.remove();
});

const call = { ...ownerCall, budget: { bytes: 50 * 1024, lines: 2000, contentShare: 0.75 } };
const names = { toolPrefix: 'opennotes_', defaultPageSize: 50 };
const ask = (tool: Tool, args: object) => runTool(serveTool(tool, names), engine, args, call);
const list = (args: object) => ask(flintListCustomFunctions, args);
const run = (name: string, args: object = {}) => ask(flintRunCustomFunction, { name, ...args });

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('they are served when their dialect is chosen, also under the names of the seed', () => {
  const settings = { ...names, readOnly: true, gtdDb: undefined };
  const served = (dialects?: string[]) =>
    selectTools({ ...settings, dialects } as Parameters<typeof selectTools>[0]);
  const own = ['list_custom_functions', 'run_custom_function'];
  expect(served().filter(({ name }) => own.includes(name))).toEqual([]);
  const flint = served(['flint']);
  expect(flint.map(({ name }) => name)).toEqual(expect.arrayContaining(own));
  expect(toolsByName(flint).get('listCustomFunctions')?.name).toBe('list_custom_functions');
});

test.each([
  [{}, { length: 50, limit: 50, offset: 0, hasMore: true, nextOffset: 50 }],
  [
    { limit: 500, maxBytes: 1_000_000 },
    { length: 500, limit: 500, offset: 0, hasMore: false },
  ],
  [
    { limit: 501, maxBytes: 1_000_000 },
    { length: 500, limit: 500, offset: 0, hasMore: false },
  ],
  [{ max_results: 3 }, { length: 3, limit: 3, offset: 0, hasMore: true, nextOffset: 3 }],
  [
    { limit: 10, offset: 490 },
    { length: 10, limit: 10, offset: 490, hasMore: false },
  ],
  [
    { limit: 10, offset: 500 },
    { length: 0, limit: 10, offset: 500, hasMore: false },
  ],
  [
    { limit: 10, offset: 9_999 },
    { length: 0, limit: 10, offset: 9_999, hasMore: false },
  ],
])('list %j gives its page', async (args, { length, ...pagination }) => {
  const answer = await list(args);
  expect(answer.results).toHaveLength(length);
  expect(answer.pagination).toEqual({ total: 500, ...pagination });
});

test.each([{ limit: 0 }, { limit: -1 }, { limit: 1.5 }, { limit: '5' }, { offset: -1 }, { tag: 'x' }])(
  'list %j is refused',
  async (args) => {
    await expect(list(args)).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    await expect(run('f001', args)).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  },
);

test('pages of the budget put together are the whole list', async () => {
  const seen: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { results, pagination } = await list({ limit: 500, offset, maxBytes: 4_000 });
    expect(sizeOf({ results, pagination })).toBeLessThanOrEqual(4_000);
    seen.push(...(results as { name: string }[]).map(({ name }) => name));
    offset = (pagination as { nextOffset?: number }).nextOffset;
  }
  expect(seen).toEqual(Array.from({ length: 500 }, (_, i) => `f${String(i).padStart(3, '0')}`));
});

test('a list comes in pages, within the budget', async () => {
  save(
    'rows.js',
    'export default () => Array.from({ length: 1200 }, (_, n) => ({ n, text: "x".repeat(100) }))',
  );
  const first = await run('rows');
  expect(first.results).toHaveLength(50);
  expect(first.pagination).toEqual({ total: 1200, limit: 50, offset: 0, hasMore: true, nextOffset: 50 });
  const cut = await run('rows', { limit: 5000, offset: 100 });
  expect(cut.pagination).toMatchObject({ total: 1200, limit: 500, hasMore: true });
  expect(sizeOf(cut)).toBeLessThanOrEqual(call.budget.bytes);
  const { nextOffset } = cut.pagination as { nextOffset: number };
  const rest = await run('rows', { limit: 500, offset: nextOffset });
  expect((rest.results as { n: number }[])[0]?.n).toBe(nextOffset);
});

test.each([
  '"x".repeat(1e6)',
  '({ a: "é".repeat(1e5), b: [1, 2], c: Array(1e5).fill({ d: 1 }) })',
  '[["x".repeat(1e6)]]',
])('the value %s is cut to the budget, and it is said', async (value) => {
  save(
    'big.js',
    `export default () => { for (let i = 0; i < 100; i++) console.log("y".repeat(900)); return ${value} }`,
  );
  const answer = await run('big');
  expect(sizeOf(answer)).toBeLessThanOrEqual(call.budget.bytes);
  expect(JSON.stringify(answer)).toContain('"truncated":true');
  expect(sizeOf(await run('big', { maxBytes: 1_000 }))).toBeLessThanOrEqual(1_000);
});

test('arguments are checked against what the function declares', async () => {
  save('twice.js', '// param n number Any number\nexport default ({ n }) => n * 2');
  expect(await run('twice', { args: { n: 21 } })).toEqual({ value: 42 });
  await expect(run('twice')).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
    details: { parameter: 'args.n' },
  });
  await expect(run('twice', { args: [1] })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  await expect(run('twic', { args: { n: 1 } })).rejects.toMatchObject({
    code: 'FUNCTION_NOT_FOUND',
    hint: 'Did you mean twice?',
  });
  expect(await run('f007')).toMatchObject({ results: [{ n: 7 }], pagination: { total: 1 } });
});

test('a person sees a table, what was printed and values', async () => {
  const plain = { bold: (text: string) => text, dim: (text: string) => text };
  expect(flintRunCustomFunction.render({ results: [{ a: 'x', b: 1 }], logs: ['said'] }, plain)).toBe(
    'said\nx  1',
  );
  expect(flintRunCustomFunction.render({ value: { a: 1 } }, plain)).toBe('{\n  "a": 1\n}');
  const results = [{ name: 'f', language: 'sql' as const, description: 'Does', parameters: [] }];
  const page = { total: 9, limit: 1, offset: 0, hasMore: true, nextOffset: 1 };
  expect(flintListCustomFunctions.render({ results, pagination: page }, plain)).toContain('f  sql  Does');
  expect(flintListCustomFunctions.notice({ results, pagination: page })).toContain('--offset 1');
});

test('without being told otherwise a function has five seconds', async () => {
  save('endless.js', 'export default () => { for (;;); }');
  const began = performance.now();
  await expect(run('endless')).rejects.toMatchObject({
    code: 'FUNCTION_FAILED',
    message: 'Function endless failed: it ran longer than 5 s',
    details: { reason: 'time' },
  });
  expect(performance.now() - began).toBeGreaterThan(4_900);
}, 20_000);
