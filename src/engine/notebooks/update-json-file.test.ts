import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestingMachine, type TestingMachine } from './testing-machine.ts';
import { createFile } from './update-file.ts';
import { updateJsonFile } from './update-json-file.ts';

let machine: TestingMachine;
beforeEach(() => {
  machine = makeTestingMachine();
});
afterEach(() => machine.remove());

const addItem = (item: unknown) => (current: Readonly<Record<string, unknown>>) => ({
  ...current,
  items: [...((current.items as unknown[]) ?? []), item],
});

test('keeps every unknown key, their order, all other bytes, BOM and final newline', async () => {
  const file = machine.path('any.json');
  // Without backslashes: see the same note beside the edits' own test.
  const key = fc
    .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', '7', '1'))
    .filter((made) => !made.includes('\\'));
  const object = fc.dictionary(key, fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  const style = fc.constantFrom<string | undefined>(undefined, '  ', '\t');
  await fc.assert(
    fc.asyncProperty(
      object,
      style,
      fc.boolean(),
      fc.constantFrom('', '\n', '\r\n'),
      async (given, indent, bom, end) => {
        const made = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        delete made.added;
        const body = JSON.stringify(made, null, indent);
        const text = (bom ? '\uFEFF' : '') + body + end;
        writeFileSync(file, text);
        await updateJsonFile(file, (current) => ({ ...current, added: 'yes' }));
        const after = readFileSync(file, 'utf8');
        const lead = text.slice(0, text.lastIndexOf('}')).trimEnd();
        expect(after.startsWith(lead)).toBe(true);
        expect(after.endsWith(`}${end}`)).toBe(true);
        expect(JSON.parse(bom ? after.slice(1) : after)).toEqual({ ...made, added: 'yes' });
        await updateJsonFile(file, ({ added: _, ...rest }) => rest);
        const back = readFileSync(file, 'utf8');
        expect(back).toBe(Object.keys(made).length > 0 ? text : `${bom ? '\uFEFF' : ''}{}${end}`);
      },
    ),
    { numRuns: 60 },
  );
});

test('makes the file and its folders when there is none', async () => {
  const file = machine.path('new/folder/config.json');
  expect(await updateJsonFile(file, addItem('/a'))).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('{\n  "items": [\n    "/a"\n  ]\n}\n');
});

test('writes nothing when nothing changes, and leaves nothing beside the file', async () => {
  const file = machine.write('box/config.json', { items: ['/a'] });
  const before = statSync(file, { bigint: true });
  expect(await updateJsonFile(file, (current) => ({ ...current, items: ['/a'] }))).toBe(false);
  expect(statSync(file, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
  await updateJsonFile(file, addItem('/b'));
  expect(readdirSync(machine.path('box'))).toEqual(['config.json']);
});

test('keeps the permissions of the file, and a link a link', async () => {
  const file = machine.write('dotfiles/config.json', { items: [] });
  chmodSync(file, 0o600);
  const link = machine.path('elsewhere/config.json');
  symlinkSync(file, link);
  await updateJsonFile(link, addItem('/a'));
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ items: ['/a'] });
});

test('never overwrites a file it cannot read as a JSON object', async () => {
  for (const text of ['{"a": 1', '[1]', '"x"', '']) {
    const file = machine.write('bad.json', text);
    await expect(updateJsonFile(file, addItem(1))).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  writeFileSync(machine.path('bad.json'), Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  await expect(updateJsonFile(machine.path('bad.json'), addItem(1))).rejects.toThrow('is not UTF-8');
});

test('writers in one process lose nothing of each other', async () => {
  const file = machine.path('home/shared.json');
  await Promise.all(Array.from({ length: 25 }, (_, index) => updateJsonFile(file, addItem(index))));
  const { items } = JSON.parse(readFileSync(file, 'utf8')) as { items: number[] };
  expect(items.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index));
});

test('writers in several processes lose nothing of each other', async () => {
  const file = machine.path('home/shared.json');
  const module = new URL('./update-json-file.ts', import.meta.url).href;
  const program = `
    import { updateJsonFile } from ${JSON.stringify(module)};
    for (let i = 0; i < 10; i++)
      await updateJsonFile(${JSON.stringify(file)}, (now) => ({ ...now, items: [...(now.items ?? []), process.argv[1] + i] }));`;
  const run = promisify(execFile);
  await Promise.all(
    ['a', 'b', 'c'].map((id) => run(process.execPath, ['--input-type=module', '-e', program, id])),
  );
  const { items } = JSON.parse(readFileSync(file, 'utf8')) as { items: string[] };
  expect(new Set(items).size).toBe(30);
  expect(items).toHaveLength(30);
});

test('sees a write by someone who knows nothing of the lock', async () => {
  const file = machine.write('home/shared.json', { items: [] });
  let calls = 0;
  await updateJsonFile(file, (current) => {
    calls++;
    if (calls === 2) writeFileSync(file, '{"items":[],"editor":true}');
    return addItem('ours')(current);
  });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ items: ['ours'], editor: true });
});

test('a lock left behind by a dead or ancient holder does not block', async () => {
  const file = machine.write('home/shared.json', { items: [] });
  const lock = machine.write('home/.shared.json.lock', `999999999 ${hostname()} dead`);
  await updateJsonFile(file, addItem(1));
  machine.write('home/.shared.json.lock', '1 another-host alive-once');
  utimesSync(lock, new Date(0), new Date(0));
  await updateJsonFile(file, addItem(2));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ items: [1, 2] });
  expect(readdirSync(machine.home)).toEqual(['shared.json']);
});

test('creating never replaces what is there', () => {
  const file = machine.path('home/once.json');
  expect(createFile(file, 'first')).toBe(true);
  expect(createFile(file, 'second')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(readdirSync(machine.home)).toEqual(['once.json']);
});
