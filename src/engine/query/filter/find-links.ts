import { idsByKey, idsLinkedFrom, idsLinkingTo, idsWithLinks } from '../../db/queries/filter.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNoteSet } from '../every-note.ts';
import { NoteSet } from '../note-set.ts';
import { type Comparison, type Condition, isGlob } from './condition.ts';
import { findByPathGlob, findExactPath } from './find-paths.ts';
import { fold } from './fold.ts';

/** Notes that link to the named ones, or that those link to. A name that no note has gives none. */
export function findByLink(
  view: ThreadView,
  direction: 'links-to' | 'linked-by',
  condition: Condition,
): NoteSet {
  const { db, scope } = view;
  if (condition.kind === 'presence') return NoteSet.of(idsWithLinks(db, scope, direction));
  const named = findNamed(view, condition);
  if (named.size === 0) return named;
  if (direction === 'links-to') return NoteSet.of(idsLinkingTo(db, scope, named.ids()));
  return NoteSet.of(idsLinkedFrom(db, scope, named.ids())).intersect(everyNoteSet(view));
}

/** As a note reference is read; where several notes are called so, all of them. */
function findNamed(view: ThreadView, condition: Comparison): NoteSet {
  const { text } = condition;
  if (isGlob(condition)) return findByPathGlob(view, text);
  if (text.endsWith('/')) return findByPathGlob(view, `${text}**`);
  const byPath = findExactPath(view, text);
  if (byPath.size > 0) return byPath;
  const key = fold(text);
  for (const level of ['id', 'title', 'alias', 'name'] as const) {
    const ids = idsByKey(view.db, view.scope, level, level === 'name' ? key.replace(/\.md$/, '') : key);
    if (ids.length > 0) return NoteSet.of(ids);
  }
  return new NoteSet();
}
