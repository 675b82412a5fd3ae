import type { Database } from '../db/database.ts';
import { hasIgnored, setIgnored } from '../db/queries/state.ts';
import { type IgnoredFiles, openIgnored, settleIgnored } from '../links/ignored-files.ts';
import type { Walker } from '../vault/walk.ts';
import { markHidden } from './hidden-mark.ts';

/**
 * The files that the notebook leaves out, for links that lead to them. When they are others than the index knows of, links that
 * led nowhere or to them are looked at again. Only a sweep and a bulk index ask: nobody watches what is left out.
 */
export function lookAtIgnored(
  db: Database,
  walker: Walker,
  write: (work: () => void) => void,
): IgnoredFiles | undefined {
  const hidden = walker.listHidden();
  const mark = markHidden(hidden);
  const ignored = openIgnored(hidden);
  if (!hasIgnored(db, mark))
    write(() => {
      settleIgnored(db, ignored);
      setIgnored(db, mark);
    });
  return ignored;
}
