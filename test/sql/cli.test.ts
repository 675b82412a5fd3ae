import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliArguments, scratchEnvironment } from '../support/run-cli.ts';
import { makeTempFolder, type TempFolder } from '../support/temp-folder.ts';

let folder: TempFolder;
let cache: TempFolder;

beforeAll(() => {
  folder = makeTempFolder();
  cache = makeTempFolder();
  folder.write('a.md', '---\nstatus: "done, \\"really\\""\n---\n# A\n\u001b[31mred\n');
  folder.write('b.md', '# B\n');
});
afterAll(() => {
  folder[Symbol.dispose]();
  cache[Symbol.dispose]();
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function slipbox(args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [...cliArguments, ...args, '--notebook', folder.root], {
    env: scratchEnvironment(cache),
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

test('a table for people, with what is left', async () => {
  const { code, out, err } = await slipbox(['sql', 'SELECT path, title FROM notes ORDER BY path', '-n', '1']);
  expect([code, out]).toEqual([0, 'path  title\na.md  A\n']);
  expect(err).toContain('1 of 2 rows; next page: --offset 1');
});

test('CSV, the statement from stdin', async () => {
  const { code, out } = await slipbox(
    ['sql', '-', '--csv'],
    "SELECT path, metadata['status'] AS s FROM notes ORDER BY path;\n",
  );
  expect([code, out]).toEqual([0, 'path,s\r\na.md,"done, ""really"""\r\nb.md,\r\n']);
});

test('JSON', async () => {
  const { code, out } = await slipbox(['sql', 'SELECT count(*) AS n FROM notes', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    rows: [{ n: 2 }],
    columns: [{ name: 'n', type: 'BIGINT' }],
    total: 1,
    executed: 'SELECT count(*) AS n FROM notes',
  });
});

test('the schema, without a notebook being read', async () => {
  const { code, out } = await slipbox(['sql', '--schema']);
  expect(code).toBe(0);
  for (const word of ['notes:', 'target_path', 'md_stats(content)', 'read_markdown'])
    expect(out).toContain(word);
});

test('errors: exit code 2, and the envelope with --json', async () => {
  const refused = await slipbox(['sql', 'DROP TABLE notes', '--json']);
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.out)).toMatchObject({
    error: true,
    code: 'INVALID_SQL',
    message: expect.stringMatching(/^Invalid SQL query: /),
  });
  const nothing = await slipbox(['sql']);
  expect([nothing.code, nothing.out]).toEqual([2, '']);
  expect(nothing.err).toContain('Missing argument: statement');
  const bad = await slipbox(['sql', 'SELECT 1', '--limit', '0']);
  expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('limit')]);
});
