import { pathsOf } from '../db/queries/hierarchy.ts';
import type { Page } from '../db/queries/links.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { getReferenced } from '../query/note-reference.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import { type Descendant, findDescendants, findParents } from './hierarchy-walk.ts';
import { type NoteEntry, noteEntries } from './note-row.ts';

export interface DescendantEntry extends NoteEntry {
  /** 1 for a child. */
  depth: number;
  /** Path of the note it was reached from. */
  parent: string;
}

export interface ParentsQuestion extends ThreadQuestion {
  name: 'parents';
  input: Page & { note: string };
  output: { rows: NoteEntry[]; total: number } & LookedAt;
}

export interface DescendantsQuestion extends ThreadQuestion {
  name: 'descendants';
  input: Page & { note: string; maxDepth?: number };
  output: { rows: DescendantEntry[]; total: number } & LookedAt;
}

export function answerParents(
  view: ThreadView,
  { note, limit, offset }: ParentsQuestion['input'],
): ParentsQuestion['output'] {
  const subject = getReferenced(view, note);
  const parents = findParents(view, subject);
  const { rows, entries } = noteEntries(view.db, parents.slice(offset, offset + limit));
  return { rows: [...entries.values()], total: parents.length, ...lookAt(view.root, [...rows, subject]) };
}

export function answerDescendants(
  view: ThreadView,
  { note, limit, offset, maxDepth = Number.POSITIVE_INFINITY }: DescendantsQuestion['input'],
): DescendantsQuestion['output'] {
  const subject = getReferenced(view, note);
  const all = findDescendants(view, subject, maxDepth);
  const page = all.slice(offset, offset + limit);
  const { rows, entries } = noteEntries(
    view.db,
    page.map(({ id }) => id),
  );
  const parents = pathsOf(view.db, [...new Set(page.map(({ parent }) => parent))]);
  const toEntry = ({ id, depth, parent }: Descendant): DescendantEntry => ({
    ...entries.get(id)!,
    depth,
    parent: parents.get(parent)!,
  });
  return { rows: page.map(toEntry), total: all.length, ...lookAt(view.root, [...rows, subject]) };
}
