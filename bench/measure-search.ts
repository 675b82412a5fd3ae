import { timeCalls } from './measure-calls.ts';
import { cjkWords } from './other-scripts.ts';
import { createRandom } from './random.ts';
import type { Row } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import type { Subject } from './subject.ts';
import { drawRareWord, wordAt } from './vocabulary.ts';

type Limits = Readonly<Record<number, number | undefined>>;

const RARE: Limits = { 10000: 8, 100000: 15 };
const MIDDLE: Limits = { 10000: 8 };
const COMMON: Limits = { 10000: 20, 100000: 150 };
const SUBSTRING: Limits = { 10000: 15 };
const LETTERS: Limits = { 10000: 200 };
const FUZZY: Limits = { 10000: 15, 100000: 60 };
const FILTER: Limits = { 10000: 8 };
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
/** Each of these is in most notes; none is asked for twice. */
const COMMON_WORDS = 20;
const COMMON_PAIRS = 60;

/** Hardly a call is like one before, so that little is answered from memory; `once`: none at all. */
export async function measureSearch(subject: Subject): Promise<Row[]> {
  const random = createRandom(1, -5);
  const anyOf = <T>(items: readonly T[]): T => items[(random() * items.length) | 0]!;
  const letter = () => ALPHABET[(random() * ALPHABET.length) | 0]!;
  const long = () => {
    for (;;) {
      const word = wordAt(200 + ((random() * 3000) | 0));
      if (word.length >= 8) return word;
    }
  };
  const server = subject.serve(subject.indexedCache());
  const search = (name: string, limits: Limits, args: () => Record<string, unknown>) =>
    timeCalls(server, subject.size, 'opennotes_search', name, limits[subject.size], args);
  const once = (name: string, limit: number | undefined, queries: readonly string[]) => {
    const left = [...queries];
    const args = () => ({ query: left.pop() });
    const calls = { calls: queries.length, warmUp: 0 };
    return timeCalls(server, subject.size, 'opennotes_search', name, limit, args, calls);
  };
  const common = Array.from({ length: COMMON_WORDS }, (_, rank) => wordAt(rank));
  const pairs = common.flatMap((word, at) => common.slice(at + 1).map((other) => `${word} ${other}`));
  let absent = 0;
  const filter = (name: string, condition: () => string) =>
    search(`filter by ${name}`, FILTER, () => ({
      // properties have few values: what no title is makes each call another one
      filters: { and: [condition()], not: [`title=zz${absent++}`] },
    }));
  try {
    await server.initialize();
    await warmUp(server);
    return [
      await search('search, a rare word', RARE, () => ({ query: drawRareWord(random) })),
      await search('search, a word of the middle', MIDDLE, () => ({
        query: wordAt(600 + ((random() * 2000) | 0)),
      })),
      await search('search, two words of the middle', {}, () => ({
        query: `${wordAt(600 + ((random() * 2000) | 0))} ${wordAt(600 + ((random() * 2000) | 0))}`,
      })),
      await search('search, an absent word', RARE, () => ({ query: `zzq${absent++}xx` })),
      await search('search, CJK', RARE, () => ({ query: anyOf(cjkWords) })),
      await once('search, a word of most notes', COMMON[subject.size], common),
      await once(
        'search, two words of most notes',
        subject.size === 10_000 ? COMMON[10_000] : undefined,
        pairs.filter((_, at) => at % Math.floor(pairs.length / COMMON_PAIRS) === 0).slice(0, COMMON_PAIRS),
      ),
      await search('search, inside words', SUBSTRING, () => ({ query: long().slice(1, -1) })),
      await search('search, two letters', LETTERS, () => ({ query: letter() + letter() })),
      await search('search, with snippets', {}, () => ({ query: long(), snippets: true })),
      await search('fuzzy', FUZZY, () => ({ query: misspell(long(), random), fuzzy: true })),
      await filter('property', () => `data.status=${anyOf(['todo', 'done', 'draft', 'waiting'])}`),
      await filter('number', () => `data.priority>=${2 + ((random() * 4) | 0)}`),
      await filter('tag', () => `tag=${wordAt(300 + ((random() * 200) | 0) * 3)}`),
      await filter('date', () => `created>=${2013 + ((random() * 12) | 0)}-0${1 + ((random() * 9) | 0)}`),
      await filter('title', () => `title~${wordAt(200 + ((random() * 3000) | 0))}`),
      await filter('links-to', () => `links-to=${anyOf(subject.paths)}`),
    ];
  } finally {
    await server.stop();
  }
}

/** The thread, its vocabulary and what a first index leaves for idle moments are not part of a call's time. */
async function warmUp(server: ServerProcess): Promise<void> {
  await server.call('opennotes_search', { query: 'warm' });
  await server.call('opennotes_search', { query: 'warmm', fuzzy: true });
}

/** One letter replaced, left out, added or swapped with the next. */
function misspell(word: string, random: () => number): string {
  const at = 1 + ((random() * (word.length - 3)) | 0);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  return [
    `${before}q${after.slice(1)}`,
    before + after.slice(1),
    `${before}q${after}`,
    before + after[1] + after[0] + after.slice(2),
  ][(random() * 4) | 0]!;
}
