import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findFrontmatter } from '../../src/engine/markdown/frontmatter-block.ts';
import { parseFrontmatter } from '../../src/engine/markdown/yaml.ts';
import { dumpIndex, findDifferences, makeScratch, rebuild } from '../scratch-notebook.ts';

const entry = fileURLToPath(new URL('editing-process.ts', import.meta.url));
const edits = 500;

function runProcess(order: object): Promise<number | null> {
  const child = spawn(process.execPath, [entry, JSON.stringify(order)], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', resolve));
}

it('two processes append to the same notes and set their properties: nothing is lost, nothing is torn', async () => {
  const notes = Object.fromEntries(
    [0, 1, 2].map((i) => [`note ${i}.md`, `---\nkept: "01" # as typed\n---\n# ${i}\n`]),
  );
  const scratch = makeScratch(notes);
  const names = ['left', 'right'];
  const codes = await Promise.all(names.map((name) => runProcess({ scratch, name, edits })));
  expect(codes).toEqual([0, 0]);
  const texts = [0, 1, 2].map((i) => readFileSync(path.join(scratch.root, `note ${i}.md`), 'utf8'));
  for (const [note, text] of texts.entries()) {
    const block = findFrontmatter(text)!;
    const { data } = parseFrontmatter(text.slice(block.yamlStart, block.yamlEnd));
    const mine = Array.from({ length: edits }, (_, i) => i).filter((i) => i % 3 === note);
    const lines = mine.filter((i) => i % 2 === 0).flatMap((i) => names.map((name) => `${name} ${i}`));
    const [title, ...rest] = text.slice(block.end).trimEnd().split('\n');
    expect(title).toBe(`# ${note}`);
    expect(rest.toSorted()).toEqual(lines.toSorted());
    expect(text).toContain('kept: "01" # as typed\n');
    const set = mine.filter((i) => i % 2 === 1).flatMap((i) => names.map((name) => [`${name}${i}`, i]));
    expect(data).toEqual({ kept: '01', ...Object.fromEntries(set) });
  }
  expect(readdirSync(scratch.root).sort()).toEqual(Object.keys(notes));
  expect(findDifferences(dumpIndex(scratch), await rebuild(scratch))).toEqual([]);
  scratch.remove();
}, 90_000);
