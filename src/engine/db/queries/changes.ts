import type { Database } from '../database.ts';
import type { ChangeKind } from './state.ts';

/** What was recorded after a generation, oldest first; undefined when not all of that is known any more. */
export function changesSince(
  db: Database,
  generation: number,
): { path: string; kind: ChangeKind }[] | undefined {
  const first = db.get<{ first: number | null }>('SELECT min(generation) AS first FROM changes')?.first;
  if (first === null || first === undefined || first > generation + 1) return undefined;
  return db.all<{ path: string; kind: ChangeKind }>(
    'SELECT path, kind FROM changes WHERE generation > ? ORDER BY rowid',
    generation,
  );
}
