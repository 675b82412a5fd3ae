/** Raised with every change below: a new version is a new file, so there is nothing to migrate. */
export const schemaVersion = 8;

/**
 * `files` holds what a stat sweep needs and nothing else, for notes and attachments alike; a note's row in
 * `notes` has the same id. Child tables are clustered by note, so that a note's rows go and come in one place.
 * Headings, blocks and tasks are asked for by note or all at once, never by value: they are JSON in `structure`.
 *
 * `edges` has what each link that is not external means: `dst` a file, `state` 0 found, 1 no such file, 2 no such heading or block,
 * (with no file: one that the notebook leaves out; `ignored` tells one set of such files from another),
 * `part` 1 when the link names a heading or block. `links_pending` is 0 when all edges are made, else one more than the last
 * note whose edges are. `links.target_key` is what a link names, or `//com.example.` for one that leads to that host. `attachment_key` is an attachment's name in lower case.
 *
 * `terms` has every word of the full text, and the stem of those that are another form of it.
 *
 * `kin` has what properties such as `parent` and `children` name, links or not: `up` 1 a parent of the note, 0 a child. Its `dst` is
 * made and kept together with the edges. It stands apart from `links` because a title in a property is no link.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS state(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL, complete INTEGER NOT NULL, found INTEGER NOT NULL, time_zone TEXT NOT NULL, terms_after TEXT,
  links_pending INTEGER NOT NULL, ignored TEXT NOT NULL
);
INSERT OR IGNORE INTO state VALUES (1, 0, 0, 0, '', NULL, 1, '');
CREATE TABLE IF NOT EXISTS changes(
  generation INTEGER NOT NULL, note_id INTEGER NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS changes_generation ON changes(generation);

CREATE TABLE IF NOT EXISTS files(
  id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, path TEXT NOT NULL, disk TEXT, zone INTEGER NOT NULL, slash INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime REAL NOT NULL, ctime REAL NOT NULL, ino REAL NOT NULL, racy INTEGER NOT NULL, attachment_key TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS files_path ON files(kind, path, zone, slash);
CREATE INDEX IF NOT EXISTS files_twin ON files(kind, path) WHERE disk = path;
CREATE INDEX IF NOT EXISTS files_attachment ON files(attachment_key) WHERE attachment_key IS NOT NULL;
CREATE TABLE IF NOT EXISTS snapshot(folder TEXT PRIMARY KEY, names TEXT NOT NULL, stats BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS folders(path TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS zones(id INTEGER PRIMARY KEY, globs TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS policy_globs(id INTEGER PRIMARY KEY, glob TEXT NOT NULL UNIQUE);

CREATE TABLE IF NOT EXISTS notes(
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, zone INTEGER NOT NULL, title TEXT NOT NULL, title_key TEXT NOT NULL,
  name_key TEXT NOT NULL, note_id TEXT, created INTEGER NOT NULL, modified INTEGER NOT NULL,
  words INTEGER NOT NULL, lines INTEGER NOT NULL, hash TEXT NOT NULL, encoding TEXT NOT NULL,
  tags TEXT NOT NULL, aliases TEXT NOT NULL, data TEXT NOT NULL, warning_code TEXT, warning TEXT
);
CREATE INDEX IF NOT EXISTS notes_modified ON notes(modified DESC, path, zone);
CREATE INDEX IF NOT EXISTS notes_created ON notes(created DESC, path, zone);
CREATE INDEX IF NOT EXISTS notes_title ON notes(title_key, path, zone);
CREATE INDEX IF NOT EXISTS notes_name ON notes(name_key);
CREATE INDEX IF NOT EXISTS notes_note_id ON notes(note_id) WHERE note_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS notes_warning ON notes(path, zone) WHERE warning IS NOT NULL;

CREATE TABLE IF NOT EXISTS aliases(note INTEGER NOT NULL, ord INTEGER NOT NULL, alias_key TEXT NOT NULL, PRIMARY KEY(note, ord)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS aliases_key ON aliases(alias_key);
CREATE TABLE IF NOT EXISTS properties(note INTEGER NOT NULL, ord INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(note, ord)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tags(note INTEGER NOT NULL, ord INTEGER NOT NULL, tag TEXT NOT NULL, tag_key TEXT NOT NULL, source TEXT NOT NULL, line INTEGER NOT NULL, PRIMARY KEY(note, ord)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS links(
  note INTEGER NOT NULL, ord INTEGER NOT NULL, kind TEXT NOT NULL, line INTEGER NOT NULL,
  raw TEXT NOT NULL, target TEXT NOT NULL, target_key TEXT, heading TEXT, block TEXT, alias TEXT, external INTEGER NOT NULL, property TEXT,
  PRIMARY KEY(note, ord)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS edges(
  note INTEGER NOT NULL, ord INTEGER NOT NULL, dst INTEGER, state INTEGER NOT NULL, part INTEGER NOT NULL, PRIMARY KEY(note, ord)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS edges_dst ON edges(dst) WHERE dst IS NOT NULL;
CREATE INDEX IF NOT EXISTS edges_part ON edges(dst) WHERE part = 1;
CREATE INDEX IF NOT EXISTS edges_broken ON edges(note, ord) WHERE state <> 0;
CREATE TABLE IF NOT EXISTS kin(
  note INTEGER NOT NULL, ord INTEGER NOT NULL, up INTEGER NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, target_key TEXT NOT NULL, dst INTEGER,
  PRIMARY KEY(note, ord)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS kin_target ON kin(target_key);
CREATE INDEX IF NOT EXISTS kin_dst ON kin(dst, up) WHERE dst IS NOT NULL;
CREATE TABLE IF NOT EXISTS structure(note INTEGER PRIMARY KEY, headings TEXT NOT NULL, blocks TEXT NOT NULL, tasks TEXT NOT NULL);

CREATE VIRTUAL TABLE IF NOT EXISTS fts USING fts5(
  title, headings, tags, body, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co So'"
);
CREATE VIRTUAL TABLE IF NOT EXISTS fts_terms USING fts5vocab(fts, 'row');
CREATE TABLE IF NOT EXISTS terms(id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, stem TEXT);
CREATE INDEX IF NOT EXISTS terms_stem ON terms(stem) WHERE stem IS NOT NULL;
`;

/** Indexes that nothing needs before the first index is complete: made at its end they cost half. */
export const lateIndexes: Record<string, string> = {
  properties_key: 'CREATE INDEX properties_key ON properties(key, value)',
  tags_key: 'CREATE INDEX tags_key ON tags(tag_key)',
  links_target: 'CREATE INDEX links_target ON links(target_key) WHERE target_key IS NOT NULL',
};

/** Left off while all edges are made, for the same reason. */
export const edgeIndexes: Record<string, string> = {
  edges_dst: 'CREATE INDEX edges_dst ON edges(dst) WHERE dst IS NOT NULL',
  edges_part: 'CREATE INDEX edges_part ON edges(dst) WHERE part = 1',
};

/** The same tokenizer on one note at a time, in memory: gives exactly the terms that \`fts\` stored for it. */
export const termSchema = `
CREATE VIRTUAL TABLE IF NOT EXISTS temp.one USING fts5(
  text, content='', detail=none, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co So'"
);
CREATE VIRTUAL TABLE IF NOT EXISTS temp.one_terms USING fts5vocab(temp, one, 'row');
`;
