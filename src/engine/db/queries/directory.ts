import type { StatKey } from '../../vault/stat-key.ts';
import type { Database } from '../database.ts';
import { inScope, type Scope } from './zones.ts';

export interface DirectoryFile extends StatKey {
  path: string;
  disk: string;
}

type Tuple = [string, string | null, number, number, number, number];

/** Notes and attachments below a folder, by its path in NFC, or only those directly in it; '' is the whole notebook. */
export function filesBelow(db: Database, folder: string, scope: Scope, direct: boolean): DirectoryFile[] {
  const from = folder === '' ? '' : `${folder}/`;
  const to = folder === '' ? '\u{10FFFF}' : `${folder}0`;
  return [0, 1]
    .flatMap((kind) =>
      db.tuples<Tuple>(
        `SELECT path, disk, size, mtime, ctime, ino FROM files WHERE kind = ? AND path >= ? AND path < ? AND ${inScope(scope)}
           AND ${direct ? 'slash = ?' : '? IS NOT NULL'}`,
        kind,
        from,
        to,
        [...from].length,
      ),
    )
    .map(([path, disk, size, mtime, ctime, ino]) => ({ path, disk: disk ?? path, size, mtime, ctime, ino }));
}
