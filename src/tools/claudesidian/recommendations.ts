import type { Moved } from '../../engine/index.ts';
import type { Recommendation } from './fields.ts';

const mostShown = 10;

/** What a move did to links, and which of them someone should look at. */
export function describeMove(moved: Moved): Recommendation[] {
  const { path, newPath, rewritten, doubtful, trashPath, dryRun } = moved;
  const found: Recommendation[] = [];
  const say = (type: string, message: string) => found.push({ type, message });
  if (path === newPath) say('no_change', `It is there already: ${newPath}`);
  if (rewritten.links > 0) {
    const done = dryRun ? 'Would rewrite' : 'Rewrote';
    say('links_updated', `${done} ${count(rewritten.links, 'link')} in ${count(rewritten.notes, 'note')}`);
  }
  for (const { path: at, line, raw, reason } of doubtful.items.slice(0, mostShown))
    say('check_link', `${at}:${line} ${raw}: ${reason}`);
  const left = doubtful.total - Math.min(doubtful.items.length, mostShown);
  if (left > 0) say('check_link', `${count(left, 'more link')} may mean something else now`);
  if (trashPath !== undefined) say('overwritten', `The file that was there is in the trash: ${trashPath}`);
  return found;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
