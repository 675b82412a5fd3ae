import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { idList } from './links.ts';

/** A file by its id; `disk` is the path as the disk spells it. */
export interface FilePlace {
  id: number;
  path: string;
  disk: string;
  isNote: boolean;
}

type PlaceTuple = [id: number, path: string, disk: string | null, kind: number];

const toPlace = ([id, path, disk, kind]: PlaceTuple): FilePlace => ({
  id,
  path,
  disk: disk ?? path,
  isNote: kind === noteKind,
});

export function findPlace(db: Database, id: number): FilePlace | undefined {
  const rows = db.tuples<PlaceTuple>('SELECT id, path, disk, kind FROM files WHERE id = ?', id);
  return rows[0] && toPlace(rows[0]);
}

/** Notes with a link to one of these files, or that name one as parent or child in a property; by path. */
export function notesNaming(db: Database, files: readonly number[]): FilePlace[] {
  return db
    .tuples<PlaceTuple>(
      `SELECT id, path, disk, kind FROM files WHERE id IN (
         SELECT e.note FROM json_each(?1) t CROSS JOIN edges e ON e.dst = t.value
         UNION SELECT k.note FROM json_each(?1) t CROSS JOIN kin k ON k.dst = t.value) ORDER BY path`,
      idList(files),
    )
    .map(toPlace);
}

/** A link and what it means. */
export interface MeaningLink {
  note: number;
  path: string;
  line: number;
  raw: string;
  kind: string;
  target: string;
  heading: string | null;
  block: string | null;
  dst: number;
}

const meaning = 'l.note, f.path, l.line, l.raw, l.kind, l.target, l.heading, l.block, e.dst';

/** Links that a key finds and that mean a file, by path and line. */
export function meaningLinks(db: Database, key: string): MeaningLink[] {
  return db.all<MeaningLink>(
    `SELECT ${meaning} FROM links l CROSS JOIN edges e ON e.note = l.note AND e.ord = l.ord CROSS JOIN files f ON f.id = l.note
     WHERE l.target_key = ? AND l.external = 0 AND e.dst IS NOT NULL ORDER BY f.path, l.line, l.ord`,
    key,
  );
}

/** Links from other notes to a file, by path and line. */
export function linksFromOthers(db: Database, file: number): MeaningLink[] {
  return db.all<MeaningLink>(
    `SELECT ${meaning} FROM edges e CROSS JOIN links l ON l.note = e.note AND l.ord = e.ord CROSS JOIN files f ON f.id = e.note
     WHERE e.dst = ? AND e.note <> e.dst ORDER BY f.path, l.line, l.ord`,
    file,
  );
}

export function notesTitled(db: Database, title: string, limit: number): [id: number, path: string][] {
  return db.tuples<[number, string]>('SELECT id, path FROM notes WHERE title_key = ? LIMIT ?', title, limit);
}
