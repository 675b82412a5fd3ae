import type { StatKey } from '../../vault/stat-key.ts';
import type { Database } from '../database.ts';

export interface KnownFile extends StatKey {
  id: number;
  kind: number;
  path: string;
  disk: string;
  racy: boolean;
}

type Tuple = [number, number, string, string | null, number, number, number, number, number];

const columns = 'id, kind, path, disk, size, mtime, ctime, ino, racy';

function toKnown([id, kind, path, disk, size, mtime, ctime, ino, racy]: Tuple): KnownFile {
  return { id, kind, path, disk: disk ?? path, size, mtime, ctime, ino, racy: racy === 1 };
}

export function allKnownFiles(db: Database): KnownFile[] {
  return db.tuples<Tuple>(`SELECT ${columns} FROM files`).map(toKnown);
}

export function findKnownFile(db: Database, kind: number, disk: string): KnownFile | undefined {
  const nfc = disk.normalize('NFC');
  for (const path of nfc === disk ? [disk] : [disk, nfc]) {
    const row = findByPath(db, kind, path);
    if (row?.disk === disk) return row;
  }
  return undefined;
}

export function findByPath(db: Database, kind: number, path: string): KnownFile | undefined {
  const rows = db.tuples<Tuple>(`SELECT ${columns} FROM files WHERE kind = ? AND path = ?`, kind, path);
  return rows[0] && toKnown(rows[0]);
}

/** Files of another spelling that go by it because someone else has the path they share in NFC; first by spelling. */
export function twinsOf(db: Database, kind: number, nfc: string): KnownFile[] {
  return db
    .tuples<Tuple>(`SELECT ${columns} FROM files WHERE kind = ? AND disk = path`, kind)
    .map(toKnown)
    .filter(({ disk }) => disk.normalize('NFC') === nfc)
    .sort((a, b) => (a.disk < b.disk ? -1 : 1));
}

/**
 * Everything recorded below a folder. Paths sort by code point, so `folder/` to `folder0` is exactly that. A twin of
 * another spelling shares the NFC paths, and its files are not meant.
 */
export function knownFilesBelow(db: Database, folder: string): KnownFile[] {
  const spellings = new Set([folder.normalize('NFC'), folder]);
  return [0, 1].flatMap((kind) =>
    [...spellings].flatMap((top) =>
      db
        .tuples<Tuple>(
          `SELECT ${columns} FROM files WHERE kind = ? AND path >= ? AND path < ?`,
          kind,
          `${top}/`,
          `${top}0`,
        )
        .map(toKnown)
        .filter(({ disk }) => disk.startsWith(`${folder}/`)),
    ),
  );
}

/** The files that lie directly in a folder. */
export function filesIn(db: Database, folder: string): KnownFile[] {
  const prefix = folder === '' ? '' : `${folder.normalize('NFC')}/`;
  const to = folder === '' ? '\u{10FFFF}' : `${prefix.slice(0, -1)}0`;
  return [0, 1]
    .flatMap((kind) =>
      db.tuples<Tuple>(
        `SELECT ${columns} FROM files WHERE kind = ? AND path >= ? AND path < ? AND slash = ?`,
        kind,
        prefix,
        to,
        [...prefix].length,
      ),
    )
    .map(toKnown)
    .filter(({ disk }) => disk.slice(0, Math.max(0, disk.lastIndexOf('/'))) === folder);
}

export function countFiles(db: Database): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM files')!.n;
}

export function countNotes(db: Database): number {
  // every entry of the smallest index, none of them looked at
  return db.get<{ n: number }>('SELECT count(*) AS n FROM notes')!.n;
}

/** A folder and all folders below it, as the disk spells them; '' is the whole notebook. */
export function knownFolders(db: Database, top = ''): string[] {
  const rows =
    top === ''
      ? db.tuples<[string]>('SELECT path FROM folders ORDER BY path')
      : db.tuples<[string]>(
          'SELECT path FROM folders WHERE path = ? OR (path >= ? AND path < ?)',
          top,
          `${top}/`,
          `${top}0`,
        );
  return rows.map(([path]) => path);
}

export function addFolder(db: Database, disk: string): void {
  db.run('INSERT OR IGNORE INTO folders (path) VALUES (?)', disk);
}

export function removeFolderTree(db: Database, disk: string): void {
  db.run('DELETE FROM folders WHERE path = ? OR (path >= ? AND path < ?)', disk, `${disk}/`, `${disk}0`);
}
