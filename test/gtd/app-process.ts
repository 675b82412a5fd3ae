import { DatabaseSync } from 'node:sqlite';

/** Plays the app in a process of its own: holds a lock, stops in the middle of a commit, or keeps writing. */
const [, , task = '', file = ''] = process.argv;
const db = new DatabaseSync(file, { timeout: 0 });
// whoever started it may end without a word
process.on('disconnect', () => process.exit());
const tell = (message: unknown) => void process.send?.(message);

if (task === 'lock') {
  db.exec("BEGIN EXCLUSIVE; UPDATE items SET title = title || ' changed'");
  tell('locked');
  process.on('message', () => {
    db.exec('COMMIT');
    db.close();
    process.disconnect();
  });
} else if (task === 'crash') {
  // a small cache spills pages into the file before the commit, which makes the journal one that must be rolled back
  db.exec("PRAGMA cache_size = 1; BEGIN; UPDATE items SET title = 'half done ' || title");
  stay();
  tell('stopped');
} else if (task === 'open') {
  db.exec(
    "INSERT INTO items (id, title, sort_order, created_at, modified_at) VALUES ('late', 'In the log', 99, 1, 1)",
  );
  stay();
  tell('open');
} else {
  write();
}

function stay(): void {
  setInterval(() => db.isOpen, 1000);
}

/** Every transaction leaves two equal titles: a reader that sees them differ has read a torn state. */
function write(): void {
  const mode = db.prepare('PRAGMA journal_mode').get()?.journal_mode;
  const atOnce = mode === 'wal' ? 10 : 1;
  let written = 0;
  let busy = 0;
  let isOver = false;
  process.on('message', () => {
    isOver = true;
  });
  const round = () => {
    if (isOver) {
      db.close();
      tell({ written, busy });
      process.disconnect();
      return;
    }
    for (let i = 0; i < atOnce; i++) {
      try {
        db.exec('BEGIN IMMEDIATE');
        const title = `round ${written + 1} ${'x'.repeat(written % 400)}`;
        db.prepare(
          "UPDATE items SET title = ?, modified_at = modified_at + 1 WHERE id IN ('first', 'last')",
        ).run(title);
        db.prepare(
          "INSERT OR REPLACE INTO items (id, title, parent_id, sort_order, created_at, modified_at) VALUES (?, ?, 'first', 1, 1, 1)",
        ).run(`child ${written % 500}`, title);
        db.exec('COMMIT');
        written++;
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== 5) throw error;
        busy++;
        if (db.isTransaction) db.exec('ROLLBACK');
      }
    }
    setTimeout(round, 20 / atOnce);
  };
  tell('writing');
  round();
}
