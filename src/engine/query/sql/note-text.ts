import path from 'node:path';
import type { Database } from '../../db/database.ts';
import { findDisk } from '../../db/queries/sql-tables.ts';
import type { Scope } from '../../db/queries/zones.ts';
import { findFrontmatter } from '../../markdown/frontmatter-block.ts';
import { findInside, type NotePath } from '../../vault/path-guard.ts';
import { decodeText, readFileBytes } from '../../vault/read-file.ts';

const mostBytes = 10 * 1024 * 1024;

/** Reads notes' texts for one statement: each folder is proven to lie inside the notebook once, then its files are opened by name. */
export function openTexts(root: string, db: Database, scope: Scope): (id: number) => string | null {
  const folders = new Map<string, string | undefined>();
  const insideOf = (folder: string) => {
    if (!folders.has(folder)) folders.set(folder, guard(root, folder));
    return folders.get(folder);
  };
  return (id) => {
    const disk = findDisk(db, id, scope);
    if (disk === undefined) return null;
    const cut = disk.lastIndexOf('/');
    const folder = insideOf(disk.slice(0, Math.max(0, cut)));
    if (folder === undefined) return null;
    try {
      const { bytes, truncated } = readFileBytes(path.join(folder, disk.slice(cut + 1)), mostBytes);
      return decodeText(bytes, truncated).text;
    } catch {
      return null; // gone or not readable: one note never fails a statement over many
    }
  };
}

function guard(root: string, folder: string): string | undefined {
  try {
    return findInside(root, folder as NotePath);
  } catch {
    return undefined;
  }
}

export function bodyOf(text: string): string {
  return text.slice(findFrontmatter(text)?.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0));
}
