import type { GtdView } from './gtd-view.ts';

/** The texts of all items in one string, to be looked through in memory. */
interface SearchText {
  readonly text: string;
  /** Where the text of each row begins; ascending. */
  readonly starts: readonly number[];
  readonly rows: readonly number[];
}

/** Reading all texts takes as long as a few searches by SQLite do, so it is done when that many were asked. */
const searchesBefore = 3;
const mostCharacters = 20_000_000;
const mostRows = 5000;

/** Lower case in one spelling of accents. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Rows that hold the folded text, and perhaps some more; undefined when looking for them in memory does not pay. */
export function findInMemory(view: GtdView, wanted: string): number[] | undefined {
  const asked = view.remember('searches', () => ({ count: 0 }));
  if (++asked.count <= searchesBefore) return undefined;
  const all = view.remember('search text', () => readTexts(view));
  if (all === undefined) return undefined;
  const found: number[] = [];
  for (let at = all.text.indexOf(wanted); at !== -1; ) {
    const record = recordAt(all.starts, at);
    found.push(all.rows[record]!);
    if (found.length > mostRows) return undefined;
    const next = all.starts[record + 1];
    at = next === undefined ? -1 : all.text.indexOf(wanted, next);
  }
  return found;
}

function readTexts(view: GtdView): SearchText | undefined {
  const notes = view.columns('items').has('notes') ? 'notes' : 'NULL';
  const statement = view.db.prepare(`SELECT rowid, title, ${notes} FROM items`);
  statement.setReturnArrays(true);
  const pieces: string[] = [];
  const starts: number[] = [];
  const rows: number[] = [];
  let length = 0;
  for (const row of statement.iterate()) {
    const [id, title, notes] = row as unknown as [number, unknown, unknown];
    const piece = searchable(
      `${typeof title === 'string' ? title : ''}\0${typeof notes === 'string' ? notes : ''}\0`,
    );
    starts.push(length);
    rows.push(id);
    pieces.push(piece);
    length += piece.length;
    if (length > mostCharacters) return undefined;
  }
  return { text: pieces.join(''), starts, rows };
}

/**
 * NUL ends each text, so that nothing is found across two. SQLite finds a plain letter also where an accent follows it as a
 * character of its own, so such texts are there in both spellings.
 */
function searchable(text: string): string {
  const folded = fold(text);
  const asWritten = text.toLowerCase();
  return folded === asWritten ? folded : folded + asWritten;
}

/** The last record that begins at or before a place. */
function recordAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
