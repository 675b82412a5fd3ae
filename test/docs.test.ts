import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes, settings } from '../src/engine/index.ts';
import { commands } from '../src/surfaces/cli/main.ts';
import { allTools } from '../src/tools/registry.ts';

const root = join(import.meta.dirname, '..');
const page = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const firstCells = (text: string) => [...text.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
const headings = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]);

test('every error code is documented, and no other', () => {
  expect(firstCells(page('errors.md')).sort()).toEqual([...errorCodes].sort());
});

test('every setting is documented, and no other', () => {
  const [table = ''] = page('config.md').split('\n## ');
  expect(firstCells(table).sort()).toEqual(Object.keys(settings).sort());
});

test('every tool is documented, and no other', () => {
  expect(headings(page('tools.md'))).toEqual(allTools.map(({ name }) => name));
});

test('every command is documented, and no other', () => {
  const documented = headings(page('cli.md')).filter((heading) => heading?.startsWith('slipbox '));
  expect(documented).toEqual(commands.map(({ words }) => `slipbox ${words.join(' ')}`));
});

test('the generated pages are up to date', () => {
  const script = join(root, 'scripts/generate-docs.ts');
  execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' });
});
