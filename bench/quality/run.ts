import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, openEngine, owner, searchRelevant } from '../../src/engine/index.ts';
import { type CorpusNote, makeCorpus } from './corpus.ts';
import { measureQuality, type Quality } from './measure.ts';
import { openPlainSearch, type Search } from './plain-search.ts';
import { makeQuestions, type Split, splits } from './questions.ts';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '3000' },
    questions: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    split: { type: 'string' },
    missed: { type: 'boolean', default: false },
  },
});
if (values.split !== undefined && !splits.includes(values.split as Split)) {
  process.stderr.write(
    `Usage: node bench/quality/run.ts [--split ${splits.join('|')}] [--notes N] [--questions N per split] [--seed N] [--missed]\n`,
  );
  process.exit(2);
}
const seed = Number(values.seed);
const chosen = splits.filter((split) => values.split === undefined || values.split === split);
const notes = makeCorpus(Number(values.notes), seed);
const folder = mkdtempSync(join(tmpdir(), 'slipbox-quality-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const engine = openEngine(
  loadConfig({
    flags: { notebook: writeCorpus(notes) },
    env: environment(),
    cwd: folder,
    home: folder,
    platform: process.platform,
  }),
);
const call = { caller: owner, signal: new AbortController().signal, progress: () => undefined };
const ours: Search = async (query, limit) =>
  (await searchRelevant(engine, { query, limit, offset: 0, explain: false }, call)).notes.map(
    ({ path }) => path,
  );
const plain = openPlainSearch(notes);

process.stdout.write(
  `${notes.length} notes, seed ${seed}\n\n| Questions | Search | recall@5 | MRR |\n| --- | --- | ---: | ---: |\n`,
);
for (const split of chosen) {
  const questions = makeQuestions(notes, Number(values.questions), seed, split);
  const name = `${questions.length} ${split}`;
  report(name, 'FTS5 bm25, Porter', await measureQuality(plain.search, questions));
  const quality = await measureQuality(ours, questions);
  report(name, 'search_notes', quality);
  if (values.missed)
    for (const { text, answer } of quality.missed) process.stdout.write(`  ${text} -> ${answer}\n`);
}
plain.close();
await engine.close();

function report(questions: string, search: string, { recallAt5, mrr }: Quality): void {
  const percent = (share: number) => (share * 100).toFixed(1);
  process.stdout.write(`| ${questions} | ${search} | ${percent(recallAt5)} | ${percent(mrr)} |\n`);
}

function writeCorpus(corpus: readonly CorpusNote[]): string {
  const root = join(folder, 'notes');
  for (const { path, text } of corpus) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Nothing of the user's own settings or caches. */
function environment(): Record<string, string> {
  return {
    SLIPBOX_CACHE: join(folder, 'cache'),
    SLIPBOX_STATE: join(folder, 'state'),
    SLIPBOX_CONFIG: join(folder, 'config.json'),
    OPENNOTES_CONFIG: join(folder, 'opennotes.json'),
    SLIPBOX_TIME_ZONE: 'UTC',
  };
}
