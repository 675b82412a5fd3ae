import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { changeFile } from '../../src/engine/vault/change-file.ts';
import { letGoOfAll } from '../../src/engine/vault/late-writes.ts';
import type { InsidePath } from '../../src/engine/vault/path-guard.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const editor = fileURLToPath(new URL('editor-process.ts', import.meta.url));
const appends = Number(process.env.SLIPBOX_TEST_APPENDS ?? 4000);

it('an editor appends while the note is being replaced all the time: no line of either is lost', async () => {
  // in memory where that can be had: waiting for a disk, it would be replaced too seldom
  using temp = makeTempFolder(existsSync('/dev/shm') ? '/dev/shm' : undefined);
  using state = makeTempFolder();
  const file = temp.write('note.md', '# Log\n') as InsidePath;
  const ready = state.path('ready');
  const child = spawn(process.execPath, [editor, file, ready, String(appends), 'append'], {
    stdio: 'inherit',
  });
  let isRunning = true;
  child.on('exit', () => (isRunning = false));
  while (!existsSync(ready)) await turn();
  writeFileSync(`${ready}.go`, '');
  let ours = 0;
  while (isRunning) {
    const line = Buffer.from(`ours ${ours++}\n`);
    // a heading's worth at the top: the rest of the text moves with every change
    changeFile(file, (bytes) => Buffer.concat([line, bytes]), { stateDir: state.root });
    await turn();
  }
  letGoOfAll();
  const lines = temp.read('note.md').trimEnd().split('\n');
  const expected = [
    ...Array.from({ length: appends }, (_, i) => `editor ${i}`),
    ...Array.from({ length: ours }, (_, i) => `ours ${i}`),
    '# Log',
  ];
  const found = new Set(lines);
  const lost = expected.filter((line) => !found.has(line));
  if (process.env.SLIPBOX_TEST_APPENDS) console.log({ appends, ours, lost: lost.length });
  expect(ours).toBeGreaterThan(20);
  expect(lost).toEqual([]);
  expect(lines).toHaveLength(expected.length);
  expect(readdirSync(temp.root)).toEqual(['note.md']);
}, 120_000);
