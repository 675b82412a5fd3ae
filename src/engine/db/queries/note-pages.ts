import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { inScope, type Scope } from './zones.ts';

export interface PagedNote {
  path: string;
  title: string;
  modified: number;
  size: number;
}

/** The notes that follow a path, in the order of paths. A page found by its first key skips nothing when notes come or go. */
export function notesAfter(db: Database, after: string, scope: Scope, limit: number): PagedNote[] {
  return db.all<PagedNote>(
    `SELECT n.path, n.title, n.modified, f.size FROM files f JOIN notes n ON n.id = f.id
     WHERE f.kind = ${noteKind} AND f.path > ? AND ${inScope(scope, 'f.zone')} ORDER BY f.path LIMIT ?`,
    after,
    limit,
  );
}
