import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DistinctTerms } from './distinct-terms.ts';
import { generateNotebook } from './generate.ts';

const root = mkdtempSync(join(tmpdir(), 'slipbox-generate-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function notePaths(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort();
}

function fingerprint(dir: string): string {
  const hash = createHash('sha256');
  for (const path of notePaths(dir)) {
    hash.update(`${path}\0${statSync(join(dir, path)).mtimeMs}\0`).update(readFileSync(join(dir, path)));
  }
  return hash.digest('hex');
}

describe('a generated notebook', () => {
  const large = { dir: join(root, 'large'), notes: 2000, seed: 3 };
  const made = generateNotebook(large);
  const texts = notePaths(large.dir).map((path) => readFileSync(join(large.dir, path), 'utf8'));

  test('is the same bytes and time stamps for the same seed, and others for another', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => join(root, name)) as [string, string, string];
    expect(generateNotebook({ dir: a, notes: 200, seed: 1 })).toEqual(
      generateNotebook({ dir: b, notes: 200, seed: 1 }),
    );
    generateNotebook({ dir: c, notes: 200, seed: 2 });
    expect(fingerprint(b)).toBe(fingerprint(a));
    expect(fingerprint(c)).not.toBe(fingerprint(a));
  });

  test('is not written a second time', () => {
    const path = join(large.dir, 'Home.md');
    const before = statSync(path, { bigint: true }).ctimeNs;
    expect(generateNotebook(large)).toEqual(made);
    expect(statSync(path, { bigint: true }).ctimeNs).toBe(before);
  });

  test('never replaces files it did not make', () => {
    const dir = join(root, 'mine');
    mkdirSync(dir);
    writeFileSync(join(dir, 'diary.md'), 'mine');
    expect(() => generateNotebook({ dir, notes: 5, seed: 1 })).toThrow(/not generated here/);
    expect(readFileSync(join(dir, 'diary.md'), 'utf8')).toBe('mine');
  });

  test('reports what lies on disk', () => {
    const bytes = notePaths(large.dir).reduce((sum, path) => sum + statSync(join(large.dir, path)).size, 0);
    expect(texts.length).toBe(made.notes);
    expect(bytes).toBe(made.bytes);
    expect(bytes / made.notes).toBeGreaterThan(1800);
    expect(bytes / made.notes).toBeLessThan(2700);
    expect(Math.max(...texts.map((text) => text.length))).toBeGreaterThan(20_000);
  });

  test('counts distinct words as a set of strings does', () => {
    const terms = new DistinctTerms();
    const exact = new Set<string>();
    const ideograph = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
    for (const text of texts.filter((candidate) => !ideograph.test(candidate)).slice(0, 1000)) {
      terms.add(text);
      for (const word of text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) exact.add(word.toLowerCase());
    }
    expect(exact.size).toBeGreaterThan(10_000);
    expect(terms.size).toBe(exact.size);
  });

  test('keeps bringing new words, as real text does', () => {
    const small = generateNotebook({ dir: join(root, 'small'), notes: 500, seed: 3 });
    const exponent = Math.log(made.distinctTerms / small.distinctTerms) / Math.log(made.notes / small.notes);
    expect(made.distinctTerms).toBeGreaterThan(100_000 * (2000 / 10_000) ** 0.7);
    expect(exponent).toBeGreaterThan(0.55);
    expect(exponent).toBeLessThan(0.9);
  });

  test('has a hub, a heavy tail of popular notes, and many that nobody links to', () => {
    const degrees = new Map<string, number>();
    let links = 0;
    for (const text of texts) {
      for (const [, target] of text.matchAll(/\[\[(?!not a link)([^\]|#]+)/g)) {
        degrees.set(target!, (degrees.get(target!) ?? 0) + 1);
        links++;
      }
    }
    const sorted = [...degrees.values()].sort((left, right) => right - left);
    expect(links).toBeGreaterThan(2 * made.notes);
    expect(degrees.get('Home')).toBe(sorted[0]);
    expect(sorted[0]).toBeGreaterThan(30 * (links / degrees.size));
    const popular = sorted.slice(0, Math.ceil(sorted.length / 10)).reduce((sum, degree) => sum + degree, 0);
    expect(popular / links).toBeGreaterThan(0.35);
    expect(sorted.filter((degree) => degree === 1).length).toBeGreaterThan(sorted.length / 5);
  });

  test('holds the oddities of real notebooks in their shares', () => {
    const share = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length / texts.length;
    expect(share(/\r\n/)).toBeCloseTo(0.02, 2);
    expect(share(/^\uFEFF/)).toBeCloseTo(0.005, 3);
    expect(share(/\p{sc=Han}|\p{sc=Hangul}/u)).toBeGreaterThan(0.025);
    expect(share(/\p{sc=Cyrillic}/u)).toBeGreaterThan(0.01);
    expect(share(/^(?!\uFEFF?---)/)).toBeCloseTo(0.1, 1);
    expect(share(/^- \[ \] .*📅 \d{4}-\d\d-\d\d/m)).toBeGreaterThan(0.05);
    expect(share(/^```/m)).toBeGreaterThan(0.1);
    expect(share(/^tags: \[/m)).toBeGreaterThan(0.1);
    expect(share(/^tags:\n {2}- /m)).toBeGreaterThan(0.1);
  });
});
