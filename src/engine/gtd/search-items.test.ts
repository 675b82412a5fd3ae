import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openView } from './gtd-view.ts';
import { searchRows } from './search-items.ts';

const shown = { archive: true, trash: true };

/** Rows by asking in a plain way: every text folded and looked through. */
function expectedRows(texts: readonly [string, string | null][], query: string): number[] {
  const fold = (text: string) => text.normalize('NFC').toLowerCase();
  return texts.flatMap(([title, notes], at) =>
    fold(title).includes(fold(query)) || (notes !== null && fold(notes).includes(fold(query)))
      ? [at + 1]
      : [],
  );
}

const letters = fc.constantFrom(
  ...'aAbB éÉe\u0301яЯßſkKσΣς東京%_\\\'"🎉0'.normalize('NFC'),
  'e\u0301',
  'İ',
  'ﬁ',
);
const text = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
const query = fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

test('by SQLite and in memory the same rows are found as by looking at each text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.option(text)), { maxLength: 12 }), query, (texts, wanted) => {
      const db = new DatabaseSync(':memory:');
      db.exec('CREATE TABLE items(id, title, notes, parent_id, completed_at)');
      const insert = db.prepare('INSERT INTO items (id, title, notes) VALUES (?, ?, ?)');
      for (const [at, [title, notes]] of texts.entries()) insert.run(`${at}`, title, notes);
      const memory = new Map<string, unknown>();
      const inMemory = openView(db, (key, make) => {
        if (key.startsWith('search {')) return make();
        if (!memory.has(key)) memory.set(key, make());
        return memory.get(key) as ReturnType<typeof make>;
      });
      const ascending = (rows: readonly number[]) => [...rows].sort((a, b) => a - b);
      const search = { query: wanted, completed: true, shown };
      const plain = searchRows(openView(db), search);
      for (let i = 0; i < 3; i++) searchRows(inMemory, search);
      const remembered = searchRows(inMemory, search);
      db.close();
      expect(remembered).toEqual(plain);
      const [found, wantedRows] = [ascending(plain), expectedRows(texts, wanted)];
      // letters of ASCII are compared by SQLite, for which k is not the Kelvin sign and an accent may follow a letter
      if (/[^\0-\x7f]/.test(wanted.normalize('NFC'))) expect(found).toEqual(wantedRows);
    }),
    { numRuns: 400 },
  );
});
