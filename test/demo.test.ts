import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'slipbox-demo-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function runDemo(folder: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(folder, 'scripts', 'demo.ts')], {
    encoding: 'utf8',
    timeout: 29_000,
    env: { ...process.env, TMPDIR: scratch },
  });
}

test('the demo shows a whole session that fits on a screen and ends well', () => {
  const { status, stdout, stderr } = runDemo(root);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(48);
  // the last line holds the path of this checkout, as long as it may be
  for (const line of lines.slice(0, -1)) expect(line.length).toBeLessThanOrEqual(100);
  expect(stdout).toContain('> tools/list');
  expect(stdout).toMatch(/^ {2}\d+ tools: opennotes_search, opennotes_list, /m);
  expect(stdout).toMatch(/^ {2}3 of \d+ notes, .*\{ offset: 3 \}$/m);
  expect(stdout).toContain('concepts/Slack water.md:8  # Slack water');
  expect(stdout).toContain('Found all the same: projects/Tide gauge.md');
  expect(stdout).toMatch(/^ {2}\S+ \d+, \S+ \d+, /m);
  expect(stdout).toContain('[[Varnish schedule]]');
  expect(stdout).toContain('  Call the plumber (due ');
  const [, part, whole] = /: (\d+) of (\d+) lines\./.exec(stdout) ?? [];
  expect(stdout).toContain(`The other ${Number(whole) - Number(part)} lines`);
  expect(stdout).toContain('NOTE_NOT_FOUND: Note not found: Tide gaug\n  Check path');
  expect(stdout.match(/^> .+ \d+ ms$/gm)).toHaveLength(12);
  expect(lines.at(-1)).toContain('"slipbox": {"command":"node"');
});

test('a demo without a build says what to do and fails', () => {
  const checkout = join(scratch, 'checkout');
  for (const part of ['scripts/demo.ts', 'bin', 'src/tools', 'test/support/gtd-database.ts', 'package.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  const { status, stderr } = runDemo(checkout);
  expect(status).toBe(1);
  expect(stderr).toContain('The demo failed: ');
  expect(stderr).toContain('this checkout is not built yet: run `npm run build`');
});
