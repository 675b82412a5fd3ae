import { DatabaseSync } from 'node:sqlite';

/** `seed`: nine columns, times as ISO text. `app`: what DirectGTD keeps today, times as seconds, tags, soft delete. */
export type GtdSchema = 'seed' | 'app';

export interface SampleItem {
  id: string;
  title: string | null;
  parent?: string | null;
  order?: number;
  type?: string;
  notes?: string;
  /** ISO 8601, like all times here. */
  created?: string;
  modified?: string;
  completed?: string;
  due?: string;
  start?: string;
  deleted?: string;
  tags?: readonly string[];
}

export interface SampleDatabase {
  items: Iterable<SampleItem>;
  tags?: readonly { id: string; name: string; color?: string; deleted?: string }[];
  settings?: Record<string, string>;
  wal?: boolean;
}

const seedTables = `
CREATE TABLE items(
  id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, parent_id TEXT, sort_order INTEGER NOT NULL,
  created_at TEXT NOT NULL, modified_at TEXT NOT NULL, completed_at TEXT, due_date TEXT, earliest_start_time TEXT);
`;

const synced =
  'ck_record_name TEXT, ck_change_tag TEXT, needs_push INTEGER DEFAULT 1, deleted_at INTEGER, ck_system_fields BLOB';
// Without grdb_migrations the app would take the file for an old one and drop its tables.
const appTables = `
CREATE TABLE grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE items(
  id TEXT PRIMARY KEY, title TEXT, item_type TEXT DEFAULT 'Unknown', notes TEXT,
  parent_id TEXT REFERENCES items(id), sort_order INTEGER DEFAULT 0, created_at INTEGER NOT NULL, modified_at INTEGER NOT NULL,
  completed_at INTEGER, due_date INTEGER, earliest_start_time INTEGER, ${synced});
CREATE INDEX idx_parent_id ON items(parent_id);
CREATE UNIQUE INDEX idx_items_ck ON items(ck_record_name) WHERE ck_record_name IS NOT NULL;
CREATE TABLE tags(id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT, created_at INTEGER, modified_at INTEGER, ${synced});
CREATE TABLE item_tags(
  item_id TEXT NOT NULL REFERENCES items(id), tag_id TEXT NOT NULL REFERENCES tags(id),
  created_at INTEGER, modified_at INTEGER, ${synced}, PRIMARY KEY(item_id, tag_id));
CREATE INDEX idx_item_tags_item ON item_tags(item_id);
CREATE INDEX idx_item_tags_tag ON item_tags(tag_id);
CREATE TABLE app_settings(key TEXT PRIMARY KEY, value TEXT);
`;

const epoch = '2024-01-15T10:30:00Z';
const seconds = (time: string | undefined) =>
  time === undefined ? null : Math.floor(Date.parse(time) / 1000);

/** Writes a database file of either schema; what the seed's does not have is left out there. */
export function writeGtdDatabase(file: string, schema: GtdSchema, sample: SampleDatabase): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(sample.wal ? 'PRAGMA journal_mode = WAL' : 'PRAGMA synchronous = OFF');
    db.exec(`PRAGMA foreign_keys = OFF; ${schema === 'seed' ? seedTables : appTables} BEGIN`);
    if (schema === 'seed') insertSeedItems(db, sample.items);
    else insertAppRows(db, sample);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function insertSeedItems(db: DatabaseSync, items: Iterable<SampleItem>): void {
  const insert = db.prepare('INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { id, title, parent = null, order = 0, created = epoch, ...item } of items)
    insert.run(
      id,
      title ?? '',
      parent,
      order,
      created,
      item.modified ?? created,
      item.completed ?? null,
      item.due ?? null,
      item.start ?? null,
    );
}

function insertAppRows(db: DatabaseSync, { items, tags = [], settings = {} }: SampleDatabase): void {
  const insert = db.prepare(
    `INSERT INTO items (id, title, item_type, notes, parent_id, sort_order, created_at, modified_at, completed_at, due_date,
       earliest_start_time, ck_record_name, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const link = db.prepare('INSERT INTO item_tags (item_id, tag_id) VALUES (?, ?)');
  for (const { id, title, parent = null, order = 0, created = epoch, ...item } of items) {
    insert.run(
      id,
      title,
      item.type ?? 'Task',
      item.notes ?? null,
      parent,
      order,
      seconds(created),
      seconds(item.modified ?? created),
      seconds(item.completed),
      seconds(item.due),
      seconds(item.start),
      `Item_${id}`,
      seconds(item.deleted),
    );
    for (const tag of item.tags ?? []) link.run(id, tag);
  }
  const addTag = db.prepare('INSERT INTO tags (id, name, color, deleted_at) VALUES (?, ?, ?, ?)');
  for (const tag of tags) addTag.run(tag.id, tag.name, tag.color ?? null, seconds(tag.deleted));
  const set = db.prepare('INSERT INTO app_settings VALUES (?, ?)');
  for (const [key, value] of Object.entries(settings)) set.run(key, value);
}

const day = 86_400_000;
const at = (now: number, days: number) => new Date(now + days * day).toISOString().replace(/\.\d+Z$/, 'Z');

/** A small database as someone has it after a few weeks. Dates lie around `now`. */
export function sampleDatabase(now: number): SampleDatabase {
  const items: SampleItem[] = [
    { id: 'inbox', title: 'Inbox', type: 'Folder', order: 0 },
    { id: 'work', title: 'Work', type: 'Folder', order: 1 },
    { id: 'home', title: 'Home', type: 'Folder', order: 2 },
    { id: 'archive', title: 'Archive', type: 'Folder', order: 3 },
    { id: 'trash', title: 'Trash', type: 'Folder', order: 4 },
    { id: 'call', title: 'Call the plumber', parent: 'inbox', due: at(now, -2), tags: ['urgent'] },
    { id: 'site', title: 'New website', type: 'Project', parent: 'work', notes: 'Goal: launch in spring.' },
    { id: 'draft', title: 'Draft the texts', parent: 'site', due: at(now, 0), tags: ['next'] },
    { id: 'review', title: 'Review the draft', parent: 'site', order: 1, start: at(now, 3), due: at(now, 5) },
    { id: 'logo', title: 'Choose a logo', parent: 'site', order: 2, completed: at(now, -1) },
    { id: 'garden', title: 'Plan the garden', type: 'Project', parent: 'home', tags: ['next'] },
    { id: 'old', title: 'Old website', type: 'Project', parent: 'archive', due: at(now, -90) },
    { id: 'thrown', title: 'Website idea, thrown away', parent: 'trash' },
    { id: 'gone', title: 'Deleted website', parent: 'work', deleted: at(now, -1) },
  ];
  return {
    items,
    tags: [
      { id: 'next', name: 'next', color: '#34C759' },
      { id: 'urgent', name: 'Urgent', color: '#FF3B30' },
      { id: 'unused', name: 'someday' },
    ],
    settings: { archive_folder_id: 'archive', quick_capture_folder_id: 'inbox' },
  };
}

const words =
  'plan write review call email budget garden kitchen report invoice travel book meeting design fix deploy read'.split(
    ' ',
  );

/** Many items in a tree some levels deep, the same for the same numbers. */
export function* manyItems(count: number, roots: number): Generator<SampleItem> {
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let i = 0; i < count; i++) {
    const title = `${Array.from({ length: 3 + random(5) }, () => words[random(words.length)]).join(' ')} ${i}`;
    const created = new Date(1_700_000_000_000 + random(30_000_000) * 1000).toISOString();
    yield {
      id: idOf(i),
      title,
      type: i < roots ? 'Folder' : 'Task',
      order: random(1000),
      created,
      ...(i < roots ? {} : { parent: idOf(random(Math.min(i, Math.max(roots, count / 5)))) }),
      ...(random(4) === 0
        ? { due: new Date(1_700_000_000_000 + random(60_000_000) * 1000).toISOString() }
        : {}),
      ...(random(5) === 0 ? { notes: 'Some words about it, more than a title holds. '.repeat(5) } : {}),
    };
  }
}

/** As long as the ids of the app. */
function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
