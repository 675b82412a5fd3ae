import type { Database } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { edgesIn } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

const toIds = (rows: readonly [number][]) => Int32Array.from(rows, ([id]) => id);

/** Notes with a link to a host whose key is in the range, by id. */
export function notesLinkingToHosts(db: Database, from: string, before: string, scope: Scope): Int32Array {
  return toIds(
    db.tuples<[number]>(
      `SELECT DISTINCT l.note FROM links l CROSS JOIN files s ON s.id = l.note
       WHERE l.target_key >= ? AND l.target_key < ? AND ${inScope(scope, 's.zone')} ORDER BY 1`,
      from,
      before,
    ),
  );
}

/** Notes with a link that is broken for those who see no more than this, by id. */
export function notesWithBroken(db: Database, scope: Scope): Int32Array {
  const sql =
    scope === 'all'
      ? 'SELECT DISTINCT note FROM edges INDEXED BY edges_broken WHERE state <> 0 ORDER BY 1'
      : `SELECT DISTINCT e.note FROM ${edgesIn(scope)} e CROSS JOIN files s ON s.id = e.note LEFT JOIN files d ON d.id = e.dst
         WHERE ${inScope(scope, 's.zone')} AND (e.state <> 0 OR e.dst IS NULL OR NOT ${inScope(scope, 'd.zone')}) ORDER BY 1`;
  return toIds(db.tuples<[number]>(sql));
}

/** A page of the notes that `has` knows, newest change first, by walking that order: quick when they are many. */
export function walkByModified(
  db: Database,
  has: (id: number) => boolean,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const page: number[] = [];
  let skipped = 0;
  const statement = db.statement(
    'SELECT id FROM notes INDEXED BY notes_modified ORDER BY modified DESC, path',
  );
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) {
    const [id] = row as unknown as [number];
    if (!has(id) || skipped++ < offset) continue;
    page.push(id);
    if (page.length === limit) break;
  }
  return page;
}

/** Which notes link to which, from or to these, each pair once with its number of links. Links to oneself are left out. */
export function linkPairs(
  db: Database,
  notes: readonly number[],
  direction: 'out' | 'in',
  scope: Scope,
  limit: number,
): [from: number, to: number, links: number][] {
  const [known, other] = direction === 'out' ? ['e.note', 'e.dst'] : ['e.dst', 'e.note'];
  return db.tuples(
    `SELECT e.note, e.dst, count(*) FROM json_each(?) j CROSS JOIN ${edgesIn(scope)} e ON ${known} = j.value CROSS JOIN files f ON f.id = ${other}
     WHERE e.note <> e.dst AND f.kind = ${noteKind} AND ${inScope(scope, 'f.zone')}
     GROUP BY e.note, e.dst ORDER BY j.key, f.path LIMIT ?`,
    JSON.stringify(notes),
    limit,
  );
}

/** Visible notes' file names without `.md`, in lower case: all, or those of some. */
export function noteNames(db: Database, scope: Scope, ids?: readonly number[]): [id: number, name: string][] {
  const visible = inScope(scope, 'n.zone');
  return ids === undefined
    ? db.tuples(`SELECT n.id, n.name_key FROM notes n WHERE ${visible}`)
    : db.tuples(
        `SELECT n.id, n.name_key FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value WHERE ${visible}`,
        JSON.stringify(ids),
      );
}

/** Every visible attachment's file name, in lower case. */
export function attachmentNames(db: Database, scope: Scope): [id: number, name: string][] {
  return db.tuples(
    `SELECT id, attachment_key FROM files WHERE attachment_key IS NOT NULL AND ${inScope(scope)}`,
  );
}

export function filePath(db: Database, id: number): string | undefined {
  return db.get<{ path: string }>('SELECT path FROM files WHERE id = ?', id)?.path;
}

/** About how many notes there are, at once. */
export function highestNote(db: Database): number {
  return db.get<{ id: number | null }>('SELECT max(id) AS id FROM notes')!.id ?? 0;
}
