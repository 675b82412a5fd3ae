import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { generateNotebook } from './generate.ts';
import { NotebookEdits } from './notebook-edits.ts';
import { residentMegabytes } from './process-tree.ts';
import { ServerProcess } from './server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'slipbox-measuring-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('edits of a generated notebook', () => {
  const options = { dir: join(root, 'notebook'), notes: 40, seed: 1 };
  const home = join(options.dir, 'Home.md');

  test('are taken back with time stamps, and the notebook counts as whole again', () => {
    const generated = generateNotebook(options);
    const [content, mtime] = [readFileSync(home), statSync(home).mtimeMs];
    const edits = new NotebookEdits(options, generated);
    edits.write('Home.md', 'changed');
    edits.write('Home.md', 'changed again');
    edits.write('New.md', 'new');
    edits.undo();
    expect(readFileSync(home)).toEqual(content);
    expect(Math.abs(statSync(home).mtimeMs - mtime)).toBeLessThan(1);
    expect(existsSync(join(options.dir, 'New.md'))).toBe(false);
    const { ino } = statSync(options.dir);
    expect(generateNotebook(options)).toEqual(generated);
    expect(statSync(options.dir).ino).toBe(ino);
  });

  test('left behind are swept away by the next generation', () => {
    const generated = generateNotebook(options);
    const content = readFileSync(home);
    const edits = new NotebookEdits(options, generated);
    edits.remove('Home.md');
    edits.write('New.md', 'new');
    expect(generateNotebook(options)).toEqual(generated);
    expect(readFileSync(home)).toEqual(content);
    expect(existsSync(join(options.dir, 'New.md'))).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('a server under measurement', () => {
  test('answers calls, has a size, and ends when its input does', async () => {
    const server = new ServerProcess([join(import.meta.dirname, 'empty-server.ts')], process.env);
    try {
      await server.initialize();
      const { content, ms } = await server.call('nothing', {});
      expect(content).toEqual({ ready: true });
      expect(ms).toBeGreaterThan(0);
      expect(residentMegabytes(server.pid)).toBeGreaterThan(20);
    } finally {
      await server.stop();
    }
    expect(residentMegabytes(server.pid)).toBe(0);
  });

  test('that dies fails the calls under way with what it said', async () => {
    const server = new ServerProcess(
      ['-e', 'console.error("no such thing"); process.exitCode = 3'],
      process.env,
    );
    await expect(server.initialize()).rejects.toThrow(/ended \(3\).*no such thing/s);
  });
});
