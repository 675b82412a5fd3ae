import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeNote } from '../../../test/scratch-notebook.ts';
import { type FunctionNotebook, openFunctions } from './testing-functions.ts';

let notebook: FunctionNotebook;
beforeAll(async () => {
  notebook = await openFunctions({ 'a.md': '# A\n' });
  writeNote(notebook.scratch.folder, 'secret.md', '# Secret\n');
});
afterAll(() => notebook.close());

/** Each is tried inside one function; it must throw, or find nothing. */
const attempts = [
  'process.env',
  'globalThis.process',
  "require('node:fs')",
  'module.exports',
  'globalThis.global',
  "this.constructor.constructor('return process')()",
  "eval('1')",
  "(0, eval)('1')",
  "globalThis['ev' + 'al']('1')",
  "new Function('return 1')()",
  "Function('return 1')()",
  "(() => {}).constructor('return 1')()",
  "(async () => {}).constructor('return 1')()",
  "(function* () {}).constructor('yield 1')()",
  "(async function* () {}).constructor('yield 1')()",
  "Reflect.construct((() => {}).constructor, ['return 1'])()",
  "Object.getPrototypeOf(Object.getPrototypeOf(async () => {})).constructor('return 1')()",
  "JSON.parse.constructor('return 1')()",
  "notes.get.constructor('return process')()",
  "console.log.constructor.constructor('return process')()",
  "new (class extends (() => {}).constructor {})('return 1')()",
  "await import('node:fs')",
  "await import('fs')",
  "await import('data:text/javascript,export default 1')",
  "await import('/etc/passwd')",
  "await import('../secret.md')",
  'import.meta.url',
  'import.meta.dirname',
  'import.meta.resolve',
  'globalThis.fetch',
  "await fetch('http://127.0.0.1')",
  'globalThis.XMLHttpRequest',
  'globalThis.WebSocket',
  'globalThis.WebAssembly',
  'globalThis.Worker',
  'globalThis.postMessage',
  'globalThis.Deno ?? globalThis.Bun',
  'globalThis.std ?? globalThis.os ?? globalThis.bjson',
  "std.loadFile('/etc/passwd')",
  "os.exec(['id'])",
  'globalThis.setTimeout ?? globalThis.setInterval ?? globalThis.queueMicrotask',
  'globalThis.SharedArrayBuffer',
  'globalThis.Atomics',
  'globalThis.Buffer ?? globalThis.performance ?? globalThis.navigator',
  'globalThis.print ?? globalThis.scriptArgs ?? globalThis.gc',
  'globalThis.ask ?? globalThis.log',
  '(function () { return arguments.callee.caller })()',
  'notes.get.caller',
  'notes.constructor ?? notes.__proto__',
  'notes.write ?? notes.create ?? notes.delete ?? notes.update ?? notes.set',
  'notes.get = () => 1',
  "notes.get.extra = 'x'",
  'notes.extra = 1',
  'delete notes.get && undefined.gone',
  "Object.defineProperty(notes, 'get', { value: 1 })",
  'Object.setPrototypeOf(notes, { write() {} })',
  'globalThis.notes = {}',
  'console.log = 1',
  "Object.defineProperty(globalThis, 'eval', { value: 1 }) && eval('1')",
  "Object.defineProperty(Function.prototype, 'constructor', { value: 1 })",
  "notes.get('../secret.md')",
  "notes.get('..%2fsecret.md')",
  "notes.get('/etc/passwd')",
  "notes.get('.slipbox/functions/attempts.js')",
  "notes.get('a.md\\0')",
  "notes.get('file:///etc/passwd')",
  "notes.list({ pattern: '../*' })",
  "notes.list({ pattern: '/etc/*' })",
  "notes.list.call(notes, { pattern: '**', __proto__: null, root: '/' })",
  "notes.get('a', { content: true, notebook: '/etc' })",
];

test('attempts to get out find nothing', async () => {
  const source = `const attempts = {
${attempts.map((code) => `  ${JSON.stringify(code)}: async () => (${code}),`).join('\n')}
};
async function main() {
  const found = {};
  for (const [code, attempt] of Object.entries(attempts)) {
    try {
      const got = await attempt();
      if (got !== undefined) found[code] = typeof got;
    } catch {}
  }
  return found;
}`;
  expect(attempts.length).toBeGreaterThanOrEqual(25);
  expect(await notebook.runJs(source)).toEqual({ value: {} });
});

test('an import that stands in the file is refused', async () => {
  for (const name of ['node:fs', './other.js', 'std', 'os'])
    await expect(
      notebook.runJs(`import * as x from '${name}';\nexport default () => 1`),
    ).rejects.toMatchObject({
      code: 'FUNCTION_FAILED',
      message: expect.stringContaining('could not load module'),
    });
});

test('nothing tells where the server lives', async () => {
  const source = `export default () => {
    try { null.x } catch (error) { return error.stack + JSON.stringify(Object.getOwnPropertyNames(globalThis)) }
  }`;
  const answer = await notebook.runJs(source);
  const text = JSON.stringify(answer);
  for (const trace of [process.cwd(), notebook.scratch.folder, 'node_modules', 'file://', 'function-worker'])
    expect(text).not.toContain(trace);
});

test('a function that replaces what the language has deceives only itself', async () => {
  const source = `export default (_, notes) => {
    const evil = () => { throw new Error('evil') };
    Object.prototype.polluted = 'yes';
    Object.prototype[0] = false;
    JSON.parse = JSON.stringify = evil;
    Array.prototype.map = Array.prototype.push = evil;
    Array.prototype[Symbol.iterator] = evil;
    String.prototype.slice = evil;
    Error = evil;
    String = evil;
    globalThis.Promise = evil;
    const note = notes.get('a');
    return { title: note.title, ['__proto__']: { isAdmin: true } };
  }`;
  expect(await notebook.runJs(source)).toMatchObject({ value: { title: 'A' } });
  const bare: Record<string, unknown> = {};
  expect([bare.polluted, bare.isAdmin]).toEqual([undefined, undefined]);
  expect(await notebook.runJs('export default () => ({}).polluted ?? "clean"')).toEqual({ value: 'clean' });
});

test('a replaced promise is not waited for', async () => {
  const source = 'Promise.prototype.then = () => {};\nexport default () => ({ then() {} })';
  await expect(notebook.runJs(source)).rejects.toMatchObject({ details: { reason: 'promise' } });
});

test('after all that the next call works and nothing was written', async () => {
  expect(await notebook.runJs("export default (_, notes) => notes.get('a').title")).toEqual({ value: 'A' });
  expect(process.exitCode).toBeUndefined();
  const { root, folder } = notebook.scratch;
  expect(readdirSync(root).sort()).toEqual(['.slipbox', 'a.md']);
  expect(readFileSync(path.join(root, 'a.md'), 'utf8')).toBe('# A\n');
  expect(readdirSync(folder).sort()).toEqual(['cache', 'notes', 'secret.md']);
});
