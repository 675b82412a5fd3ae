import { idsByTag, idsByTagKeys, idsWithTags, tagKeys } from '../../db/queries/filter.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { NoteSet } from '../note-set.ts';
import { type Condition, isGlob } from './condition.ts';
import { compareText, fold } from './fold.ts';
import { compileSegmentsGlob } from './glob-text.ts';
import { compareBy } from './value-test.ts';

/** By properties and by tags in the text alike. As in Obsidian, a tag stands for those nested in it too. */
export function findByTag(view: ThreadView, condition: Condition): NoteSet {
  const { db, scope, cache, generation } = view;
  if (condition.kind === 'presence') return NoteSet.of(idsWithTags(db, scope));
  const { operator } = condition;
  const value = fold(condition.text.replace(/^#+|\/+$/g, ''));
  const isEqual = operator === '=' || operator === '!=';
  if (isEqual && !isGlob(condition)) return NoteSet.of(idsByTag(db, scope, value));
  const glob = isEqual ? compileSegmentsGlob(value) : undefined;
  const test = (tag: string) =>
    glob
      ? nestings(tag).some(glob)
      : operator === '~'
        ? tag.includes(value)
        : compareBy(operator, compareText(tag, value));
  const all = cache.get('tag keys', generation, () => tagKeys(db));
  return NoteSet.of(idsByTagKeys(db, scope, all.filter(test)));
}

/** `a/b/c` lies in `a` and in `a/b`. */
function nestings(tag: string): string[] {
  const found = [tag];
  for (let slash = tag.indexOf('/'); slash !== -1; slash = tag.indexOf('/', slash + 1))
    found.push(tag.slice(0, slash));
  return found;
}
