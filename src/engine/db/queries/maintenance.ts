import type { Database } from '../database.ts';
import { edgeIndexes, lateIndexes } from '../schema.ts';
import { dropSnapshot } from './snapshot.ts';

/** Full-text settings while many notes come in: a large hash in memory, hardly any merging on the way. */
export function prepareBulk(db: Database): void {
  // 64 MB of log before it is copied into the file: each copy waits for the disk twice.
  db.exec('PRAGMA wal_autocheckpoint=16000');
  setFts(db, 'hashsize', 32 * 1024 * 1024);
  setFts(db, 'automerge', 0);
  setFts(db, 'usermerge', 16);
  setFts(db, 'crisismerge', 200);
}

/** Settings for single notes; segments are merged by `mergeSegments` when there is nothing else to do. */
export function prepareSingle(db: Database): void {
  setFts(db, 'hashsize', 1024 * 1024);
  setFts(db, 'automerge', 0);
  setFts(db, 'usermerge', 4);
  setFts(db, 'crisismerge', 200);
}

// A JavaScript number is bound as a float, which FTS5 does not take for an option.
function setFts(db: Database, option: string, value: number): void {
  db.run('INSERT INTO fts (fts, rank) VALUES (?, ?)', option, BigInt(value));
}

/** Makes one of the indexes that are made last; false when all are there. */
export function makeLateIndex(db: Database): boolean {
  return makeMissingIndex(db, lateIndexes);
}

export function makeMissingIndex(db: Database, indexes: Readonly<Record<string, string>>): boolean {
  const missing = Object.entries(indexes).find(
    ([name]) => !db.get('SELECT 1 FROM sqlite_schema WHERE name = ?', name),
  );
  if (missing) db.exec(missing[1]);
  return missing !== undefined;
}

/** One small step of merging; false when nothing is left to merge. */
export function mergeSegments(db: Database, pages: number): boolean {
  const before = totalChanges(db);
  db.run("INSERT INTO fts (fts, rank) VALUES ('merge', ?)", BigInt(pages));
  return totalChanges(db) - before >= 2;
}

function totalChanges(db: Database): number {
  return db.get<{ n: number }>('SELECT total_changes() AS n')!.n;
}

/**
 * Copies the write-ahead log into the file and empties it, unless someone is reading just then. A process that dies
 * without closing leaves the log to be read through by the next start. Nobody can write while it is emptied, so it is copied before.
 */
export function checkpoint(db: Database): void {
  db.exec('PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE)');
  db.exec('PRAGMA busy_timeout=30000');
}

export function emptyIndex(db: Database): void {
  for (const table of [
    'files',
    'folders',
    'notes',
    'aliases',
    'properties',
    'tags',
    'links',
    'edges',
    'kin',
    'structure',
    'terms',
  ])
    db.run(`DELETE FROM ${table}`);
  while (makeMissingIndex(db, edgeIndexes));
  dropSnapshot(db);
  db.run("INSERT INTO fts (fts) VALUES ('delete-all')");
  db.run('UPDATE state SET complete = 0, found = 0, terms_after = NULL, links_pending = 1');
}

export function isIntact(db: Database): boolean {
  return db.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check === 'ok';
}
