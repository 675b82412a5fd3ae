import type { Database } from '../database.ts';
import { dropSnapshot } from './snapshot.ts';

export interface IndexState {
  generation: number;
  complete: boolean;
  /** Notes seen on disk by the sweep that started the first index. */
  found: number;
  /** A complete index whose terms or links' targets are still left to be made. */
  unfinished: boolean;
}

export function readState(db: Database): IndexState {
  const row = db.get<{ generation: number; complete: number; found: number; unfinished: number }>(
    'SELECT generation, complete, found, terms_after IS NOT NULL OR links_pending AS unfinished FROM state',
  );
  const complete = row?.complete === 1;
  const unfinished = complete && row?.unfinished === 1;
  return { generation: row?.generation ?? 0, complete, found: row?.found ?? 0, unfinished };
}

/** Whether the list of terms is complete, when other things may still be left to be made. */
export function hasAllTerms(db: Database): boolean {
  return db.get('SELECT 1 FROM state WHERE terms_after IS NULL') !== undefined;
}

export function setProgress(db: Database, progress: { complete: boolean; found: number }): void {
  db.run('UPDATE state SET complete = ?, found = ?', progress.complete ? 1 : 0, progress.found);
}

/** Dates without a zone were read in the index's zone; in another one every note must be looked at again. */
export function setTimeZone(db: Database, timeZone: string): void {
  db.run('UPDATE state SET time_zone = ?', timeZone);
  db.run('UPDATE files SET racy = 1');
  dropSnapshot(db);
}

export function hasTimeZone(db: Database, timeZone: string): boolean {
  return db.get('SELECT 1 FROM state WHERE time_zone = ?', timeZone) !== undefined;
}

export function setIgnored(db: Database, ignored: string): void {
  db.run('UPDATE state SET ignored = ?', ignored);
  recordChanges(db, [{ noteId: 0, path: '', kind: 'bulk' }]);
}

export function hasIgnored(db: Database, ignored: string): boolean {
  return db.get('SELECT 1 FROM state WHERE ignored = ?', ignored) !== undefined;
}

export type ChangeKind = 'added' | 'changed' | 'removed' | 'bulk';

export interface Change {
  noteId: number;
  path: string;
  kind: ChangeKind;
}

const keptChanges = 10_000;

/** Closes a write: raises the generation and says what changed. More than a reader would follow is one `bulk` row. */
export function recordChanges(db: Database, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  db.run('UPDATE state SET generation = generation + 1');
  const { generation } = readState(db);
  const insert = db.statement('INSERT INTO changes (generation, note_id, path, kind) VALUES (?, ?, ?, ?)');
  const rows: readonly Change[] = changes.length > 1000 ? [{ noteId: 0, path: '', kind: 'bulk' }] : changes;
  for (const change of rows) insert.run(generation, change.noteId, change.path, change.kind);
  db.run('DELETE FROM changes WHERE rowid <= (SELECT max(rowid) FROM changes) - ?', keptChanges);
}
