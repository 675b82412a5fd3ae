import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionNotebook, openFunctions } from './testing-functions.ts';

let notebook: FunctionNotebook;
beforeAll(async () => {
  notebook = await openFunctions({ 'a.md': '# A\n' });
});
afterAll(() => notebook.close());

const timeMs = 300;

/** What must be stopped, and why it is. */
const bombs: [code: string, reason: string][] = [
  ['for (;;);', 'time'],
  ['for (;;) { try { for (;;); } catch {} finally { continue } }', 'time'],
  ['const loop = () => Promise.resolve().then(loop); return loop()', 'time'],
  ['(async function loop() { for (;;) await null })(); return new Promise(() => {})', 'time'],
  ['return { toJSON() { for (;;); } }', 'time'],
  ['throw { get message() { for (;;); } }', 'time'],
  ['return new Proxy({}, { ownKeys() { for (;;); } })', 'time'],
  ["return /^(a+)+$/.test('a'.repeat(60) + 'b')", 'time'],
  ['return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)', 'time'],
  ['for (;;) try { notes.list({ limit: 1 }) } catch {}', 'time'],
  ['const all = []; for (;;) all.push(new Uint8Array(1e6))', 'memory'],
  ['const all = []; for (;;) all.push({})', 'memory'],
  ["const all = []; for (let i = 0; ; i++) all.push('x'.repeat(1e5) + i)", 'memory'],
  ['const all = new Map(); for (let i = 0; ; i++) all.set(i, [i])', 'memory'],
  ['return new ArrayBuffer(1e9)', 'memory'],
  ["return 'x'.repeat(2 ** 28)", 'memory'],
  ["return 'x'.repeat(2 ** 31)", 'error'],
  ['const f = () => f() + 1; return f()', 'recursion'],
  ['const o = { get x() { return o.x } }; return o.x', 'recursion'],
  ["return JSON.parse('['.repeat(1e6))", 'recursion'],
  ['let a = []; for (let i = 0; i < 50000; i++) a = [a]; return a', 'recursion'],
  ['let a = []; for (let i = 0; i < 100; i++) a = [a]; return a', 'result'],
  ['const p = new Proxy({}, {}); Object.setPrototypeOf(p, p); return p.x', 'recursion'],
  ['return new Promise(() => {})', 'promise'],
  ['await { then() {} }', 'promise'],
  ['const a = {}; a.a = a; return a', 'result'],
  ['return 1n', 'result'],
  ['return Array(3e6).fill(1)', 'result'],
];

test.each(bombs)('%s is stopped: %s', async (code, reason) => {
  const source = `export default async (args, notes) => { ${code} }`;
  const isTime = reason === 'time';
  const began = performance.now();
  await expect(notebook.runJs(source, isTime ? { limits: { timeMs } } : {})).rejects.toMatchObject({
    code: 'FUNCTION_FAILED',
    details: { reason },
  });
  if (isTime) expect(performance.now() - began).toBeLessThan(6_000);
});

test('a file whose own code never ends is stopped too', async () => {
  await expect(notebook.runJs('for (;;);', { limits: { timeMs } })).rejects.toMatchObject({
    message: expect.stringContaining('it ran longer than 0.3 s'),
  });
  await expect(notebook.runJs('await new Promise(() => {})')).rejects.toMatchObject({
    details: { reason: 'promise' },
  });
});

test('a result may be nested a hundred deep', async () => {
  const source =
    'export default () => { let a = {}; for (let i = 0; i < 98; i++) a = [a, "[{"]; return { a } }';
  expect(await notebook.runJs(source)).toHaveProperty('value.a');
  const long = 'export default () => "\\\\[\\"".repeat(600_000)';
  expect(await notebook.runJs(long)).toEqual({ value: '\\["'.repeat(600_000) });
});

test('after all that the next call works', async () => {
  expect(await notebook.runJs("export default (_, notes) => notes.get('a').title")).toEqual({ value: 'A' });
  expect(process.exitCode).toBeUndefined();
});
