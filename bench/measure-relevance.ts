import { timeCalls } from './measure-calls.ts';
import { createRandom } from './random.ts';
import type { Row } from './report.ts';
import type { Subject } from './subject.ts';
import { drawRareWord, wordAt } from './vocabulary.ts';

const LIMITS: Readonly<Record<number, number | undefined>> = { 10000: 25, 100000: 150 };

/** Another question in each call, so that nothing is answered from memory. */
export async function measureRelevance(subject: Subject): Promise<Row[]> {
  const random = createRandom(1, -6);
  const word = (from: number, to: number) => wordAt(from + ((random() * (to - from)) | 0));
  const question = () =>
    `what did we ${word(30, 200)} ${word(100, 400)} ${word(200, 1000)} ${word(400, 3000)} about ${word(1000, 5000)} ${drawRareWord(random)}`;
  const server = subject.serve(subject.indexedCache());
  const ask = (name: string, query: () => string) =>
    timeCalls(server, subject.size, 'search_notes', name, LIMITS[subject.size], () => ({ query: query() }));
  try {
    await server.initialize();
    await server.call('search_notes', { query: 'warm' });
    return [
      await ask('search_notes, a question of ten words', question),
      await ask('search_notes, ten words without a stop word', () =>
        Array.from({ length: 10 }, () => word(60, 1500)).join(' '),
      ),
    ];
  } finally {
    await server.stop();
  }
}
