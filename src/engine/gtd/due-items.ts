import { dayOf, startOfDay } from '../views/calendar.ts';
import { parseStoredTime } from './gtd-time.ts';
import { type GtdView, isLive, readTuples } from './gtd-view.ts';
import { openHiding, type Shown } from './hidden-folders.ts';

export const dueRanges = ['overdue', 'today', 'tomorrow', 'week'] as const;
export type DueRange = (typeof dueRanges)[number];

/** From `from` up to, but not including, `to`; ms since 1970. */
export interface Span {
  readonly from: number | undefined;
  readonly to: number;
}

/** Days begin at midnight in the zone, weeks on Sunday, as in the app. Overdue is whatever was due before now. */
export function spanOf(range: DueRange, now: number, timeZone: string): Span {
  if (range === 'overdue') return { from: undefined, to: now };
  const today = dayOf(now, timeZone);
  // 1970-01-01, day 0, was a Thursday
  const sunday = today - ((((today + 4) % 7) + 7) % 7);
  const first = range === 'week' ? sunday : range === 'tomorrow' ? today + 1 : today;
  const last = range === 'week' ? sunday + 7 : first + 1;
  return { from: startOfDay(first, timeZone), to: startOfDay(last, timeZone) };
}

export interface DueSearch {
  readonly span: Span;
  readonly timeZone: string;
  readonly completed: boolean;
  readonly shown: Shown;
}

/** Rows due in a span, soonest first, then by id. */
export function dueRows(view: GtdView, search: DueSearch): readonly number[] {
  const all = allDue(view, search);
  const first = search.span.from === undefined ? 0 : firstFrom(all.times, search.span.from);
  return all.rows.slice(first, firstFrom(all.times, search.span.to));
}

interface Due {
  readonly rows: readonly number[];
  readonly times: readonly number[];
}

function allDue(view: GtdView, { timeZone, completed, shown }: DueSearch): Due {
  return view.remember(`due ${JSON.stringify([timeZone, completed, shown])}`, () => {
    const isHidden = openHiding(view, shown);
    // a number beyond 2^53 would be refused as an integer
    const stored = readTuples<[number, number | string, string | null, string]>(
      view.db,
      `SELECT i.rowid, iif(typeof(i.due_date) = 'integer', CAST(i.due_date AS REAL), i.due_date),
         CAST(i.parent_id AS TEXT), CAST(i.id AS TEXT) FROM items i
       WHERE i.due_date IS NOT NULL AND ${completed ? '1' : 'i.completed_at IS NULL'} AND ${isLive(view, 'items', 'i')}`,
    );
    const due = stored.flatMap(([row, due, parent, id]) => {
      const time = parseStoredTime(due, timeZone);
      return time === undefined || isHidden(parent) ? [] : [{ row, time, id }];
    });
    due.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
    return { rows: due.map(({ row }) => row), times: due.map(({ time }) => time) };
  });
}

/** Where the first of these ascending numbers stands that is not below `least`. */
function firstFrom(ascending: readonly number[], least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
