import { Buffer } from 'node:buffer';
import type { Database } from '../db/database.ts';
import { hasIgnored, setIgnored } from '../db/queries/state.ts';
import { type IgnoredFiles, openIgnored, settleIgnored } from '../links/ignored-files.ts';
import { contentHash } from '../vault/read-file.ts';
import type { Walker } from '../vault/walk.ts';

/**
 * The files that the notebook leaves out, for links that lead to them. When they are others than the index knows of, links that
 * led nowhere or to them are looked at again. Only a sweep asks: nobody watches what is left out.
 */
export function lookAtIgnored(
  db: Database,
  walker: Walker,
  write: (work: () => void) => void,
): IgnoredFiles | undefined {
  const hidden = walker.listHidden().sort();
  const mark = hidden.length === 0 ? '' : contentHash(Buffer.from(hidden.join('\n')));
  const ignored = openIgnored(hidden);
  if (!hasIgnored(db, mark))
    write(() => {
      settleIgnored(db, ignored);
      setIgnored(db, mark);
    });
  return ignored;
}
