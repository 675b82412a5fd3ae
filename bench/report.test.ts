import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { limited, renderTable, writeReport } from './report.ts';
import { median, percentile } from './statistics.ts';

const root = mkdtempSync(join(tmpdir(), 'slipbox-report-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the benchmark table', () => {
  test('judges a figure by its limit and says nothing where there is none', () => {
    const row = { notes: 10_000, name: 'start', figure: '2.00x' };
    const table = renderTable([
      limited(row, 2, 1.8, 'x'),
      limited(row, 1.8, 1.8, 'x'),
      limited(row, 2, undefined, 'x'),
    ]);
    expect(table.split('\n').slice(2)).toEqual([
      '| 10,000 | start | 2.00x | 1.8x | over |',
      '| 10,000 | start | 2.00x | 1.8x | ok |',
      '| 10,000 | start | 2.00x |  |  |',
    ]);
  });

  test('replaces only what stands between its marks', () => {
    const file = join(root, 'performance.md');
    writeFileSync(file, 'before\n<!-- bench:start -->\nold\n<!-- bench:end -->\nafter\n');
    writeReport(file, '| new |');
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^before\n<!-- bench:start -->\n.*\n\n\| new \|\n<!-- bench:end -->\nafter\n$/);
  });

  test('refuses a page without marks', () => {
    const file = join(root, 'prose.md');
    writeFileSync(file, 'prose');
    expect(() => writeReport(file, '| new |')).toThrow(/lacks the lines/);
    expect(readFileSync(file, 'utf8')).toBe('prose');
  });

  test('takes medians and percentiles from unsorted figures', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(
      percentile(
        Array.from({ length: 200 }, (_, index) => 200 - index),
        0.99,
      ),
    ).toBe(198);
    expect(percentile([], 0.99)).toBeNaN();
  });
});
