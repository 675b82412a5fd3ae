import { childrenByProperty, parentsByProperty, type Relative, titleKeys } from '../db/queries/hierarchy.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { FolderNotes, findFolderNote } from './folder-notes.ts';

/** A note somewhere below another one. */
export interface Descendant {
  id: number;
  path: string;
  /** The one it was reached from, on a shortest way. */
  parent: number;
  depth: number;
}

/** As listed in a property, the others by title, then path. */
function compareRelatives(a: Relative, b: Relative): number {
  if (a.listed !== b.listed) return a.listed < 0 ? 1 : b.listed < 0 ? -1 : a.listed - b.listed;
  return compare(a.title, b.title) || compare(a.path, b.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What properties name as parents, else the note that stands for the folder; each once. */
export function findParents(view: ThreadView, note: { id: number; path: string }): number[] {
  const named = parentsByProperty(view.db, [note.id], view.scope).sort(compareRelatives);
  if (named.length > 0) return [...new Set(named.map(({ id }) => id))];
  const above = findFolderNote(view, note.path);
  return above === undefined || above === note.id ? [] : [above];
}

export function findChildren(view: ThreadView, note: { id: number; path: string }): number[] {
  return findDescendants(view, note, 1).map(({ id }) => id);
}

/** Breadth first, the children of each in their order; each note once, however many ways lead to it. */
export function findDescendants(
  view: ThreadView,
  note: { id: number; path: string },
  maxDepth: number,
): readonly Descendant[] {
  const { cache, generation, scope } = view;
  const key = `descendants ${note.id} ${maxDepth} ${JSON.stringify(scope)}`;
  return cache.get(key, generation, () => walkDown(view, note, maxDepth));
}

function walkDown(view: ThreadView, note: { id: number; path: string }, maxDepth: number): Descendant[] {
  const folders = new FolderNotes(view, maxDepth === 1);
  const seen = new Set([note.id]);
  const found: Descendant[] = [];
  let level: readonly { id: number; path: string }[] = [note];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    view.throwIfCancelled();
    level = nextLevel(view, folders, level, depth, seen);
    for (const one of level as readonly Descendant[]) found.push(one);
  }
  return found;
}

function nextLevel(
  view: ThreadView,
  folders: FolderNotes,
  level: readonly { id: number; path: string }[],
  depth: number,
  seen: Set<number>,
): Descendant[] {
  const groups = new Map<number, Relative[]>();
  const put = (relative: Relative) => {
    const group = groups.get(relative.of);
    if (group) group.push(relative);
    else groups.set(relative.of, [relative]);
  };
  const ids = level.map(({ id }) => id);
  for (const relative of childrenByProperty(view.db, ids, view.scope))
    if (!seen.has(relative.id)) put(relative);
  const inFolders = folders.childrenOf(level).filter(([, { id }]) => !seen.has(id));
  const titles =
    inFolders.length === 0
      ? undefined
      : titleKeys(
          view.db,
          inFolders.map(([, { id }]) => id),
        );
  for (const [of, { id, path }] of inFolders) put({ of, id, path, listed: -1, title: titles!.get(id) ?? '' });
  const next: Descendant[] = [];
  for (const { id: parent } of level)
    for (const { id, path } of (groups.get(parent) ?? []).sort(compareRelatives)) {
      if (seen.has(id)) continue;
      seen.add(id);
      next.push({ id, path, parent, depth });
    }
  return next;
}
