import type { Database } from '../database.ts';
import type { ChangeKind } from './state.ts';

/** Whether all changes after a generation are still recorded. */
function isRecorded(db: Database, generation: number): boolean {
  const first = db.get<{ first: number | null }>('SELECT min(generation) AS first FROM changes')?.first;
  return first !== null && first !== undefined && first <= generation + 1;
}

/** What was recorded after a generation, oldest first; undefined when not all of that is known any more. */
export function changesSince(
  db: Database,
  generation: number,
): { path: string; kind: ChangeKind }[] | undefined {
  if (!isRecorded(db, generation)) return undefined;
  return db.all<{ path: string; kind: ChangeKind }>(
    'SELECT path, kind FROM changes WHERE generation > ? ORDER BY rowid',
    generation,
  );
}

const mostChanges = 2000;

/** Notes that changed after a generation, each once; undefined when that is not known any more or too much to follow. */
export function changedSince(db: Database, generation: number, most = mostChanges): number[] | undefined {
  if (!isRecorded(db, generation)) return undefined;
  const rows = db.tuples<[number, string]>(
    'SELECT DISTINCT note_id, kind FROM changes WHERE generation > ? LIMIT ?',
    generation,
    most + 1,
  );
  if (rows.length > most || rows.some(([, kind]) => kind === 'bulk')) return undefined;
  return [...new Set(rows.map(([id]) => id))].filter((id) => id !== 0);
}
