import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { chatLine, openAiLine, sample } from '../../tools/examples/testing-examples.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const slipbox = (...args: string[]) => runCli(folder, args);

const story = [sample.create, sample.append, sample.folder, sample.move, sample.session, sample.list];
const clean = [chatLine(story), openAiLine([sample.search, sample.missing])];

test('a clean file passes, and so it does when it is replayed', () => {
  const file = folder.write('clean.jsonl', `${clean.join('\r\n')}\r\n`);
  const { status, stdout } = slipbox('examples', 'check', file, '--replay', '--json');
  expect(JSON.parse(stdout)).toEqual({
    file,
    ok: true,
    records: 2,
    calls: 8,
    results: 7,
    exempt: 0,
    replayed: { calls: 8, skipped: 0 },
    errors: 0,
    infos: 0,
    counts: {},
    issues: [],
  });
  expect(status).toBe(0);
}, 20_000);

test('issues are shown as a table with their lines, and make the exit code 1', () => {
  const bad = {
    ...sample.create,
    result: { success: true, data: { filePath: 'Stories/One.md', createdAt: 5 } },
  };
  const lines = [...clean, chatLine([sample.folder, bad]), '{"conversations"'];
  const { status, stdout, stderr } = slipbox(
    'examples',
    'check',
    folder.write('bad.jsonl', lines.join('\n')),
  );
  expect(status).toBe(1);
  const rows = stdout.trimEnd().split('\n');
  expect(rows.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['line:call', 'code'],
    ['3:1', 'RESULT_FIELD_RENAMED'],
    ['4', 'LINE_INVALID'],
  ]);
  expect(rows[1]).toContain('/result/data/createdAt  createdAt is called created. Rename it to created');
  expect(stderr).toContain('4 records, 10 calls, 9 results: 2 errors, 0 notes\n');
}, 20_000);

test('the file may come from stdin, however large', () => {
  const long = { ...sample.create, args: { ...sample.create.args, content: 'x'.repeat(50_000) } };
  const input = `${chatLine([long])}\n`.repeat(200);
  const piped = runCli(folder, ['examples', 'check', '-', '--json', '--limit', '1'], { input });
  expect(JSON.parse(piped.stdout)).toMatchObject({ ok: true, records: 200 });
}, 20_000);

test('a file that is not there is an error', () => {
  expect(slipbox('examples', 'check', 'nowhere.jsonl')).toMatchObject({
    status: 3,
    stdout: '',
    stderr: 'slipbox: File not found: nowhere.jsonl\n  Name a JSONL file, by its path from here\n',
  });
}, 20_000);
