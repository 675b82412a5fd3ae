import type { SQLInputValue } from 'node:sqlite';
import { type GtdView, isLive } from './gtd-view.ts';
import { openHiding, type Shown } from './hidden-folders.ts';
import { findInMemory, fold } from './search-text.ts';

export interface ItemSearch {
  readonly query: string;
  readonly itemType?: string | undefined;
  readonly completed: boolean;
  readonly shown: Shown;
}

/** Rows whose title or notes hold the query in any case: title hits first, then by title and id. */
export function searchRows(view: GtdView, search: ItemSearch): readonly number[] {
  return view.remember(`search ${JSON.stringify(search)}`, () => {
    const has = view.columns('items');
    const { holds, values } = openMatcher(view, search.query);
    const title = holds('i.title');
    const conditions = [isLive(view, 'items', 'i')];
    if (!search.completed) conditions.push('i.completed_at IS NULL');
    if (search.itemType !== undefined) {
      conditions.push(has.has('item_type') ? 'i.item_type = :type COLLATE NOCASE' : '0');
      if (has.has('item_type')) values.type = search.itemType;
    }
    conditions.push(has.has('notes') ? `(${title} OR ${holds('i.notes')})` : title);
    const candidates = search.query.includes('\0') ? undefined : findInMemory(view, fold(search.query));
    if (candidates !== undefined) values.rows = JSON.stringify(candidates);
    const source =
      candidates === undefined ? 'items i' : 'json_each(:rows) j CROSS JOIN items i ON i.rowid = j.value';
    const statement = view.db.prepare(
      `SELECT i.rowid, CAST(i.parent_id AS TEXT) FROM ${source} WHERE ${conditions.join(' AND ')}
       ORDER BY ${title} DESC, i.title COLLATE NOCASE, i.id`,
    );
    statement.setReturnArrays(true);
    const rows = statement.all(values) as unknown as [number, string | null][];
    const isHidden = openHiding(view, search.shown);
    return rows.filter(([, parent]) => !isHidden(parent)).map(([row]) => row);
  });
}

interface Matcher {
  holds(column: string): string;
  values: Record<string, SQLInputValue>;
}

/**
 * The condition that a column holds the query. SQLite folds the case of ASCII letters only; where other letters have
 * case or accents, a function of ours decides, and cheap conditions spare it most rows.
 */
function openMatcher(view: GtdView, query: string): Matcher {
  const wanted = fold(query);
  const beyond = [...new Set(wanted)].filter((char) => char > '\x7f');
  if (beyond.every((char) => isWhole(char) && char.toUpperCase() === char))
    return {
      holds: (column) => `coalesce(${column} LIKE :like ESCAPE '\\', 0)`,
      values: { like: `%${escapeLike(wanted)}%` },
    };
  view.db.function('holds_query', { deterministic: true }, (text) =>
    typeof text === 'string' && fold(text).includes(wanted) ? 1 : 0,
  );
  // İ and the Kelvin sign are i and k in lower case
  const plain = wanted.split(/[^\0-\x7f]+|[ik]/).reduce((a, b) => (b.length > a.length ? b : a), '');
  const letters = beyond.filter(isWhole).slice(0, 4);
  const values: Matcher['values'] = { like: `%${escapeLike(plain)}%` };
  for (const [place, letter] of letters.entries()) {
    values[`small${place}`] = letter;
    values[`large${place}`] = letter.toUpperCase();
  }
  const holds = (column: string) => {
    const either = letters.map((_, at) => `(instr(${column}, :small${at}) OR instr(${column}, :large${at}))`);
    const all = [`${column} LIKE :like ESCAPE '\\'`, ...either, `holds_query(${column})`];
    return `coalesce(${all.join(' AND ')}, 0)`;
  };
  return { holds, values };
}

/** Written in one way only: neither accent nor accented, and a single character in capitals too. */
function isWhole(char: string): boolean {
  const capital = char.toUpperCase();
  const isSimple = char.normalize('NFD') === char && !/\p{M}/u.test(char);
  return isSimple && [...capital].length === 1 && fold(capital) === char;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
