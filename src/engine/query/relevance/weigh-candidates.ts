import { type CandidateRow, candidateRows } from '../../db/queries/relevance.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { visitTexts } from '../text/note-texts.ts';
import type { FoundWords } from './find-words.ts';
import type { Question } from './parse-question.ts';
import { type Passages, readPassages } from './read-passages.ts';
import { type TitleMatch, titleReader } from './read-title.ts';
import {
  coverageScore,
  headingScore,
  linkScore,
  passageScore,
  phraseScore,
  recencyScore,
  type Signals,
  titleScore,
} from './signals.ts';
import { hitFinder } from './word-hits.ts';

/** How much text is read for one question, the best notes first. */
const mostBytes = 24 * 1024 * 1024;

/** All signals of the notes that are worth a closer look, the best first. */
export function weighCandidates(
  view: ThreadView,
  question: Question,
  found: FoundWords,
  ids: readonly number[],
): Map<number, Signals> {
  const rows = candidateRows(view.db, ids, view.scope);
  const readTitle = titleReader(question, found.words);
  const titles = new Map(rows.map(({ id, title }) => [id, readTitle(title)]));
  const passages = findPassages(view, found, rows, titles);
  const newest = rows.reduce((latest, { modified }) => Math.max(latest, modified), 0);
  const { scores, masses, whole } = found;
  return new Map(
    rows.map(({ id, modified, incoming }): [number, Signals] => {
      const title = titles.get(id)!;
      const passage = passages.get(id);
      return [
        id,
        {
          words: scores[id]!,
          coverage: coverageScore(masses[id]!, whole),
          title: titleScore(title, whole),
          headings: passage ? headingScore(passage.heading) : 0,
          passage: passage ? passageScore(passage.best, whole) : 0,
          phrase: passage ? phraseScore(passage.inOrder) : 0,
          links: linkScore(incoming, whole),
          recency: recencyScore(modified, newest, whole),
        },
      ];
    }),
  );
}

function findPassages(
  view: ThreadView,
  { words, has }: FoundWords,
  rows: readonly CandidateRow[],
  titles: ReadonlyMap<number, TitleMatch>,
): Map<number, Passages> {
  const finder = hitFinder(words);
  const passages = new Map<number, Passages>();
  let room = mostBytes;
  const read = rows.filter(({ size }) => {
    room -= size;
    return room >= 0;
  });
  visitTexts(
    view,
    Int32Array.from(read, ({ id }) => id),
    Number.POSITIVE_INFINITY,
    (id, { bytes }) => {
      passages.set(id, readPassages(bytes, finder.find(bytes, has[id]!), words, titles.get(id)!.words));
    },
  );
  return passages;
}
