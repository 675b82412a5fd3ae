import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { kinIn } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

/** A note among others that are shown in order: as listed, then by title and path. */
export interface Relative {
  /** The note at the other end. */
  of: number;
  id: number;
  /** Its place in the property that names it; -1 when the property is its own. */
  listed: number;
  title: string;
  path: string;
}

type RelativeTuple = [of: number, id: number, listed: number, title: string, path: string];

const toRelative = ([of, id, listed, title, path]: RelativeTuple): Relative => ({
  of,
  id,
  listed,
  title,
  path,
});

/** Both ways a property can say it: in the note itself (`own`), or in the other one. */
function relatives(db: Database, notes: readonly number[], scope: Scope, own: 0 | 1): Relative[] {
  const found = (from: 'note' | 'dst', to: 'note' | 'dst', up: 0 | 1, listed: string) =>
    `SELECT j.value, n.id, ${listed}, n.title_key, n.path FROM json_each(?1) j CROSS JOIN ${kinIn(scope)} k ON k.${from} = j.value
     CROSS JOIN notes n ON n.id = k.${to}
     WHERE k.up = ${up} AND k.dst <> k.note AND k.dst IS NOT NULL AND ${inScope(scope, 'n.zone')}`;
  const ids = JSON.stringify(notes);
  return [
    ...db.tuples<RelativeTuple>(found('note', 'dst', own, 'k.ord'), ids),
    ...db.tuples<RelativeTuple>(found('dst', 'note', own === 1 ? 0 : 1, '-1'), ids),
  ].map(toRelative);
}

/** Whom properties name as parents of these notes. One may come more than once. */
export function parentsByProperty(db: Database, notes: readonly number[], scope: Scope): Relative[] {
  return relatives(db, notes, scope, 1);
}

/** Whom properties name as children of these notes. One may come more than once. */
export function childrenByProperty(db: Database, notes: readonly number[], scope: Scope): Relative[] {
  return relatives(db, notes, scope, 0);
}

/** Whether a property gives the note a parent: then its folder does not. */
function hasParent(scope: Scope): string {
  const visible = (end: string) =>
    scope === 'all'
      ? `(SELECT kind FROM files p WHERE p.id = ${end}) = ${noteKind}`
      : `EXISTS (SELECT 1 FROM files p WHERE p.id = ${end} AND p.kind = ${noteKind} AND ${inScope(scope, 'p.zone')})`;
  return `(EXISTS (SELECT 1 FROM ${kinIn(scope)} k WHERE k.note = f.id AND k.up = 1 AND k.dst <> k.note AND ${visible('k.dst')})
    OR EXISTS (SELECT 1 FROM ${kinIn(scope)} k WHERE k.dst = f.id AND k.up = 0 AND k.dst <> k.note AND ${visible('k.note')}))`;
}

/** A note somewhere below a folder. */
export interface NoteBelow {
  id: number;
  path: string;
  hasParent: boolean;
}

/**
 * Notes below these folders, by path. `near` leaves most of those out that lie in subfolders; what stands for its folder
 * is always among them. Folders are not empty and none lies in another.
 */
export function notesBelow(
  db: Database,
  folders: readonly string[],
  scope: Scope,
  near: boolean,
): NoteBelow[] {
  const name = 'substr(f.path, f.slash + 1)';
  const base = 'substr(f.path, f.slash + 1, length(f.path) - f.slash - 3)';
  const isNear = `(f.slash = length(j.value) + 1 OR ${name} = 'index.md'
    OR substr(f.path, f.slash - length(${base}), length(${base})) = ${base})`;
  return db
    .tuples<[number, string, number]>(
      `SELECT f.id, f.path, ${hasParent(scope)} FROM json_each(?) j
       CROSS JOIN files f ON f.kind = ${noteKind} AND f.path > j.value || '/' AND f.path < j.value || '0'
       WHERE ${inScope(scope, 'f.zone')} AND ${near ? isNear : '1'}`,
      JSON.stringify(folders),
    )
    .map(([id, path, owned]) => ({ id, path, hasParent: owned === 1 }));
}

/** Titles as they are compared. */
export function titleKeys(db: Database, notes: readonly number[]): Map<number, string> {
  return new Map(
    db.tuples<[number, string]>(
      'SELECT n.id, n.title_key FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value',
      JSON.stringify(notes),
    ),
  );
}

/** The notes at these paths, which the caller sees. */
export function notesAt(db: Database, paths: readonly string[], scope: Scope): Map<string, number> {
  return new Map(
    db.tuples<[string, number]>(
      `SELECT f.path, f.id FROM json_each(?) j CROSS JOIN files f ON f.kind = ${noteKind} AND f.path = j.value
       WHERE ${inScope(scope, 'f.zone')}`,
      JSON.stringify(paths),
    ),
  );
}

/** Paths and the numbers of their files. */
export function pathsOf(db: Database, notes: readonly number[]): Map<number, string> {
  return new Map(
    db.tuples<[number, string]>(
      'SELECT f.id, f.path FROM json_each(?) j CROSS JOIN files f ON f.id = j.value',
      JSON.stringify(notes),
    ),
  );
}

/** Whether more notes than that are named as children of a note, or lie in folders that it may stand for. */
export function hasManyBelow(
  db: Database,
  { id, path }: { id: number; path: string },
  most: { named: number; inFolder: number },
  scope: Scope,
): boolean {
  const seen = (id: string) =>
    scope === 'all'
      ? '1'
      : `EXISTS (SELECT 1 FROM files v WHERE v.id = ${id} AND ${inScope(scope, 'v.zone')})`;
  const folders = [path.replace(/\.md$/i, ''), path.slice(0, Math.max(0, path.lastIndexOf('/')))];
  const counted = db.get<{ named: number; inFolder: number }>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM ${kinIn(scope)} k WHERE k.dst = ?1 AND k.up = 1 AND ${seen('k.note')} LIMIT ?2))
       + (SELECT count(*) FROM (SELECT 1 FROM ${kinIn(scope)} k WHERE k.note = ?1 AND k.up = 0 AND ${seen('k.dst')} LIMIT ?2)) AS named,
     (SELECT count(*) FROM (SELECT 1 FROM json_each(?3) j CROSS JOIN files f
       ON f.kind = ${noteKind} AND f.path > j.value || '/' AND f.path < j.value || '0' AND ${inScope(scope, 'f.zone')} LIMIT ?4)) AS inFolder`,
    id,
    most.named + 1,
    JSON.stringify(folders.filter((folder) => folder !== '')),
    most.inFolder + 1,
  )!;
  return counted.named > most.named || counted.inFolder > most.inFolder;
}
