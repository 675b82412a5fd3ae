import { termsBeginning, termsOfStem } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { findStem } from '../../markdown/stem.ts';
import { seenBy } from '../text/vocabulary.ts';

const english = /^[a-z]+$/;

/** The words of the notebook that are other forms of an English stem: those that the caller sees. */
export function findWordForms(view: ThreadView, stem: string): string[] {
  if (!english.test(stem)) return [];
  const { db } = view;
  const forms =
    termsOfStem(db, stem) ?? termsBeginning(db, beginningOf(stem)).filter((term) => findStem(term) === stem);
  return seenBy(view, forms);
}

/** What every form of a word begins with: the last letter of a stem may be another than that of the word. */
export function beginningOf(stem: string): string {
  return stem.slice(0, Math.max(1, stem.length - 1));
}
