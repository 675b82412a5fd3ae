import { pathsBeginning, pathsContaining, tagsContaining } from '../db/queries/complete.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';

export interface Completions {
  values: string[];
  hasMore: boolean;
}

export interface CompleteQuestion extends ThreadQuestion {
  name: 'complete';
  input: { what: 'paths' | 'tags'; text: string; limit: number };
  output: Completions;
}

/** Longer than any path, so what follows could only fail to match. */
const longestText = 4096;

export function answerComplete(
  view: ThreadView,
  { what, text, limit }: CompleteQuestion['input'],
): Completions {
  if (text.includes('\0')) return { values: [], hasMore: false }; // SQLite would take it for the end of the text
  const typed = text.normalize('NFC').slice(0, longestText);
  const find = what === 'paths' ? findPaths : findTags;
  const values = find(view, typed, limit + 1);
  return { values: values.slice(0, limit), hasMore: values.length > limit };
}

/** Every note is looked at only when those that begin with the text do not suffice. */
function findPaths({ db, scope }: ThreadView, text: string, limit: number): string[] {
  const beginning = new Set(pathsBeginning(db, text, scope, limit));
  return beginning.size >= limit ? [...beginning] : pathsContaining(db, text, scope, limit);
}

function findTags({ db, scope }: ThreadView, text: string, limit: number): string[] {
  return tagsContaining(db, text, scope, limit);
}
