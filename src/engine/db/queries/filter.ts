import type { Database, Value } from '../database.ts';
import { noteKind } from '../note-record.ts';
import { edgesIn } from './own-edges.ts';
import { inScope, type Scope } from './zones.ts';

// Ids come as one JSON text: a tenth of the time that as many rows take.

export type Order = '=' | '>' | '>=' | '<' | '<=';

function ids(db: Database, source: string, ...values: Value[]): number[] {
  return JSON.parse(db.get<{ ids: string }>(`SELECT json_group_array(${source}`, ...values)!.ids) as number[];
}

/** A row that belongs to a note, when the note can be seen. Asked of `files`, whose rows are a tenth of those of `notes`. */
function ofVisible(scope: Scope, note: string): string {
  if (scope === 'all') return '1';
  return `EXISTS (SELECT 1 FROM files v WHERE v.id = ${note} AND ${inScope(scope, 'v.zone')})`;
}

/** From a time on, up to and without another. */
export function idsByTime(
  db: Database,
  scope: Scope,
  column: 'created' | 'modified',
  from: number,
  to: number,
): number[] {
  return ids(
    db,
    `n.id) AS ids FROM notes n WHERE n.${column} >= ? AND n.${column} < ? AND ${inScope(scope, 'n.zone')}`,
    from,
    to,
  );
}

export function idsByWords(db: Database, scope: Scope, order: Order, words: number): number[] {
  return ids(db, `n.id) AS ids FROM notes n WHERE n.words ${order} ? AND ${inScope(scope, 'n.zone')}`, words);
}

const onTitle = {
  contains: 'instr(n.title_key, ?) > 0',
  glob: 'n.title_key GLOB ?',
  '=': 'n.title_key = ?',
  '>': 'n.title_key > ?',
  '>=': 'n.title_key >= ?',
  '<': 'n.title_key < ?',
  '<=': 'n.title_key <= ?',
};

export function idsByTitle(db: Database, scope: Scope, how: keyof typeof onTitle, key: string): number[] {
  return ids(db, `n.id) AS ids FROM notes n WHERE ${onTitle[how]} AND ${inScope(scope, 'n.zone')}`, key);
}

const keyed = {
  id: 'n.note_id = ?',
  title: 'n.title_key = ?',
  alias: 'n.id IN (SELECT note FROM aliases WHERE alias_key = ?)',
  name: 'n.name_key = ?',
};

export function idsByKey(db: Database, scope: Scope, level: keyof typeof keyed, key: string): number[] {
  return ids(db, `n.id) AS ids FROM notes n WHERE ${keyed[level]} AND ${inScope(scope, 'n.zone')}`, key);
}

/** Notes whose file has this name, with their paths. */
export function pathsByName(db: Database, scope: Scope, nameKey: string): [id: number, path: string][] {
  return db.tuples(
    `SELECT n.id, n.path FROM notes n WHERE n.name_key = ? AND ${inScope(scope, 'n.zone')}`,
    nameKey,
  );
}

/** Patterns for LIKE, in which the escape is a backslash: of the whole path, and of the file's name. */
export interface LikePath {
  path: string;
  name?: string;
  /** How many slashes the path must have. */
  slashes?: number;
}

function onPath({ path, name, slashes }: LikePath, scope: Scope): { sql: string; values: Value[] } {
  const parts = [`f.kind = ${noteKind}`, inScope(scope, 'f.zone')];
  const values: Value[] = [];
  const add = (sql: string, value: Value) => {
    parts.push(sql);
    values.push(value);
  };
  if (path !== '%') add("f.path LIKE ? ESCAPE '\\'", path);
  if (slashes === 0) parts.push('f.slash = 0');
  else if (slashes !== undefined) add("length(f.path) - length(replace(f.path, '/', '')) = ?", slashes);
  if (name !== undefined) add("substr(f.path, f.slash + 1) LIKE ? ESCAPE '\\'", name);
  return { sql: parts.join(' AND '), values };
}

export function idsByPath(db: Database, scope: Scope, like: LikePath): number[] {
  const { sql, values } = onPath(like, scope);
  return ids(db, `f.id) AS ids FROM files f WHERE ${sql}`, ...values);
}

export function pathsLike(db: Database, scope: Scope, like: LikePath): [id: number, path: string][] {
  const { sql, values } = onPath(like, scope);
  return db.tuples(`SELECT f.id, f.path FROM files f WHERE ${sql}`, ...values);
}

/** Every tag as it is compared. */
export function tagKeys(db: Database): string[] {
  return db.tuples<[string]>('SELECT DISTINCT tag_key FROM tags').map(([key]) => key);
}

/** With this tag or one nested in it. */
export function idsByTag(db: Database, scope: Scope, key: string): number[] {
  return ids(
    db,
    `t.note) AS ids FROM tags t WHERE (t.tag_key = ? OR (t.tag_key >= ? AND t.tag_key < ?)) AND ${ofVisible(scope, 't.note')}`,
    key,
    `${key}/`,
    `${key}0`,
  );
}

export function idsByTagKeys(db: Database, scope: Scope, keys: readonly string[]): number[] {
  return ids(
    db,
    `t.note) AS ids FROM tags t WHERE t.tag_key IN (SELECT value FROM json_each(?)) AND ${ofVisible(scope, 't.note')}`,
    JSON.stringify(keys),
  );
}

export function idsWithTags(db: Database, scope: Scope): number[] {
  return ids(db, `DISTINCT t.note) AS ids FROM tags t WHERE ${ofVisible(scope, 't.note')}`);
}

export function propertyKeys(db: Database): string[] {
  return db.tuples<[string]>('SELECT DISTINCT key FROM properties').map(([key]) => key);
}

/** Each value of a property once, with the number of notes that have it and one of them. Only those LIKE one of `likes`. */
export function propertyValues(
  db: Database,
  scope: Scope,
  key: string,
  likes: readonly string[],
): [json: string, count: number, note: number][] {
  const like = likes.map(() => "p.value LIKE ? ESCAPE '\\'").join(' OR ') || '1';
  return db.tuples(
    `SELECT p.value, count(*), min(p.note) FROM properties p WHERE p.key = ? AND (${like}) AND ${ofVisible(scope, 'p.note')}
     GROUP BY p.value`,
    key,
    ...likes,
  );
}

export function idsByPropertyValues(
  db: Database,
  scope: Scope,
  key: string,
  values: readonly string[],
): number[] {
  return ids(
    db,
    `p.note) AS ids FROM properties p WHERE p.key = ? AND p.value IN (SELECT value FROM json_each(?)) AND ${ofVisible(scope, 'p.note')}`,
    key,
    JSON.stringify(values),
  );
}

export function idsWithProperty(db: Database, scope: Scope, key: string): number[] {
  return ids(db, `p.note) AS ids FROM properties p WHERE p.key = ? AND ${ofVisible(scope, 'p.note')}`, key);
}

/** Notes with a link to one of these; the text of the link may name a heading that is not there. */
export function idsLinkingTo(db: Database, scope: Scope, targets: Int32Array): number[] {
  return ids(
    db,
    `e.note) AS ids FROM ${edgesIn(scope)} e WHERE e.dst IN (SELECT value FROM json_each(?)) AND ${ofVisible(scope, 'e.note')}`,
    `[${targets.join()}]`,
  );
}

/** What these notes link to, once for each link: attachments among it, which are no notes. */
export function idsLinkedFrom(db: Database, scope: Scope, sources: Int32Array): number[] {
  return ids(
    db,
    `e.dst) AS ids FROM json_each(?) s CROSS JOIN ${edgesIn(scope)} e ON e.note = s.value
     WHERE e.dst IS NOT NULL AND ${ofVisible(scope, 'e.dst')}`,
    `[${sources.join()}]`,
  );
}

const linkEnds = {
  'links-to': (scope: Scope) =>
    `SELECT 1 FROM ${edgesIn(scope)} e CROSS JOIN files o ON o.id = e.dst WHERE e.note = f.id AND o.kind = ${noteKind} AND ${inScope(scope, 'o.zone')}`,
  'linked-by': (scope: Scope) =>
    `SELECT 1 FROM ${edgesIn(scope)} e WHERE e.dst = f.id AND ${ofVisible(scope, 'e.note')}`,
};

/** Notes with a link to a note, or from one. */
export function idsWithLinks(db: Database, scope: Scope, end: keyof typeof linkEnds): number[] {
  return ids(
    db,
    `f.id) AS ids FROM files f WHERE f.kind = ${noteKind} AND ${inScope(scope, 'f.zone')} AND EXISTS (${linkEnds[end](scope)})`,
  );
}
