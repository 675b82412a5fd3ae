import type { Search } from './plain-search.ts';
import type { KnownQuestion } from './questions.ts';

export interface Quality {
  /** The share of questions whose answer is among the first five. */
  recallAt5: number;
  /** The mean of 1 / place of the answer, 0 when it is not among the first hundred. */
  mrr: number;
  /** Questions whose answer is not among the first five. */
  missed: KnownQuestion[];
}

const depth = 100;

export async function measureQuality(search: Search, questions: readonly KnownQuestion[]): Promise<Quality> {
  let [found, sum] = [0, 0];
  const missed: KnownQuestion[] = [];
  for (const question of questions) {
    const place = (await search(question.text, depth)).indexOf(question.answer) + 1;
    if (place > 0) sum += 1 / place;
    if (place > 0 && place <= 5) found++;
    else missed.push(question);
  }
  return { recallAt5: found / questions.length, mrr: sum / questions.length, missed };
}
