import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchRelevant } from '../../src/engine/index.ts';
import { type OpenNotebook, openNotebook } from '../../test/support/open-notebook.ts';
import { makeCorpus } from './corpus.ts';
import { measureQuality, type Quality } from './measure.ts';
import { openPlainSearch } from './plain-search.ts';
import { makeQuestions } from './questions.ts';

const seed = 11;
const size = 1500;
const notes = makeCorpus(size, seed);
const questions = makeQuestions(notes, 80, seed, 'tune');
let notebook: OpenNotebook;
let plain: Quality;
let ours: Quality;

beforeAll(async () => {
  notebook = await openNotebook();
  for (const { path, text } of notes) {
    const file = join(notebook.folder.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const search = openPlainSearch(notes);
  plain = await measureQuality(search.search, questions);
  search.close();
  ours = await measureQuality(async (query, limit) => {
    const found = await searchRelevant(
      notebook.engine,
      { query, limit, offset: 0, explain: false },
      notebook.call,
    );
    return found.notes.map(({ path }) => path);
  }, questions);
});

afterAll(() => notebook[Symbol.asyncDispose]());

describe('the quality of search_notes', () => {
  it('is better than that of plain FTS5 by five points and more', () => {
    expect(ours.recallAt5).toBeGreaterThan(plain.recallAt5 + 0.05);
    expect(ours.mrr).toBeGreaterThan(plain.mrr + 0.05);
  });

  it('does not fall', () => {
    expect(ours.recallAt5).toBeGreaterThan(0.9);
    expect(ours.mrr).toBeGreaterThan(0.8);
  });
});

describe('the questions', () => {
  it('are the same for the same seed, and others in the held-out half', () => {
    expect(makeQuestions(makeCorpus(size, seed), 80, seed, 'tune')).toEqual(questions);
    const heldOut = new Set(makeQuestions(notes, 80, seed, 'held-out').map(({ text }) => text));
    expect(questions.filter(({ text }) => heldOut.has(text))).toEqual([]);
  });

  it('are answered by notes that exist, each under a path of its own', () => {
    const paths = new Set(notes.map(({ path }) => path));
    expect(paths.size).toBe(notes.length);
    expect(questions.every(({ answer }) => paths.has(answer))).toBe(true);
  });
});
