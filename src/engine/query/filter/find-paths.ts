import { idsByPath, type LikePath, pathsByName, pathsLike } from '../../db/queries/filter.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { NoteSet } from '../note-set.ts';
import { type Comparison, isGlob } from './condition.ts';
import { compareText, fold } from './fold.ts';
import { compileSegmentsGlob, containsLike, escapeLike, isAscii } from './glob-text.ts';
import { compareBy } from './value-test.ts';

/** `=` and `!=` give the same set: what is equal. */
export function findByPath(view: ThreadView, condition: Comparison): NoteSet {
  const { operator, text } = condition;
  if (operator === '=' || operator === '!=') {
    if (isGlob(condition)) return findByPathGlob(view, text);
    return text.endsWith('/') ? findByPathGlob(view, `${text}**`) : findExactPath(view, text);
  }
  const value = fold(text);
  if (operator !== '~')
    return test(view, { path: '%' }, (path) => compareBy(operator, compareText(path, value)));
  if (isAscii(value)) return NoteSet.of(idsByPath(view.db, view.scope, { path: `%${escapeLike(value)}%` }));
  return test(view, { path: containsLike(text, false) }, (path) => path.includes(value));
}

/** With or without `.md`. */
export function findExactPath(view: ThreadView, text: string): NoteSet {
  const typed = fold(text);
  const path = typed.endsWith('.md') ? typed : `${typed}.md`;
  const name = path.slice(path.lastIndexOf('/') + 1, -3);
  const named = pathsByName(view.db, view.scope, name);
  return NoteSet.of(named.filter(([, one]) => fold(one) === path).map(([id]) => id));
}

export function findByPathGlob(view: ThreadView, text: string): NoteSet {
  const glob = fold(text);
  // the end of a text for LIKE, and in no path
  if (glob.includes('\0')) return new NoteSet();
  const like = isAscii(glob) ? asLike(glob) : undefined;
  if (like) return NoteSet.of(idsByPath(view.db, view.scope, like));
  return test(view, { path: containsLike(glob, true).replaceAll('/', '%') }, compileSegmentsGlob(glob));
}

/** Globs that LIKE decides, told how many slashes there are: then none is left for a star to go over. */
function asLike(glob: string): LikePath | undefined {
  const segments = glob.split('/');
  const deep = segments.findIndex((segment) => /^\*{2,}$/.test(segment));
  if (deep === -1) return { path: toLike(glob), slashes: segments.length - 1 };
  const before = segments
    .slice(0, deep)
    .map((segment) => `${segment}/`)
    .join('');
  if (/[*?]/.test(before)) return undefined;
  if (deep === segments.length - 1) return { path: `${escapeLike(before)}%` };
  if (deep < segments.length - 2 || /^\*{2,}$/.test(segments.at(-1)!)) return undefined;
  return { path: `${escapeLike(before)}%`, name: toLike(segments.at(-1)!) };
}

function toLike(glob: string): string {
  return escapeLike(glob).replace(/\*+/g, '%').replaceAll('?', '_');
}

function test(view: ThreadView, like: LikePath, isMatch: (folded: string) => boolean): NoteSet {
  const found = new NoteSet();
  let seen = 0;
  for (const [id, path] of pathsLike(view.db, view.scope, like)) {
    if (++seen % 4096 === 0) view.throwIfCancelled();
    if (isMatch(fold(path))) found.add(id);
  }
  return found;
}
