import type { Database, Value } from '../database.ts';
import { attachmentKind, type FileRecord, type NoteRecord, noteKind } from '../note-record.ts';
import { termSchema } from '../schema.ts';
import { leaveSnapshot } from './snapshot.ts';

const childTables = ['aliases', 'properties', 'tags', 'links', 'edges', 'kin', 'structure'] as const;

const places = (count: number) => Array(count).fill('?').join(', ');
const insert = (table: string, columns: string) =>
  `INSERT INTO ${table} (${columns}) VALUES (${places(columns.split(',').length)})`;

const sql = {
  file: insert('files', 'id, kind, path, disk, zone, slash, size, mtime, ctime, ino, racy, attachment_key'),
  stat: 'UPDATE files SET size = ?, mtime = ?, ctime = ?, ino = ?, racy = ? WHERE id = ?',
  note: insert(
    'notes',
    'id, path, zone, title, title_key, name_key, note_id, created, modified, words, lines, hash, encoding, tags, aliases, data, warning_code, warning',
  ),
  full: insert('fts', 'rowid, title, headings, tags, body'),
  aliases: insert('aliases', 'note, ord, alias_key'),
  properties: insert('properties', 'note, ord, key, value'),
  tags: insert('tags', 'note, ord, tag, tag_key, source, line'),
  links: insert(
    'links',
    'note, ord, kind, line, raw, target, target_key, heading, block, alias, external, property',
  ),
  kin: insert('kin', 'note, ord, up, kind, target, target_key'),
  structure: insert('structure', 'note, headings, blocks, tasks'),
};

export function insertNote(db: Database, note: NoteRecord, zone: number, reuseId?: number): number {
  const id = insertFile(db, note, noteKind, zone, reuseId);
  db.statement(sql.note).run(
    id,
    note.path,
    zone,
    note.title,
    note.titleKey,
    note.nameKey,
    note.noteId,
    note.created,
    note.modified,
    note.words,
    note.lines,
    note.hash,
    note.encoding,
    note.tags,
    JSON.stringify(note.aliases),
    note.data,
    note.warningCode,
    note.warning,
  );
  const full = note.full;
  db.statement(sql.full).run(id, full.title, full.headings, full.tags, full.body);
  insertChildren(
    db,
    sql.aliases,
    id,
    note.aliases.map((alias) => [alias.normalize('NFC').toLowerCase()]),
  );
  insertChildren(db, sql.properties, id, note.properties);
  insertChildren(db, sql.tags, id, note.tagRows);
  insertChildren(db, sql.links, id, note.links);
  insertChildren(db, sql.kin, id, note.kin);
  if (note.headings.length + note.blocks.length + note.tasks.length > 6)
    db.statement(sql.structure).run(id, note.headings, note.blocks, note.tasks);
  return id;
}

/** Rows of a note's own tables, as `insertNote` writes them after the note and their number. */
const stored = {
  aliases: 'SELECT alias_key FROM aliases WHERE note = ? ORDER BY ord',
  properties: 'SELECT key, value FROM properties WHERE note = ? ORDER BY ord',
  tags: 'SELECT tag, tag_key, source, line FROM tags WHERE note = ? ORDER BY ord',
  links:
    'SELECT kind, line, raw, target, target_key, heading, block, alias, external, property FROM links WHERE note = ? ORDER BY ord',
  kin: 'SELECT up, kind, target, target_key FROM kin WHERE note = ? ORDER BY ord',
};

const sqlUpdate = {
  text: 'UPDATE notes SET modified = ?, words = ?, lines = ?, hash = ?, encoding = ?, tags = ?, data = ?, warning_code = ?, warning = ? WHERE id = ?',
  names: 'UPDATE notes SET title = ?, title_key = ?, note_id = ?, created = ?, aliases = ? WHERE id = ?',
  link: 'UPDATE links SET kind = ?, line = ?, raw = ?, target = ?, target_key = ?, heading = ?, block = ?, alias = ?, external = ?, property = ? WHERE note = ? AND ord = ?',
};

/** Which rows of a note were written: what they name must be looked for anew. */
export interface ChangedRows {
  /** Places of its links; `all` when they are counted otherwise now. */
  links: readonly number[] | 'all';
  kin: boolean;
}

/** Another text of a note under the same path: only rows that differ are written. */
export function updateNote(db: Database, id: number, note: NoteRecord): ChangedRows {
  leaveSnapshot(db, id);
  updateStat(db, id, note);
  const old = db.get<{ title: string; note_id: string | null; created: number; aliases: string }>(
    'SELECT title, note_id, created, aliases FROM notes WHERE id = ?',
    id,
  )!;
  const aliases = JSON.stringify(note.aliases);
  db.statement(sqlUpdate.text).run(
    note.modified,
    note.words,
    note.lines,
    note.hash,
    note.encoding,
    note.tags,
    note.data,
    note.warningCode,
    note.warning,
    id,
  );
  if (
    old.title !== note.title ||
    old.note_id !== note.noteId ||
    old.created !== note.created ||
    old.aliases !== aliases
  )
    db.statement(sqlUpdate.names).run(note.title, note.titleKey, note.noteId, note.created, aliases, id);
  db.run('DELETE FROM fts WHERE rowid = ?', id);
  const full = note.full;
  db.statement(sql.full).run(id, full.title, full.headings, full.tags, full.body);
  if (old.aliases !== aliases)
    replaceChildren(
      db,
      'aliases',
      id,
      note.aliases.map((alias) => [alias.normalize('NFC').toLowerCase()]),
    );
  replaceChildren(db, 'properties', id, note.properties);
  replaceChildren(db, 'tags', id, note.tagRows);
  const changed = { kin: replaceChildren(db, 'kin', id, note.kin), links: replaceLinks(db, id, note.links) };
  const parts = db.get<{ headings: string; blocks: string; tasks: string }>(
    'SELECT headings, blocks, tasks FROM structure WHERE note = ?',
    id,
  );
  if (parts?.headings === note.headings && parts.blocks === note.blocks && parts.tasks === note.tasks)
    return changed;
  if (parts) db.run('DELETE FROM structure WHERE note = ?', id);
  if (note.headings.length + note.blocks.length + note.tasks.length > 6)
    db.statement(sql.structure).run(id, note.headings, note.blocks, note.tasks);
  return changed;
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function replaceChildren(
  db: Database,
  table: 'aliases' | 'properties' | 'tags' | 'kin',
  id: number,
  rows: readonly (readonly Value[])[],
): boolean {
  const old = db.tuples<Value[]>(stored[table], id);
  if (old.length === rows.length && rows.every((row, i) => areSame(row, old[i]!))) return false;
  if (old.length > 0) db.run(`DELETE FROM ${table} WHERE note = ?`, id);
  insertChildren(db, sql[table], id, rows);
  return true;
}

const externalAt = 8;

function replaceLinks(
  db: Database,
  id: number,
  rows: readonly (readonly Value[])[],
): readonly number[] | 'all' {
  const old = db.tuples<Value[]>(stored.links, id);
  if (old.length === rows.length && rows.every((row, i) => row[externalAt] === old[i]![externalAt])) {
    const changed = [...rows.keys()].filter((ord) => !areSame(rows[ord]!, old[ord]!));
    for (const ord of changed) db.statement(sqlUpdate.link).run(...rows[ord]!, id, ord);
    return changed;
  }
  db.run('DELETE FROM links WHERE note = ?', id);
  db.run('DELETE FROM edges WHERE note = ?', id);
  insertChildren(db, sql.links, id, rows);
  return 'all';
}

function insertChildren(db: Database, text: string, note: number, rows: readonly (readonly Value[])[]): void {
  if (rows.length === 0) return;
  const statement = db.statement(text);
  for (let ord = 0; ord < rows.length; ord++) statement.run(note, ord, ...rows[ord]!);
}

function insertFile(db: Database, file: FileRecord, kind: number, zone: number, reuseId?: number): number {
  const { stat } = file;
  const result = db
    .statement(sql.file)
    .run(
      reuseId ?? null,
      kind,
      file.path,
      file.disk === file.path && file.path === file.path.normalize('NFC') ? null : file.disk,
      zone,
      folderLength(file.path),
      stat.size,
      stat.mtime,
      stat.ctime,
      stat.ino,
      file.racy ? 1 : 0,
      kind === noteKind ? null : file.path.slice(file.path.lastIndexOf('/') + 1).toLowerCase(),
    );
  return Number(result.lastInsertRowid);
}

/** Where the file name starts, in code points, as SQLite's substr counts. */
function folderLength(path: string): number {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  let length = folder.length;
  for (let i = 0; i < folder.length; i++) if ((folder.charCodeAt(i) & 0xfc00) === 0xd800) length--;
  return length;
}

export function insertAttachment(db: Database, file: FileRecord, zone: number): number {
  return insertFile(db, file, attachmentKind, zone);
}

/** The file is the same, only its stat changed (touched, moved onto itself, no longer racy). */
export function updateStat(db: Database, id: number, file: Pick<FileRecord, 'stat' | 'racy'>): void {
  const { stat } = file;
  db.statement(sql.stat).run(stat.size, stat.mtime, stat.ctime, stat.ino, file.racy ? 1 : 0, id);
}

export function deleteFile(db: Database, id: number, kind: number): void {
  leaveSnapshot(db, id);
  db.run('DELETE FROM files WHERE id = ?', id);
  if (kind !== noteKind) return;
  db.run('DELETE FROM notes WHERE id = ?', id);
  db.run('DELETE FROM fts WHERE rowid = ?', id);
  for (const table of childTables) db.run(`DELETE FROM ${table} WHERE note = ?`, id);
}

/** The word that a term is another form of, if it is one. */
export type StemOf = (term: string) => string | undefined;

function insertTerms(db: Database, terms: readonly [string][], stemOf: StemOf): void {
  if (terms.length === 0) return;
  const rows = terms.map(([term]) => [term, stemOf(term) ?? null]);
  db.run(
    'INSERT OR IGNORE INTO terms (term, stem) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    JSON.stringify(rows),
  );
}

/** Adds what this note's text brings to the list of terms; a term once known stays, an empty posting list is harmless. */
export function addTerms(db: Database, notes: readonly Pick<NoteRecord, 'full'>[], stemOf: StemOf): void {
  if (notes.length === 0) return;
  db.exec(termSchema);
  const add = db.statement('INSERT INTO temp.one (rowid, text) VALUES (?, ?)');
  notes.forEach(({ full }, i) => {
    const body = typeof full.body === 'string' ? full.body : Buffer.from(full.body).toString();
    add.run(i + 1, `${full.title}\n${full.headings}\n${full.tags}\n${body}`);
  });
  const fresh = db.tuples<[string]>(
    'SELECT term FROM temp.one_terms WHERE term NOT IN (SELECT term FROM terms)',
  );
  insertTerms(db, fresh, stemOf);
  db.run("INSERT INTO temp.one (one) VALUES ('delete-all')");
}

/** After a bulk load the list of terms is made from the full text itself, from the beginning. */
export function restartTerms(db: Database): void {
  db.run("UPDATE state SET terms_after = ''");
}

/** One piece of that; false when the list is complete. */
export function addTermsPiece(db: Database, count: number, stemOf: StemOf): boolean {
  const after = db.get<{ after: string | null }>(
    'SELECT terms_after AS after FROM state WHERE complete = 1',
  )?.after;
  if (after === null || after === undefined) return false;
  const next = db.tuples<[string]>('SELECT term FROM fts_terms WHERE term > ? LIMIT ?', after, count);
  insertTerms(db, next, stemOf);
  db.run('UPDATE state SET terms_after = ?', next.length < count ? null : next.at(-1)![0]);
  return true;
}
